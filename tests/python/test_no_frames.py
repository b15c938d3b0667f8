"""What C code calls with no Python code further out: at exit, on threads of its own, in signals.

Each program is run under plain NumPy and in the three ways of running on Numen. What it prints, its
exit code, the files it writes and the errors it reports have to be NumPy's.
"""

import os
import re
import subprocess
import sys

import pytest

# How a program begins, and what runs it.
WAYS = {
    "run": ("import numpy as np", ("-m", "numen", "run")),
    "check": ("import numpy as np", ("-m", "numen", "run", "--check")),
    "install": ("import numen; numen.install(); import numpy as np", ()),
    "uninstall": ("import numen; numen.install(); import numpy as np; numen.uninstall()", ()),
    "direct": ("import numen as np", ()),
}

# A small array and a managed one.
ARRAYS = """
import _thread, atexit, ctypes, io, pickle, signal, sys, threading, time, weakref
small, large = np.arange(6.).reshape(2, 3), np.arange(30000.).reshape(300, 100) * 2
"""

METHODS = """sum mean std var min max ptp prod argmax any all copy cumsum ravel tolist tobytes
    nonzero squeeze sort trace transpose conj dumps __reduce__ __repr__ __str__ __len__ __float__
    __iter__ __array__""".split()
CALLS = {  # an array's method with arguments, some of them wrong
    "__getitem__": "99999", "__setitem__": "(0, 0), 5", "__add__": "x", "__matmul__": "x",
    "__eq__": "3", "__contains__": "3", "__format__": "''", "__deepcopy__": "{}", "dot": "x.T",
    "astype": "'i4'", "reshape": "7", "take": "[10**8]", "clip": "0, 1", "view": "'i8'",
    "item": "3", "put": "0, 1", "partition": "1", "repeat": "2", "resize": "3", "choose": "2",
}  # fmt: skip
BUILTINS = """memoryview bytes list sum repr str hash bool len type dir complex abs pickle.dumps
    sys.stdout.write open print""".split()
FUNCTIONS = """sum mean median std sort unique where diff linalg.norm linalg.det linalg.inv fft.fft
    percentile histogram interp concatenate dot array asarray zeros_like nanmedian isclose corrcoef
    gradient polyfit pad einsum bincount average broadcast_to split insert ravel_multi_index
    result_type dtype loadtxt random.rand random.choice random.default_rng random.RandomState
    testing.assert_allclose row_stack matrix char.add ma.array s_.__getitem__""".split()

AT_EXIT = {
    "methods": [f"x.{name}" for name in METHODS]
    + [f"x.{name}, {given}" for name, given in CALLS.items()],
    "files": ["x.dump, name + '.dump'", "x.tofile, name + '.bin'", "np.save, name, x",
              "np.savetxt, name + '.txt', x", "pickle.dump, x, open(name + '.pickle', 'wb')",
              "pickle.dump, {'a': [x, x]}, open(name + '.2', 'wb'), 2",
              "pickle.Pickler(open(name + '.5', 'wb'), 5).dump, [x, x[0, 0], x.dtype]"],
    "pickles": [f"pickle.loads, pickle.dumps({given})" for given in (
        "x", "x[0, 0]", "np.add", "np.median", "np.dtype('f4,i4')", "np.ma.array([1])",
        "np.random.default_rng(1)", "np.poly1d([1, 2])", "np.matrix([1])")],
    "builtins": [f"{name}, x" for name in BUILTINS]
    + ["isinstance, x, np.ndarray", "divmod, x, 0", "pow, x, 2", "getattr, x, 'nope'",
       "getattr, np, 'nope'", "print, np.float64(3), x[0, 1], [x[0, 0]], np.add",
       "exec, 'import numpy; print(numpy.arange(3).mean(), (numpy.ones(30000) + 1).sum())', {}",
       "eval, '__import__(\"numpy\").ones(3).mean()', {}", "__import__, 'numpy'",
       "__import__, 'time'", "__import__, 'timeit'", "time.time"],
    "ufuncs": [f"np.{name}, *[{given}] * np.{name}.nin{rest}"
               for name in ("add", "divide", "log", "matmul", "power")
               for given in ("x", "-x", "x[:0]", "'text'")
               for rest in ("", ", out=np.zeros(3)", ", nope=1")]
    + ["np.add.reduce, x", "np.add.at, x, [9999], 1", "np.divide.outer, x[0], x[0]"],
    "functions": [f"np.{name}{given}" for name in FUNCTIONS for given in ("", ", x")]
    + ["np.array, [[1, 2], [3]]", "np.broadcast_to, [1, 2], 3", "np.linalg.solve, np.eye(2), x[0]",
       "np.r_.__getitem__, 'r'", "np.r_.__getitem__, '1 2;3 4'", "np.bmat, 'a'"],
}  # fmt: skip

PROGRAMS = {
    f"exit {name}": ARRAYS + "for x, name in ((small, 'small'), (large, 'large')):\n"
    + "".join(f"    atexit.register({call})\n" for call in calls)
    for name, calls in AT_EXIT.items()
} | {
    "exit array": "import sys\nsys.exit(np.arange(30000.) * 2)",
    "exit small array": "import sys\nsys.exit(np.arange(3))",
    "exit scalar": "import sys\nsys.exit(np.float64(2))",
    "raise array": "raise ValueError(np.arange(30000) + 1, np.arange(3))",
    "hooks": "import sys\nsys.displayhook(np.arange(3)); sys.displayhook(np.arange(30000.) * 2)\n"
    "sys.excepthook = print\nraise ValueError(np.arange(30000.) * 2)",
    "threads": ARRAYS + """
x = np.arange(3)
for f, *a in ((x.sum,), (large.sum,), (print, x), (print, large), (x.mean,), (large.std,),
              (np.log, x), (np.log, large), (np.add, large, x), (x.__getitem__, 9),
              (__import__, "numpy"), (np.random.rand, 3), (np.array, [[1], [1, 2]]),
              (np.median, x), (isinstance, large, np.ndarray), (pickle.loads, pickle.dumps(x))):
    a = tuple(a)
    before = sys.getrefcount(a)
    _thread.start_new_thread(f, a)
    while sys.getrefcount(a) > before:  # the thread holds them to its end
        time.sleep(0.001)
    sys.stdout.flush()
for f, *a in ((x.sum,), (print, x + 1), (large.mean,), (print, large + 1)):
    timer = threading.Timer(0.001, f, a)
    timer.start()
    timer.join()
""",
    "threads of C": ARRAYS + """
import os
if os.name == "posix":
    library, made = ctypes.CDLL(None), []
    kind = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
    def run(function):
        thread = ctypes.c_ulong()
        made.append(kind(function))
        library.pthread_create(ctypes.byref(thread), None, made[-1], None)
        library.pthread_join(thread, None)
    run(lambda _: print(small.mean(), large.mean(), np.median(large)))
    run(lambda _: print(isinstance(large, np.ndarray)))
    for function in (small.__contains__, large.__eq__, print, small.__getitem__, np.log):
        run(function)
""",
    "signals": ARRAYS + """
import os
for f in (print, small.sum, large.sum, np.add, small.__getitem__, np.mean):
    signal.signal(signal.SIGTERM, f)
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.01)
    except Exception as error:
        print(type(error).__name__)
""",
    "weak references": ARRAYS + """
class A: pass
a, b = A(), A()
weakref.finalize(a, print, "finalized", small, large)
weakref.finalize(b, small.mean)
kept = weakref.ref(a, small.__contains__), weakref.ref(b, large.__eq__)
del a
""",
    "pool": ARRAYS + """
from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(2)
for f, *a in ((small.mean,), (large.mean,), (pickle.dumps, large)):
    pool.submit(f, *a)
atexit.register(print, small, large)
atexit.register(pool.shutdown)
""",
}


def reported(stderr):
    """The lines of the errors, without addresses and Numen's words of functions."""
    text = re.sub(r"0x[0-9a-f]+|(built-in |bound )?(function|method) [\w.]+ ?(of|at)?", "", stderr)
    text = re.sub(r"(ignored in \w+ \w+(?: \w+)?: ).*", r"\1", text)
    text = re.sub(r"(nd_grid|AxisConcatenator|_Bracketed)\.", "", text)
    lines = [line for line in text.splitlines()
             if line and line[0] != " " and not line.startswith(("Traceback", "numen: check: no"))]
    # --check has each warning again after it has looked at the filters.
    return [line for at, line in enumerate(lines)
            if "Warning" not in line or line not in lines[:at]]


def outcome(folder, beginning, command, text):
    folder.mkdir()
    program = folder / "program.py"
    program.write_text(f"{beginning}\n{text}")
    done = subprocess.run([sys.executable, *command, program.name], cwd=folder, text=True,
                          capture_output=True, timeout=120, env={**os.environ, "COLUMNS": "200"})
    files = {path.name: path.read_bytes() for path in folder.iterdir()
             if path.is_file() and path != program}
    printed = re.sub("0x[0-9a-f]+", "", done.stdout).replace(str(folder), "")
    return done.returncode, printed, reported(done.stderr), files


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_numpy(tmp_path, name):
    wanted = outcome(tmp_path / "python", "import numpy as np", (), PROGRAMS[name])
    for way, (beginning, command) in WAYS.items():
        assert outcome(tmp_path / way, beginning, command, PROGRAMS[name]) == wanted, way
