"""`numen run` against plain python: output, exit codes, tracebacks, signals, child processes."""

import os
import re
import signal
import subprocess
import sys
import textwrap

import pytest


def python(folder, *args, text=None, command=()):
    """Runs [python | numen run] with args in folder; (exit code, stdout, stderr)."""
    environment = {**os.environ, "COLUMNS": "200"}
    done = subprocess.run(
        [sys.executable, *command, *args],
        cwd=folder,
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        env=environment,
    )
    return done.returncode, done.stdout, done.stderr


NUMEN = ("-m", "numen", "run")


def both(folder, *args, text=None):
    return python(folder, *args, text=text), python(folder, *args, text=text, command=NUMEN)


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text))
    return path


PROGRAMS = {
    "arguments": "import sys; print(sys.argv, __name__, __file__, sys.path[0], __builtins__)",
    "values": "import numpy as np\nx = np.arange(6.).reshape(2, 3)\n"
    "print(x @ x.T, np.median(x), x.sum())",
    "exit number": "import sys; sys.exit(3)",
    "exit text": "import sys; sys.exit('no such thing')",
    "exit none": "raise SystemExit",
    "uncaught": "def f(x):\n    return 1 / x\n\nf(0)\n",
    "chained": "try:\n    {}['a']\nexcept KeyError as e:\n    raise ValueError('b') from e\n",
    "syntax": "x = (1,\n",
    "indentation": "if 1:\nx = 2\n",
    "import error": "import not_a_module_anywhere",
    "import of a broken module": "import broken",
    "name from numpy": "from numpy import not_there",
    "submodule of numpy": "import numpy.not_there",
    "numpy error": "import numpy as np\nnp.zeros(3) + np.zeros(4)\n",
    "own hook": "import sys\nsys.excepthook = lambda t, e, tb: print('mine', e)\n1 / 0\n",
    "at exit": "import atexit\natexit.register(print, 'bye')\nprint('hello')",
    "thread": "import threading\nthreading.Thread(target=lambda: print('in thread')).start()\n",
    "main module": "import __main__, sys\nprint(sorted({*vars(__main__)} - {'__main__', 'sys'}))\n"
    "print(__spec__, __cached__)",
    "pickled function": "import pickle\ndef f(): pass\nprint(pickle.loads(pickle.dumps(f)) is f)",
    "warning": "import warnings; warnings.warn('w')",
    "encoding": "# -*- coding: latin-1 -*-\nprint('ok')",
    "neighbour": "import beside; print(beside.value)",
    "exception group": "raise ExceptionGroup('several', [ValueError(1), TypeError(2)])",
    "unprintable": "class E(Exception):\n    def __str__(self): return 'text'\nraise E",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_python(tmp_path, name):
    write(tmp_path, "broken.py", "value = 1 / 0\n")
    write(tmp_path, "beside.py", "import numpy\nvalue = numpy.add(1, 2)\n")
    write(tmp_path, "deep/program.py", PROGRAMS[name])
    write(tmp_path, "program.py", PROGRAMS[name])
    for script in ("program.py", "deep/program.py", str(tmp_path / "program.py")):
        if script != "program.py" and name in ("neighbour", "import of a broken module"):
            continue
        expected, got = both(tmp_path, script, "a", "-m", "--profile")
        assert got == expected


@pytest.mark.parametrize(
    "arguments",
    [
        ("missing.py",),
        ("folder_without_main",),
        ("folder_with_main", "x"),
        ("-m", "package", "x"),
        ("-m", "package.part", "-v"),
        ("-m", "not_there"),
        ("-m", "package.broken"),
        ("-c", "import sys; print(sys.argv, sys.path[0], __name__)", "x"),
        ("-c", "1/0"),
        ("-c", "x ="),
        ("-cprint(1)",),
        ("-m", "timeit", "-n1", "-r1", "-h"),
        ("zipped.zip", "q"),
    ],
)
def test_forms_of_programs(tmp_path, arguments):
    (tmp_path / "folder_without_main").mkdir()
    show = "import sys, os; print(sys.argv, __name__, sys.path[0], __package__, __spec__ is None)\n"
    write(tmp_path, "folder_with_main/__main__.py", show)
    write(tmp_path, "package/__init__.py", "")
    write(tmp_path, "package/__main__.py", show)
    write(tmp_path, "package/part.py", show)
    write(tmp_path, "package/broken.py", "raise ValueError('broken')\n")
    import zipfile

    with zipfile.ZipFile(tmp_path / "zipped.zip", "w") as archive:
        archive.writestr("__main__.py", show)
    expected, got = both(tmp_path, *arguments)
    if arguments[0] == "-c" and sys.version_info >= (3, 13):  # python shows the lines of -c, too
        expected = *expected[:2], re.sub("^    .*\n", "", expected[2], flags=re.MULTILINE)
    assert got == expected


def test_stdin(tmp_path):
    for text in ("import sys; print(sys.argv, __name__)", "1 / 0", "x = ("):
        expected, got = both(tmp_path, "-", "a", text=text)
        assert got == expected


def test_options_of_python_are_told_their_place(tmp_path):
    for option in ("-u", "-OO", "-Werror", "-X"):
        code, out, err = python(tmp_path, option, "program.py", command=NUMEN)
        assert (code, out) == (2, "") and f"python {option} ... -m numen run" in err
    assert "python" not in python(tmp_path, "--wrong", "program.py", command=NUMEN)[2]


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="the system has no /dev/stdin")
@pytest.mark.parametrize("text", ["import sys; print(sys.argv, __file__)", "1 / 0", ""])
def test_script_in_a_pipe(tmp_path, text):
    expected, got = both(tmp_path, "/dev/stdin", "a", text=text)
    assert got == expected and (got[0] == 0) == (text != "1 / 0")


def test_the_users_numpy_is_numen(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import sys, importlib
        import numpy, numpy as np, numpy.linalg, numpy.random as r
        from numpy.linalg import norm
        from numpy import *
        import real_side
        assert np.__name__ == "numpy" and np is not sys.modules["numpy"]
        assert np.__version__ == sys.modules["numpy"].__version__
        assert importlib.import_module("numpy") is np
        assert np.linalg.norm is norm and norm is not sys.modules["numpy"].linalg.norm
        real = sys.modules["numpy"].ndarray
        assert np.ndarray is real and type(zeros(3)) is real and type(r.rand(2)) is real
        assert np.zeros is not sys.modules["numpy"].zeros
        exec("import numpy as inner"); assert inner is np
        assert real_side.numpy is np
        print("fine")
    """,
    )
    write(tmp_path, "real_side.py", "import numpy\n")
    assert python(tmp_path, "program.py", command=NUMEN) == (0, "fine\n", "")


TYPED = "import numpy as np\nprint('Numen' in repr(np))\n"
DOCUMENTED = """\
'''
>>> import numpy as np
>>> print('Numen' in repr(np))
True
'''
"""


@pytest.mark.parametrize("arguments, text", [
    (["-m", "code"], TYPED), (["-c", "import code; code.interact()"], TYPED),
    (["-c", f"exec({TYPED!r}, {{}})"], None)])
def test_what_is_typed_is_the_users(tmp_path, arguments, text):
    code, out, err = python(tmp_path, *arguments, text=text, command=NUMEN)
    assert code == 0 and "True" in out, out + err


def test_what_doctest_runs_is_the_users(tmp_path):
    write(tmp_path, "documented.py", DOCUMENTED)
    assert python(tmp_path, "-m", "doctest", "documented.py", command=NUMEN) == (0, "", "")
    assert python(tmp_path, "-m", "doctest", "documented.py")[0] == 1  # it is under NumPy


def test_include_and_exclude(tmp_path):
    write(tmp_path, "mine/__init__.py", "import numpy\n")
    write(tmp_path, "site-packages/theirs/__init__.py", "import numpy\n")
    write(
        tmp_path,
        "program.py",
        """
        import sys; sys.path.append("site-packages")
        import mine, theirs
        real = sys.modules["numpy"]
        print(mine.numpy is real, theirs.numpy is real)
    """,
    )
    assert python(tmp_path, "program.py", command=NUMEN)[1] == "False True\n"
    options = (*NUMEN, "--include", "site-packages/theirs", "--exclude", "mine")
    assert python(tmp_path, "program.py", command=options)[1] == "True False\n"


def test_profile(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import numpy as np
        x = np.arange(5.0)
        for i in range(3):
            np.is_busday("2024-01-01")
        np.busday_count("2024-01-01", "2024-01-03")
        y = (x + 1).sum()
    """,
    )
    code, out, err = python(tmp_path, "program.py", command=(*NUMEN, "--profile"))
    assert (code, out) == (0, "")
    assert "\nfallbacks: 4\n" in err
    assert re.search(r"program.py:5 .*\n +fallback +is_busday +3 +[\d.]+ ms\n", err)
    assert re.search(r"program.py:6 .*\n +fallback +busday_count +1 +[\d.]+ ms\n", err)


def test_profile_without_fallbacks_and_with_an_error(tmp_path):
    text = "import numpy as np\nprint(np.ones(3).sum())\nraise SystemExit('end')\n"
    write(tmp_path, "program.py", text)
    code, out, err = python(tmp_path, "program.py", command=(*NUMEN, "--profile"))
    assert (code, out) == (1, "3.0\n")
    assert err.startswith("end\n") and "\nfallbacks: 0\n" in err


def test_strict(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import numpy as np
        x = np.ones(3) + 1
        np.is_busday("2024-01-01")
    """,
    )
    code, out, err = python(tmp_path, "program.py", command=(*NUMEN, "--strict"))
    assert code == 1
    last = err.rstrip("\n").split("\n")[-1]
    assert last == "numen.FallbackError: is_busday falls back to NumPy at program.py:4"
    assert "profile.py" not in err


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_multiprocessing(tmp_path, method):
    write(
        tmp_path,
        "program.py",
        """
        import multiprocessing, sys
        import numpy as np

        def work(x):
            return type(np.zeros(2)).__module__, np is sys.modules["numpy"], float(np.sum(x * 2))

        if __name__ == "__main__":
            multiprocessing.set_start_method(sys.argv[1])
            with multiprocessing.Pool(2) as pool:
                print(pool.map(work, [np.arange(3.0), np.ones(4)]), sys.argv[1:])
    """,
    )
    code, out, err = python(tmp_path, "program.py", method, command=NUMEN)
    assert (code, err) == (0, "")
    assert "False, 6.0)" in out and "False, 8.0)" in out and out.endswith(f"['{method}']\n")


def test_process_pool_of_numens_functions(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        from concurrent.futures import ProcessPoolExecutor
        import numpy as np

        if __name__ == "__main__":
            with ProcessPoolExecutor(1) as pool:
                for f in (np.sum, np.add.reduce, np.median, np.flip, np.linalg.norm):
                    print(pool.submit(f, np.arange(4.0)).result())
    """,
    )
    expected, got = both(tmp_path, "program.py")
    assert got == expected


def test_interrupt(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import time
        print("ready", flush=True); time.sleep(60)
    """,
    )
    outcomes = []
    for command in ((), NUMEN):
        process = subprocess.Popen(
            [sys.executable, *command, "program.py"],
            cwd=tmp_path,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Shells start background jobs with the signal ignored, and programs inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        # Where in the line the signal struck differs from run to run.
        outcomes.append((process.returncode, re.sub(r"(?m)^ *[\^~]+ *\n", "", err)))
    assert outcomes[0] == outcomes[1] and outcomes[0][0] == -signal.SIGINT


def test_killed(tmp_path):
    program = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    expected, got = both(tmp_path, "-c", program)
    assert got == expected and got[0] == -signal.SIGTERM


def test_wrong_command_lines(tmp_path):
    code, _, err = python(tmp_path, "--no-such-option", "x.py", command=NUMEN)
    assert code == 2 and "--no-such-option" in err
    assert python(tmp_path, "-c", command=NUMEN)[0] == 2
    code, out, _ = python(tmp_path, "--help", command=NUMEN)
    assert code == 0 and "--profile" in out and "--strict" in out
    assert python(tmp_path, "nothing", command=("-m", "numen"))[0] == 2
    assert python(tmp_path, command=("-m", "numen"))[0] == 2
    assert python(tmp_path, "--help", command=("-m", "numen"))[0] == 0


def test_info(tmp_path):
    code, out, err = python(tmp_path, "info", command=("-m", "numen"))
    assert (code, err) == (0, "")
    for heading in (
        "numen",
        "python",
        "numpy",
        "instruction set",
        "cpu features",
        "threads",
        "memory",
        "blas",
        "devices",
        "caches",
    ):
        assert re.search(f"^{heading} ", out, re.M), heading


def test_an_empty_program_leaves_no_trace(tmp_path):
    assert python(tmp_path, "-c", "pass", command=NUMEN) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def test_blas_of_numpy_is_opened_with_a_short_spin_and_nothing_of_it_stays(tmp_path):
    """Its threads would work against ours for 90 ms after each call, and when they start."""
    look = """
        import ctypes, os, sys
        getenv = ctypes.CDLL(None).getenv
        getenv.restype = ctypes.c_char_p
        seen = []

        class Look:
            def find_spec(name, path=None, target=None):
                if name == "numpy":
                    seen.append(getenv(b"OPENBLAS_THREAD_TIMEOUT"))

        sys.meta_path.insert(0, Look)
        import numen
        numen.sin
        print(seen, getenv(b"OPENBLAS_THREAD_TIMEOUT"), os.environ.get("OPENBLAS_THREAD_TIMEOUT"))
        """
    write(tmp_path, "look.py", look)
    code, out, err = python(tmp_path, "look.py")
    assert (code, out, err) == (0, "[b'16'] None None\n", "")


def test_what_is_imported_at_the_start_is_no_business_of_the_programs_collections(tmp_path):
    text = "import gc\nprint(gc.isenabled(), gc.get_freeze_count() > 10_000)"
    write(tmp_path, "program.py", text)
    assert python(tmp_path, "program.py", command=NUMEN) == (0, "True True\n", "")
