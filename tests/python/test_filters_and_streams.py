"""The warnings module's filters and sys.stderr around recorded operations: as with NumPy, and what
a look changes for the time of a warning is put back.
"""

import subprocess
import sys
import textwrap

import pytest

from tests.ndarray.conftest import same_output  # noqa: F401

FILTERS = {
    "each line once": ["simplefilter('default')"], "once": ["simplefilter('once')"],
    "each module once": ["simplefilter('module')"], "always": ["simplefilter('always')"],
    "never": ["simplefilter('ignore')"], "errors": ["simplefilter('error')"],
    "errors of the category": ["filterwarnings('error', category=RuntimeWarning)"],
    "errors of a base of it": ["filterwarnings('error', category=Warning)"],
    "errors of another": ["filterwarnings('error', category=DeprecationWarning)"],
    "errors of a message": ["filterwarnings('error', message='divide')"],
    "errors of another message": ["filterwarnings('error', message='overflow')"],
    "errors of a module": ["filterwarnings('error', module='__main__')"],
    "errors of another module": ["filterwarnings('error', module='zzz')"],
    "errors of a line": ["filterwarnings('error', lineno=LINE)"],
    "errors of another line": ["filterwarnings('error', lineno=1)"],
    "never elsewhere": ["simplefilter('error')", "filterwarnings('ignore', module='zzz')"],
    "never elsewhere by line": ["simplefilter('error')", "filterwarnings('ignore', lineno=1)"],
    "never another message": ["simplefilter('error')",
                              "filterwarnings('ignore', message='overflow')"],
    "never another category": ["simplefilter('error')",
                               "simplefilter('ignore', DeprecationWarning)"],
    "never here": ["simplefilter('error')", "filterwarnings('ignore', module='__main__')"],
    "never after all": ["simplefilter('error')", "simplefilter('ignore')"],
    "errors after all": ["simplefilter('ignore')", "simplefilter('error')"],
    "at the end": ["filterwarnings('ignore', message='overflow')",
                   "simplefilter('error', append=True)", "filters.pop()"],
}
FILTERED = """
import sys
import warnings
import numpy as np

x = np.zeros(50_000)
LINE = 11

def divided(turn):
    try:
        y = 1 / x
        z = y[0]
        del y
        print(z, (1 / x)[turn], file=sys.stderr)
    except RuntimeWarning as error:
        print("raised", error, file=sys.stderr)

for name, filters in {filters}.items():
    globals().pop("__warningregistry__", None)
    warnings.resetwarnings()
    for each in filters:
        exec("warnings." + each)
        print(name, file=sys.stderr, flush=True)
        for turn in range(3):
            divided(turn)
"""


def test_every_filter(same_output):  # noqa: F811
    same_output(FILTERED.format(filters=FILTERS))


# What is there after a look at `y`, which warns outside of it.
PUT_BACK = {
    "a stream": """
with contextlib.redirect_stderr(io.StringIO()) as kept:
    y[0]
    print("mine", file=sys.stderr)
    print(sys.stderr is kept)
print(repr(kept.getvalue()), sys.stderr is stream)
""",
    "a stream that stays": """
sys.stderr = kept = io.StringIO()
print(y[0], file=sys.stderr)
print(sys.stderr is kept, repr(kept.getvalue()))
""",
    "filters": """
with warnings.catch_warnings():
    warnings.simplefilter("error")
    mine = warnings.filters
    y[0]
    print(warnings.filters is mine, mine[0][:1])
print(warnings.filters is mine)
""",
    "what was recorded": """
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    y[0]
    np.float64(1) / np.zeros(2)
    warnings.warn("mine")
print([str(warning.message) for warning in caught])
""",
    "what shows them": """
shown = warnings.showwarning
warnings.showwarning = mine = lambda message, *rest: print("shown", message)
y[0]
print(warnings.showwarning is mine)
warnings.warn("mine")
warnings.showwarning = shown
""",
}
BEFORE = """
import contextlib
import io
import sys
import warnings
import numpy as np

stream = sys.stderr
y = 1 / np.zeros(50_000)
"""


@pytest.mark.parametrize("name", PUT_BACK)
def test_what_a_look_puts_back(name, same_output):  # noqa: F811
    same_output(BEFORE + PUT_BACK[name])


# Code is executed with globals of its own: a module's, fresh ones, and such as no module has.
NAMESPACES = """
import sys, types, warnings
import numpy as np

x = np.zeros(50_000)
LOOP = "for i in range(3):\\n y = 1 / x\\n y[0]\\n"

def run(text, name, namespace):
    print(name, file=sys.stderr, flush=True)
    try:
        exec(compile(text, name, "exec"), namespace)
    except Exception as error:
        print(type(error).__name__, error, file=sys.stderr)

for turn in range(3):
    run("y = 1 / x\\ny[0]\\n", "in a fresh module", {**vars(types.ModuleType("__main__")), "x": x})
run(LOOP, "without a name", {"x": x})
for name in (None, 5, ["q"], "no_such_module", "os", b"x", object, "__main__"):
    run(LOOP, f"named {name}", {"x": x, "__name__": name})
run(LOOP, "with a registry", {"x": x, "__warningregistry__": {}})
run(LOOP, "with a wrong registry", {"x": x, "__warningregistry__": 5})
print("__warningregistry__" in vars(sys.modules["os"]), file=sys.stderr)
warnings.simplefilter("ignore", UserWarning)
run(LOOP, "before", {"x": x})
warnings.filters[1] = ("error", None, RuntimeWarning, None, 0)
warnings._filters_mutated()
run(LOOP, "another in its place", {"x": x})
"""


def test_what_warned_is_noted_where_the_code_is(same_output):  # noqa: F811
    same_output(NAMESPACES)


def test_globals_of_executed_code_are_released():
    """Their dictionary holds a result that is never wanted, which holds what it says of it."""
    program = """
        import gc, weakref
        import numpy as np

        class Kept:
            pass

        kept = Kept()
        reference = weakref.ref(kept)
        exec("y = 1 / x", {"x": np.zeros(50_000), "kept": kept})
        del kept
        gc.collect()
        assert reference() is None
        """
    done = subprocess.run([sys.executable, "-m", "numen", "run", "-c", textwrap.dedent(program)],
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
