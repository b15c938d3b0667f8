"""Products of small integers, which are exact in any order, of every size around the registers'.

`python -m tests.linalg.products_of_all_sizes` prints those that are wrong, as JSON. NUMEN_CPU says
which instruction set multiplies.
"""

import json

import numpy

import numen

COLUMNS = [*range(1, 20), 23, 24, 25, 31, 32, 33, 40, 47, 48, 49, 64, 65]
ROWS = [*range(1, 19), 24, 33]
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


def main():
    rng = numpy.random.default_rng(19)
    with numen.errstate(all="raise"):
        print(json.dumps(mistakes("f8", rng) + mistakes("f4", rng)))


if __name__ == "__main__":
    main()
