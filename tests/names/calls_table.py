"""What the parameters of each function may be, where its name alone does not say it.

ROWS has a row for every native and composite function: a name without one fails the test. A row
maps parameters to candidates (generated.py has those that are the same everywhere), and
  "arrays": the arrays that the function is about    "some": those for each candidate
  "first":  makes the first argument of an array     "near": the tolerance of floating values
"""

import numpy

from .generated import SPECIAL, mask, partners
from .market import CUBE, EMPTY, INTS, MATRIX, POINT, SQUARE, VECTOR

ROWS = {}


def row(names, **what):
    for name in names.split():
        assert name not in ROWS, name
        ROWS[name] = what


VECTORS = [VECTOR, INTS[0], VECTOR.astype("f4"), VECTOR > 0, VECTOR + 1j, SPECIAL, EMPTY[:, 0],
           [1, 2, 3], (1.5, 2), POINT, 3, MATRIX]
SMALL_INTS = [abs(INTS), abs(INTS[0]), abs(INTS.astype("u1")), INTS, numpy.empty(0, int), 3,
              [1, 2, 0], MATRIX]
NEAR = 1e-5  # float32 is among the types; tests/ops/test_accuracy.py has the exact bounds
FEW = [MATRIX, VECTOR, INTS, POINT, EMPTY, [[1, 2], [3, 4]]]

# -- reductions and what runs along axes -------------------------------------------------------
row("sum prod mean nansum nanprod nanmean var std nanvar nanstd", near=NEAR)
row("max min amax amin nanmax nanmin ptp all any argmax argmin nanargmax nanargmin count_nonzero")
row("cumsum cumprod nancumsum nancumprod", near=NEAR)
row("cumulative_sum cumulative_prod", include_initial=(True, False), near=NEAR)
row("median nanmedian", near=NEAR)
row("percentile nanpercentile", q=(50, 30.5, [0, 100, 25], 120), near=NEAR,
    method=("lower", "nearest", "weibull", "hazen", "unknown"))
row("quantile nanquantile", q=(0.5, 0.305, [0, 1, 0.25], 1.2), near=NEAR,
    method=("lower", "nearest", "weibull", "hazen", "unknown"))
row("average", returned=(True,), near=NEAR)
row("diff", n=(1, 2, 0), prepend=(0, [1]), append=(5,))
row("ediff1d", to_end=(5, [1, 2], 1.5), to_begin=(0, [7]))
row("gradient", varargs=(0.5, 2), edge_order=(1, 2), near=NEAR, axis=(0, 1, None, 5))
row("trapezoid", x=partners, dx=(0.5, 2), near=NEAR)
row("unwrap", discont=(1.0, 4), period=(4, 5.5), near=NEAR)
row("sort argsort partition argpartition", order=(), kth=(1, 0, [0, 1], -1, 9))
row("lexsort", first=lambda a: (a, a), axis=(0, -1, 1))
row("sort_complex flatnonzero nonzero argwhere")

# -- shapes -----------------------------------------------------------------------------------
row("reshape", shape=(-1, (2, -1), (5, 5), ()))
row("resize", new_shape=((2, 3), 4, (), 0, -1))
row("ravel copy squeeze transpose flip", axes=(None, (1, 0), (0,), (2, 0, 1)))
row("fliplr flipud atleast_1d atleast_2d atleast_3d ndim shape size iscomplexobj isrealobj",
    arys=(VECTOR,))
row("isfortran", arrays=[MATRIX, VECTOR, CUBE, POINT, EMPTY, INTS])
row("iterable isscalar matrix_transpose linalg.matrix_transpose")
row("rot90", axes=((0, 1), (1, 0), (0, 0)), k=(1, 2, -1))
row("moveaxis", source=(0, [0, 1], 5), destination=(-1, [1, 0], 0))
row("rollaxis", axis=(0, 1, -1, 5), start=(1, 2, 9))
row("swapaxes", axis1=(0, 1, 5), axis2=(1, 0, -1))
row("expand_dims", axis=(0, -1, (0, 2), 9, (0, 0)))
row("roll", shift=(1, -2, (1, 1), 0.5))
row("repeat", repeats=(2, 0, [1, 2, 0], -1))
row("tile", reps=(2, (2, 1), (), 0))
row("broadcast_to", shape=((3, 4), (2, 3, 4), (3,), 4))
row("broadcast_arrays", args=(2, MATRIX[:1], numpy.ones(7)))
row("append", values=partners)
row("insert", obj=(1, [0, 2], slice(0, 2), 99, [True, False]), values=(5, 1.5, [7, 8]))
row("delete", obj=(1, [0, 2], slice(0, 2), 99, -1))
row("trim_zeros", trim=("f", "b", "x"), arrays=[*VECTORS, [0, 0, 1, 0], [0.0, 0], numpy.eye(3)])
row("pad", pad_width=(1, (1, 2), ((1, 0), (0, 2)), 0, -1), kwargs=(), near=NEAR,
    mode=("edge", "wrap", "reflect", "symmetric", "mean", "maximum", "linear_ramp", "unknown"))
row("concat concatenate vstack hstack stack dstack column_stack row_stack block",
    first=lambda a: [a, a], casting=("same_kind", "no"))
row("split array_split", indices_or_sections=(1, 2, [1], [0, 2], 5))
row("hsplit vsplit dsplit", indices_or_sections=(1, 2, [1], 5))
row("unstack", axis=(0, -1, 5))
row("diag diagflat tril triu tril_indices_from triu_indices_from diag_indices_from")
row("diagonal linalg.diagonal trace linalg.trace", near=NEAR)
row("fill_diagonal", val=(5, [1, 2], 1.5), wrap=(True,), arrays=[MATRIX, SQUARE, INTS, CUBE,
                                                                 VECTOR, EMPTY])
row("eye tri identity", arrays=[3, 0, 5], N=(), M=(2, 4), n=())
row("tril_indices triu_indices", arrays=[3, 0, 5], m=(2, 4))
row("diag_indices", arrays=[3, 0], ndim=(1, 3))
row("mask_indices", arrays=[3, 0], mask_func=(numpy.triu, numpy.tril))
row("indices", arrays=[(2, 3), (4,), ()], sparse=(True,))
row("vander", near=NEAR, N=(2, 0, 5), increasing=(True,), arrays=VECTORS)
row("meshgrid", first=lambda a: a, xi=(VECTOR[:2], 3), indexing=("ij", "xy", "no"), sparse=(True,))
row("ix_", args=([0, 1], [True, False]), arrays=[[0, 2], INTS[0], [True, False], MATRIX, VECTOR])
row("unravel_index", arrays=SMALL_INTS, shape=((3, 4), (20,), 50), order=("C", "F"))
row("ravel_multi_index", arrays=[([0, 1], [1, 2]), (abs(INTS), abs(INTS)), (1, 2), ([0.5], [1])],
    dims=((3, 4), (20, 20)), mode=("wrap", "clip", "raise"), order=("C", "F"))
row("broadcast_shapes", arrays=[(3, 1), (), 4], args=((1, 4), (7,), 3))
row("lib.stride_tricks.sliding_window_view", window_shape=(2, (1, 2), 9), writeable=(True,))
row("lib.stride_tricks.as_strided", arrays=[VECTOR, MATRIX, INTS], shape=((2, 2), (3,)),
    strides=((0, 0), (0,)), writeable=(False,))

# -- choosing and placing -----------------------------------------------------------------------
row("take", indices=(0, [0, 1], [[0], [1]], 99, [True, False]), mode=("wrap", "clip", "raise"))
row("take_along_axis", indices=lambda a: [numpy.argsort(a, -1), [0], 0], axis=(0, -1, None))
row("put_along_axis", indices=lambda a: [numpy.argsort(a, -1)], values=(5, 1.5),
    arrays=[MATRIX, VECTOR, INTS, CUBE], axis=(-1, 0, None))
row("put", ind=(0, [0, 1], 99, []), v=(5, [1, 2], 1.5), mode=("wrap", "clip"),
    arrays=[MATRIX, VECTOR, INTS, MATRIX.astype("f4")])
row("place putmask", mask=lambda a: [mask(a), ~mask(a), [True]], vals=([5], [1, 2]), values=(5,
    [1, 2]),
    arrays=[MATRIX, VECTOR, INTS, CUBE])
row("copyto", src=partners, arrays=[MATRIX, VECTOR, INTS, CUBE, EMPTY, MATRIX.astype("c8")])
# Of choose NumPy does not copy into a strided out= what it chose by another mode than "raise".
row("choose", out=(), arrays=[abs(INTS) % 2, abs(INTS[0]) % 3, [0, 1], 0], mode=("wrap", "clip"),
    choices=([1, 2], [MATRIX, 0], [1]))
row("compress", a=(MATRIX, VECTOR, INTS), arrays=[[True, False, True], [1, 0], mask(VECTOR), 1])
row("extract", arr=lambda c: [numpy.ones(numpy.shape(c)), c])
row("select", first=lambda a: [mask(a), ~mask(a)], choicelist=lambda a: [[a, 2], [1, 2.5], [a]],
    default=(7, 0.5), arrays=FEW)
row("piecewise", condlist=lambda a: [[mask(a)], [mask(a), ~mask(a)]], arrays=FEW,
    funclist=([1, 2], [abs, 3], [1]), args=(), kw=())
row("where", x=partners, y=(1.5, 2, MATRIX))
row("searchsorted", first=lambda a: numpy.sort(a) if numpy.ndim(a) else a, v=partners,
    side=("right", "middle"), sorter=(),
    arrays=VECTORS)
row("digitize", bins=([-1, 0, 1], [1.0, 0.0], [1, 0, 2], []), right=(True,))
row("bincount", arrays=SMALL_INTS, minlength=(5, 0, -1))
row("unique", sorted=(True,), equal_nan=(True, False), axis=(0, -1, None, 5))
row("unique_all unique_counts unique_inverse")
row("unique_values", arrays=[3, POINT, [], [7, 7], EMPTY])  # NumPy's order is that of its hashes
row("intersect1d union1d setdiff1d setxor1d", arrays=[*VECTORS, INTS, MATRIX > 0])
row("isin", test_elements=partners)

# -- element by element ---------------------------------------------------------------------
# Of an out= of more axes than its argument NumPy 2.4.6 takes repeated elements to be False.
row("isfinite isinf isnan signbit", out=lambda a: [numpy.zeros(numpy.shape(a), "?")])
row("angle", deg=(True,), near=NEAR)
row("real imag real_if_close isreal iscomplex isneginf isposinf fix", tol=(1, 1000))
row("round around", decimals=(1, -1, 2.5))
row("nan_to_num", nan=(5, -1.5), posinf=(9, 0.5), neginf=(-9,))
row("clip", a_min=(-1, 0.5, None), a_max=(1, 0.25), min=(0,), max=(1,))
row("sinc i0", near=NEAR)
row("isclose allclose", b=partners)
row("array_equal array_equiv", equal_nan=(True,))
row("emath.sqrt emath.log emath.log2 emath.log10 emath.arccos emath.arcsin emath.arctanh",
    near=NEAR)
row("emath.logn emath.power", x=partners, p=partners, near=NEAR)
row("interp", xp=([0, 1, 2], [0.0, 1.5], [], [2, 1]), fp=([1, 2, 4], [1j, 2, 3], [1, 2]),
    left=(-1,), right=(9.5,), period=(2, 0), near=NEAR)
row("fft.fftshift fft.ifftshift", axes=(0, -1, None, (0, 1), 5))
row("fft.fftfreq fft.rfftfreq", arrays=[4, 5, 1, 0, 2.5], d=(0.5, 2))
row("fft.fft fft.ifft fft.rfft fft.irfft fft.hfft fft.ihfft", near=NEAR, n=(3, 8),
    norm=("ortho", "forward", "backward", "no"), axis=(0, -1, 5))
row("fft.fft2 fft.ifft2 fft.rfft2 fft.irfft2 fft.fftn fft.ifftn fft.rfftn fft.irfftn", near=NEAR,
    s=((2, 3), (4, 5)), norm=("ortho", "forward", "no"), axes=((0, 1), (-1,), (0, 5)))

# -- products -----------------------------------------------------------------------------------
row("dot inner outer vdot kron linalg.matmul linalg.outer", near=NEAR)
row("linalg.vecdot", near=NEAR, axis=(0, -1, 5))
row("tensordot linalg.tensordot", axes=(0, 1, ([0], [0]), 2, ([0], [5])), near=NEAR)
row("cross linalg.cross", arrays=[SQUARE, VECTOR[:3], INTS[:, :3], [1, 2, 3], MATRIX, POINT],
    axisa=(0,), axisb=(0,), axisc=(0,), axis=(0, -1), near=NEAR)
row("einsum", arrays=["ij->ji", "ij->", "ij->j", "ii", "...j->..."], operands=(MATRIX, SQUARE,
    VECTOR),
    optimize=(True,), near=NEAR, out=())
row("einsum_path", arrays=["ij->ji", "ij"], operands=(MATRIX,), optimize=("greedy", False),
    einsum_call=())
row("convolve correlate", mode=("same", "valid", "full", "x"), near=NEAR, arrays=VECTORS)
row("polyadd polysub polymul", arrays=VECTORS, near=NEAR)
row("polyval", x=partners, arrays=VECTORS, near=NEAR)
row("polyder", m=(2, 0, -1), arrays=VECTORS, near=NEAR)
row("polyint", m=(2, 0), arrays=VECTORS, near=NEAR, k=(1, [1, 2]))
row("polydiv", arrays=[VECTOR, [1, 5, 6], [2.0, 1], [1j, 2, 3]], v=([1, 2], [2.5], [1, 0, 3, 4, 5,
    6, 7]),
    near=NEAR)
row("poly roots", arrays=[[1, 2, 3], [1.5, -2, 0], [2], [], SQUARE, numpy.array([1j, -1j])],
    near=NEAR)
row("polyfit", arrays=[numpy.arange(6.0)], y=(VECTOR, VECTOR.astype("f4")), deg=(1, 2, 0), full=(),
    w=(numpy.arange(1.0, 7),), cov=(), near=NEAR)
WELL = [SQUARE + 4 * numpy.eye(3), (SQUARE @ SQUARE.T + numpy.eye(3)), CUBE, MATRIX, VECTOR, POINT,
        (SQUARE + 4 * numpy.eye(3)).astype("f4"), SQUARE + 4j * numpy.eye(3), numpy.empty((0, 0)),
        numpy.eye(3, dtype=int), [[2, 1], [1, 3]], numpy.full((2, 2), numpy.nan)]
DEFINITE = [WELL[1], WELL[1].astype("f4"), WELL[1] + 0j, numpy.eye(2, dtype=int), MATRIX, VECTOR,
            numpy.empty((0, 0)), -numpy.eye(2), [[2, 1], [1, 3]]]
row("linalg.solve", arrays=WELL[:2] + WELL[3:10], near=NEAR,
    b=lambda a: [numpy.ones(numpy.shape(a)[-1:]), numpy.ones((3, 2)), numpy.eye(3, dtype="f4")])
row("linalg.inv linalg.det linalg.slogdet", arrays=WELL, near=NEAR)
row("linalg.cholesky", arrays=DEFINITE, near=NEAR)
row("linalg.eigvalsh", arrays=DEFINITE, UPLO=("U", "x"), near=NEAR)
row("linalg.matrix_power", arrays=WELL, n=(2, 0, -1, 3, 1.5), near=NEAR)
row("linalg.svdvals linalg.norm", arrays=WELL, near=NEAR, ord=(1, 2, numpy.inf, "fro", -1, "no"),
    axis=(0, 1, (0, 1), 5))
row("linalg.matrix_norm linalg.vector_norm", arrays=WELL, ord=(1, 2, numpy.inf, 0, "nuc"),
    near=NEAR)
row("linalg.lstsq", arrays=WELL[:2] + WELL[3:5], b=(numpy.ones(3), numpy.ones((3, 2))), near=NEAR)
row("linalg.multi_dot", arrays=[[MATRIX.T, SQUARE], [VECTOR[:3], SQUARE, MATRIX], [SQUARE]],
    near=NEAR)
row("linalg.cond linalg.pinv linalg.matrix_rank", arrays=DEFINITE, near=NEAR, p=(1, 2, "fro"),
    hermitian=(True,), rtol=(0.1,), tol=(0.1,))
row("linalg.tensorsolve linalg.tensorinv", arrays=[numpy.eye(6).reshape(2, 3, 2, 3)], ind=(2,),
    b=(numpy.ones((2, 3)),), axes=(), near=NEAR)

# -- statistics -----------------------------------------------------------------------------
row("cov", y=partners, rowvar=(False,), bias=(True,), ddof=(0, 2), fweights=(), aweights=(),
    near=NEAR)
row("corrcoef", y=partners, rowvar=(False,), near=NEAR)
HISTOGRAM = {"bins": (3, [0, 0.5, 1], "auto", 0), "range": ((-1, 1), (1, 0)), "density": (True,),
             "near": NEAR, "weights": lambda a: [numpy.ones(numpy.shape(a))]}
row("histogram histogram_bin_edges", **HISTOGRAM)
row("histogram2d", y=partners, arrays=VECTORS,
    **(HISTOGRAM | {"bins": (3, (2, 3)), "range": ([(-1, 1), (0, 2)],)}))
row("histogramdd", **(HISTOGRAM | {"bins": (3, (2, 3)), "range": (), "weights": ()}),
    arrays=[MATRIX[:, :2], VECTOR, INTS[:, :2]])

# -- making arrays -------------------------------------------------------------------------
ANY = [MATRIX, VECTOR, INTS, POINT, EMPTY, CUBE.astype("f4"), [1, 2], [[1.5], [2]], 5, True, 1j,
       [True, 2.5], (1, 2), [], [[]], numpy.float32(2), numpy.asfortranarray(MATRIX)]
row("array", arrays=ANY, ndmin=(0, 3), ndmax=(1, 2))
row("asarray asanyarray ascontiguousarray asfortranarray asarray_chkfinite", arrays=ANY)
row("astype", dtype=("f4", "i4", "c16", "?", "no"))
row("require", requirements=("C", "F", ["O", "W"], "no"), arrays=ANY)
SHAPES = [(2, 3), 4, (), (0, 2), [2, 2], -1]
row("zeros ones", arrays=SHAPES)
row("full", arrays=SHAPES, fill_value=(5, 1.5, True, [1, 2, 3], 1j))
row("full_like", fill_value=(5, 1.5, [1, 2]), shape=((2, 3), 4))
row("zeros_like ones_like", shape=((2, 3), 4))
row("arange", arrays=[5, 0, 2.5, -1], stop=(9, 2.5), step=(2, 0.5, -1, 0), dtype=("f4", "i2"))
ENDS = [0, 1.5, [1, 2], VECTOR + 3, 1j]
row("linspace", arrays=ENDS, stop=(9, 2.5, [3, 4]), retstep=(True,), axis=(0, -1), near=NEAR)
row("logspace geomspace", arrays=ENDS[1:], stop=(9, 2.5, [3, 4]), base=(2, 10.0), axis=(0, -1),
    near=NEAR)
row("hanning hamming blackman bartlett", arrays=[5, 1, 0, 2.5, 12, -1], near=NEAR)
row("kaiser", arrays=[5, 1, 0], beta=(5, 0, 2.5), near=NEAR)
row("fromfunction", arrays=[lambda i, j: i + j, lambda i, j: i * 0.5], shape=((2, 3),),
    dtype=("i4",))
row("fromiter", arrays=[[1, 2, 3], [0.5], []], dtype=("f8", "i4"), count=(1, 9))
row("frombuffer", arrays=[bytes(range(16)), b""], dtype=("u1", "f8"), count=(2, 9), offset=(4, 99))
# Numbers that are counted and are not there are whatever lay in memory.
row("fromstring", arrays=["1 2 3", "", "1,2"], dtype=("i4",), count=(), sep=(" ", ","), string=())
row("from_dlpack", arrays=[MATRIX, VECTOR, INTS, CUBE, MATRIX.astype("f4")], copy=(True, False))

# -- types and text ------------------------------------------------------------------------
TYPES = ["f8", "i4", "?", "c8", numpy.float32, int]
row("can_cast", arrays=TYPES, to=("f4", "i8", "O"), casting=("same_kind", "no", "unsafe"))
row("promote_types", arrays=TYPES, type2=("f4", "u8", "c8", "M8[s]"))
row("result_type", arrays_and_dtypes=("f4", 1, 2.5, INTS))
row("min_scalar_type", arrays=[3, -1, 300, 2.5, 1e300, 1j, MATRIX, POINT, True])
row("common_type", arrays=FEW)
row("mintypecode", arrays=["fd", "Fd", ["i"], "c"], typeset=("fd",), default=("f",))
row("isdtype", arrays=[numpy.dtype("f8"), numpy.dtype("i4")], kind=("real floating", "integral",
    "x"))
row("issubdtype", arrays=TYPES, arg2=(numpy.floating, "f8", numpy.integer))
row("typename", arrays=["f", "d", "?", "F"])
row("shares_memory may_share_memory", b=lambda a: [a])
row("base_repr", arrays=[5, 255, -3, 0], base=(2, 16, 40), padding=(2,))
row("binary_repr", arrays=[5, -3, 0, 255], width=(10, 4))
TEXT = {"arrays": FEW + [SPECIAL, MATRIX > 0, MATRIX + 1j], "max_line_width": (20,),
        "precision": (2, 0), "suppress_small": (True,)}
row("array_repr array_str", **TEXT)
row("array2string", **TEXT, separator=(", ",), prefix=("abc",), formatter=(), threshold=(3,),
    edgeitems=(1,), sign=("+", " "), floatmode=("fixed", "unique"), suffix=(")",), legacy=())
row("format_float_positional format_float_scientific", arrays=[2.5, 1 / 3, 1e20,
    numpy.float32(0.1)],
    precision=(3, 0), unique=(False,), fractional=(False,), trim=("0", "-"), sign=(True,),
    pad_left=(6,), pad_right=(6,), min_digits=(5,), exp_digits=(3,))

# -- functions of functions ------------------------------------------------------------------
row("apply_along_axis", arrays=[numpy.sum, numpy.sort, len], axis=(0, 1, 5), arr=(MATRIX, INTS),
    near=NEAR)
row("apply_over_axes", arrays=[numpy.sum, numpy.max], a=(MATRIX, CUBE), axes=([0], [0, 1], 5),
    near=NEAR)
