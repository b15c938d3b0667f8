"""The inputs that a timed statement may name, made anew for each repeat of its measurement.

Of the cell's size: vectors a, b, g (with NaNs), u (below one), s (in order), i (positions), mask,
values (a list), bytes_, two_or_more. Of the square root of it: e, f. Matrices of about that many
elements: m, k (the transposed shape), h (square), w (square, well-conditioned), y (symmetric,
positive definite); rows and columns are vectors of m's extents, columns_of_four has four rows.
Pieces of three: three, c, d. Stacks of that many elements: matrices, 4x4, and a vector of
four for each: vectors. Numbers: n, side. A type: dtype. Files: buffer (empty, in memory),
npy (a saved array), raw (numbers on disk), text. Numbers as text: lines, words.
"""

import io
import math
import tempfile

import numpy

INPUT_NAMES = frozenset("""a b g u s i mask values bytes_ two_or_more e f m k h w y rows columns
    columns_of_four three c d matrices vectors n side dtype buffer npy raw lines words
    text""".split())


def matrix_shape(size):
    """(rows, columns) of the two-dimensional input that has `size` elements."""
    rows = next(rows for rows in range(math.isqrt(size), 0, -1) if size % rows == 0)
    return rows, size // rows


class Inputs:
    """Makes the named inputs of one cell, new values at each call of `draw`."""

    def __init__(self, case, size, dtype, seed=0):
        self.names, self.size, self.dtype = case.inputs, size, numpy.dtype(dtype)
        self.own, self.strided = dict(case.own), case.strided
        self.side = math.isqrt(size)
        self.step = 2 + (size + self.dtype.num) % 3  # as in tables of two, three or four columns
        self.rng = numpy.random.default_rng(seed)

    def numbers(self, shape):
        """Values between 1/2 and 3/2 (of both parts), whole numbers from 1 to 9, or truths."""
        if self.dtype.kind in "iub":
            most = 2 if self.dtype.kind == "b" else 10
            return self.rng.integers(most == 10, most, shape, dtype=self.dtype)
        if self.dtype.kind == "c":
            parts = self.rng.random((*numpy.atleast_1d(shape), 2)) + 0.5
            return parts.view(complex)[..., 0].astype(self.dtype)
        return (self.rng.random(shape, dtype=self.dtype) + 0.5).astype(self.dtype, copy=False)

    def draw(self):
        """One value per name, as NumPy arrays and Python objects."""
        return [self.one(name) for name in self.names]

    def one(self, name):
        if name in self.own:
            return self.own[name](self.rng, self.size, self.dtype)
        special = getattr(self, "make_" + name.rstrip("_"), None)
        return self.numbers(self.shape(name)) if special is None else special()

    def shape(self, name):
        """The shape of an input that is plain numbers."""
        size, side = self.size, self.side
        rows, columns = matrix_shape(size)
        triples = (size // 3, 3) if size > 3 else 3
        return {"c": triples, "d": triples, "three": 3, "e": side, "f": side, "h": (side, side),
                "matrices": (size // 16, 4, 4), "vectors": (size // 16, 4),
                "m": (rows, columns), "k": (columns, rows), "rows": rows, "columns": columns,
                "columns_of_four": (4, size), "two_or_more": max(size, 2)}.get(name, size)

    def dtype_of(self, name):
        """The type of an input that is plain numbers."""
        return numpy.dtype({"i": "i8", "mask": "?", "bytes_": "u1"}.get(name, self.dtype))

    def make_n(self):
        return self.size

    def make_side(self):
        return self.side

    def make_dtype(self):
        return self.dtype.type

    def make_values(self):
        return self.numbers(self.size).tolist()

    def make_mask(self):
        half = numpy.arange(self.size) < (self.size + 1) // 2
        return self.rng.permutation(half)  # the same count at every repeat

    def make_i(self):
        return self.rng.permutation(self.size)

    def make_bytes(self):
        return self.rng.integers(0, 256, self.size, dtype=numpy.uint8)

    def make_s(self):
        return numpy.sort(self.numbers(self.size))

    def make_u(self):
        return self.numbers(self.size) * self.dtype.type(0.6)

    def make_g(self):
        numbers = self.numbers(self.size)
        numbers[self.size // 2 :: 7] = numpy.nan if self.size > 1 else 1
        return numbers

    def make_w(self):
        return self.numbers((self.side, self.side)) + self.side * numpy.eye(self.side,
                                                                            dtype=self.dtype)

    def make_y(self):
        matrix = self.make_w()
        return matrix + matrix.T

    def make_buffer(self):
        return io.BytesIO()

    def make_npy(self):
        file = io.BytesIO()
        numpy.save(file, self.numbers(self.size))
        return file

    def make_raw(self):
        file = tempfile.TemporaryFile()
        self.numbers(self.size).tofile(file)
        return file

    def make_lines(self):
        return [" ".join(map(str, row)) for row in self.numbers(matrix_shape(self.size)).tolist()]

    def make_words(self):
        return " ".join(map(str, self.numbers(self.size).tolist()))

    def make_text(self):
        return io.StringIO(self.make_words())

    def pool(self, module, drawn):
        """The drawn input sets as tuples of the module's own arrays."""
        return [tuple(self.array(module, x) if isinstance(x, numpy.ndarray) else x
                      for x in values) for values in drawn]

    def array(self, module, x):
        """The module's array of the values of x, in the layout that is wanted."""
        if self.strided and x.ndim and x.dtype == self.dtype:
            return module.array(numpy.repeat(x, self.step, axis=-1))[..., ::self.step]
        return module.array(x)
