import os
import tempfile

import numpy as np

path = os.path.join(tempfile.mkdtemp(), "map")
m = np.memmap(path, dtype="f8", mode="w+", shape=(3, 4))
m[:] = np.arange(12).reshape(3, 4)
m.flush()
print(isinstance(m, np.ndarray), isinstance(m, np.memmap), m.mode, m.offset, m.filename == path)
print(m, repr(m[1]), m.sum(), m.mean(axis=0), m.max(axis=1, keepdims=True))
print(type(m + 1).__name__, type(m[1]).__name__, type(m.sum()).__name__, type(m.T).__name__)
del m
r = np.memmap(path, dtype="f8", mode="r", shape=(3, 4))
try:
    r[0, 0] = 5
except ValueError as error:
    print(error)
copied = np.array(r)
copied[0, 0] = 5
print(r[0, 0], copied[0, 0], np.sqrt(r)[2], (r @ r.T).tolist(), np.dot(r, np.ones(4)))
c = np.memmap(path, dtype="f8", mode="c", shape=(12,))
c[0] = 77
print(c[0], np.fromfile(path)[0])
w = np.memmap(path, dtype="f8", mode="r+", offset=16, shape=(2, 2))
w += np.ones((2, 2))
np.multiply(w, np.array([2.0, 3.0]), out=w)
w.flush()
print(np.fromfile(path), np.asarray(w).tolist(), np.concatenate([w, np.zeros((1, 2))]))
a = np.zeros((2, 2))
a[:] = w
a[0] += w[1]
print(a, np.where(w > 6, w, a), np.sort(w, axis=0), w.reshape(-1), w.tolist())
