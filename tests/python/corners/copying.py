import copy

import numpy as np

a = np.arange(12.0).reshape(3, 4)
for twin in (copy.copy(a), copy.deepcopy(a), a.copy(), a.copy("F"), np.copy(a.T), np.array(a),
             copy.copy(a.T), copy.deepcopy(a.T), a.__copy__(), a.__deepcopy__({})):
    twin[0, 0] = 9
    print(a[0, 0], twin.tolist(), twin.strides, twin.flags.owndata, twin.base is None)
memo = {}
pair = copy.deepcopy([a, a, {"k": a[1]}], memo)
print(pair[0] is pair[1], pair[0] is a, pair[2]["k"].tolist())
frozen = a.copy()
frozen.flags.writeable = False
print(copy.copy(frozen).flags.writeable, copy.deepcopy(frozen).flags.writeable)
view = a.view()
view.shape = (4, 3)
print(a.shape, view.shape, np.shares_memory(a, view))
held = np.array([[1], "two", None], dtype=object)
shallow, deep = copy.copy(held), copy.deepcopy(held)
held[0].append(5)
print(shallow, deep)
print(a.astype(a.dtype, copy=False) is a, np.asarray(a) is a, np.array(a, copy=None) is a)
try:
    np.array([1, 2], copy=False)
except ValueError as error:
    print(error)
