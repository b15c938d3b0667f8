from decimal import Decimal
from fractions import Fraction

import numpy as np

o = np.array([Fraction(1, 3), Decimal("0.5"), 2, None], dtype=object)
print(o, o[:1] + o[:1], o[2:3] * np.arange(1, 4), o == None, np.array([1, "a", None]))  # noqa: E711
exact = np.array([Fraction(1, n) for n in range(1, 6)])
print(exact.sum(), exact.mean(), exact * 2, exact @ exact, np.dot(exact, exact), exact.max())
print(exact + np.arange(5), np.arange(5) * exact, exact > Fraction(1, 3), np.sort(exact)[0])
print(exact.astype(float) + 1, np.cumsum(exact), np.outer(exact[:2], exact[:2]), np.prod(exact))
big = np.array([2**70, 3])
print(big, big.dtype, big * 2, big + np.array([1, 2]), 2 ** np.array([100], dtype=object))
ragged = np.empty(2, dtype=object)
ragged[0], ragged[1] = np.arange(3), [1]
print(ragged, ragged[0].sum(), len(ragged), ragged.tolist())
held = np.empty(2, dtype=object)
held[:] = [np.ones(2), np.zeros(3)]
print([h.shape for h in held], type(held[0]).__name__, held[0] + held[0])
nested = np.array([np.arange(2), np.arange(2)], dtype=object)
print(nested.shape, nested.dtype, nested + 1, np.concatenate([nested, nested]).shape)


class Amount:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Amount(self.value + getattr(other, "value", other))

    __radd__ = __add__

    def __mul__(self, other):
        return Amount(self.value * getattr(other, "value", other))

    __rmul__ = __mul__

    def __repr__(self):
        return f"Amount({self.value})"

    def sqrt(self):
        return Amount(self.value ** 0.5)


amounts = np.array([Amount(4), Amount(9)])
print(amounts + 1, amounts * np.array([1, 2]), np.sqrt(amounts), amounts.sum(),
      np.arange(2) + Amount(1))
print(Amount(1) + np.arange(2), np.arange(2) * Amount(3), np.array(Amount(1)).item())
for bad in (lambda: np.sqrt(o), lambda: np.array([[1], [1, 2]]), lambda: np.sin(amounts)):
    try:
        print(bad())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
square = np.frompyfunc(lambda v: v * v, 1, 1)
print(square(np.arange(3)), square(np.arange(3)).dtype, np.vectorize(lambda a, b: a + b)([1, 2], 3))
print(np.where(o == 2, 1, 0), np.equal(o, None), o.nonzero(), np.isin(2, o), o.astype(str))
