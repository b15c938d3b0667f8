"""The array API standard, version 2025.12, as data: signatures, element types, result types.

One line per function: its signature, the kinds of its array arguments, and the rule for the result:
  same      the type of the argument, or what two arguments promote to
  real      the real type of a complex argument, else the same
  bool, index, size   always bool; the default index type (int64)
  sum       small integers widen to the default ones
  float     the default real floating type
  complex   the complex type of a floating argument
A star after the kind: named tuples or lists of arrays, compared with NumPy's alone.
"""

MAIN = """
abs(x, /) : numeric -> real
acos(x, /) : floating -> same
acosh(x, /) : floating -> same
add(x1, x2, /) : numeric -> same
all(x, /, *, axis=None, keepdims=False) : all -> bool
any(x, /, *, axis=None, keepdims=False) : all -> bool
arange(start, /, stop=None, step=1, *, dtype=None, device=None) : none
argmax(x, /, *, axis=None, keepdims=False) : real -> index
argmin(x, /, *, axis=None, keepdims=False) : real -> index
argsort(x, /, *, axis=-1, descending=False, stable=True) : real -> index
asarray(obj, /, *, dtype=None, device=None, copy=None) : all -> same
asin(x, /) : floating -> same
asinh(x, /) : floating -> same
astype(x, dtype, /, *, copy=True, device=None) : all
atan(x, /) : floating -> same
atan2(x1, x2, /) : real floating -> same
atanh(x, /) : floating -> same
bitwise_and(x1, x2, /) : integral or bool -> same
bitwise_invert(x, /) : integral or bool -> same
bitwise_left_shift(x1, x2, /) : integral -> same
bitwise_or(x1, x2, /) : integral or bool -> same
bitwise_right_shift(x1, x2, /) : integral -> same
bitwise_xor(x1, x2, /) : integral or bool -> same
broadcast_arrays(*arrays) : all*
broadcast_shapes(*shapes) : none
broadcast_to(x, /, shape) : all -> same
can_cast(from_, to, /) : none
ceil(x, /) : real -> same
clip(x, /, min=None, max=None) : real -> same
concat(arrays, /, *, axis=0) : all -> same
conj(x, /) : numeric -> same
copysign(x1, x2, /) : real floating -> same
cos(x, /) : floating -> same
cosh(x, /) : floating -> same
count_nonzero(x, /, *, axis=None, keepdims=False) : all -> index
cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False) : numeric -> sum
cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False) : numeric -> sum
diff(x, /, *, axis=-1, n=1, prepend=None, append=None) : numeric -> same
divide(x1, x2, /) : floating -> same
empty(shape, *, dtype=None, device=None) : none
empty_like(x, /, *, dtype=None, device=None) : all -> same
equal(x1, x2, /) : all -> bool
exp(x, /) : floating -> same
expand_dims(x, /, axis) : all -> same
expm1(x, /) : floating -> same
eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None) : none
finfo(type, /) : none
flip(x, /, *, axis=None) : all -> same
floor(x, /) : real -> same
floor_divide(x1, x2, /) : real -> same
from_dlpack(x, /, *, device=None, copy=None) : all -> same
full(shape, fill_value, *, dtype=None, device=None) : none
full_like(x, /, fill_value, *, dtype=None, device=None) : all -> same
greater(x1, x2, /) : real -> bool
greater_equal(x1, x2, /) : real -> bool
hypot(x1, x2, /) : real floating -> same
iinfo(type, /) : none
imag(x, /) : complex floating -> real
isdtype(dtype, kind) : none
isfinite(x, /) : numeric -> bool
isin(x1, x2, /, *, invert=False) : integral or bool -> bool
isinf(x, /) : numeric -> bool
isnan(x, /) : numeric -> bool
less(x1, x2, /) : real -> bool
less_equal(x1, x2, /) : real -> bool
linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True) : none
log(x, /) : floating -> same
log10(x, /) : floating -> same
log1p(x, /) : floating -> same
log2(x, /) : floating -> same
logaddexp(x1, x2, /) : real floating -> same
logical_and(x1, x2, /) : boolean -> bool
logical_not(x, /) : boolean -> bool
logical_or(x1, x2, /) : boolean -> bool
logical_xor(x1, x2, /) : boolean -> bool
matmul(x1, x2, /) : numeric -> same
matrix_transpose(x, /) : all -> same
max(x, /, *, axis=None, keepdims=False) : real -> same
maximum(x1, x2, /) : real -> same
mean(x, /, *, axis=None, keepdims=False) : floating -> same
meshgrid(*arrays, indexing='xy') : numeric*
min(x, /, *, axis=None, keepdims=False) : real -> same
minimum(x1, x2, /) : real -> same
moveaxis(x, source, destination, /) : all -> same
multiply(x1, x2, /) : numeric -> same
negative(x, /) : numeric -> same
nextafter(x1, x2, /) : real floating -> same
nonzero(x, /) : all*
not_equal(x1, x2, /) : all -> bool
ones(shape, *, dtype=None, device=None) : none
ones_like(x, /, *, dtype=None, device=None) : all -> same
permute_dims(x, /, axes) : all -> same
positive(x, /) : numeric -> same
pow(x1, x2, /) : numeric -> same
prod(x, /, *, axis=None, dtype=None, keepdims=False) : numeric -> sum
real(x, /) : numeric -> real
reciprocal(x, /) : floating -> same
remainder(x1, x2, /) : real -> same
repeat(x, repeats, /, *, axis=None) : all -> same
reshape(x, /, shape, *, copy=None) : all -> same
result_type(*arrays_and_dtypes) : none
roll(x, /, shift, *, axis=None) : all -> same
round(x, /) : numeric -> same
searchsorted(x1, x2, /, *, side='left', sorter=None) : real -> index
sign(x, /) : numeric -> same
signbit(x, /) : real floating -> bool
sin(x, /) : floating -> same
sinh(x, /) : floating -> same
sort(x, /, *, axis=-1, descending=False, stable=True) : real -> same
sqrt(x, /) : floating -> same
square(x, /) : numeric -> same
squeeze(x, /, axis) : all -> same
stack(arrays, /, *, axis=0) : all -> same
std(x, /, *, axis=None, correction=0.0, keepdims=False) : real floating -> same
subtract(x1, x2, /) : numeric -> same
sum(x, /, *, axis=None, dtype=None, keepdims=False) : numeric -> sum
take(x, indices, /, *, axis=None) : all -> same
take_along_axis(x, indices, /, *, axis=-1) : all -> same
tan(x, /) : floating -> same
tanh(x, /) : floating -> same
tensordot(x1, x2, /, *, axes=2) : numeric -> same
tile(x, repetitions, /) : all -> same
tril(x, /, *, k=0) : all -> same
triu(x, /, *, k=0) : all -> same
trunc(x, /) : real -> same
unique_all(x, /) : all*
unique_counts(x, /) : all*
unique_inverse(x, /) : all*
unique_values(x, /) : all -> same
unstack(x, /, *, axis=0) : all*
var(x, /, *, axis=None, correction=0.0, keepdims=False) : real floating -> same
vecdot(x1, x2, /, *, axis=-1) : numeric -> same
where(condition, x1, x2, /) : all -> same
zeros(shape, *, dtype=None, device=None) : none
zeros_like(x, /, *, dtype=None, device=None) : all -> same
"""

LINALG = """
cholesky(x, /, *, upper=False) : floating -> same
cross(x1, x2, /, *, axis=-1) : numeric -> same
det(x, /) : floating -> same
diagonal(x, /, *, offset=0) : all -> same
eig(x, /) : floating*
eigh(x, /) : floating*
eigvals(x, /) : floating
eigvalsh(x, /) : floating -> real
inv(x, /) : floating -> same
matmul(x1, x2, /) : numeric -> same
matrix_norm(x, /, *, keepdims=False, ord='fro') : floating -> real
matrix_power(x, n, /) : floating -> same
matrix_rank(x, /, *, rtol=None) : floating -> index
matrix_transpose(x, /) : all -> same
outer(x1, x2, /) : numeric -> same
pinv(x, /, *, rtol=None) : floating -> same
qr(x, /, *, mode='reduced') : floating*
slogdet(x, /) : floating*
solve(x1, x2, /) : floating -> same
svd(x, /, *, full_matrices=True) : floating*
svdvals(x, /) : floating -> real
tensordot(x1, x2, /, *, axes=2) : numeric -> same
trace(x, /, *, offset=0, dtype=None) : numeric -> sum
vecdot(x1, x2, /, *, axis=-1) : numeric -> same
vector_norm(x, /, *, axis=None, keepdims=False, ord=2) : floating -> real
"""

FFT = """
fft(x, /, *, n=None, axis=-1, norm='backward') : floating -> complex
ifft(x, /, *, n=None, axis=-1, norm='backward') : floating -> complex
fftn(x, /, *, s=None, axes=None, norm='backward') : floating -> complex
ifftn(x, /, *, s=None, axes=None, norm='backward') : floating -> complex
rfft(x, /, *, n=None, axis=-1, norm='backward') : real floating -> complex
irfft(x, /, *, n=None, axis=-1, norm='backward') : floating -> real
rfftn(x, /, *, s=None, axes=None, norm='backward') : real floating -> complex
irfftn(x, /, *, s=None, axes=None, norm='backward') : floating -> real
hfft(x, /, *, n=None, axis=-1, norm='backward') : floating -> real
ihfft(x, /, *, n=None, axis=-1, norm='backward') : real floating -> complex
fftfreq(n, /, *, d=1.0, dtype=None, device=None) : none
rfftfreq(n, /, *, d=1.0, dtype=None, device=None) : none
fftshift(x, /, *, axes=None) : floating -> same
ifftshift(x, /, *, axes=None) : floating -> same
"""

CONSTANTS = ("e", "inf", "nan", "newaxis", "pi")
DTYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "float32", "float64", "complex64", "complex128")  # fmt: skip
KINDS = {
    "boolean": DTYPES[:1], "integral": DTYPES[1:9], "real floating": DTYPES[9:11],
    "complex floating": DTYPES[11:], "integral or bool": DTYPES[:9], "real": DTYPES[1:11],
    "floating": DTYPES[9:], "numeric": DTYPES[1:], "all": DTYPES,
}  # fmt: skip

ARRAY_ATTRIBUTES = ("dtype", "device", "mT", "ndim", "shape", "size", "T")
ARRAY_METHODS = """__abs__ __add__ __and__ __array_namespace__ __bool__ __complex__ __dlpack__
__dlpack_device__ __eq__ __float__ __floordiv__ __ge__ __getitem__ __gt__ __index__ __int__
__invert__ __le__ __lshift__ __lt__ __matmul__ __mod__ __mul__ __ne__ __neg__ __or__ __pos__
__pow__ __rshift__ __setitem__ __sub__ __truediv__ __xor__ __iadd__ __isub__ __imul__
__itruediv__ __ifloordiv__ __ipow__ __imod__ __imatmul__ __iand__ __ior__ __ixor__ __ilshift__
__irshift__ __radd__ __rsub__ __rmul__ __rtruediv__ __rfloordiv__ __rpow__ __rmod__ __rmatmul__
__rand__ __ror__ __rxor__ __rlshift__ __rrshift__ to_device""".split()


def functions():
    """Yields (name, signature, kind, result) of every function; result is None where no rule is."""
    for owner, table in (("", MAIN), ("linalg.", LINALG), ("fft.", FFT)):
        for line in table.strip().splitlines():
            head, _, types = line.rpartition(" : ")
            name, _, signature = head.partition("(")
            kind, _, result = types.partition(" -> ")
            yield owner + name, signature[:-1], kind.rstrip("*"), result or None
