"""How exactly a statement's result must agree with NumPy's, decided from NumPy's own values.

Most results are compared bit for bit. What legitimately differs: the order of floating sums
(bound n * eps * sum|x|, Higham 2002, section 4.2), transcendental functions (ulp bounds), the sign
of a zero that minimum and maximum choose, and conversions of values that the target type cannot
hold (undefined in C, so any value). A sum whose terms are multiples of a small power of two and
stay below 2**mantissa is exact in every order; then bits are compared here too.
"""

from typing import NamedTuple

import numpy


class Tolerance(NamedTuple):
    """Allowed distance: absolute + relative * |expected|; (0, 0) lets only zeros change sign."""

    absolute: float
    relative: float


ANY = Tolerance(numpy.inf, 0.0)
SIGN_OF_ZERO = Tolerance(0.0, 0.0)

# Types of which sums are judged exact: scale that must make all values integers, mantissa bits.
EXACT_SUMS = {"e": (4.0, 11), "f": (16.0, 24), "d": (4096.0, 53), "F": (16.0, 24),
              "D": (4096.0, 53)}


def epsilon(dtype):
    """Unit roundoff times two of the type that `dtype` computes in; 0 for exact types."""
    return float(numpy.finfo(dtype).eps) if dtype.kind in "fc" else 0.0


def parts(array):
    """The real numbers that make up an array, as float64."""
    if array.dtype.kind == "c":
        array = numpy.concatenate([array.real.ravel(), array.imag.ravel()])
    return numpy.asarray(array, dtype=numpy.float64)


def adds_exactly(array, product_of=1):
    """True if any sum of the elements (or of products of that many) rounds nowhere."""
    if array.dtype.kind not in "fc":
        return True
    if array.dtype.char not in EXACT_SUMS:
        return False
    scale, bits = EXACT_SUMS[array.dtype.char]
    scaled = numpy.abs(parts(array)) * scale
    total = scaled.sum()
    return bool(total ** product_of < 2.0 ** (bits - 1) and (scaled == numpy.rint(scaled)).all())


def is_finite(array):
    return array.dtype.kind not in "fc" or bool(numpy.isfinite(array).all())


def exact(result):
    return None


def anything(result):
    return ANY


def ulp(result, count="8"):
    """`count` units in the last place, of the modulus for complex results."""
    dtype = getattr(result, "dtype", None)
    if dtype is None or dtype.kind not in "fc":
        return None
    if dtype.kind == "c" and not is_finite(numpy.asarray(result)):
        return ANY
    return Tolerance(8 * float(numpy.finfo(dtype).tiny), float(count) * epsilon(dtype))


def ulp_of_input(result, operand):
    """As ulp, of a function of one operand whose result is then converted to a wider type."""
    types = [dtype for dtype in (result.dtype, numpy.asarray(operand).dtype) if dtype.kind in "fc"]
    found = [ulp(numpy.zeros((), dtype)) for dtype in types]
    is_judged = ulp(result) not in (None, ANY)
    return Tolerance(*map(max, *found, found[0])) if is_judged else ulp(result)


def product(result, left, right):
    """One multiplication or division of complex numbers; exact for all other types."""
    left, right = numpy.asarray(left), numpy.asarray(right)
    if "c" not in left.dtype.kind + right.dtype.kind:
        return None
    return ulp(result, "8")


def near_one(result):
    """Of something near one to which one was added: 8 units of that."""
    found = ulp(result, "8")
    return found if not found or found is ANY else Tolerance(found.absolute + found.relative,
                                                             found.relative)


def quotient(result, operand):
    """As ulp; parts of it may have been computed in the operand's type."""
    found = ulp(result, "8")
    dtype = numpy.asarray(operand).dtype
    if not found or found is ANY or dtype.kind not in "fc":
        return found
    return Tolerance(found.absolute, max(found.relative, 8 * epsilon(dtype)))


def logarithm_of_sum(result):
    """log(exp(a) + exp(b)) = max + log1p(exp(-|a - b|)): 8 units of each term, of log 2 at most."""
    found = ulp(result, "8")
    return found and Tolerance(found.absolute + numpy.log(2) * found.relative, found.relative)


def power(result, left, right):
    """Powers: exact for integers and for the exponents that NumPy turns into square and so on."""
    return ulp(result, "8")


def total(result, array, axis=None):
    """A sum over `axis` (or running sums)."""
    array = numpy.asarray(array)
    with numpy.errstate(all="ignore"):
        dtype = _dtype(result, array)
        if dtype.kind not in "fc" or adds_exactly(array.astype(dtype)):
            return None
        if not is_finite(array):
            return ANY
        magnitude = numpy.abs(array.astype(numpy.complex128)).sum(axis=axis)
        bound = array.size * epsilon(dtype) * float(magnitude.max(initial=0.0))
        return Tolerance(bound, 0.0) if numpy.isfinite(bound) and is_finite(
            numpy.asarray(result)) else ANY


def _dtype(result, array):
    dtype = getattr(result, "dtype", array.dtype)
    return dtype if dtype.kind in "fc" else array.dtype


def multiplied(result, array):
    """A product over an axis: relative n * eps, unless it leaves the normal range."""
    array = numpy.asarray(array)
    result = numpy.asarray(result)
    if result.dtype.kind not in "fc" or array.size <= 1:
        return None
    magnitudes = numpy.abs(result[numpy.isfinite(result) & (result != 0)])
    limits = numpy.finfo(result.dtype)
    factors = numpy.abs(array.astype(numpy.complex128)).ravel()
    powers = numpy.log2(factors[factors > 0])
    # Taken first, the large factors may overflow and the small ones vanish: the order decides.
    leaves_range = powers[powers > 0].sum() > limits.maxexp - 2 \
        or powers[powers < 0].sum() < limits.minexp + 2
    unsafe = not is_finite(array) or not is_finite(result) or leaves_range or (
        magnitudes.size and magnitudes.min(initial=numpy.inf) < limits.tiny * 1e3)
    return ANY if unsafe else Tolerance(0.0, 3 * array.size * epsilon(result.dtype))


def moment(result, array):
    """mean, var, std: the bound of the sum, squared values for the variance."""
    array = numpy.asarray(array)
    if not is_finite(array):
        return ANY
    dtype = numpy.asarray(result).dtype
    largest = float(numpy.abs(array).astype(numpy.float64).max(initial=0.0))
    bound = 4 * (array.size + 4) * epsilon(dtype) * (largest + largest * largest)
    if dtype.kind not in "fc":
        return None
    bound = max(bound, bound ** 0.5)  # the square root of std
    overflows = largest * largest * array.size > float(numpy.finfo(dtype).max) / 4
    return Tolerance(bound, 4 * epsilon(dtype)) if not overflows else ANY


def inner(result, left, right):
    """Sums of products (dot, matmul): bound k * eps * |a| @ |b|, k <= number of elements."""
    left, right = numpy.asarray(left), numpy.asarray(right)
    result = numpy.asarray(result)
    if result.dtype.kind not in "fc":
        return None
    if not (is_finite(left) and is_finite(right)):
        return ANY
    if adds_exactly(left.astype(result.dtype), 2) and adds_exactly(right.astype(result.dtype), 2):
        return SIGN_OF_ZERO  # a sum may start from its first product or from +0
    largest = float(numpy.abs(left).max(initial=0)) * float(numpy.abs(right).max(initial=0))
    terms = max(left.size, right.size)
    bound = 2.0 * terms * terms * epsilon(result.dtype) * largest
    return Tolerance(bound, 0.0) if numpy.isfinite(bound) and is_finite(result) else ANY


def cast(result, value, dtype):
    """Conversion: any value where a float does not fit the integer type."""
    value = numpy.asarray(value)
    dtype = numpy.dtype(dtype)
    if value.dtype.kind not in "fc" or dtype.kind not in "iu":
        return None
    real = numpy.trunc(value.real.astype(numpy.float64))
    limits = numpy.iinfo(dtype)
    # 2**63 itself does not fit, but float(2**63 - 1) rounds to it: hence the strict comparison.
    fits = (real >= float(limits.min)) & (real < float(limits.max) + (dtype.itemsize < 8))
    return None if bool(fits.all()) else ANY


def extremum(result, *operands):
    """minimum, maximum, sort: either sign of zero where both signs meet.

    NumPy's own answer is another in a vector than behind the last full one.
    """
    dtype = numpy.asarray(result).dtype
    for operand in operands:
        operand = numpy.asarray(operand)
        if operand.dtype.kind not in "fc":
            continue
        if operand.dtype.kind == dtype.kind:  # where dtype= asks for less, small numbers are zeros
            with numpy.errstate(all="ignore"):
                operand = operand.astype(dtype)
        if bool((numpy.signbit(parts(operand)) & (parts(operand) == 0)).any()):
            return SIGN_OF_ZERO
    return None


def sign_of_nan(result, *operands):
    """copysign and signbit: the sign of a NaN is nobody's promise."""
    for operand in operands:
        if not bool(numpy.asarray(numpy.equal(operand, operand)).all()):
            return ANY
    return None


def leaves(value):
    """The arrays and numbers in tuples, lists and named tuples."""
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in leaves(item)]
    return [numpy.asarray(value)]


def close(result, *operands):
    """A few sums and products of the operands' size: bound 64 n eps (largest + largest**2)."""
    found = [leaf for leaf in leaves(result) if leaf.dtype.kind in "fc"]
    given = [leaf for leaf in leaves(operands) if leaf.dtype.kind in "biufc"]
    if not found:
        return None
    if not all(is_finite(leaf) for leaf in found + given):
        return ANY
    largest = max([float(numpy.abs(leaf).max(initial=0)) for leaf in found + given] + [1.0])
    count = max(leaf.size for leaf in found + given)
    eps = max(epsilon(leaf.dtype) for leaf in found + given)
    bound = 64 * (count + 4) * eps * (largest + largest * largest)
    return Tolerance(bound, 64 * eps) if numpy.isfinite(bound) else ANY


def system(result, *matrix):
    """Answers of linear algebra, of matrices with a condition below a few hundred."""
    found = close(result, *matrix)
    return found if found in (None, ANY) else Tolerance(1e3 * found.absolute,
                                                        1e3 * found.relative)


def without_nans(rule):
    """The rule of a function that leaves NaNs out."""
    def left_out(result, array, *rest):
        array = numpy.asarray(array)
        return rule(result, numpy.where(array == array, array, array.dtype.type(0)), *rest)
    return left_out


rules = {
    "close": close, "system": system, "nansum": without_nans(total),
    "nanmoment": without_nans(moment),
    "exact": exact, "any": anything, "ulp": ulp, "ulp of input": ulp_of_input,
    "product": product, "power": power, "quotient": quotient, "near one": near_one,
    "logaddexp": logarithm_of_sum, "sum": total, "prod": multiplied, "moment": moment,
    "inner": inner, "cast": cast, "extremum": extremum, "sign_of_nan": sign_of_nan,
}


def tolerance_of(statement, values, result):
    """The Tolerance of a statement's result, None for bits.

    values: what its operands were in NumPy's run before the statement; result: what came out.
    """
    return rules[statement.rule](result, *values)
