"""Calls about Python objects as elements, matrices, users' subclasses, iterators and checks."""

OBJECTS = """
    x.astype(object)
    x.astype(object) + x
    x + x.astype(object)
    x.astype(object) * 2 - 1
    x.astype(object).sum(), x.astype(object).max(), x.astype(object).cumsum()
    x.astype(object).mean(axis=0)
    x.astype(object) == x
    x.astype(object) @ x.astype(object)
    np.sqrt(x.astype(object))
    np.add.reduce(x.astype(object))
    np.sort(x.astype(object), axis=None), np.unique(x.astype(object))
    np.array([x, None], dtype=object)
    np.array([x, x], dtype=object)
    np.array([x, [1]])
    np.array([x, "a", None])
    assigned(np.empty(1, object), 0, x)[0] is x
    assigned(np.empty(2, object), slice(None), [x, x])
    assigned(np.empty(x.shape, object), ..., x)
    assigned(x, ..., None)
    assigned(x, ..., object())
    assigned(x, ..., {})
    np.where(x > 1, None, x)
    np.concatenate([x.astype(object), x])
    x + None
    x == None
    x < None
    x * object
    x + {}
    None + x
    np.equal(x, None)
    np.frompyfunc(lambda v: v + 1, 1, 1)(x)
    np.frompyfunc(lambda a, b: a + b, 2, 1).reduce(x.ravel())
    np.vectorize(lambda v: v + 1)(x)
    np.vectorize(str)(x)
    np.vectorize(lambda v: (v, v))(x)
    np.vectorize(divmod)(x, 2)
    np.fromiter(x.ravel(), object), np.fromiter((v for v in x.ravel()), x.dtype)
    np.full(x.shape, None), np.full(x.shape, [1, 2][0])
    np.empty_like(x, dtype=object), np.zeros(2, object), np.ones(2, object)
    x.astype(object).astype(x.dtype)
    np.array([2 ** 70]) + x
    np.array(2 ** 70)
    2 ** 70 + x
    x * 2 ** 70
    x.astype(object).item(0), x.astype(object).tolist()
    x.astype(object).any(), x.astype(object).argmax(), np.nonzero(x.astype(object))
    np.isin(x.astype(object), [1]), np.searchsorted(np.sort(x.astype(object), None), 1)
    np.dot(x.astype(object), 2), np.outer(x.astype(object), x), np.isnan(x.astype(object))
"""

MATRICES = """
    np.matrix(x)
    np.asmatrix(x)
    np.asmatrix(x).base is x
    np.asmatrix(x) * np.asmatrix(x).T
    np.asmatrix(x) * x
    x * np.asmatrix(x)
    x @ np.asmatrix(x).T
    x + np.asmatrix(x)
    x > np.asmatrix(x)
    np.multiply(x, np.asmatrix(x))
    np.asmatrix(x).sum(axis=0), np.asmatrix(x).mean(), np.asmatrix(x).max(1)
    np.asmatrix(x)[0], np.asmatrix(x)[:, 0], np.asmatrix(x).A, np.asmatrix(x).A1
    np.asmatrix(x).I
    np.asmatrix(x).H, np.asmatrix(x).T
    np.asmatrix(x) ** 2
    np.dot(np.asmatrix(x).T, x)
    np.concatenate([np.asmatrix(x), np.atleast_2d(x)])
    np.vstack([np.atleast_2d(x), np.asmatrix(x)])
    np.bmat([[np.atleast_2d(x), np.atleast_2d(x)]])
    np.where(x > 1, np.asmatrix(x), 0)
    np.asarray(np.asmatrix(x)), np.asanyarray(np.asmatrix(x)), np.array(np.asmatrix(x), subok=True)
    assigned(x, ..., np.asmatrix(x))
    assigned(np.asmatrix(x), ..., x)
    changed(x, "__iadd__", np.asmatrix(x))
    changed(np.asmatrix(x), "__iadd__", x)
    np.sqrt(np.asmatrix(x)), -np.asmatrix(x), np.round(np.asmatrix(x) / 3, 1)
    np.add(x, 1, out=np.asmatrix(x))
    np.linalg.det(np.asmatrix(np.eye(2)) * 2), np.linalg.inv(np.asmatrix(np.eye(2)) * 2)
    np.kron(np.asmatrix(x), np.eye(2)), np.outer(np.asmatrix(x), x), np.trace(np.asmatrix(x))
    np.matrix("1 2; 3 4") * x, np.matrix("nonsense"), np.matrix(x, dtype="f4", copy=False)
    np.asmatrix(x).reshape(-1), np.asmatrix(x).ravel(), np.asmatrix(x).flatten().tolist()
    repr(np.asmatrix(x)), str(np.asmatrix(x))
"""

SUBCLASSES = """
    x.view(Kind)
    x.view(Kind) + 1
    x.view(Kind) + x
    x + x.view(Kind)
    x > x.view(Kind)
    x @ x.view(Kind).T
    np.sin(x.view(Kind))
    np.add(x, x.view(Kind))
    np.add.reduce(x.view(Kind))
    np.add.outer(x, x.view(Kind))
    x.view(Kind).sum(), x.view(Kind).mean(axis=0), x.view(Kind).max()
    x.view(Kind)[0], x.view(Kind)[..., :1], x.view(Kind)[x > 1]
    x.view(Kind).T, x.view(Kind).reshape(-1), x.view(Kind).copy(), x.view(Kind).astype("f4")
    np.concatenate([x.view(Kind), x]), np.stack([x, x.view(Kind)])
    np.where(x > 1, x.view(Kind), x)
    np.mean(x.view(Kind)), np.median(x.view(Kind)), np.sort(x.view(Kind)), np.cumsum(x.view(Kind))
    np.zeros_like(x.view(Kind)), np.ones_like(x.view(Kind), subok=False)
    np.asarray(x.view(Kind)), np.asanyarray(x.view(Kind)), np.array(x.view(Kind), subok=True)
    np.array(x.view(Kind)), np.copy(x.view(Kind)), np.copy(x.view(Kind), subok=True)
    np.dot(x.view(Kind), 2), np.outer(x, x.view(Kind)), np.clip(x.view(Kind), 0, 1)
    np.broadcast_to(x.view(Kind), (2, *x.shape), subok=True), np.atleast_2d(x.view(Kind))
    np.add(x, 1, out=x.copy().view(Kind))
    np.add(x.view(Kind), 1, out=x.copy())
    np.einsum("...->...", x.view(Kind)), np.tile(x.view(Kind), 2), np.roll(x.view(Kind), 1)
    np.squeeze(x.view(Kind)), np.transpose(x.view(Kind)), np.ravel(x.view(Kind))
    assigned(x, ..., x.view(Kind))
    assigned(x.view(Kind), ..., x)
    changed(x, "__iadd__", x.view(Kind))
    changed(x.view(Kind), "__iadd__", x)
    x.view(Kind).base is x, isinstance(x.view(Kind), np.ndarray), x.view(Kind).view(np.ndarray)
    x.view(type=Kind, dtype="u1"), x.view("u1", Kind)
    x.view(int, 3)
    Kind((2, 2), "i4", bytes(16)), Kind(2, order="F").flags.num, issubclass(Kind, np.ndarray)
    copy.copy(x.view(Kind)), copy.deepcopy(x.view(Kind))
    x.view(Listening) + x
    x + x.view(Listening)
    np.add(x, x.view(Listening))
    np.add(x, 1, out=x.view(Listening))
    np.multiply.reduce(x.view(Listening), axis=0)
    np.mean(x.view(Listening)), np.concatenate([x, x.view(Listening)])
    np.dot(x, x.view(Listening)), np.where(x > 1, x, x.view(Listening))
    np.sort(x.view(Listening)), np.zeros_like(x.view(Listening)), np.einsum("i", x.view(Listening))
    x.__iadd__(x.view(Listening))
    x == x.view(Listening)
    -x.view(Listening), abs(x.view(Listening)), x.view(Listening) @ x, 2 ** x.view(Listening)
    repr(x.view(Kind)), str(x.view(Kind))
    np.linalg.norm(x.view(Kind)), np.cov(x.view(Kind)), np.histogram(x.view(Kind))
    np.apply_along_axis(lambda v: v, 0, x.view(Kind)), np.apply_over_axes(np.sum, x.view(Kind), 0)
    np.pad(x.view(Kind), 1), np.unique(x.view(Kind)), np.insert(x.view(Kind), 0, 1)
    np.append(x.view(Kind), 1), np.delete(x.view(Kind), 0), np.nan_to_num(x.view(Kind))
"""

ITERATING = """
    [v.copy() for v in np.nditer(x)]
    [v.copy() for v in np.nditer(x, order="F")]
    [v.copy() for v in np.nditer(x, ["external_loop"])]
    [v.copy() for v in np.nditer(x, ["zerosize_ok"])]
    [v.copy() for v in np.nditer(x, ["buffered"], op_dtypes=["f8"], casting="same_kind")]
    [v.copy() for v in np.nditer(x, ["buffered"], op_dtypes=["i1"])]
    [[w.copy() for w in v] for v in np.nditer([x, 1.0])]
    np.nditer([x, None]).operands[1].shape
    np.shares_memory(np.nditer(x, op_flags=["readwrite"]).operands[0], x)
    np.nditer(x, ["multi_index"]).multi_index
    np.nditer(x, ["c_index"]).index, np.nditer(x).itersize, np.nditer(x).shape, np.nditer(x).ndim
    np.nditer(x, ["nonsense"])
    np.nditer(x, op_flags=["nonsense"])
    np.nditer([x, np.zeros(7)])
    np.nditer(x, order="Q")
    [(i, v) for i, v in np.ndenumerate(x)]
    list(np.ndindex(x.shape)), list(np.ndindex(2, 2))
    [v for v in x.flat], len(x.flat), x.flat[:3], x.flat[[0]]
    x.flat[99]
    x.flat["a"]
    assigned(x.flat, 0, 7), x
    assigned(x.flat, slice(None), [1, 2]), x
    assigned(x.flat, [0, 1], [7, 8]), x
    x.flat == 1, x.flat > 1, x.flat.copy(), np.asarray(x.flat), x.flat.base is x
    setattr(x, "flat", 3) or x
    setattr(x, "flat", [1, 2, 3]) or x
    list(x)
    next(iter(x))
    [v for v in reversed(x)]
    len(x)
    1 in x, None in x
    [] in x
    dict(enumerate(x.ravel()))
    sum(x), max(x.ravel()), sorted(x.ravel()), any(x.ravel())
    float(x), int(x)
    complex(x)
    bool(x)
    hash(x)
    x.__index__()
    range(x)
    [1, 2, 3][x]
    divmod(x, 2)
    round(x, 1)
    [*zip(x, x)]
    np.nested_iters(x, [[0], [1]])
    x.item(), x.tolist()
    x.item(0), x.item((0,) * x.ndim)
    x.item(99)
    x.item("a")
    x.__iter__, x.__nonsense__
"""

CHECKS = """
    np.testing.assert_array_equal(x, x)
    np.testing.assert_array_equal(x, x + 1)
    np.testing.assert_array_equal(x, 1)
    np.testing.assert_array_equal(x, x.T)
    np.testing.assert_array_equal(x, x.astype("f8"), strict=True)
    np.testing.assert_array_equal(x, np.zeros(7), "text")
    np.testing.assert_allclose(x, x * (1 + 1e-9))
    np.testing.assert_allclose(x, x + 0.5, rtol=0.1, err_msg="text", verbose=False)
    np.testing.assert_allclose(x, x * np.nan)
    np.testing.assert_allclose(x, x * np.nan, equal_nan=False)
    np.testing.assert_almost_equal(x, x + 0.1)
    np.testing.assert_array_almost_equal(x, x + 0.001, 2)
    np.testing.assert_array_almost_equal(x, x + 0.001, 5)
    np.testing.assert_array_less(x, x + 1)
    np.testing.assert_array_less(x, x)
    np.testing.assert_equal(x, x)
    np.testing.assert_equal([x, 1], [x, 2])
    np.testing.assert_equal(x, "a")
    np.testing.assert_array_max_ulp(x, x + 1)
    np.testing.assert_array_almost_equal_nulp(x, x * 1.1)
    np.testing.assert_approx_equal(x, 1.0)
    np.testing.assert_raises(ValueError, np.reshape, x, (7, 7))
    np.testing.assert_raises(TypeError, np.reshape, x, (7, 7))
    np.testing.assert_warns(RuntimeWarning, np.divide, 1, x)
    np.testing.assert_no_warnings(np.divide, x, 0)
    np.testing.assert_array_compare(lambda a, b: a < b, x, x, header="text")
    np.array_equal(x, x), np.array_equal(x, x + 1, equal_nan=True), np.array_equiv(x, x[None])
    np.allclose(x, x + 1e-9), np.isclose(x, x + 1e-9)
    np.isclose(x, x, rtol=[1, 2])
"""

TABLES = {name: text for name, text in globals().items() if name.isupper()}
