"""Writes that NumPy refuses for the array's sake before it reads the slice of the index."""

import numpy as np


class Asked:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        if self.number is None:
            raise KeyError("no number")
        return self.number


SLICES = [slice(None, None, 0), slice("a"), slice(1.0, 2), slice(np.array([3, 4]), None),
          slice(np.array([1]), None), slice(Asked(None), None), slice(None, Asked(1)), slice(1, 2),
          slice(2**70, None), slice(None, None, 2**70)]
locked = np.arange(6.0).reshape(2, 3)
locked.flags.writeable = False
ARRAYS = [np.array(3.0), np.array(3), np.arange(3.0), np.zeros((2, 2)), np.zeros(0), locked,
          locked[0], np.broadcast_to(np.arange(3), (2, 3)), np.broadcast_to(3.0, ())]

for array in ARRAYS:
    for part in SLICES:
        for key in part, (part,), (part, 0), (part, None), (..., part), (0, part):
            for value in 7, [1], None, "x", np.zeros(2):
                a = array.copy() if array.flags.writeable else array
                try:
                    a[key] = value
                    print(a.tolist())
                except Exception as error:
                    print(a.shape, type(error).__name__, error)
