"""Results of NumPy's quick loops: their strides over axes of length one follow the operands'."""

import numpy as np

SHAPES = ((1, 4, 5), (4, 1, 5), (4, 5, 1), (1, 1, 5, 3), (1, 5), (5, 1), (1, 64, 129),
          (1, 91, 91), (1, 0, 3), (2, 1, 0, 3))


def fortran(shape, dtype="f8"):
    return np.asfortranarray(np.ones(shape, dtype))


for shape in SHAPES:
    a, c, turned = fortran(shape), np.ones(shape), np.ones(shape[::-1]).T
    i, f, b, z = (fortran(shape, dtype) for dtype in ("i4", "f4", "?", "c16"))
    u = np.asfortranarray(np.zeros((*shape, 2)))[..., 1]
    results = {
        "number": a + 1, "itself": a + a, "C order": a + c, "cast": np.sqrt(i), "joined": i + f,
        "wider": a + f, "weak": f + 1.0, "strong": f + np.float64(1), "divided": i / 2,
        "compared": a < 1, "two results": divmod(a, 2)[0], "parts": np.frexp(a)[1],
        "negative": -a, "conjugate": np.conj(z), "magnitude": abs(z), "square": a**2,
        "root": a**0.5, "cube": a**3, "reciprocal": a**-1, "integers": i**2, "inverse": ~b,
        "not": np.logical_not(a), "clipped": np.clip(a, 0, 1), "dtype": np.add(a, 1, dtype="f4"),
        "clipped, method": a.clip(0, 2), "where": np.add(a, 1, where=True), "order K": a + turned,
        "order A": np.add(a, 1, order="A"), "order F": np.add(c, 1, order="F"),
        "order C": np.add(a, 1, order="C"), "number array": a + np.array(2.0),
        "chain": (a * 2 + 1) - a,
        "rounded": np.round(a, 1), "nan": np.isnan(a), "stretched": a + a[..., :1],
        "more axes": a + a[None], "extremum": np.maximum(a, 0), "hypotenuse": np.hypot(f, f),
        "exponent": np.ldexp(a, i), "shifted": i << 1, "list": a + [[1.0]], "part": u + 1,
        "real": z.real + 1, "imaginary": z.imag * 2, "reversed": a[::-1] + 1, "times": z * 1j,
    }
    for name, result in results.items():
        print(shape, name, result.dtype, result.shape, result.strides, result.flags.f_contiguous)
