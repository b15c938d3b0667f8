import numpy as np

a, b = np.arange(4.0), np.arange(4.0)
c = b.copy()
c[2] += 1e-3
same = (np.testing.assert_array_equal, np.testing.assert_allclose, np.testing.assert_equal,
        np.testing.assert_almost_equal, np.testing.assert_array_almost_equal,
        np.testing.assert_array_almost_equal_nulp, np.testing.assert_array_max_ulp)
for check in same:
    print(check.__name__, check(a, b) is None or "max")
    try:
        check(a, c)
    except AssertionError as error:
        print(error)
np.testing.assert_array_less(a, b + 1)
np.testing.assert_string_equal("a", "a")
with np.testing.assert_raises(ValueError):
    a + np.ones(5)
with np.testing.assert_raises_regex(ValueError, "broadcast"):
    a + np.ones(5)
with np.testing.assert_warns(RuntimeWarning):
    np.log(a - 1)
with np.testing.suppress_warnings() as hidden:
    hidden.filter(RuntimeWarning)
    np.sqrt(-a)
for wrong in (lambda: np.testing.assert_array_equal(a, a[:3]),
              lambda: np.testing.assert_array_equal(a, np.array([0, np.nan, 2, 3])),
              lambda: np.testing.assert_allclose(a, c, rtol=1e-9, err_msg="here"),
              lambda: np.testing.assert_equal({"k": 1}, {"k": 2}),
              lambda: np.testing.assert_array_less(a, b),
              lambda: np.testing.assert_array_equal(a, b.astype("f4"), strict=True)):
    try:
        wrong()
        print("passed")
    except AssertionError as error:
        print(error)
np.testing.assert_equal([a, (b, 1)], [b, (a, 1)])
print(np.allclose(a, c), np.isclose(a, c), np.array_equal(a, b), np.array_equiv(a, b[None]))
