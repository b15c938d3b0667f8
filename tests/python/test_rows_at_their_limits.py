"""Programs of rows where rows begin and end to be taken together: the bits are those of one
operation after another.
"""

import numpy
import pytest

import numen
from numen.native import front

from .recorded import recording  # noqa: F401

SHAPES = [(70, 70), (64, 300), (65, 300), (20_000, 1), (9000, 2), (70, 8192), (70, 8193),
          (8, 9, 300), (1, 100, 300), (300, 1, 300)]
REDUCTIONS = ("sum", "mean", "max")


def spread(np, x, rows):
    return x * 2 - rows[..., None], rows


def one_for_all(np, x, rows):
    return x + rows.reshape(-1)[:1], rows * 2


def rows_alone(np, x, rows):
    return np.sqrt(np.abs(rows)) + 1, rows


def of_other_rows(np, x, rows):
    return x - rows[::-1][..., None], rows


def of_a_part(np, x, rows):
    return x[..., :1] * rows[..., None] + 1, x[..., 0] + rows


def reduced_again(np, x, rows):
    return (x - rows[..., None]).sum(axis=-1), rows.sum(axis=-1)


def transposed(np, x, rows):
    y = x.T * 3
    return y - y.sum(axis=-1)[..., None], rows


def without_the_first(np, x, rows):
    y = x[..., 1:]
    return y - y.min(axis=-1, initial=9)[..., None], rows


def some_rows(np, x, rows):
    return np.sqrt(np.abs(rows[:-1])) + 1, rows


def two_widths(np, x, rows):
    return x - rows[..., None] - x[..., 1:].sum(axis=-1)[..., None], rows


def columns_as_rows(np, x, rows):
    columns = x.sum(axis=0)
    return x - rows[..., None] - (columns[..., None] if x.shape == (70, 70) else columns), rows


PROGRAMS = [spread, one_for_all, rows_alone, of_other_rows, of_a_part, reduced_again, transposed,
            without_the_first, some_rows, two_widths, columns_as_rows]


def run(np, values, reduction, program):
    x = np.array(values) + 1
    return program(np, x, getattr(x, reduction)(axis=-1))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("order", ("C", "F", "reversed"))
def test_rows_have_the_bits_of_single_operations(program, shape, order):
    values = numpy.random.default_rng(3).random(shape)
    values = values[:, ::-1] if order == "reversed" else numpy.array(values, order=order)
    for reduction in REDUCTIONS:
        front.force_deferral(True)
        given = [numpy.asarray(x).tobytes() for x in run(numen, values, reduction, program)]
        front.force_deferral(False)
        at_once = [numpy.asarray(x) for x in run(numen, values, reduction, program)]
        assert given == [x.tobytes() for x in at_once]
        for x, wanted in zip(at_once, run(numpy, values, reduction, program)):
            assert numpy.allclose(x, wanted, rtol=1e-10)
