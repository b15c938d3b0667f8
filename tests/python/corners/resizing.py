import sys

import numpy as np

# From 3.14 on NumPy holds a variable's own reference to be another object's.
checks = {"refcheck": False} if sys.version_info >= (3, 14) else {}
a = np.arange(6.0)
a.resize((2, 3), **checks)
print(a, a.shape)
a.resize(8, **checks)
print(a, a.flags.owndata)
a.resize(2, 2, refcheck=False)
print(a)
a.resize(**checks)
print(a.shape)
held = np.arange(4.0)
view = held[1:]
try:
    held.resize(10)
except ValueError as error:
    print(str(error)[:60])
held.resize(2, 2, **checks)
print(held)
try:
    view.resize(9)
except ValueError as error:
    print(str(error)[:60])
del view
held.resize(3, refcheck=False)
print(held, np.resize(held, (2, 5)), np.resize(np.arange(3), 7))
other = alias = np.ones(3)
try:
    alias.resize(5)
    print("resized", other.shape)
except ValueError as error:
    print(str(error)[:60])
for bad in ((-1,), (2, -3)):
    try:
        np.zeros(2).resize(bad)
    except ValueError as error:
        print(error)
try:
    np.zeros(2).resize(3, order="C")
except TypeError as error:
    print(error)
strided = np.arange(6).reshape(2, 3).T
try:
    strided.resize(2)
except ValueError as error:
    print(str(error)[:60])
grown = np.array([1, 2], dtype="i4")
grown.resize(5, refcheck=False)
grown[3] = 7
print(grown, grown.sum(), grown * 2, np.append(grown, 9), np.delete(grown, 0),
      np.insert(grown, 1, 5))
zero = np.array(5.0)
zero.resize(3, refcheck=False)
print(zero)
large = np.arange(20_000.0)
large.resize(30_000, refcheck=False)
print(large.sum(), large[19_999], large[-1], large.shape)
