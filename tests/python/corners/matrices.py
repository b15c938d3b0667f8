import warnings

import numpy as np

warnings.simplefilter("ignore")
m = np.matrix([[1.0, 2], [3, 4]])
a = np.arange(4.0).reshape(2, 2)
v = np.array([1.0, 2])
for result in (m, m * m, m * a, a * m, m + a, a + m, m @ a, a @ m, m ** 2, m.T, m.I, m.H, m[0],
               m[:, 0], m.A, m.A1, m.sum(), m.sum(axis=0), m.mean(1), np.sqrt(m), 2 * m, m / 2,
               np.linalg.inv(m), np.dot(a, m), np.concatenate([m, a]), np.asarray(m), m.ravel(),
               np.asmatrix(a), np.bmat([[m, m]]), m > 2, np.multiply(a, m), m.max(), a / m, a > m,
               m.tolist(), np.where(a > 1, m, 0), m.reshape(4, 1), np.matrix(a).sum(axis=1), -m,
               np.linalg.solve(m, v), np.kron(m, a), np.vstack([a, m]), np.mean(m, 0), v @ m,
               np.linalg.det(m), np.trace(m), np.diag(m), m.tolist(), np.matmul(m, a), m ** -1,
               np.outer(v, m), np.matrix("1 2; 3 4") * a, np.asmatrix(v), m.getT(), m.flatten(),
               np.sort(-m), np.cumsum(m, 0), m.argmax(1), np.median(m), np.round(m / 3, 2)):
    print(type(result).__name__, getattr(result, "shape", None),
          np.round(np.asarray(result, float), 9))
m[0, 0] = 9
a[:] = m
a += m
m += a
a[0] = m[1]
m[:, 1] = v[:, None]
print(a, m, isinstance(m, np.ndarray), np.shares_memory(np.asarray(m), m), np.asmatrix(a).base is a)
for bad in (lambda: m * v, lambda: m + np.ones(3), lambda: np.matrix(np.ones((1, 2, 3))),
            lambda: a * np.matrix("1 2"), lambda: np.matrix([[1, 2]]).I.x):
    try:
        print(bad())
    except (ValueError, AttributeError) as error:
        print(type(error).__name__, error)
