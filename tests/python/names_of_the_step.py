"""The names that step 2 asks for, with a call of each: what test_names.py walks.

FREQUENT: by use in public programs, of the array API standard, and of small programs. A name
without a call in CALLS has one in numen/bench/calls.py, or is a constant or a type.
The calls see the arrays of test_names.sample.
"""

import itertools

FREQUENT = list(dict.fromkeys("""
    array zeros arange isnan sqrt cos asarray nan sum concatenate abs linspace random.rand sin mean
    ceil ones empty random.normal log exp inf all unique pi where allclose sort array_equal ravel
    random.randint random.seed min asanyarray newaxis isfinite full cumsum argsort prod minimum
    ones_like floor percentile isinf logical_not log2 isclose random.randn atleast_1d
    eye max vstack any random.random maximum random.uniform zeros_like atleast_2d repeat diff clip
    transpose logical_and tile searchsorted logical_or random.choice sign take nonzero log10 median
    argmin square dot issubdtype isscalar r_ hstack column_stack empty_like argmax add squeeze
    random.random_sample arctan2 round std append nanmax arctan nanmin random.shuffle arcsin interp
    random.RandomState ndim diag linalg.norm
    shape intp power bincount multiply c_ insert real nextafter copy meshgrid apply_along_axis
    nansum flatnonzero tanh expand_dims isin true_divide nanmean ix_ histogram ptp pad reshape
    einsum double var hypot linalg.inv outer tan deg2rad subtract stack full_like rad2deg imag cov
    random.permutation fabs cumprod around indices roll split invert lexsort flipud result_type
    iscomplexobj
    ndarray dtype float64 float32 int32 int64 uint8 complex128 complex64 float16 bool_ integer
    floating complexfloating number generic random.default_rng random.Generator matmul
    linalg.solve linalg.svd linalg.eigh linalg.eig linalg.qr linalg.det linalg.cholesky
    linalg.lstsq linalg.pinv kron tensordot broadcast_to moveaxis ascontiguousarray unravel_index
    ravel_multi_index finfo iinfo errstate conj count_nonzero divide diagonal fill_diagonal
    load save vectorize
    testing.assert_allclose testing.assert_array_equal testing.assert_equal
    testing.assert_almost_equal testing.assert_array_almost_equal testing.assert_array_less
    testing.assert_approx_equal testing.assert_array_almost_equal_nulp
    testing.assert_array_max_ulp testing.assert_array_compare testing.assert_raises
    mgrid fromfunction triu tril quantile convolve choose put put_along_axis take_along_axis frexp
    ldexp flip cross dstack logspace identity loadtxt ndindex average
    acos acosh asin asinh atan atan2 atanh bitwise_invert bitwise_left_shift bitwise_right_shift
    concat permute_dims pow matrix_transpose vecdot unique_all unique_counts unique_inverse
    unique_values isdtype astype cumulative_sum cumulative_prod unstack broadcast_shapes
    from_dlpack reciprocal broadcast_arrays __array_namespace_info__
    linalg.cross linalg.diagonal linalg.eigvals linalg.eigvalsh linalg.matmul linalg.matrix_norm
    linalg.matrix_power linalg.matrix_rank linalg.matrix_transpose linalg.outer linalg.slogdet
    linalg.svdvals linalg.tensordot linalg.trace linalg.vecdot linalg.vector_norm
    fft.fft fft.ifft fft.fftn fft.ifftn fft.rfft fft.irfft fft.rfftn fft.irfftn fft.hfft fft.ihfft
    fft.fftfreq fft.rfftfreq fft.fftshift fft.ifftshift
    """.split()))

# Calls of what the benchmarks do not call.
CALLS = {
    "ndarray": "np.ndarray((2, 3), np.float64).fill(1)",
    "vectorize": "np.vectorize(lambda x, y: x + y)(v, 2)",
    "loadtxt": "np.loadtxt(['1 2', '3 4'])", "ndindex": "list(np.ndindex(2, 3))",
    "issubdtype": "np.issubdtype(a.dtype, np.floating)",
    "isdtype": "np.isdtype(a.dtype, 'numeric')",
    "broadcast_shapes": "np.broadcast_shapes((3, 1), (4,))",
    "errstate": "with np.errstate(divide='ignore'): a / 0",
    "finfo": "np.finfo(a.dtype).eps", "iinfo": "np.iinfo(i.dtype).max",
    "__array_namespace_info__": "np.__array_namespace_info__().capabilities()",
    "random.rand": "np.random.rand(3, 2)", "random.normal": "np.random.normal(0, 1, 5)",
    "random.randint": "np.random.randint(9, size=5)", "random.seed": "np.random.seed(3)",
    "random.randn": "np.random.randn(4)", "random.random": "np.random.random((2, 2))",
    "random.uniform": "np.random.uniform(0, 2, 5)", "random.choice": "np.random.choice(v, 3)",
    "random.random_sample": "np.random.random_sample(4)",
    "random.shuffle": "np.random.shuffle(v)", "random.permutation": "np.random.permutation(v)",
    "random.RandomState": "np.random.RandomState(5).normal(size=3)",
    "random.default_rng": "np.random.default_rng(7).normal(size=3)",
    "random.Generator": "np.random.Generator(np.random.PCG64(7)).random(3)",
    "testing.assert_raises": "np.testing.assert_raises(ValueError, np.reshape, a, 5)",
    "testing.assert_array_less": "np.testing.assert_array_less(a, a + 1)",
    "testing.assert_approx_equal": "np.testing.assert_approx_equal(1.0, 1.0 + 1e-9)",
    "testing.assert_array_compare": "np.testing.assert_array_compare(np.less, a, a + 1)",
    **{"testing." + name: f"np.testing.{name}(a, a + 0)"
       for name in """assert_allclose assert_array_equal assert_equal assert_almost_equal
       assert_array_almost_equal assert_array_almost_equal_nulp assert_array_max_ulp""".split()},
}  # fmt: skip

METHODS_OF_UFUNCS = [
    "np.add.outer(v, v)", "np.add.reduce(a, axis=0)", "np.minimum.reduce(a)", "np.add(v, v, v)",
    "np.multiply(a, 2, out=a)", "np.exp(a, a)", "np.add.accumulate(v)", "np.add.at(v, [0, 0], 1)",
    "np.add.reduceat(v, [0, 3, 5])", "np.sum(a, axis=0, out=np.zeros(6))",
    "np.matmul(a, a.T, out=np.zeros((4, 4)))", "np.dot(q, q, out=np.zeros((4, 4)))",
]

# Uses of ndarray's attributes that default_use does not give.
ATTRIBUTES = {
    "__buffer__": "a.__buffer__(0)", "__release_buffer__": "a.__release_buffer__(a.__buffer__(0))",
    "__array__": "a.__array__()", "__array_finalize__": "a.__array_finalize__",
    "__array_function__": "a.__array_function__", "__array_wrap__": "a.__array_wrap__(a)",
    "__array_ufunc__": "a.__array_ufunc__(np.add, '__call__', a, a)",
    "__array_namespace__": "a.__array_namespace__()", "__bool__": "one.__bool__()",
    "__class_getitem__": "a.__class_getitem__((int, float))", "__complex__": "one[0].__complex__()",
    "__contains__": "a.__contains__(1)", "__deepcopy__": "a.__deepcopy__({})",
    "__delattr__": "callable(a.__delattr__)", "__delitem__": "callable(a.__delitem__)",
    "__dlpack__": "a.__dlpack__()", "__float__": "one.reshape(()).__float__()",
    "__format__": "one.reshape(()).__format__('')",
    "__getattribute__": "a.__getattribute__('shape')", "__getitem__": "a.__getitem__(0)",
    "__hash__": "a.__hash__", "__index__": "index.__index__()", "__init__": "a.__init__",
    "__init_subclass__": "a.__init_subclass__", "__int__": "index.__int__()",
    "__new__": "np.ndarray.__new__(np.ndarray, 3)", "__reduce_ex__": "a.__reduce_ex__(2)",
    "__setattr__": "a.__setattr__('shape', (6, 4))", "__setitem__": "a.__setitem__(0, 1)",
    "__setstate__": "np.zeros(3).__setstate__(v.__reduce__()[2])",
    "__subclasshook__": "a.__subclasshook__", "__complex__": "one.reshape(()).__complex__()",
    "__pow__": "a.__pow__(2)", "__rpow__": "a.__rpow__(2)", "__ipow__": "a.__ipow__(2)",
    "__matmul__": "q.__matmul__(q)", "__rmatmul__": "q.__rmatmul__(q)",
    "__imatmul__": "q.__imatmul__(q)", "__invert__": "i.__invert__()",
    "argpartition": "v.argpartition(3)", "astype": "a.astype('f4')", "byteswap": "a.byteswap()",
    "choose": "(j % 2).choose([j, j])", "clip": "a.clip(0, 1)",
    "compress": "a.compress([True, False, True, True], axis=0)", "diagonal": "q.diagonal()",
    "dot": "q.dot(q)", "dump": "a.dump(file)", "fill": "a.fill(1)", "getfield": "a.getfield('f4')",
    "item": "a.item(3)", "partition": "v.partition(3)", "put": "a.put([0], 5)",
    "repeat": "a.repeat(2)", "reshape": "a.reshape(2, 12)", "resize": "np.zeros(4).resize(6)",
    "searchsorted": "s.searchsorted(v)", "setfield": "a.setfield(1, 'f8')",
    "swapaxes": "a.swapaxes(0, 1)", "take": "a.take([0, 1])", "to_device": "a.to_device('cpu')",
    "tofile": "a.tofile('/dev/null')", "trace": "q.trace()", "view": "a.view('i8')",
    "flat": "a.flat[3]; list(a.flat); a.flat = 2", "real": "z.real; z.real = 1",
    "imag": "z.imag; z.imag = 1", "shape": "a.shape; a.shape = 24",
    "dtype": "a.dtype", "T": "a.T", "mT": "a.mT", "strides": "a.strides",
}  # fmt: skip
_VALUES = """T mT base ctypes data device dtype flags itemsize nbytes ndim size strides
    __array_interface__ __array_priority__ __array_struct__ __class__ __doc__""".split()
_OF_INTEGERS = "and or xor lshift rshift".split()
_OF_TWO = "add sub mul truediv floordiv mod divmod eq ne lt le gt ge".split()


def default_use(name):
    """A value is read, an operator gets two arrays, another method nothing."""
    if name in _VALUES:
        return f"a.{name}"
    plain = name.strip("_")
    for prefix in ("", "r", "i"):
        operation = plain.removeprefix(prefix)
        if name.startswith("__") and plain.startswith(prefix):
            if operation in _OF_INTEGERS:
                return f"i.{name}(i)"
            if operation in _OF_TWO:
                return f"a.{name}(a)"
    return f"a.{name}()"


_QUANTILE_METHODS = """inverted_cdf averaged_inverted_cdf closest_observation
    interpolated_inverted_cdf hazen weibull linear median_unbiased normal_unbiased lower higher
    midpoint nearest""".split()
_NAN_FUNCTIONS = """nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin nanprod
    nanstd nansum nanvar""".split()
_PADDING = """constant edge linear_ramp maximum mean minimum reflect symmetric wrap empty""".split()
_BINS = "auto fd doane scott stone rice sturges sqrt".split()

NAMED_BY_THE_STEP = frozenset("""vectorize apply_along_axis einsum r_ c_ mgrid ogrid ix_ histogram
    histogram2d histogramdd histogram_bin_edges percentile quantile interp polyfit cov corrcoef pad
    union1d intersect1d setdiff1d setxor1d isin lexsort unique insert delete append meshgrid
    bincount digitize convolve""".split())

WANTED = [
    *(f"np.{name}(a, [0.2, 0.5], axis=1, method={method!r})"
      for name, method in itertools.product(("quantile", "percentile"), _QUANTILE_METHODS)),
    *(f"np.{name}(n, [0.2, 0.5], axis=1, method={method!r})"
      for name, method in itertools.product(("nanquantile", "nanpercentile"), _QUANTILE_METHODS)),
    *(f"np.{name}(n); np.{name}(n, axis=1)" for name in _NAN_FUNCTIONS),
    *(f"np.pad(a, ((1, 2), (0, 3)), {mode!r})" for mode in _PADDING),
    *(f"np.histogram(v, {bins!r}); np.histogram_bin_edges(v, {bins!r})" for bins in _BINS),
    *"""np.vectorize(lambda x, y: x + y)(v, 2)
    np.vectorize(lambda x: (x, x))(v); np.vectorize(lambda x: x, otypes=[float])(v)
    np.apply_along_axis(sorted, 1, a)
    np.apply_over_axes(np.sum, a, [0, 1])
    np.einsum('ij,kj->ik', a, a)
    np.einsum('ii', q)
    np.einsum('ij->j', a)
    np.einsum('...j,j', a, a[0])
    np.einsum(a, [0, 1], [1, 0])
    np.einsum_path('ij,jk', a, a.T)
    np.r_[1:4, 0, v]
    np.r_[0:1:5j]
    np.c_[v, v]
    np.mgrid[0:3, 0:1:4j]
    np.ogrid[0:3, 0:4]
    np.ix_([0, 1], [True, False, True])
    np.histogram(v, 5, range=(-1, 1), density=True)
    np.histogram(v, [-1, 0, 0.5, 2], weights=v)
    np.histogram2d(v, v, bins=[3, [-1, 0, 1.0]], weights=v, density=True)
    np.histogramdd(a.T, bins=3, density=True)
    np.interp(v, [0, 1, 2], [1, 2.0, 3], left=-1, right=5)
    np.interp(v, [0, 1, 2], [1, 2.0, 3], period=1.5)
    np.polyfit(s, v, 2)
    np.polyfit(s, v, 2, w=s + 9, full=True)
    np.polyfit(s, v, 2, cov=True)
    np.polyval([1, 2, 3], a); np.polyadd(v, v); np.polysub(v, v); np.polymul(v, [1, 2])
    np.polydiv(v, [1, 2]); np.polyder(v); np.polyint(v); np.poly(v[:3]); np.roots([1, 2, 3])
    np.cov(a); np.cov(a, rowvar=False, ddof=0); np.cov(v, v)
    np.cov(a, fweights=np.arange(6), aweights=a[3] + 9); np.cov(a, dtype='f4')
    np.corrcoef(a); np.corrcoef(v, v)
    np.union1d(i, j); np.setdiff1d(i, j); np.setxor1d(i, j)
    np.intersect1d(i, j, return_indices=True); np.intersect1d(j, j, assume_unique=True)
    np.isin(i, j, invert=True); np.isin(i, j, kind='table'); np.isin(v, s, kind='sort')
    np.lexsort((i, i)); np.lexsort(a, axis=0)
    np.unique(i, return_index=True, return_inverse=True, return_counts=True)
    np.unique(a, axis=0, return_index=True, return_inverse=True, return_counts=True)
    np.unique(n, equal_nan=False)
    np.unique_all(i); np.unique_counts(i); np.unique_inverse(i); np.unique_values(n)
    np.insert(v, 2, 5); np.insert(v, [1, 3], [5, 6]); np.insert(a, 1, 9, axis=1)
    np.delete(v, 3); np.delete(a, 1, axis=1); np.delete(v, [1, 2]); np.delete(a, slice(0, 3, 2))
    np.append(a, v); np.append(a, a, axis=0)
    np.meshgrid(v, s, indexing='ij'); np.meshgrid(v, s, sparse=True, copy=False)
    np.bincount(i, minlength=20); np.bincount(i, weights=v)
    np.digitize(v, [-1, 0, 1], right=True); np.digitize(v, [1, 0, -1.0])
    np.convolve(v, p, 'same'); np.convolve(v, p, 'valid'); np.correlate(v, p, 'full')
    np.median(a, axis=1, keepdims=True); np.nanmedian(n, axis=0)
    np.average(a, axis=0, weights=[1, 2, 3, 4]); np.ptp(a, axis=0)
    np.trapezoid(v, dx=0.5); np.gradient(a); np.diff(a, n=2, axis=0, prepend=0)
    np.ediff1d(v, to_begin=1, to_end=[2, 3]); np.unwrap(v); np.cross(a[:, :3], a[:, :3])
    np.kron(a, a); np.tensordot(a, a, axes=([0, 1], [0, 1])); np.outer(v, v); np.inner(v, v)
    np.select([a > 1, a < 0], [a, 2 * a], 9); np.choose([0, 1, 1], [[1, 2, 3], [4, 5, 6]])
    np.piecewise(v, [v < 0, v > 1], [lambda x: -x, 3, 4])
    np.compress([True, False, True, True], a, axis=0); np.extract(mask, a)
    np.place(a, mask, [1, 2]); np.put(a, [0, 5], [1, 2]); np.putmask(a, mask, 3)
    np.take_along_axis(a, np.argsort(a, 1), 1); np.put_along_axis(a, j.reshape(4, 1), 9, 1)
    np.partition(a, (1, 2), axis=1); np.argpartition(v, 3); np.sort_complex(z)
    np.searchsorted(s, v, side='right'); np.trim_zeros(v); np.nan_to_num(n, nan=1.0)
    np.fill_diagonal(q, 1); np.tril_indices(3); np.triu_indices_from(q); np.diag_indices(3)
    np.mask_indices(3, np.triu); np.ravel_multi_index(([0, 1], [1, 2]), (2, 3))
    np.block([[a, a], [a, a]]); np.array_split(v, 5); np.rot90(a, 2); np.resize(v, (3, 3))
    np.vander(v, 3); np.geomspace(1, 100, 5); np.logspace(1, 3, 5); np.kaiser(5, 2.0)
    np.lib.stride_tricks.sliding_window_view(a, (2, 2))
    np.lib.stride_tricks.as_strided(v, (2, 3), (8, 8))""".replace("    np.", "np.").splitlines(),
]
