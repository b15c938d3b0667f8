"""Errors of dot products of two vectors, of lengths around those of registers, blocks and pieces,
in a row and apart.

`python -m tests.linalg.dots_of_all_lengths` prints the largest for each type, as JSON, in units of
the machine epsilon of the sum of the products' magnitudes. NUMEN_CPU says which instruction set
adds. The elements are small integers, whose sum of products is known.
"""

import json

import numpy

import numen

LENGTHS = [*range(70), 1023, 1024, 1025, 1029, 4095, 4096, 8191, 8192, 8193, 17_000, 65_535, 65_536,
           100_003, 1_000_003]
STEPS = ((1, 1), (2, 2), (3, 3), (-1, -1), (1, 2), (-2, 5))


def operands(dtype, count, rng):
    """Two vectors whose products have a sum that grows with their length."""
    parts = [rng.integers(100, 254, count) for _ in range(4)]
    if numpy.dtype(dtype).kind != "c":
        return parts[0].astype(dtype), parts[1].astype(dtype)
    return (parts[0] + 1j * parts[1]).astype(dtype), (parts[2] - 1j * parts[3]).astype(dtype)


def exact_parts(a, b):
    """The sum's real and imaginary part, and the sum of magnitudes, as integers."""
    ar, ai, br, bi = (x.astype(numpy.int64) for x in (a.real, a.imag, b.real, b.imag))
    real, imaginary = int((ar * br - ai * bi).sum()), int((ar * bi + ai * br).sum())
    return real, imaginary, int(((abs(ar) + abs(ai)) * (abs(br) + abs(bi))).sum())


def apart(x, step):
    """The elements of `x`, `step` apart in an array that ends with the last of them."""
    if step == 1 or not x.size:
        return numen.array(x)
    spread = numen.zeros((x.size - 1) * abs(step) + 1, x.dtype)
    view = spread[::step]
    view[...] = x
    return view


def error_of(name, dtype, count, steps, rng):
    a, b = operands(dtype, count, rng)
    real, imaginary, magnitude = exact_parts(a.conj() if name == "vdot" else a, b)
    found = complex(getattr(numen, name)(apart(a, steps[0]), apart(b, steps[1])))
    error = max(abs(found.real - real), abs(found.imag - imaginary))
    return error / (max(magnitude, 1) * float(numpy.finfo(dtype).eps))


def main():
    rng = numpy.random.default_rng(27)
    print(json.dumps({dtype: max(error_of(name, dtype, count, steps, rng) for count in LENGTHS
                                 for steps in STEPS
                                 for name in ("dot", "vdot", "matmul") if count or name == "dot")
                      for dtype in ("f4", "f8", "c8", "c16")}))


if __name__ == "__main__":
    main()
