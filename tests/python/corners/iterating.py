import array
import copy
import ctypes
import itertools
import operator
import pickle

import numpy as np

memory = bytearray(np.arange(24.0).tobytes())
numbers = (ctypes.c_int * 6)(*range(6))
KINDS = {
    "of a bytearray": lambda: np.frombuffer(memory).reshape(4, 6),
    "of bytes": lambda: np.frombuffer(bytes(memory)).reshape(4, 6),
    "of ctypes": lambda: np.ctypeslib.as_array(numbers),
    "of an array": lambda: np.asarray(array.array("h", range(5))),
    "of a memoryview": lambda: np.asarray(memoryview(memory).cast("B").cast("d", [2, 3, 4])),
    "big-endian": lambda: np.arange(6, dtype=">i4").reshape(3, 2),
    "unaligned": lambda: np.frombuffer(memory, "u1")[1:161].view("f4").reshape(5, 8)[:, ::3],
    "reversed": lambda: np.frombuffer(memory)[::-5],
    "turned": lambda: np.frombuffer(memory).reshape(4, 6).T[::2],
    "spread": lambda: np.broadcast_to(np.frombuffer(memory)[:3], (2, 3)),
    "of complex": lambda: np.frombuffer(memory, "c16").reshape(3, 4).imag,
    "of records": lambda: np.array([(1, 2.5), (3, 4.5)], [("a", "i4"), ("b", "f8")]),
    "of a field": lambda: np.array([(1, 2.5), (3, 4.5)], [("a", "i4"), ("b", "f8")])["b"],
    "of objects": lambda: np.array([1, "a", None], object),
    "of texts": lambda: np.array(["ab", "c"]),
    "of dates": lambda: np.arange("2020-01", "2020-04", dtype="M8[M]"),
    "of halves": lambda: np.arange(4, dtype="f2"),
    "of flags": lambda: np.frombuffer(b"\0\1\1", "?"),
    "without rows": lambda: np.frombuffer(memory).reshape(4, 6)[:0],
    "without columns": lambda: np.frombuffer(memory).reshape(4, 6)[:, :0],
    "number": lambda: np.frombuffer(memory).reshape(4, 6)[1, 2, ...],
    "masked": lambda: np.ma.masked_greater(np.frombuffer(memory)[:5], 2),
    "matrix": lambda: np.asmatrix(np.frombuffer(memory).reshape(4, 6)[:2, :2]),
}


def told(item):
    if isinstance(item, np.ndarray) and item.shape:
        return (type(item).__name__, item.dtype.str, item.shape, item.strides, item.tolist(),
                item.flags.owndata, item.flags.writeable, item.flags.aligned)
    return type(item).__name__, repr(item)


def tried(work):
    try:
        return work()
    except Exception as error:
        return type(error).__name__, str(error)


for name, make in KINDS.items():
    a = make()
    for way in (lambda: [told(x) for x in a], lambda: [told(x) for x in reversed(a)],
                lambda: [told(y) for x in a for y in x], lambda: len(list(iter(a))),
                lambda: told(next(iter(a))), lambda: [np.shares_memory(x, a) for x in a],
                lambda: [x.base is a or x.base is a.base for x in a],
                lambda: told(list(itertools.islice(a, 1, 3))[-1]), lambda: tuple(map(told, a.flat)),
                lambda: [told(x) for x, _ in zip(a, range(2))], lambda: told(max(a)),
                lambda: (lambda first, *rest: (told(first), len(rest)))(*a),
                lambda: [(i, told(x)) for i, x in enumerate(a)], lambda: told(sum(a)),
                lambda: a[0] in a, lambda: [told(x) for x in np.nditer(a, ["zerosize_ok"])],
                lambda: [(i, told(x)) for i, x in np.ndenumerate(a)]):
        print(name, tried(way))

x = np.frombuffer(memory).reshape(4, 6)
for row in x:
    row[0] = -row[1]
for place, row in enumerate(x):
    x[(place + 1) % 4] += 1
    print(row.tolist())
for number in x[0]:
    x[0] = 9
    print(number)
rows = iter(x)
next(rows)
print(memory[:16], rows.__reduce__()[0] is iter, rows.__reduce__()[1][0] is x,
      rows.__reduce__()[2:], operator.length_hint(rows))
other = copy.copy(rows)
del x
print(told(next(rows)), told(next(other)), operator.length_hint(other))
print([told(row) for row in pickle.loads(pickle.dumps(rows))], len(list(rows)), list(rows))
print(rows.__reduce__(), operator.length_hint(rows))
for place in (0, 3, 4, 9, -2):
    other.__setstate__(place)
    print(place, operator.length_hint(other), len(list(copy.copy(other))))
print(tried(lambda: other.__setstate__("a")), tried(lambda: iter(np.array(1.0))))
