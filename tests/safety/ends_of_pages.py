"""Calls on arrays that end where the memory does, and on such that begin there.

The page behind the array, or the one before it, may not be read: a loop that loads more than its
elements ends the process. `python -m tests.safety.ends_of_pages LOG` writes the call to LOG before
it makes it. NUMEN_CPU says which instruction set computes.
"""

import ctypes
import itertools
import mmap
import sys
import warnings

import numpy

import numen

PAGE = mmap.PAGESIZE
NO_ACCESS = 0
COUNTS = (1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 31, 33, 63, 64, 65, 129, 257, 1025, 4099)
STEPS = (1, 2, 3, 4, 5, -1, -2, -3, 9)
DTYPES = "? b B h H i I q Q e f d F D".split()
# What is recorded, shared out among threads, or summed by pieces.
LONG, LONG_STEPS, LONG_DTYPES = (16_386, 70_001), (1, 2, 3, -1), "? B i f d F D".split()
ELEMENTWISE = [name for name in dir(numpy) if isinstance(getattr(numpy, name), numpy.ufunc)]
REDUCTIONS = ("sum prod min max mean var std any all argmin argmax cumsum cumprod nansum nanmax "
              "nanargmin ptp count_nonzero median average linalg.norm").split()
OF_ONE = ("copy sort argsort diff ediff1d flip roll1 tile2 repeat2 unique nonzero real imag angle "
          "nan_to_num round clip01 where3 astype_d astype_F astype_b astype_q astype_? take3 mask "
          "bincount searchsorted interp gradient pad1 trapezoid fft.fft fft.rfft histogram "
          "convolve packbits tolist tobytes").split()
OF_TWO = "dot vdot inner vecdot array_equal allclose isclose isin".split()
OF_TWO_SHORT = "outer convolve correlate".split()  # as many operations as both lengths' product
SHORTHANDS = {
    "roll1": lambda x: numen.roll(x, 1), "tile2": lambda x: numen.tile(x, 2),
    "repeat2": lambda x: numen.repeat(x, 2), "clip01": lambda x: numen.clip(x, 0, 1),
    "where3": lambda x: numen.where(x != 0, x, x), "take3": lambda x: x.take([0, x.size - 1]),
    "mask": lambda x: x[x != 0], "pad1": lambda x: numen.pad(x, 1),
    "searchsorted": lambda x: numen.searchsorted(x, x), "interp": lambda x: numen.interp(x, x, x),
    "convolve": lambda x, y=(1, 2, 1): numen.convolve(x, y), "tolist": lambda x: x.tolist(),
    "tobytes": lambda x: x.tobytes(),
    **{f"astype_{t}": lambda x, t=t: x.astype(t) for t in "dFbq?"},
}


class Fence:
    """Memory with pages before and behind it that may not be touched."""

    def __init__(self, pages):
        libc = ctypes.CDLL(None, use_errno=True)
        libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
        self.memory = mmap.mmap(-1, (pages + 2) * PAGE)
        self.size = pages * PAGE
        whole = numpy.frombuffer(self.memory, "u1")
        address = whole.ctypes.data
        for page in (address, address + PAGE + self.size):
            if libc.mprotect(page, PAGE, NO_ACCESS):
                raise OSError(ctypes.get_errno(), "mprotect")
        self.bytes = whole[PAGE:PAGE + self.size]

    def array(self, dtype, count, step, at_end):
        """`count` elements, `step` apart, the last or the first of them at the fence."""
        size = numpy.dtype(dtype).itemsize
        used = ((count - 1) * abs(step) + 1) * size
        part = self.bytes[self.size - used:] if at_end else self.bytes[:used]
        view = part.view(dtype)[::step]
        view[...] = numpy.arange(count) % 5 + 1
        return view


def function(name):
    found = SHORTHANDS.get(name)
    if found is None:
        found = numen
        for part in name.split("."):
            found = getattr(found, part)
    return found


def calls(x, y):
    """Pairs of a name and a call without arguments."""
    for name in (*REDUCTIONS, *OF_ONE):
        yield name, lambda name=name: function(name)(x)
    for name in (*OF_TWO, *(OF_TWO_SHORT if x.size < LONG[0] else ())):
        yield name, lambda name=name: function(name)(x, y)
    for name in ELEMENTWISE:
        operands = (x, y)[:getattr(numpy, name).nin]
        yield name, lambda name=name, operands=operands: function(name)(*operands)
    yield "chain", lambda: x * y + x - y
    yield "a @ b", lambda: x @ y
    yield "fill", lambda: x.fill(1)
    yield "a[...] = b", lambda: x.__setitem__(..., y)
    yield "+=", lambda: x.__iadd__(y)
    if x.size % 4 == 0 and x.strides[0] > 0:
        for shape in ((4, x.size // 4), (x.size // 4, 4)) if x.size < LONG[0] else ():
            m = numpy.lib.stride_tricks.as_strided(x, shape, (shape[1] * x.strides[0],
                                                              x.strides[0]))
            yield f"matrix {shape} @ vector", lambda m=m: m @ m[0] if m.shape[1] else None
            yield f"matrix {shape} @ its transpose", lambda m=m: m @ m.T
            for axis in (0, 1):
                yield f"sum of {shape} {axis}", lambda m=m, axis=axis: numen.sum(m, axis)
                yield f"max of {shape} {axis}", lambda m=m, axis=axis: numen.max(m, axis)
            yield f"copy of {shape}.T", lambda m=m: numen.ascontiguousarray(m.T)


def made(x, y, told):
    """How many of the calls gave a result, each after it was `told`."""
    number = 0
    for name, call in calls(x, y):
        told(name)
        try:
            result = call()
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            continue
        if isinstance(result, numpy.ndarray):
            result.tobytes()  # what was recorded is computed
        number += 1
    return number


def main(log):
    warnings.simplefilter("ignore")
    numpy.seterr(all="ignore")
    pages = -(-max(LONG) * max(LONG_STEPS) * 16 // PAGE)
    first, second = Fence(pages), Fence(pages)
    kinds = [*itertools.product(DTYPES, COUNTS, STEPS, (True, False)),
             *itertools.product(LONG_DTYPES, LONG, LONG_STEPS, (True, False))]
    number = 0
    with open(log, "w+b", buffering=0) as out:
        for kind in kinds:
            def told(name, kind=kind):
                out.seek(0)
                out.write(f"{name} {kind}".ljust(100).encode())

            number += made(first.array(*kind), second.array(*kind), told)
    print(number)


if __name__ == "__main__":
    main(sys.argv[1])
