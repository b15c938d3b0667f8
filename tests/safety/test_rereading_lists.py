"""NumPy gets no list that another thread changes: neither for the words of an error, nor to serve
what Numen has begun to read."""

import os
import subprocess
import sys

from . import stress

PROGRAM = stress.program("rereading_lists.py")

COUNTING = """
for name in READ_ONCE:
    prepare, call = SCENARIOS[name][:2]
    given, Slow.asked = prepare(), 0
    try:
        outcome = call(*given)
    except Exception as error:
        outcome = f"{type(error).__name__}: {error}"
    print(name, Slow.asked, outcome)
"""


def test_another_thread_may_change_lists_that_numpy_is_asked_about():
    told = stress.run(PROGRAM, stress.batches(PROGRAM, 1)[0])
    assert told is None, told


# Where NumPy gets copies of lists, those that are elements are the program's own.
ELEMENTS = """
own, flags = [1, 2], []
a = np.array([None, own], dtype=object)
flags.append(a[1] is own)
for key, value in ((0, own), (slice(None), [own, 3]), ([1, 0], [3, own]), (np.array(1), own)):
    a[key] = value
    flags.append([element is own for element in a])
for array in (np.empty((), dtype=object), np.empty(1, dtype=object)):
    array[...] = own if array.ndim == 0 else [own]
    flags.append(array.item() is own)
    array.fill(own)
    flags.append(array.item() is own)
seen = []
for x in (np.array([None, own, 3], dtype=object), np.arange(3.0)):
    np.apply_along_axis(lambda row, met: met.append(len(row)), 0, x, seen)
    np.piecewise(x, [[True, False, True]], [lambda part, met: met.append(len(part))], seen)
    np.fromfunction(lambda i, met: met.append(i.shape), (2,), dtype=x.dtype, met=seen)
flags.append(seen)
np.random.default_rng(1).shuffle(own)
np.random.seed([1, 2])
np.random.shuffle(own)
print(flags, own)
fields = np.zeros(2, "i4,f8")
fields[:] = [(1, 2.0), [3, 4.0]]
"""


def said(module, text):
    done = subprocess.run([sys.executable, "-c", f"import {module} as np\n{text}"], text=True,
                          capture_output=True)
    return done.stdout.splitlines(), done.stderr.splitlines()[-1:]


def test_lists_are_read_as_often_as_by_numpy():
    assert said("numen", PROGRAM + COUNTING) == said("numpy", PROGRAM + COUNTING)


def test_lists_that_become_elements():
    assert said("numen", ELEMENTS) == said("numpy", ELEMENTS)


def test_items_may_replace_their_list_in_every_call():
    """Freed memory holds nonsense here: whoever reads it dies."""
    text = stress.program("changing_items.py") + stress.program("replacing_lists.py")
    done = subprocess.run([sys.executable, "-c", text], text=True, capture_output=True,
                          env=dict(os.environ, PYTHONMALLOC="debug", NUMEN_NUM_THREADS="1"))
    assert (done.returncode, done.stdout) == (0, ""), done.stderr[-3000:]
