"""Lists deeper than the piece that they are assigned to: NumPy refuses them, but not arrays."""

import numpy as np

TARGETS = [np.zeros(()), np.zeros((), int), np.zeros(3), np.zeros(3, int), np.zeros(3, "u1"),
           np.zeros((2, 3)), np.zeros((2, 3), complex), np.zeros((3, 2))[:, ::2], np.zeros(0)]
INDICES = [..., (), slice(None), slice(0, 2), 0, None, True, (0, ...), (..., 0),
           (slice(None), None), [0, 1], np.array([True, False, True])]
VALUES = [[1], [[1]], [[[1]]], [[1, 2]], [[1, 2, 3]], [[[1, 2, 3]]], (1,), ((1, 2, 3),), [[1.5]],
          [[]], [[1j]], [np.array([1, 2, 3])], [np.array([1])], [np.float64(2)],
          np.array([[1, 2, 3]]), np.array([[[1]]]), [[True]], [["1"]], [[None]]]

for target in TARGETS:
    for index in INDICES:
        for value in VALUES:
            a = target.copy()
            try:
                a[index] = value
                print(a.shape, a.dtype, index, value, a.tolist())
            except Exception as error:
                print(a.shape, a.dtype, index, value, type(error).__name__, error, a.tolist())
