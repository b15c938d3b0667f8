"""What a conversion records of the array that is about to be written reads the old values.

Each writer is given objects whose `__array__`, `__float__` or `__index__` records an operation on
the target; the recorded results are looked at after the write.
"""

import numpy
import pytest

import numen as np
from numen.native import front

SIZE = 30_000


@pytest.fixture(autouse=True)
def watched():
    """What must hold between arrays is checked at the end of each test."""
    front.set_debug(True)
    yield
    front.check_invariants()
    front.set_debug(False)


class Reader:
    """A number that, asked for its value, records a read of an array."""

    def __init__(self, target, seen, value=5):
        self.target, self.seen, self.value = target, seen, value

    def look(self):
        self.seen.append(self.target * 2.0)

    def __array__(self, dtype=None, copy=None):
        self.look()
        return numpy.asarray(self.value, dtype=dtype)

    def __float__(self):
        self.look()
        return float(self.value)

    def __index__(self):
        self.look()
        return int(self.value)


class Rows(Reader):
    """The same for a whole array of values."""

    def __array__(self, dtype=None, copy=None):
        self.look()
        return numpy.full(SIZE, self.value)


def many(one):
    """As many numbers as the target has, two of them readers."""
    return [1.0] * (SIZE - 2) + [one, one]


WRITERS = {
    "slice of a list": lambda a, one, rows: a.__setitem__(slice(0, 2), [one, one]),
    "slice of one": lambda a, one, rows: a.__setitem__(slice(0, 2), one),
    "all": lambda a, one, rows: a.__setitem__(Ellipsis, rows),
    "element": lambda a, one, rows: a.__setitem__(3, one),
    "elements": lambda a, one, rows: a.__setitem__([0, 1], [one, one]),
    "positions": lambda a, one, rows: a.__setitem__(np.arange(2), [one, one]),
    "positions of one": lambda a, one, rows: a.__setitem__(np.arange(2), one),
    "mask": lambda a, one, rows: a.__setitem__(np.arange(SIZE) < 2, [one, one]),
    "mask of one": lambda a, one, rows: a.__setitem__(np.arange(SIZE) < 2, one),
    "mask of rows": lambda a, one, rows: a.__setitem__(np.ones(SIZE, bool), rows),
    "index": lambda a, one, rows: a.__setitem__(one, 1.0),
    "index list": lambda a, one, rows: a.__setitem__([one, one], 1.0),
    "in place": lambda a, one, rows: a.__iadd__(rows),
    "in place list": lambda a, one, rows: a.__iadd__(many(one)),
    "out": lambda a, one, rows: np.add(rows, 1.0, out=a),
    "out of a list": lambda a, one, rows: np.multiply(many(one), 1.0, out=a),
    "out where": lambda a, one, rows: np.add(many(one), 1.0, out=a, where=np.ones(SIZE, bool)),
    "put": lambda a, one, rows: a.put([0, 1], [one, one]),
    "put at": lambda a, one, rows: a.put([one, one], [1.0, 1.0]),
    "np.put": lambda a, one, rows: np.put(a, [0, 1], [one, one]),
    "putmask": lambda a, one, rows: np.putmask(a, np.arange(SIZE) < 2, [one, one]),
    "place": lambda a, one, rows: np.place(a, np.arange(SIZE) < 2, [one, one]),
    "copyto": lambda a, one, rows: np.copyto(a, rows),
    "copyto list": lambda a, one, rows: np.copyto(a, many(one)),
    "copyto where": lambda a, one, rows: np.copyto(a, many(one), where=np.ones(SIZE, bool)),
    "fill": lambda a, one, rows: a.fill(one),
    "at": lambda a, one, rows: np.add.at(a, [0, 1], [one, one]),
    "at index": lambda a, one, rows: np.add.at(a, [one], [1.0]),
    "cumsum out": lambda a, one, rows: np.cumsum(many(one), out=a),
    "sum out": lambda a, one, rows: np.sum([many(one), many(one)], axis=0, out=a),
    "take out": lambda a, one, rows: np.take([one, 1.5], np.zeros(SIZE, int), out=a),
    "concatenate out": lambda a, one, rows: np.concatenate([many(one)[1:], [one]], out=a),
    "clip out": lambda a, one, rows: np.clip(many(one), 0.0, 1.0, out=a),
    "round out": lambda a, one, rows: np.round(many(one), 1, out=a),
    "dot out": lambda a, one, rows: np.dot([[one]] + [[1.0]] * (SIZE - 1), [1.0], out=a),
    "einsum out": lambda a, one, rows: np.einsum("i->i", many(one), out=a),
    "choose out": lambda a, one, rows: np.choose(np.zeros(SIZE, int), [one, 1.0], out=a),
    "setfield": lambda a, one, rows: a.setfield(one, "f8"),
    "fill_diagonal": lambda a, one, rows: np.fill_diagonal(a.reshape(100, -1), one),
    "put_along_axis": lambda a, one, rows: np.put_along_axis(a, np.arange(2), [one, one], 0),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_value_is_converted_before_its_target_is_written(name):
    a = np.arange(float(SIZE)) + 1.0
    old = numpy.arange(float(SIZE)) + 1.0
    target, seen = numpy.array(old), []
    WRITERS[name](a, Reader(a, seen), Rows(a, seen))
    plain = []
    write_as_numpy(name, target, plain)
    assert seen, "nothing was recorded while the value was converted"
    for read in seen:
        assert numpy.array_equal(numpy.asarray(read), old * 2.0)
    assert numpy.array_equal(numpy.asarray(a), target)


def write_as_numpy(name, target, seen):
    """The same call of NumPy on its own array, by the namespace's fallbacks."""
    scope = dict(WRITERS[name].__globals__, np=numpy)
    writer = type(WRITERS[name])(WRITERS[name].__code__, scope)
    writer(target, Reader(target, seen), Rows(target, seen))
