"""Products of small integers, which are exact in any order, of every size around the registers'.

`python -m tests.linalg.products_of_all_sizes` prints those that are wrong, as JSON. NUMEN_CPU says
which instruction set multiplies.
"""

import json

import numpy

import numen

COLUMNS = [*range(1, 20), 23, 24, 25, 31, 32, 33, 40, 47, 48, 49, 64, 65]
ROWS = [*range(1, 19), 24, 33]
# Of a matrix with a vector: rows, and lengths of them; what threads share out too.
VECTOR_ROWS, LENGTHS = (1, 2, 3, 4, 5, 7, 64, 70), [*range(1, 40), 63, 64, 65, 129, 4095, 4097]
VECTOR_SIZES = [(m, k) for m in VECTOR_ROWS for k in LENGTHS] + [(1000, 10), (517, 130), (300, 301)]
LAYOUTS = ("rows", "columns", "inside")


def laid_out(values, layout):
    """The same matrices, of our own memory, with rows, columns or no axis in one piece."""
    if layout == "columns":
        return numen.array(numpy.ascontiguousarray(values.mT)).mT
    if layout == "inside":
        wide = numpy.pad(values, ((0, 0), (1, 2), (3, 1)), constant_values=numpy.nan)
        return numen.array(wide)[:, 1:1 + values.shape[1], 3:3 + values.shape[2]]
    return numen.array(values)


def is_right(a, b, wanted, layouts):
    """Whether the products of the stacks, and of their first matrices, are as wanted."""
    ours = [laid_out(x, layout) for x, layout in zip((a, b), layouts)]
    stack = numpy.asarray(ours[0] @ ours[1])
    single = numpy.asarray(ours[0][0] @ ours[1][0])
    return numpy.array_equal(stack, wanted) and numpy.array_equal(single, wanted[0])


def mistakes(dtype, rng):
    found = []
    for m in ROWS:
        for n in COLUMNS:
            k = int(rng.integers(1, 20))
            a, b = rng.integers(-8, 9, (3, m, k)), rng.integers(1, 9, (3, k, n))
            wanted, a, b = (x.astype(dtype) for x in (a @ b, a, b))
            # Infinity stays in its row, and is no invalid operation (NumPy says it is).
            a[1, m // 2, k // 2] = wanted[1, m // 2] = numpy.inf
            for layouts in [(one, "rows") for one in LAYOUTS] + [("rows", "inside")]:
                try:
                    right = is_right(a, b, wanted, layouts)
                except FloatingPointError as error:
                    right = str(error)
                if right is not True:
                    found.append([dtype, m, k, n, *layouts, right])
    return found


def integers(rng, shape, dtype):
    parts = rng.integers(-8, 9, (2, *shape))
    return (parts[0] + 1j * parts[1] if dtype[0] == "c" else parts[0]).astype(dtype)


def mistakes_with_vectors(dtype, rng):
    """Matrices with a vector on either side, alone and in stacks."""
    found = []
    for m, k in VECTOR_SIZES:
        a, x, y = (integers(rng, shape, dtype) for shape in ((3, m, k), (k,), (m,)))
        exact = a.astype("c16" if dtype[0] == "c" else "f8")
        right, left = (exact @ x).astype(dtype), (y @ exact).astype(dtype)
        for layout in LAYOUTS:
            ours, v, w = laid_out(a, layout), numen.array(x), numen.array(y)
            apart = numen.repeat(v, 2)[::2], numen.repeat(w, 2)[::2]
            results = {"A x": (ours[0] @ v, right[0]), "y A": (w @ ours[0], left[0]),
                       "A' y": (ours[0].T @ w, left[0]),
                       "A x apart": (ours[0] @ apart[0], right[0]),
                       "y A apart": (apart[1] @ ours[0], left[0]), "stack x": (ours @ v, right),
                       "y stack": (w @ ours, left)}
            found += [[dtype, m, k, layout, name] for name, (result, wanted) in results.items()
                      if not numpy.array_equal(numpy.asarray(result), wanted)]
    return found


def main():
    rng = numpy.random.default_rng(19)
    with numen.errstate(all="raise"):
        found = mistakes("f8", rng) + mistakes("f4", rng)
    for dtype in ("f4", "f8", "c8", "c16"):
        found += mistakes_with_vectors(dtype, rng)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
