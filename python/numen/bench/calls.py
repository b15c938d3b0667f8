"""One call of every public function of numpy, numpy.linalg and numpy.fft, as data, for the
benchmarks that walk them: `small_calls --all` the native ones, `composites` the composites.

A statement sees the names that `inputs.Inputs` makes; "np.f; ..." with a semicolon writes into
`a`. The kind says which of the small-call targets holds: of arithmetic, of functions like sin, of
reductions and products, of what moves elements or makes arrays; "moving" is also what has no
target of its own.
"""

import re

from .cases import Case
from .inputs import INPUT_NAMES

BOUNDS = {"arithmetic": 0.3, "function": 0.4, "reduction": 0.3, "cross": 0.1, "moving": 1.0}
SMALL = (1, 3, 10, 100)
TO_A_MILLION = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
FLOATS, NUMBERS = ("float64", "float32"), ("float64", "float32", "int64")

MODULES = (("numpy", ""), ("numpy.linalg", "linalg."), ("numpy.fft", "fft."))

# Names that have no case, and why.
WITHOUT_CASE = {
    "vectorize": "a class: what it costs is the cost of the user's function",
    "frompyfunc": "makes a ufunc of the user's function and computes nothing itself",
    "einsum_path": "plans a call and computes nothing",
}

ARITHMETIC = """add subtract multiply divide true_divide equal not_equal less less_equal greater
    greater_equal maximum minimum fmax fmin"""
ARITHMETIC_OF_ONE = "negative positive absolute abs fabs square sign conj conjugate"
ON_INTEGERS = """bitwise_and bitwise_or bitwise_xor left_shift right_shift bitwise_left_shift
    bitwise_right_shift gcd lcm"""
ON_INTEGERS_OF_ONE = "invert bitwise_not bitwise_invert bitwise_count"
LOGICAL = "logical_and logical_or logical_xor"
OF_TWO = """power pow float_power hypot arctan2 atan2 logaddexp logaddexp2 copysign nextafter fmod
    remainder mod floor_divide divmod heaviside"""
OF_ONE = """sqrt cbrt reciprocal exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh
    arcsinh asinh arctan atan deg2rad rad2deg radians degrees floor ceil trunc rint modf frexp
    spacing"""
TESTS = "isnan isinf isfinite signbit"  # of floating numbers
INSIDE_ONE = "arcsin asin arccos acos arctanh atanh"
ABOVE_ONE = "arccosh acosh"
REDUCTIONS = """sum prod min amin max amax mean var std argmin argmax any all cumsum cumprod ptp
    median"""

# name: statement; a list of dtypes may follow.
STATEMENTS = {
    "function": {
        "ldexp": ("np.ldexp(a, i)", FLOATS), "logical_not": "np.logical_not(mask)",
        "clip": "np.clip(a, 1, 2)", "round": "np.round(a)", "around": "np.around(a)",
    },
    "reduction": {
        "dot": "np.dot(a, b)", "matmul": "np.matmul(m, k)", "vdot": "np.vdot(a, b)",
        "vecdot": "np.vecdot(a, b)", "matvec": "np.matvec(m, columns)",
        "vecmat": "np.vecmat(rows, m)", "inner": "np.inner(a, b)", "outer": "np.outer(e, f)",
        "trace": "np.trace(h)", "count_nonzero": "np.count_nonzero(a)",
        "tensordot": "np.tensordot(m, k, 1)", "einsum": "np.einsum('ij,jk->ik', m, k)",
    },
    "cross": {"cross": "np.cross(c, d)", },
    "moving": {
        "append": "np.append(a, 1)", "apply_along_axis": "np.apply_along_axis(sum, 0, m)",
        "apply_over_axes": "np.apply_over_axes(np.sum, m, 0)", "arange": "np.arange(n)",
        "argpartition": "np.argpartition(a, n // 2)", "argsort": "np.argsort(a)",
        "argwhere": "np.argwhere(mask)", "array": "np.array(a)",
        "array_equal": "np.array_equal(a, b)", "array_equiv": "np.array_equiv(a, b)",
        "array_split": "np.array_split(a, 3)", "asanyarray": "np.asanyarray(a)",
        "asarray": "np.asarray(a)", "asarray_chkfinite": "np.asarray_chkfinite(a)",
        "ascontiguousarray": "np.ascontiguousarray(m.T)", "astype": "np.astype(a, 'f4')",
        "asfortranarray": "np.asfortranarray(m)", "atleast_1d": "np.atleast_1d(a)",
        "atleast_2d": "np.atleast_2d(a)", "atleast_3d": "np.atleast_3d(a)",
        "average": "np.average(a, weights=b)", "bartlett": "np.bartlett(n)",
        "bincount": "np.bincount(i)", "blackman": "np.blackman(n)",
        "block": "np.block([[m, m], [m, m]])", "broadcast_arrays": "np.broadcast_arrays(a, 1.0)",
        "broadcast_to": "np.broadcast_to(a, (2, n))", "c_": "np.c_[a, b]",
        "can_cast": "np.can_cast('f4', 'f8')", "choose": "np.choose(i % 2, [a, b])",
        "column_stack": "np.column_stack((a, b))", "common_type": ("np.common_type(a, b)", FLOATS),
        "compress": "np.compress(mask, a)", "concatenate": "np.concatenate((a, b))",
        "concat": "np.concat((a, b))", "convolve": "np.convolve(a, three)", "copy": "np.copy(a)",
        "copyto": "np.copyto(a, b); 0", "corrcoef": "np.corrcoef(a, b)",
        "correlate": "np.correlate(a, three)", "cov": "np.cov(a, b)",
        "cumulative_prod": "np.cumulative_prod(a)", "cumulative_sum": "np.cumulative_sum(a)",
        "delete": "np.delete(a, 0)", "diag": "np.diag(e)", "diag_indices": "np.diag_indices(n)",
        "diag_indices_from": "np.diag_indices_from(h)", "diagflat": "np.diagflat(e)",
        "diagonal": "np.diagonal(h)", "diff": "np.diff(a)", "digitize": "np.digitize(a, s[:3])",
        "dsplit": "np.dsplit(a.reshape(1, 1, n), 1)", "dstack": "np.dstack((a, b))",
        "ediff1d": "np.ediff1d(a)", "empty": "np.empty(n, dtype).shape",
        "empty_like": "np.empty_like(a).shape", "expand_dims": "np.expand_dims(a, 0)",
        "extract": "np.extract(mask, a)", "eye": "np.eye(side)", "fix": ("np.fix(a)", FLOATS),
        "fill_diagonal": "np.fill_diagonal(h, 1); r = h", "flatnonzero": "np.flatnonzero(mask)",
        "flip": "np.flip(a)", "fliplr": "np.fliplr(m)", "flipud": "np.flipud(m)",
        "from_dlpack": "np.from_dlpack(a)", "frombuffer": "np.frombuffer(a, a.dtype)",
        "fromfunction": "np.fromfunction(np.add, (side, side))",
        "fromiter": "np.fromiter(values, dtype)", "full": "np.full(n, 1.5)",
        "full_like": "np.full_like(a, 2)", "geomspace": "np.geomspace(1.0, 9.0, n)",
        "gradient": "np.gradient(two_or_more)", "hamming": "np.hamming(n)",
        "hanning": "np.hanning(n)", "histogram": "np.histogram(a)",
        "histogram2d": "np.histogram2d(a, b)", "histogramdd": "np.histogramdd(m[:, :2])",
        "histogram_bin_edges": "np.histogram_bin_edges(a)", "hsplit": "np.hsplit(a, 1)",
        "hstack": "np.hstack((a, b))", "i0": ("np.i0(a)", FLOATS), "identity": "np.identity(side)",
        "imag": "np.imag(a)", "indices": "np.indices((side, side))", "insert": "np.insert(a, 0, 1)",
        "interp": ("np.interp(a, s, b)", FLOATS), "intersect1d": "np.intersect1d(a, b)",
        "isclose": "np.isclose(a, b)", "allclose": "np.allclose(a, b)",
        "iscomplex": "np.iscomplex(a)", "iscomplexobj": "np.iscomplexobj(a)",
        "isfortran": "np.isfortran(m)", "isin": "np.isin(a, three)",
        "isneginf": ("np.isneginf(a)", FLOATS), "isposinf": ("np.isposinf(a)", FLOATS),
        "isreal": "np.isreal(a)", "isrealobj": "np.isrealobj(a)", "isscalar": "np.isscalar(a)",
        "ix_": "np.ix_(i, i)", "kaiser": "np.kaiser(n, 5.0)", "kron": "np.kron(e, f)",
        "lexsort": "np.lexsort((a, b))", "linspace": "np.linspace(0.0, 1.0, n)",
        "logspace": "np.logspace(0.0, 1.0, n)", "mask_indices": "np.mask_indices(side, np.triu)",
        "matrix_transpose": "np.matrix_transpose(m)", "meshgrid": "np.meshgrid(e, f)",
        "mgrid": "np.mgrid[0:side, 0:side]", "min_scalar_type": "np.min_scalar_type(3)",
        "moveaxis": "np.moveaxis(m, 0, 1)", "nan_to_num": ("np.nan_to_num(g)", FLOATS),
        "ndim": "np.ndim(a)", "nonzero": "np.nonzero(mask)", "ogrid": "np.ogrid[0:n, 0:2]",
        "ones": "np.ones(n, dtype)", "ones_like": "np.ones_like(a)",
        "packbits": "np.packbits(mask)",
        "pad": "np.pad(a, 2)", "partition": "np.partition(a, n // 2)[n // 2]",
        "percentile": "np.percentile(a, 30)", "permute_dims": "np.permute_dims(m)",
        "piecewise": "np.piecewise(a, [mask], [1, 2])", "place": "np.place(a, mask, three); 0",
        "poly": "np.poly(three)", "polyadd": "np.polyadd(a, b)", "polyder": "np.polyder(a)",
        "polydiv": ("np.polydiv(a, three)", FLOATS), "polyfit": ("np.polyfit(s, b, 1)", FLOATS),
        "polyint": "np.polyint(a)", "polymul": "np.polymul(a, three)",
        "polysub": "np.polysub(a, b)", "polyval": "np.polyval(three, a)",
        "put": "np.put(a, i, b); 0", "put_along_axis": "np.put_along_axis(a, i, b, 0); 0",
        "putmask": "np.putmask(a, mask, b); 0", "quantile": "np.quantile(a, 0.3)",
        "r_": "np.r_[a, b]", "ravel": "np.ravel(m)", "real": "np.real(a)",
        "ravel_multi_index": "np.ravel_multi_index((i, i), (n, n))",
        "real_if_close": "np.real_if_close(a)", "repeat": "np.repeat(a, 2)",
        "require": "np.require(a, requirements='C')", "reshape": "np.reshape(a, (n, 1))",
        "resize": "np.resize(a, (2, n))", "result_type": "np.result_type(a, 1.0)",
        "roll": "np.roll(a, 1)", "rollaxis": "np.rollaxis(m, 1)", "roots": "np.roots(three)",
        "rot90": "np.rot90(m)", "row_stack": "np.vstack((a, b))",
        "searchsorted": "np.searchsorted(s, a)",
        "select": "np.select([mask, mask], [a, b])", "setdiff1d": "np.setdiff1d(a, b)",
        "setxor1d": "np.setxor1d(a, b)", "shape": "np.shape(a)", "sinc": ("np.sinc(a)", FLOATS),
        "size": "np.size(a)", "sort": "np.sort(a)", "sort_complex": "np.sort_complex(a)",
        "split": "np.split(a, 1)", "squeeze": "np.squeeze(a[None])", "stack": "np.stack((a, b))",
        "swapaxes": "np.swapaxes(m, 0, 1)", "take": "np.take(a, i)",
        "take_along_axis": "np.take_along_axis(a, i, 0)", "tile": "np.tile(a, 2)",
        "transpose": "np.transpose(m)", "trapezoid": "np.trapezoid(a)", "tri": "np.tri(side)",
        "tril": "np.tril(h)", "tril_indices": "np.tril_indices(side)",
        "tril_indices_from": "np.tril_indices_from(h)", "trim_zeros": "np.trim_zeros(a)",
        "triu": "np.triu(h)", "triu_indices": "np.triu_indices(side)",
        "triu_indices_from": "np.triu_indices_from(h)", "union1d": "np.union1d(a, b)",
        "unique": "np.unique(a)", "unique_all": "np.unique_all(a)",
        "unique_counts": "np.unique_counts(a)", "unique_inverse": "np.unique_inverse(a)",
        "unique_values": "np.unique_values(a).sum()", "unpackbits": "np.unpackbits(bytes_)",
        "unravel_index": "np.unravel_index(i, (n, 2))", "unstack": "np.unstack(columns_of_four)",
        "unwrap": ("np.unwrap(a)", FLOATS), "vander": "np.vander(a, 3)",
        "vsplit": "np.vsplit(m, 1)", "vstack": "np.vstack((a, b))",
        "where": "np.where(mask, a, b)", "angle": "np.angle(a)",
        "zeros": "np.zeros(n, dtype)", "zeros_like": "np.zeros_like(a)",
        "shares_memory": "np.shares_memory(a, b)", "may_share_memory": "np.may_share_memory(a, b)",
        "nanpercentile": ("np.nanpercentile(g, 30)", FLOATS),
        "nanquantile": ("np.nanquantile(g, 0.3)", FLOATS),
        "nanmedian": ("np.nanmedian(g)", FLOATS),
    },
}
FILES = {  # each call begins at the start of its file
    "save": "buffer.seek(0); np.save(buffer, a); r = buffer.tell()",
    "savez": "buffer.seek(0); np.savez(buffer, a); r = buffer.tell()",
    "savez_compressed": "buffer.seek(0); np.savez_compressed(buffer, a); r = buffer.tell() > 0",
    "savetxt": "buffer.seek(0); np.savetxt(buffer, a); r = buffer.tell()",
    "load": "npy.seek(0); r = np.load(npy)", "fromfile": "raw.seek(0); r = np.fromfile(raw, dtype)",
    "fromstring": "np.fromstring(words, dtype, sep=' ')", "loadtxt": "np.loadtxt(lines)",
    "genfromtxt": "np.genfromtxt(lines)", "array2string": "np.array2string(a)",
    "fromregex": "text.seek(0); r = np.fromregex(text, '([0-9.]+)', [('x', 'f8')])",
    "array_repr": "np.array_repr(a)", "array_str": "np.array_str(a)",
}
LINALG = {
    "solve": "(w, e)", "inv": "(w)", "cholesky": "(y)", "det": "(w)", "slogdet": "(w)",
    "qr": "(w).R", "svd": "(w).S", "svdvals": "(w)", "eigh": "(y).eigenvalues",
    "eigvalsh": "(y)", "eig": "(y).eigenvalues", "eigvals": "(y)", "pinv": "(w)", "cond": "(w)",
    "matrix_rank": "(w)", "matrix_power": "(h, 3)", "multi_dot": "([rows, m, columns])",
    "lstsq": "(w, e, None)[0]", "tensorsolve": "(w, e)", "tensorinv": "(w, 1)",
    "matrix_norm": "(m)", "vector_norm": "(a)", "matrix_transpose": "(m)", "trace": "(h)",
    "diagonal": "(h)", "outer": "(e, f)", "matmul": "(m, k)", "tensordot": "(m, k, axes=1)",
    "vecdot": "(a, b)", "cross": "(c, d)", "norm": "(a)",
}
# What these give is in whatever order LAPACK found it.
IN_NO_ORDER = ("eig", "eigvals")
FOURIER = {
    "fft ifft rfft ihfft fftshift ifftshift": "(a)", "irfft hfft": "(a, n)",
    "fft2 ifft2 rfft2 fftn ifftn rfftn": "(m)", "irfft2": "(m, m.shape)",
    "irfftn": "(m, m.shape, (0, 1))", "fftfreq rfftfreq": "(n)",
}
NAN_FUNCTIONS = """nansum nanprod nanmax nanmin nanargmax nanargmin nanmean nanvar nanstd nancumsum
    nancumprod"""


def _generated():
    """(name, kind, statement, dtypes) of the names that differ in nothing else."""
    families = (
        (ARITHMETIC, "arithmetic", "(a, b)", NUMBERS),
        (ARITHMETIC_OF_ONE, "arithmetic", "(a)", NUMBERS),
        (ON_INTEGERS, "function", "(a, b)", ("int64",)),
        (ON_INTEGERS_OF_ONE, "function", "(a)", ("int64",)),
        (LOGICAL, "arithmetic", "(mask, mask)", ("float64",)),
        (OF_TWO, "function", "(a, b)", FLOATS),
        (OF_ONE, "function", "(a)", FLOATS), (TESTS, "function", "(a)", FLOATS),
        (INSIDE_ONE, "function", "(u)", FLOATS), (ABOVE_ONE, "function", "(a + 1)", FLOATS),
        (REDUCTIONS, "reduction", "(a)", NUMBERS), (NAN_FUNCTIONS, "reduction", "(g)", FLOATS),
    )
    for names, kind, arguments, dtypes in families:
        for name in names.split():
            yield name, kind, f"np.{name}{arguments}", dtypes
    for name, arguments in LINALG.items():
        kind = "reduction" if name in ("norm", "vector_norm") else "moving"
        statement = f"np.linalg.{name}{arguments}"
        if name in IN_NO_ORDER:
            statement = f"np.sort({statement})"
        yield f"linalg.{name}", kind, statement, FLOATS
    for names, arguments in FOURIER.items():
        for name in names.split():
            yield f"fft.{name}", "moving", f"np.fft.{name}{arguments}", FLOATS


def _written():
    for kind, statements in STATEMENTS.items():
        for name, statement in statements.items():
            text, dtypes = (statement, NUMBERS) if isinstance(statement, str) else statement
            yield name, kind, text, dtypes
    for name, statement in FILES.items():
        yield name, "moving", statement, ("float64",)


def inputs_of(statement):
    """The inputs that a statement names, in their order."""
    words = dict.fromkeys(re.findall(r"\b[a-z]\w*\b", statement))
    return tuple(word for word in words if word in INPUT_NAMES) or ("n",)


def all_cases(sizes, dtypes=NUMBERS):
    """A Case for every name: a dict from name to Case, of those dtypes that the name has."""
    return {name: Case(name, statement, inputs_of(statement), BOUNDS[kind], sizes=sizes, group=kind,
                       dtypes=tuple(d for d in own if d in dtypes) or own[:1])
            for name, kind, statement, own in (*_generated(), *_written())}


def public_names(kind):
    """The names ("sum", "linalg.norm") that compute and are of that kind of coverage."""
    from .. import namespace

    found = {prefix + name for module, prefix in MODULES
             for name, own, public in namespace.entries(module)
             if own == kind and name not in namespace.SETTINGS
             and (kind == "composite" or callable(public)) and not isinstance(public, type)}
    return sorted(found - WITHOUT_CASE.keys())
