import numpy as np

x = np.arange(8.0)
m = np.ma.masked_array(x, mask=x % 3 == 0)
print(m, repr(m), m.sum(), m.mean(), m.count(), m.std(), m.filled(-1), m.compressed())
print(m + x, x + m, m * 2, 2 * m, m / x[::-1], x - m, m ** 2, -m, abs(m), m > 3, x < m)
print(np.sqrt(m), np.add(x, m), np.multiply(m, x), np.ma.log(m), np.ma.sqrt(x - 4))
print(np.ma.masked_where(x > 5, x), np.ma.masked_invalid([1, np.nan, np.inf]))
print(np.ma.masked_equal(x, 3), np.ma.masked_inside(x, 2, 4), np.ma.masked_less(x, 3).mask)
print(np.ma.array([1, 2, 3], mask=[0, 1, 0]), np.ma.zeros((2, 2)), np.ma.arange(3))
print(np.ma.concatenate([m, x]), np.ma.median(m), np.ma.average(m, weights=x + 1))
m[1] = np.ma.masked
m[3] = 99
m.mask[5] = True
print(m, x[3], m.data is x, np.shares_memory(m.data, x), m.mask, m.fill_value, type(m.data))
y = x.copy()
y[m.mask] = 0
y += m.filled(1)
print(y, m.reshape(2, 4).sum(axis=1), m.reshape(2, 4).max(axis=0), np.ma.getmaskarray(y))
print(np.ma.is_masked(m), np.ma.isMaskedArray(x), np.ma.compress_rowcols(
    np.ma.array(np.eye(3), mask=np.eye(3) > 2)), np.ma.cov(x[:3], x[3:6]))
print(np.ma.mask_or(m.mask, x > 6), np.ma.allequal(m, m), np.where(m > 2, m, 0), np.mean(m))
z = x.copy()
z += np.ma.array(np.ones(8), mask=x > 6)
print(z, type(z).__name__, m.tolist(), m[::2], m[m > 3], np.ma.unique(m), np.ma.polyfit(x, m, 1))
print(np.ma.MaskedArray.__name__, isinstance(m, np.ndarray), np.ma.masked is m[0], m[0], m[2])
