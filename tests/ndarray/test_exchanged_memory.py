"""C code that gives two arrays each other's elements, as f2py's intent(inplace) does: data, layout,
type and flags, but not the memory handlers. Each piece of memory goes back to whom it came from."""

import pytest

import numen
from tests.held import COUNTING

HEAD = """
import ctypes
import weakref
import numpy as np
from numen.native import front
from numpy._core.multiarray import get_handler_name

class Fields(ctypes.Structure):
    _fields_ = [("head", ctypes.c_void_p * 2), ("data", ctypes.c_void_p), ("nd", ctypes.c_int),
                ("dimensions", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("base", ctypes.c_void_p), ("descr", ctypes.c_void_p), ("flags", ctypes.c_int)]

def exchange(one, other):
    one, other = Fields.from_address(id(one)), Fields.from_address(id(other))
    for name, _ in Fields._fields_[1:]:
        value = getattr(one, name)
        setattr(one, name, getattr(other, name))
        setattr(other, name, value)

def ours(count):
    x = np.arange(count) * 1.0
    front.expose(x)
    assert get_handler_name(x) == "numen"
    return x

def numpys(count, kind=">f4"):  # of a type that is not Numen's
    x = np.zeros(count, kind)
    x[:] = np.arange(count)
    assert x.flags.owndata and get_handler_name(x) == "default_allocator"
    return x

def disturb(count):
    return [np.arange(count) * 3.0 for _ in range(3)], [numpys(count) for _ in range(3)]

# Elements inside the object, every class of the allocator, and pages from the system.
SIZES = [1, 2, 16, 17, 100, 128, 129, *(3 << k for k in range(6, 20, 2)), 1 << 12, 1 << 15,
         (1 << 18) - 8, 1 << 18, 1 << 20]
"""

# What is done with the array of ours that has NumPy's elements, x, and NumPy's that has ours, y.
# The elements of small arrays of ours lie inside x, so y goes first, as f2py lets it.
USES = {
    "both end": "del y; disturb(count); assert x[-1] == count - 1 and x.dtype == '>f4'; del x",
    "resized": "del y; x.resize(2 * count + 9, refcheck=False); assert x[count - 1] == count - 1; "
               "x.resize(1, refcheck=False); disturb(count)",
    "unpickled": "del y; x.__setstate__(np.arange(count).__reduce__()[2]); disturb(count); "
                 "assert x.sum() == count * (count - 1) // 2",
    "exchanged back": "exchange(x, y); assert (x == np.arange(count)).all() and x.dtype == 'f8'",
    "with a weak reference": "w = weakref.ref(x); v = weakref.ref(y); del y; disturb(count); "
                             "del x; assert w() is None and v() is None",
    "with a buffer": "m = memoryview(x); del y; assert len(m) == count; del x, m",
    "with a view": "del y; v = x[::-1]; del x; disturb(count); assert v[0] == count - 1; del v",
    "ours goes first": "if count > 200: del x; disturb(count); assert y[-1] == count - 1",
    "with another of ours": "z = ours(count + 1); exchange(x, z); del y; disturb(count); "
                            "assert x[-1] == count and z[-1] == count - 1; del z",
    "other elements": "z = numpys(count, 'O'); exchange(x, z); del y, z; assert x[-1] == count - 1",
}


@pytest.mark.parametrize("use", USES)
def test_memory_goes_back_to_whom_it_came_from(numen_output, use):
    lines = "\n        ".join(USES[use].split("; ") if not USES[use].startswith("if")
                              else [USES[use]])
    assert numen_output(HEAD + f"""
for count in SIZES:
    for _ in range(200 if count < 5_000 else 3):
        x, y = ours(count), numpys(count)
        exchange(x, y)
        {lines}
        assert (np.arange(count) * 2.0)[-1] == 2 * (count - 1)
print("done")
""") == "done\n"


def test_subclasses_may_hold_our_elements(numen_output):
    assert numen_output(HEAD + """
class Named(np.ndarray):
    pass

for count in SIZES:
    for _ in range(9):
        x, y = ours(count), Named(count, ">f4")
        exchange(x, y)
        del y
        disturb(count)
        assert x.dtype == ">f4"
        del x
print("done")
""") == "done\n"


def test_no_memory_is_lost(numen_output):
    assert numen_output(HEAD + COUNTING + """
for turn in range(400):
    x, y = ours(200_000), numpys(200_000)
    exchange(x, y)
    del x, y
    if turn == 50:
        before = live_bytes() + malloc_bytes()
print(live_bytes() + malloc_bytes() - before < 4_000_000)
""") == "True\n"


@pytest.mark.parametrize("size", [6, 60_000])
def test_a_view_keeps_its_memory_without_uic(size):
    """In NumPy's setflags uic=False lets go of the base, and the view reads freed memory."""
    views = [numen.arange(float(size))[::-1] for _ in range(40)]
    for view in views:
        view.setflags(uic=False)
    others = [numen.full(size, 7.0) for _ in range(80)]
    assert all(view.tolist() == [*range(size - 1, -1, -1)] for view in views)
    assert all(view.base is not None for view in views) and len(others) == 80
