"""A program of `numen run` is the outermost code, as under python: nothing of Numen is below it."""

import doctest
import sys
import zipfile

import pytest

from .test_run_command import NUMEN, both, python, write

STACK = """
import inspect, io, sys, traceback, warnings
import numpy as np

def deeper(levels=1):
    try:
        return deeper(levels + 1)
    except RecursionError:
        return levels

def generated():
    yield len(inspect.stack())

class Body:
    print(len(inspect.stack()))

print([(frame.function, frame.lineno) for frame in inspect.stack()])
frame, outside = sys._getframe(), 0
while frame is not None:
    frame, outside = frame.f_back, outside + 1
print(outside, next(generated()), (lambda: len(inspect.stack()))(), deeper())
try:
    sys._getframe(outside)
except ValueError as error:
    print(error)
text = io.StringIO()
traceback.print_stack(file=text)
print(text.getvalue())
warnings.warn("here")
warnings.warn("outside", stacklevel=2)
(lambda: warnings.warn("far outside", stacklevel=3))()
try:
    sys.setrecursionlimit(1)
except RecursionError as error:
    print(error)
print(np.arange(3).mean(), (np.arange(30000) * 2).sum())
"""

TRACED = """
import cProfile, faulthandler, io, pdb, pstats, sys, threading

def f():
    return sum([1, 2])

seen = []
def note(frame, event, argument):
    seen.append((frame.f_code.co_name, event))
    return note
for watch in (sys.setprofile, sys.settrace):
    watch(note)
    f()
    watch(None)
print([entry for entry in seen if entry[0] != "<module>"])
profile = cProfile.Profile()
profile.runcall(f)
print(sorted(key[2] for key in pstats.Stats(profile).stats if key[2] == "f"))
with open("fault", "w+") as file:
    faulthandler.dump_traceback(file)
    file.seek(0)
    print(file.read().count("File"))
main = sys._current_frames()[threading.main_thread().ident]
print(main is sys._getframe(), main.f_back and main.f_back.f_lineno)
words = io.StringIO("w\\nn\\nup\\nn\\nn\\nc\\n")
pdb.Pdb(stdin=words, stdout=sys.stdout, nosigint=True).set_trace()
print(1)
print(2)
"""

ENDS = {
    "hook": "import inspect, sys\nsys.excepthook = lambda *given: print("
    "given[0], len(inspect.stack()), sys.exc_info())\n1 / 0\n",
    "hook that raises": "import sys\nsys.excepthook = lambda *given: {}['a']\n1 / 0\n",
    "hook that exits": "import sys\nsys.excepthook = lambda *given: sys.exit(7)\n1 / 0\n",
    "no hook": "import sys\nsys.excepthook = None\n1 / 0\n",
    "hook deleted": "import sys\ndel sys.excepthook\n1 / 0\n",
    "names": "print({name: value if type(value) is str else type(value).__name__\n"
    "       for name, value in sorted(globals().items())})\n",
    "exit within calls": "import sys\ndef f(n):\n    f(n - 1) if n else sys.exit(5)\nf(20)\n",
    "low limit": "import sys\nsys.setrecursionlimit(40)\ndef f():\n    f()\nf()\n",
    "still traced": "import sys\ndef f():\n    1 / 0\nsys.settrace(lambda *given: None)\nf()\n",
    "generators": "def g():\n    yield from g2()\ndef g2():\n    yield 1\n    1 / 0\nlist(g())\n",
    "child": "import os, sys\nif os.fork():\n"
    "    sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))\nimport inspect\n"
    "print(len(inspect.stack()))\n1 / 0\n",
    "context": "try:\n    1 / 0\nexcept ZeroDivisionError:\n    def f():\n        [][0]\n    f()\n",
}


def forms(folder, text):
    """The ways of naming a program with this text: (arguments, standard input)."""
    write(folder, "program.py", text)
    write(folder, "inside/__main__.py", text)
    with zipfile.ZipFile(folder / "inside.zip", "w") as archive:
        archive.writestr("__main__.py", text)
    named = [(["program.py"], None), (["-m", "program"], None), (["-m", "inside"], None),
             (["inside"], None), (["inside.zip"], None), (["-"], text)]
    # Of -c Python shows the lines since 3.13, Numen does not (docs/limits.md).
    return named if sys.version_info >= (3, 13) else [*named, (["-c", text], None)]


@pytest.mark.parametrize("text", [STACK, TRACED, *ENDS.values()], ids=["stack", "traced", *ENDS])
def test_as_python(tmp_path, text):
    for arguments, given in forms(tmp_path, text):
        plain, numens = both(tmp_path, *arguments, text=given)
        assert numens == plain, arguments


@pytest.mark.parametrize("option", ["--profile", "--check", "--strict", "--trace=t.json"])
def test_options_leave_the_stack_alone(tmp_path, option):
    text = STACK.replace(", deeper()", "")  # what is checked is called by more calls
    text = text.replace(", next(generated()), (lambda: len(inspect.stack()))()", "")
    write(tmp_path, "program.py", text)
    _, wanted, _ = python(tmp_path, "program.py")
    assert python(tmp_path, option, "program.py", command=NUMEN)[:2] == (0, wanted)


def test_check_adds_no_name(tmp_path):
    write(tmp_path, "program.py", "import numpy as np\nx = -np.arange(3) + 1\n"
          "print(sorted(globals()), sorted(vars(__builtins__)), x[1], x.sum())\n")
    _, wanted, _ = python(tmp_path, "program.py")
    code, out, err = python(tmp_path, "--check", "program.py", command=NUMEN)
    assert (code, out) == (0, wanted) and "no difference in 5 calls" in err


def test_the_standard_librarys_script_runs_the_users_text(tmp_path):
    """Its file is the outermost: text that a thread of its own runs would be a library's."""
    write(tmp_path, "told.py", '''
        def f():
            """
            >>> import numpy as np
            >>> from numen.native import front
            >>> front.is_managed(np.ones(30000) * 2)
            True
            """
        ''')
    assert python(tmp_path, doctest.__file__, "told.py", command=NUMEN) == (0, "", "")
