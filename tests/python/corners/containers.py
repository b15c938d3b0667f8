import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin


class Boxed(NDArrayOperatorsMixin):
    def __init__(self, value):
        self.value = np.asarray(value)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        inputs = [i.value if isinstance(i, Boxed) else i for i in inputs]
        print(ufunc.__name__, method, [type(i).__name__ for i in inputs])
        return Boxed(getattr(ufunc, method)(*inputs, **kwargs))

    def __array_function__(self, func, types, args, kwargs):
        print(func.__name__, len(types))
        return func.__name__

    def __repr__(self):
        return f"Boxed({self.value})"


class Lazy:
    __array_priority__ = 100

    def __array__(self, dtype=None, copy=None):
        print("asked", dtype, copy)
        return np.arange(3.0).__array__(dtype)

    def __radd__(self, other):
        return "radd"


class Deaf:
    __array_ufunc__ = None

    def __rmul__(self, other):
        return "rmul"

    def __eq__(self, other):
        return "eq"


a = np.arange(3.0)
b = Boxed(a)
print(a + b, b + a, np.sin(b), np.add(a, b), np.float64(2) * b, b * np.float64(2), -b, a < b, b @ a)
print(np.mean(b), np.concatenate([a, b]), np.stack([b, a]), np.dot(a, b), np.where(a > 1, b, a))
print(a + Lazy(), np.add(a, Lazy()), np.asarray(Lazy()), np.array(Lazy(), dtype="f4"),
      np.sum(Lazy()))
print(a * Deaf(), a == Deaf())
for bad in (lambda: np.multiply(a, Deaf()), lambda: a + Deaf(), lambda: a + object()):
    try:
        print(bad())
    except TypeError as error:
        print(str(error).replace(hex(id(a)), "id").split(" at 0x")[0])
target = np.zeros(3)
target[:] = Lazy()
target += [1, 2, 3]
print(target, a + [1, 2, 3], a * (1, 2, 3), [1, 2, 3] - a, a + range(3), a == [0, 1, 2])


class Sequence:
    def __len__(self):
        return 3

    def __getitem__(self, i):
        if i >= 3:
            raise IndexError
        return i * 2.0


print(np.array(Sequence()), a + np.asarray(Sequence()), np.sum(Sequence()), np.array(list(a)))
print(np.array([a, a + 1]), np.array([[a[0], 1], [2, a[1]]]), np.array((a, [1, 2, 3])))
