import array

import numpy as np

print(np.ndarray((2, 2), float, np.arange(4.0)), np.ndarray(shape=3, dtype="i4",
                                                            buffer=b"\1\0\0\0" * 3))
base = np.arange(10.0)
v = np.ndarray((3,), float, base, offset=16, strides=(24,))
v[1] = -1
print(v, base, v.base is base, v.strides, v.flags.writeable, v.flags.owndata)
print(np.ndarray((2, 3), "i8", np.arange(6), order="F"), np.ndarray((), float, base),
      np.ndarray(0).shape)
f = np.ndarray((2, 3), order="F")
f[...] = 1
print(f.strides, f.sum(), np.ndarray((2,), "u1", bytearray(b"ab")), isinstance(f, np.ndarray))
print(np.ndarray((2,), dtype=[("a", "i4")], buffer=np.arange(2, dtype="i4"))["a"],
      np.ndarray.__name__)
for bad in (lambda: np.ndarray((20,), float, base),
            lambda: np.ndarray((2,), float, base, offset=80),
            lambda: np.ndarray((-1,)), lambda: np.ndarray(),
            lambda: np.ndarray((2,), float, "text"),
            lambda: np.ndarray((2,), float, base, strides=(80,)),
            lambda: np.ndarray((2, 2), strides=(8,)),
            lambda: np.ndarray(2, "nonsense")):
    try:
        print(bad())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
text = bytes(range(16))
for b in (np.frombuffer(text, np.uint8), np.frombuffer(text, "<i4", count=2, offset=4),
          np.frombuffer(bytearray(text), "u2"), np.frombuffer(array.array("d", [1, 2])),
          np.frombuffer(memoryview(text)[4:8], "u1"), np.frombuffer(text, "S4"),
          np.frombuffer(text, ">u4")):
    print(b, b.dtype, b.flags.writeable, b.flags.owndata, b.sum() if b.dtype.kind in "iuf" else "")
store = bytearray(8)
w = np.frombuffer(store, "f4")
w[:] = [1.5, 2.5]
w += 1
np.multiply(w, 2, out=w)
print(store, w, w.base is not None, np.frombuffer(np.arange(3.0), "i8", count=1),
      np.frombuffer(b"", "u1").shape)
for bad in (lambda: np.frombuffer(b"abc", "i4"), lambda: np.frombuffer(b""),
            lambda: np.frombuffer(text, "u1", offset=99),
            lambda: np.frombuffer(text, "u1", count=99), lambda: np.frombuffer("text"),
            lambda: np.frombuffer(np.arange(6)[::2])):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
print(np.asarray(array.array("i", [1, 2])), np.array(memoryview(b"ab")),
      np.array(array.array("f", [1])).dtype)
print(np.fromfunction(lambda i, j: i + j, (2, 2)), np.fromiter(range(3), "f4"),
      np.asarray(base).__class__.__name__)
print(np.require(base, "i4", "F").dtype, np.ascontiguousarray(base[::2]).strides,
      np.asarray_chkfinite([1.0]))
