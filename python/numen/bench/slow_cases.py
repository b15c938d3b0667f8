"""Operations that were once measured to be slower than NumPy's, for `numen bench formerly_slow`.

`bound` is the largest allowed time over NumPy's. Sizes lie between those that were named, on both
sides of the thresholds of the engine.
"""

import numpy

from .cases import Case

BOUND = 1.05
RECORDED = (16_385, 16_641, 20_011, 30_000, 60_000, 131_000, 200_000)
REALS = ("float32", "float64")
INTEGERS = ("uint8", "int32", "int64")
COMPLEX = ("complex64", "complex128")
NUMBERS = (*INTEGERS, *REALS)
ALL = ("bool", *NUMBERS, "complex128")


def slow(name, statement, inputs, sizes, dtypes, **more):
    return Case(name, statement, inputs, BOUND, sizes=sizes, dtypes=dtypes, **more)


def normal(*extents):
    """Makes an array of such extents, `None` standing for what is left of the size."""
    known = numpy.prod([extent for extent in extents if extent])

    def make(rng, size, dtype):
        shape = [extent or int(size // known) for extent in extents]
        return rng.standard_normal(shape).astype(dtype)
    return make


def numbers(*extents):
    """As `normal`, with imaginary parts where the type has them."""
    make_parts = normal(*extents)

    def make(rng, size, dtype):
        parts = make_parts(rng, size, "float64")
        if numpy.dtype(dtype).kind == "c":
            parts = parts + 1j * make_parts(rng, size, "float64")
        return parts.astype(dtype)
    return make


def positions(dtype):
    return lambda rng, size, _: rng.permutation(size).astype(dtype)


def few_positions(rng, size, dtype):
    return rng.integers(0, 1000, size)


def bands(rng, size, dtype):
    """A tridiagonal matrix in the form of solve_banded, its diagonal dominant."""
    return (rng.random((3, size)) + [[0], [4], [0]]).astype(dtype)


def ill_conditioned(rng, size, dtype):
    """10 x 10 matrices of condition 1e8."""
    stack = rng.standard_normal((2, size // 100, 10, 10))
    left, right = numpy.linalg.qr(stack)[0]
    return (left * numpy.logspace(0, -8, 10) @ right).astype(dtype)


def sparse(rng, size, dtype):
    """Five entries a row, as scipy.sparse has them."""
    from scipy.sparse import csr_array

    columns = rng.integers(0, size, 5 * size)
    rows = numpy.repeat(numpy.arange(size), 5)
    return csr_array((rng.random(5 * size).astype(dtype), (rows, columns)), (size, size))


def half_nan(rng, size, dtype):
    return numpy.where(rng.random(size) < 0.5, numpy.nan, rng.uniform(0.1, 3, size)).astype(dtype)


def half_zeros(rng, size, dtype):
    return (rng.uniform(0.1, 3, size) * (rng.random(size) < 0.5)).astype(dtype)


def wide_apart(rng, size, dtype):
    return (rng.standard_normal(size) * 1e30).astype(dtype)


def two_numbers(rng, size, dtype):
    return (9 * rng.integers(0, 2, size)).astype(dtype)


def ascending(rng, size, dtype):
    return numpy.sort(100 * rng.standard_normal(size)).astype(dtype)


AROUND = (1_000, 16_385, 40_000, 200_000, 2_000_000)
DATA = (3_000, 100_000)
DECADES = (1_000, 10_000, 100_000)
DOTS = (10_001, 33_000, 120_000, 600_000)
VECTOR_PRODUCTS = (20_000, 60_000, 180_000)
LINES = (("lines", numbers(None, 100)), ("short", lambda rng, size, dtype:
                                         numbers(None)(rng, 100, dtype)))
SOFTMAX = ("e = np.exp(m - m.max(axis=1, keepdims=True)); "
           "r = e / e.sum(axis=1, keepdims=True)")
LAYER_NORM = ("d = m - m.mean(axis=1, keepdims=True); "
              "r = d / np.sqrt((d * d).mean(axis=1, keepdims=True) + 1e-5)")
RIDGE = "np.linalg.solve(ten @ ten.T + 0.1 * np.eye(10), ten @ wide.T)"
WIDE = (("ten", lambda rng, size, dtype: rng.standard_normal((10, size // 200)).astype(dtype)),
        ("wide", normal(200, None)))
TALL = (("tall", normal(None, 32)), ("long", lambda rng, size, dtype:
                                     rng.standard_normal(size // 32).astype(dtype)))
LANES = (1_000, 4_096, 10_001, 20_000, 65_536, 300_000, 1_048_576)  # 10,001 = 73 x 137

SLOW = (
    # Recorded at once where that does not pay.
    slow("a + b recorded", "a + b", ("a", "b"), RECORDED, NUMBERS),
    slow("abs recorded", "np.abs(a)", ("a",), RECORDED, NUMBERS),
    slow("sqrt recorded", "np.sqrt(a)", ("a",), RECORDED, REALS),
    slow("exp recorded", "np.exp(a)", ("a",), RECORDED, REALS),
    slow("c += a * b recorded", "u += a * b; r = u", ("a", "b", "u"), RECORDED, REALS),
    slow("c += a * b", "u += a * b; r = u", ("a", "b", "u"), (1_000, 16_000, 25_000, 45_000),
         REALS),
    slow("softmax", SOFTMAX, ("m",), (16_000, 20_000, 40_000), REALS),
    slow("layer norm", LAYER_NORM, ("m",), (16_000, 20_000, 40_000), REALS),
    # Elementwise.
    slow("integer // scalar", "a // 7", ("a",), AROUND, INTEGERS),
    slow("integer % scalar", "a % 7", ("a",), AROUND, INTEGERS),
    slow("z.real**2 + z.imag**2", "a.real**2 + a.imag**2", ("a",), AROUND, COMPLEX),
    slow("abs of complex", "np.abs(a)", ("a",), AROUND, COMPLEX),
    slow("where", "np.where(mask, a, b)", ("mask", "a", "b"), (40_000, 10_000_000), ALL),
    slow("astype float32", "a.astype('float32')", ("a",), (40_000, 10_000_000),
         ("int32", "int64", "float64")),
    # Found on a processor with AVX2 alone.
    slow("all of wide elements", "np.all(a)", ("a",), DECADES, ("int64", "float64", "complex128")),
    slow("var", "np.var(a)", ("a",), DECADES, REALS),
    slow("product of complex", "a * b", ("a", "b"), DECADES, COMPLEX),
    slow("sum of complex apart", "a[::2] + a[1::2]", ("a",), (20_000, 120_000), COMPLEX),
    slow("product of complex apart", "a[::2] * a[1::2]", ("a",), (20_000, 120_000), COMPLEX),
    slow("square of complex apart", "np.square(a[::2])", ("a",), (20_000, 120_000), COMPLEX),
    # Summed on one thread, and packed first, where NumPy's library did neither.
    slow("dot", "np.dot(a, b)", ("a", "b"), DOTS, REALS + COMPLEX),
    slow("dot of vectors apart", "np.dot(a[::2], b[::2])", ("a", "b"), DOTS, REALS + COMPLEX),
    slow("vdot", "np.vdot(a, b)", ("a", "b"), (1_000, *DOTS), REALS + COMPLEX),
    slow("matrix @ vector", "lines @ short", ("lines", "short"), VECTOR_PRODUCTS, REALS + COMPLEX,
         own=LINES),
    slow("norm of a vector apart", "np.linalg.norm(a[::2])", ("a",), DOTS, REALS + COMPLEX),
    slow("sign of complex", "np.sign(a)", ("a",), DECADES, COMPLEX),
    slow("right_shift", "a >> (bytes_ & 7).astype(a.dtype)", ("a", "bytes_"), DECADES, INTEGERS),
    slow("sign", "np.sign(a)", ("a",), DECADES, INTEGERS),
    slow("negative", "-a", ("a",), DECADES, INTEGERS),
    slow("isnan", "np.isnan(a)", ("a",), DECADES, REALS),
    slow("a < b of wide elements", "a < b", ("a", "b"), DECADES, ("int64", "float64")),
    slow("astype int64", "a.astype('int64')", ("a",), DECADES, REALS),
    slow("astype float64", "a.astype('float64')", ("a",), DECADES, ("int64",)),
    slow("ldexp", "np.ldexp(a, powers)", ("a", "powers"), DECADES, REALS,
         own=(("powers", lambda rng, size, _: rng.integers(-9, 9, size, "i4")),)),
    # What moves elements.
    slow("slice 8 bytes behind its source", "a[1:] = b[:-1]; r = a", ("a", "b"), AROUND,
         ("float64", "int64")),
    slow("x[i] = v", "for q in range(100): a[q] = 3", ("a",), (200, 20_000), ALL),
    slow("x[i, j] = v", "for q in range(100): h[q, 2] = 3\nr = h", ("h",), (10_000, 20_000), ALL),
    slow("dynamic-programming table",
         "for q in range(1, 100): h[q, 2] = max(h[q - 1, 2], h[q - 1, 1]) + h[q, 1]\nr = h", ("h",),
         (10_000, 20_000, 250_000), ("int32", "int64", *REALS)),
    slow("repeat", "np.repeat(a, 3)", ("a",), AROUND, ALL),
    slow("repeat", "np.repeat(m, 2, axis=1)", ("m",), (40_002, 200_001), ALL),
    slow("repeat", "np.repeat(a, counts)", ("a", "counts"), (1_001, 40_001), ALL,
         own=(("counts", lambda rng, size, _: rng.integers(0, 5, size)),)),
    slow("add.at", "np.add.at(a, places, b); r = a", ("a", "places", "b"), AROUND[:4], NUMBERS,
         own=(("places", few_positions),)),
    slow("a[int32]", "a[places]", ("a", "places"), AROUND, ALL,
         own=(("places", positions("i4")),)),
    slow("a[uint8]", "a[bytes_]", ("a", "bytes_"), AROUND, ALL),
    slow("take", "np.take(a, i)", ("a", "i"), (*AROUND, 10_000_000), REALS),
    slow("bincount", "np.bincount(places)", ("places",), AROUND, ("float64",),
         own=(("places", few_positions),)),
    slow("bincount", "np.bincount(places, a)", ("places", "a"), AROUND[:4], ("float64",),
         own=(("places", few_positions),)),
    slow("x[::-1].copy()", "a[::-1].copy()", ("a",), AROUND, ALL),
    slow("argmax", "np.argmax(a)", ("a",), (40_000, 10_000_000), NUMBERS),
    slow("sort", "np.sort(a)", ("a",), (40_000, 1_000_000), NUMBERS),
    slow("sort of more than a buffer", "np.sort(a)", ("a",), (20_000_000,), REALS),
    # Where the time depends on what the data hold.
    *(slow(f"{name} of half NaN", f"np.{name}(n)", ("n",), DATA, REALS, own=(("n", half_nan),))
      for name in ("exp", "log", "tanh", "expm1", "cbrt")),
    slow("power of half zeros", "z ** 0.3", ("z",), DATA, REALS, own=(("z", half_zeros),)),
    slow("arctan2 of half zeros", "np.arctan2(z, a)", ("z", "a"), DATA, REALS,
         own=(("z", half_zeros),)),
    slow("remainder of large numbers", "w % a", ("w", "a"), DATA, REALS,
         own=(("w", wide_apart),)),
    slow("histogram of few in range", "np.histogram(w, 50, (-300, 300))[0]", ("w",), DATA, REALS,
         own=(("w", wide_apart),)),
    slow("sort of two numbers", "np.sort(t)", ("t",), (*DATA, 1_000_000), NUMBERS,
         own=(("t", two_numbers),)),
    slow("sort of half NaN", "np.sort(n)", ("n",), (*DATA, 1_000_000), REALS,
         own=(("n", half_nan),)),
    slow("stable order of sorted", "np.argsort(s, kind='stable')", ("s",), DATA, NUMBERS,
         own=(("s", ascending),)),
    slow("isin of twenty", "np.isin(a, a[:20])", ("a",), DATA, REALS),
    # Fourier transforms of one lane.
    *(slow(f"fft.{name}", f"np.fft.{name}(a, n)", ("a", "n"), LANES, REALS)
      for name in ("rfft", "ihfft")),
    *(slow(f"fft.{name}", f"np.fft.{name}(a, n)", ("a", "n"), LANES, COMPLEX)
      for name in ("fft", "ifft", "irfft")),
    # Linear algebra.
    slow("solve_banded", "linalg.solve_banded((1, 1), band, a)", ("band", "a"), (1_000_000,),
         ("float64",), own=(("band", bands),)),
    slow("X.T @ r steps", "for q in range(10): r = tall.T @ long", ("tall", "long"), (6_400_000,),
         REALS, own=TALL),
    slow("y @ X.T", "ten @ wide.T", ("ten", "wide"), (4_000_000,), REALS, own=WIDE),
    slow("ridge formula", RIDGE, ("ten", "wide"), (4_000_000,), REALS, own=WIDE),
    slow("product of 512 x 512 after rest", "h @ y", ("h", "y"), (512 * 512,), REALS, rest=0.1),
    slow("400 products of 32 x 32", "for q in blocks: r = q @ q", ("blocks",), (409_600,), REALS,
         own=(("blocks", normal(None, 32, 32)),)),
    slow("400 products of 32 x 32", "blocks @ blocks", ("blocks",), (409_601,), REALS,
         own=(("blocks", normal(None, 32, 32)),)),
    slow("pinv of 9 x 9", "np.linalg.pinv(nines)", ("nines",), (81, 81_000), REALS,
         own=(("nines", normal(None, 9, 9)),)),
    slow("pinv of 10 x 10, kappa 1e8", "np.linalg.pinv(tens)", ("tens",), (100, 100_000),
         ("float64",), own=(("tens", ill_conditioned),)),
    slow("solve, positive definite", "linalg.solve(y, e, assume_a='pos')", ("y", "e"),
         (512 * 512, 1024 * 1024), REALS),
    slow("sparse matrix @ vector", "matrix @ a", ("matrix", "a"), (1_000, 20_000, 300_000), REALS,
         own=(("matrix", sparse),)),
)
