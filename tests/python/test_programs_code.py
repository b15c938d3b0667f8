"""Arguments that run a program's own code while they are read: what it raises, and what it does to
the arguments themselves, reaches neither a wrong result nor freed memory."""

import contextlib
import operator

import numpy
import pytest

import numen


class Interrupted:
    """An index whose first reading is interrupted; every later one would serve."""

    def __init__(self, error=KeyboardInterrupt, value=1):
        self.error, self.value, self.readings = error, value, 0

    def __index__(self):
        self.readings += 1
        if self.readings == 1:
            raise self.error("while reading")
        return self.value

    def __float__(self):
        return float(self.__index__())

    def __lt__(self, other):  # lengths and axes are compared before they are read
        return self.__index__() < other


class InterruptedType(type):
    """Of classes that name a dtype: the first look at it is interrupted."""

    looks = 0

    @property
    def dtype(cls):
        cls.looks += 1
        if cls.looks == 1:
            raise KeyboardInterrupt("while reading")
        return numpy.dtype(float)


def table(np):
    return np.arange(12.0).reshape(3, 4)


def put_item(array, key, value):
    array[key] = value


CALLS = {
    "item": lambda np, i: table(np)[i],
    "item of a tuple": lambda np, i: table(np)[i, 0],
    "assigned item": lambda np, i: put_item(table(np), i, 1),
    "assigned slice": lambda np, i: put_item(table(np), slice(i, 2), 1),
    "assigned list": lambda np, i: put_item(table(np), 0, [i, 1, 2, 3]),
    "take": lambda np, i: np.take(table(np), [0], axis=i),
    "roll": lambda np, i: np.roll(table(np), i),
    "diagonal": lambda np, i: np.diagonal(table(np), i),
    "norm": lambda np, i: np.linalg.norm(table(np), axis=i),
    "sum": lambda np, i: np.sum(table(np), axis=i),
    "sum of a point": lambda np, i: np.array(1.0).sum(axis=i),
    "bincount": lambda np, i: np.bincount(np.arange(3), minlength=i),
    "fft": lambda np, i: np.fft.fft(np.arange(4.0), i),
    "concatenate": lambda np, i: np.concatenate([table(np), table(np)], axis=i),
    "as_strided": lambda np, i: np.lib.stride_tricks.as_strided(table(np), (i,), (8,)),
    "unravel_index": lambda np, i: np.unravel_index(0, [i]),
    "put": lambda np, i: np.put(table(np), [0], [i]),
    "copyto": lambda np, i: np.copyto(table(np), [i], casting="unsafe"),
    "ndarray": lambda np, i: np.ndarray((i,)).shape,
    "add.at": lambda np, i: np.add.at(table(np), i, 1),
    "tensordot": lambda np, i: np.tensordot(table(np), table(np), axes=([i], [1])),
    "cross": lambda np, i: np.cross(np.ones((3, 3)), np.ones((3, 3)), axis=i),
}


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError])
@pytest.mark.parametrize("name", CALLS)
def test_interrupts_end_the_call(name, error):
    index = Interrupted(error)
    with pytest.raises(error, match="while reading"):
        CALLS[name](numen, index)
    assert index.readings == 1


@pytest.mark.parametrize("call", [
    lambda dtype: numen.concatenate([numen.ones(2), numen.ones(2)], dtype=dtype),
    lambda dtype: numen.ones(2).getfield(dtype),
    lambda dtype: numen.result_type(dtype, 1.0),
    lambda dtype: numen.ndarray(2, dtype),
], ids=["concatenate", "getfield", "result_type", "ndarray"])  # fmt: skip
def test_interrupts_while_a_type_is_read(call):
    with pytest.raises(KeyboardInterrupt):
        call(InterruptedType("Named", (), {}))


def test_interrupts_while_an_operator_asks_who_answers():
    class Asked(type):
        def __getattr__(cls, name):
            raise KeyboardInterrupt if name == "__array_ufunc__" else AttributeError(name)

    operand = Asked("Operand", (), {"__radd__": lambda self, other: "answered"})()
    for operation in (operator.add, operator.iadd, operator.eq, operator.matmul):
        with pytest.raises(KeyboardInterrupt):
            operation(numen.ones(3), operand)


@pytest.mark.parametrize("name", CALLS)
def test_other_errors_are_numpys(name):
    """NumPy reads such an argument again, or says in its own words what it is."""

    class Broken:
        def __index__(self):
            raise ZeroDivisionError("no index")

        __float__ = __index__

    errors = []
    for np in (numpy, numen):
        with pytest.raises(Exception) as caught:
            CALLS[name](np, Broken())
        errors.append((caught.type, str(caught.value)))
    assert errors[0] == errors[1]


def emptying(length):
    """A list of ones whose first item empties the list when it is read."""

    class Emptying:
        def __index__(self):
            items.clear()
            return 1

        def __lt__(self, other):
            return 1 < other

        def __eq__(self, other):
            return other == 1

        def __hash__(self):
            return hash(1)

    items = [Emptying()] + [1] * (length - 1)
    return items


@pytest.mark.parametrize("call", [
    lambda items: numen.zeros(items).shape == (1,) * 6,
    lambda items: numen.zeros(1).reshape(items).shape == (1,) * 6,
    lambda items: numen.broadcast_to(1, items).shape == (1,) * 6,
    lambda items: numen.roll(numen.zeros((2,) * 6), items, (0, 1, 2, 3, 4, 5)).shape == (2,) * 6,
    lambda items: numen.lib.stride_tricks.as_strided(numen.zeros(9), items, (0,) * 6).ndim == 6,
    lambda items: numen.unravel_index(0, items) == (0,) * 6,
], ids=["zeros", "reshape", "broadcast_to", "roll", "as_strided", "unravel_index"])  # fmt: skip
def test_lists_that_change_while_they_are_read(call):
    assert call(emptying(6))


def test_axes_that_change_while_they_are_read():
    axes = emptying(2)
    with pytest.raises(ValueError, match="repeated axis"):
        numen.zeros((1, 1)).transpose(axes)
    pair = [emptying(1), [0]]
    assert numen.tensordot(numen.ones((2, 3)), numen.ones((3, 2)), axes=pair).shape == (2, 2)


class Reshaping:
    """An index that gives the array another shape while it is read."""

    def __init__(self, array, shape, value):
        self.array, self.shape, self.value = array, shape, value

    def __index__(self):
        self.array.shape = self.shape
        return self.value


@pytest.mark.parametrize("call", [
    lambda a, i: a.argmax(axis=i),
    lambda a, i: a.transpose(0, 1, i),
    lambda a, i: a.swapaxes(i, 0),
    lambda a, i: a.swapaxes(0, i),
    lambda a, i: a.sort(axis=i),
    lambda a, i: a.argsort(axis=i),
    lambda a, i: a.partition(0, axis=i),
    lambda a, i: numen.linalg.norm(a, axis=i),
    lambda a, i: numen.linalg.norm(a, axis=(1, i)),
    lambda a, i: numen.tensordot(a, a, axes=([i], [i])),
    lambda a, i: numen.add.reduceat(a, [0, 1], axis=i),
    lambda a, i: numen.logaddexp.accumulate(a, axis=i),
    lambda a, i: a[0, 0, i],
    lambda a, i: a[i:, 0, 1:],
    lambda a, i: put_item(a, (slice(i, None), 0, 1), 1),
], ids=range(15))  # fmt: skip
def test_axes_that_are_gone_once_they_are_read(call):
    array = numen.arange(24.0).reshape(2, 3, 4)
    with pytest.raises((IndexError, ValueError, TypeError, RuntimeError)) as caught:
        call(array, Reshaping(array, (24,), 2))
    # Refused within the call (tests/safety/test_layout_guard.py), or done where NumPy serves it.
    assert array.shape == (2, 3, 4) or (array.shape == (24,) and caught.type is not RuntimeError)


@pytest.mark.parametrize("name", ["sum", "cumsum"])
def test_sum_along_an_axis_that_is_gone(name):
    # NumPy reads the axis of sum itself, with the number of axes before, and then as many flags as
    # there are axes now: what it gives or refuses depends on what lay in its memory. For cumsum it
    # gets a view, which keeps its axes.
    array = numen.arange(24.0).reshape(2, 3, 4)
    with contextlib.suppress(IndexError, ValueError):
        getattr(array, name)(axis=Reshaping(array, (24,), 2))
    assert array.shape == (24,) and numpy.array_equal(array, numpy.arange(24.0))


def test_axes_that_come_while_one_is_read():
    array = numen.arange(24.0)
    with pytest.raises(RuntimeError, match="cannot change the shape"):
        array.transpose(Reshaping(array, (1,) * 20 + (24,), 0))
    with pytest.raises(IndexError):
        point = numen.ones(1)
        point[Reshaping(point, (), 0):]


def test_lists_that_hold_themselves():
    items = []
    items.append(items)
    assert numen.array(items, dtype=object).shape == numpy.array(items, dtype=object).shape
    several = [items, items, {"again": None}, (items,)]
    several[2]["again"] = several
    holder = numpy.empty(1, object)
    holder[0] = several
    assert numen.take(holder, 0) is several
    with pytest.raises(ValueError, match="inhomogeneous"):
        numen.array(several)
