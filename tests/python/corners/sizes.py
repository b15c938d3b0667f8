import sys

import numpy as np

for shape in ((), (0,), (1,), (7,), (3, 4), (2, 3, 4), (100_000,), (300, 400)):
    for dtype in ("f8", "i1", "c16", "?", "U3", "O", ">f4", "M8[D]"):
        a = np.zeros(shape, dtype)
        views = [a[...], a.T, a.view(), a.reshape(-1), a[None], a[::-1] if shape else a.ravel(),
                 a[:1] if shape else a.reshape(1, 1), np.broadcast_to(a, (2, *shape)),
                 np.expand_dims(a, 0), np.squeeze(a), np.atleast_2d(a), a.real,
                 np.lib.stride_tricks.as_strided(a), a.flatten(), a.copy(), a.astype(dtype),
                 np.asfortranarray(a), a == a, np.array([a, a])[0], np.array_split(a.ravel(), 2)[1]]
        for b in (a, *views):
            print(shape, dtype, sys.getsizeof(b), b.__sizeof__(), b.nbytes, b.flags.owndata)
x = np.arange(50.0)
y = x * 2
for b in (y, y[3:], y.reshape(5, 10).T, x[x > 3], np.frombuffer(bytearray(80)),
          np.asarray(memoryview(bytearray(9))), np.fromiter(range(5), "i8"), x[3:4].copy()):
    print(sys.getsizeof(b), b.__sizeof__(), sys.getsizeof(b) - b.__sizeof__())
y.resize(90, refcheck=False)
print(sys.getsizeof(y))
y.shape = 9, 10
print(sys.getsizeof(y), sys.getsizeof(y[0]), sys.getsizeof(y[0, 0]))
