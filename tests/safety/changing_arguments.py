"""Calls whose own arguments give the array another layout, in a process of their own.

    python -m tests.safety.changing_arguments

makes each call with arrays of two sizes and each change, and prints a line each:

    CALL|SIZE|CHANGE|refused, changed, by NumPy or not asked|as NumPy or otherwise

"refused" where the change raised Numen's RuntimeError; where it was made, "by NumPy" if NumPy
served the call or a conversion of it, else "changed"; "not asked" where no code of the argument
ran. "as NumPy" where the result, or the type of the error, is NumPy's for the array as it was
before the change or as it is after it. A process that dies of a signal names the call it died in
as the last line, without a word.
"""

import faulthandler
import gc
import warnings

import numpy

import numen as np
from numen.native import front

SIZES = (24, 60_000)  # a small array, which is never pinned, and one that is born managed


class Hook:
    """A number or an array whose conversion runs `code` first."""

    def __init__(self, code, value=1):
        self.code, self.value = code, value

    def __index__(self):
        self.code()
        return int(self.value)

    def __int__(self):
        return self.__index__()

    def __float__(self):
        self.code()
        return float(self.value)

    def __bool__(self):
        self.code()
        return bool(self.value)

    def __array__(self, dtype=None, copy=None):
        self.code()
        return np.full(3, self.value, dtype)


class Whole:
    """An integer and nothing else."""

    def __init__(self, code, value=1):
        self.code, self.value = code, value

    def __index__(self):
        self.code()
        return self.value


class Items(list):
    """A list that runs code when it is read by items."""

    def __init__(self, code, items):
        super().__init__(items)
        self.code = code

    def __iter__(self):
        self.code()
        return super().__iter__()

    def __len__(self):
        self.code()
        return super().__len__()


def reshape(x):
    x.shape = (2, x.size // 2)


def change_strides(x):
    x.strides = (0,) * x.ndim


def change_type(x):
    x.dtype = "i2"


def resize(x):
    x.resize(1, refcheck=False)


def set_state(x):
    x.__setstate__((1, (2,), np.dtype("f8"), False, bytes(16)))


CHANGES = {each.__name__: each for each in
           (reshape, change_strides, change_type, resize, set_state)}

# Each is given the array, a maker of integers that change it, one of numbers, and one of lists.
# None works on a view of the array, which NumPy's resize may leave without memory.
CALLS = {
    "subscript": lambda x, n, h, i: x[n(2)],
    "subscript with a list": lambda x, n, h, i: x[[0, n(5)]],
    "subscript with a slice": lambda x, n, h, i: x[n(1):n(20):n(2)],
    "subscript by a tuple": lambda x, n, h, i: x[None, n(2)],
    "subscript by array": lambda x, n, h, i: x[[n(1), 3], ],
    "store at": lambda x, n, h, i: x.__setitem__(n(2), 5.0),
    "store of": lambda x, n, h, i: x.__setitem__(2, h(5)),
    "store of a list": lambda x, n, h, i: x.__setitem__(slice(0, 2), [h(1), h(2)]),
    "store by array": lambda x, n, h, i: x.__setitem__([n(1), 3], 2.0),
    "store of an array": lambda x, n, h, i: x.__setitem__(slice(0, 3), h(1)),
    "subscript of flat": lambda x, n, h, i: x.flat[n(2)],
    "subscript of flat, by name": lambda x, n, h, i: x.flat.__getitem__(n(2)),
    "subscript of flat with a list": lambda x, n, h, i: x.flat[[0, n(5)]],
    "store by flat": lambda x, n, h, i: x.flat.__setitem__(n(2), 5.0),
    "store by flat, a list": lambda x, n, h, i: x.flat.__setitem__(slice(0, 2), [h(1), h(2)]),
    "add": lambda x, n, h, i: np.add(x, [h(1)]),
    "operator": lambda x, n, h, i: x + [h(1)],
    "operator on the right": lambda x, n, h, i: [h(1)] - x,
    "in place": lambda x, n, h, i: x.__iadd__([h(1)]),
    "power": lambda x, n, h, i: x ** [h(2)],
    "compare": lambda x, n, h, i: x > [h(1)],
    "matmul": lambda x, n, h, i: x @ ([h(1)] * x.size if x.size < 100 else h(1)),
    "divmod": lambda x, n, h, i: divmod(x, [h(2)]),
    "where": lambda x, n, h, i: np.where([h(1)], x, 0.0),
    "where=": lambda x, n, h, i: np.add(x, 1.0, out=x, where=[h(1)]),
    "out=": lambda x, n, h, i: np.add([h(1)], 1.0, out=x),
    "sum": lambda x, n, h, i: x.sum(axis=n(0)),
    "np.sum": lambda x, n, h, i: np.sum(x, axis=(n(0),)),
    "mean": lambda x, n, h, i: np.mean(x, n(0)),
    "var": lambda x, n, h, i: x.var(ddof=h(1)),
    "argmax": lambda x, n, h, i: x.argmax(n(0)),
    "min initial": lambda x, n, h, i: x.min(initial=h(1)),
    "cumsum": lambda x, n, h, i: x.cumsum(n(0)),
    "sort": lambda x, n, h, i: x.sort(n(0)),
    "argsort": lambda x, n, h, i: x.argsort(n(0)),
    "partition": lambda x, n, h, i: x.partition([n(3)]),
    "searchsorted": lambda x, n, h, i: np.searchsorted(x, [h(1)]),
    "take": lambda x, n, h, i: x.take([n(1), 2]),
    "take along": lambda x, n, h, i: np.take(x, 1, n(0)),
    "put": lambda x, n, h, i: x.put([n(1), 2], 3.0),
    "putmask": lambda x, n, h, i: np.putmask(x, [h(1)], 2.0),
    "copyto": lambda x, n, h, i: np.copyto(x, [h(1)]),
    "place": lambda x, n, h, i: np.place(x, x > 2, [h(1)]),
    "repeat": lambda x, n, h, i: x.repeat([n(2)]),
    "compress": lambda x, n, h, i: x.compress([h(1)]),
    "choose": lambda x, n, h, i: np.choose([n(0), 1], [x[:2], x[2:4]]),
    "reshape": lambda x, n, h, i: x.reshape(n(2), -1),
    "transpose": lambda x, n, h, i: x.transpose(n(0)),
    "swapaxes": lambda x, n, h, i: x.swapaxes(n(0), 0),
    "roll": lambda x, n, h, i: np.roll(x, n(2)),
    "concatenate": lambda x, n, h, i: np.concatenate([x, [h(1)]]),
    "stack": lambda x, n, h, i: np.stack([x, x], axis=n(0)),
    "clip": lambda x, n, h, i: x.clip([h(1)], 5.0),
    "fill": lambda x, n, h, i: x.fill(h(1)),
    "round": lambda x, n, h, i: x.round(n(1)),
    "item": lambda x, n, h, i: x.item(n(3)),
    "astype": lambda x, n, h, i: x.astype(np.dtype("f4"), copy=h(1)),
    "dot": lambda x, n, h, i: np.dot(x, [h(1)] * x.size if x.size < 100 else h(1)),
    "outer": lambda x, n, h, i: np.outer(x, [h(1)]),
    "ufunc.at": lambda x, n, h, i: np.add.at(x, [n(1), 2], 1.0),
    "reduce": lambda x, n, h, i: np.add.reduce(x, axis=n(0)),
    "reduceat": lambda x, n, h, i: np.add.reduceat(x, [n(0), 3]),
    "accumulate": lambda x, n, h, i: np.add.accumulate(x, n(0)),
    "histogram": lambda x, n, h, i: np.histogram(x, n(3)),
    "bincount": lambda x, n, h, i: np.bincount([n(1)] + [2] * (x.size - 1), x),
    "fft": lambda x, n, h, i: np.fft.fft(x, n(16)),
    "norm": lambda x, n, h, i: np.linalg.norm(x, axis=n(0)),
    "convolve": lambda x, n, h, i: np.convolve(x, [h(1)]),
    "contains": lambda x, n, h, i: [h(1)] in x,
    "interp": lambda x, n, h, i: np.interp([1.0, 2.0], x, x, left=h(1)),
    "interp of": lambda x, n, h, i: np.interp(x, [1.0, 2.0], [3.0, 4.0], right=h(1)),
    "tile": lambda x, n, h, i: np.tile(x, i([2])),
    "lists": lambda x, n, h, i: np.add(x, i([1.0] * x.size)),
}


def given_by(call, x, code=lambda: None):
    """The call's result in comparable form, or the type of its error."""
    try:
        found = call(x, lambda value: Whole(code, value), lambda value: Hook(code, value),
                     lambda items: Items(code, items))
    except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
        return type(error)
    arrays = [np.asarray(part) for part in (found if isinstance(found, tuple) else (found,))]
    return [(part.dtype.str, part.shape, part.tobytes()) for part in arrays]


def numpys_results(call, change, size):
    """NumPy's for the array before the change and after it."""
    global np
    was, np = np, numpy
    try:
        before, after = numpy.arange(float(size)), numpy.arange(float(size))
        change(after)
        return [given_by(call, before), given_by(call, after)]
    finally:
        np = was


def outcome(call, change, size):
    """What became of the change that the call's argument makes, and whose result the call's is."""
    x = np.arange(float(size))
    seen = []
    fallbacks = front.fallback_count()

    def code():
        if seen:
            return
        try:
            change(x)
            seen.append("changed")
        except RuntimeError as error:
            seen.append("refused" if "numen" in str(error) else "changed")
        except (AttributeError, TypeError, ValueError):
            seen.append("changed")  # NumPy let it come so far
        rubbish = [np.full(n, 7.0) for n in (1, 2, 24, 100)]
        del rubbish

    found = given_by(call, x, code)
    word = "as NumPy" if found in numpys_results(call, change, size) else "otherwise"
    if not seen:
        return "not asked", word
    is_numpys = front.fallback_count() > fallbacks
    return "by NumPy" if seen[0] == "changed" and is_numpys else seen[0], word


def main():
    faulthandler.enable()
    warnings.simplefilter("ignore")
    for name, call in CALLS.items():
        for size in SIZES:
            for change in CHANGES.values():
                print(name, size, change.__name__, sep="|", end="|", flush=True)
                print(*outcome(call, change, size), sep="|", flush=True)
        gc.collect()


if __name__ == "__main__":
    main()
