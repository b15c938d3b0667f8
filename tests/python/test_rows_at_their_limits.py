"""Programs of rows where rows begin and end to be taken together: the bits are those of one
operation after another.
"""

import numpy
import pytest

import numen
from numen.native import front

from .recorded import recording  # noqa: F401

SHAPES = [(130, 130), (64, 300), (65, 300), (20_000, 1), (9000, 2), (70, 8192), (70, 8193),
          (8, 9, 300), (9, 9, 300), (1, 100, 300), (300, 1, 300)]
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
    return x - rows[..., None] - (columns[..., None] if x.shape == (130, 130) else columns), rows


def reshaped_rows(np, x, rows):
    return np.sqrt(np.abs(rows.reshape(rows.shape[::-1]))) + 1, rows


def narrower_rows(np, x, rows):
    narrower = x[..., 1:] * 2
    return x - narrower.sum(axis=-1)[..., None] - rows[..., None], rows


def reduced_before(np, x, rows):
    y = x[None].sum(axis=0)
    return y - y.max(axis=-1)[..., None], rows


def backwards(np, x, rows):
    return x[::-1] - rows[..., None], rows


def also_backwards(np, x, rows):
    return x * (x[::-1] - rows[..., None]), rows


def rows_backwards(np, x, rows):
    return np.sqrt(np.abs(rows[::-1])) + 1, rows


def bits_of_rows(np, x, rows):
    return x + rows.view("i8")[..., None], rows


def rows_turned_twice(np, x, rows):
    turned = np.abs(x.min(axis=-1).T).T
    return x - turned[..., None] - rows[..., None], rows


def into_columns(np, x, rows):
    return np.array(x, order="F") - rows[..., None], rows


PROGRAMS = [spread, one_for_all, rows_alone, of_other_rows, of_a_part, reduced_again, transposed,
            without_the_first, some_rows, two_widths, columns_as_rows, reshaped_rows, narrower_rows,
            reduced_before, backwards, also_backwards, rows_backwards, bits_of_rows,
            rows_turned_twice, into_columns]


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


def parts_of(x, others):
    """All of them are wanted, and each follows from the one before."""
    parts = [x - x.max(axis=1, keepdims=True)]
    for other in others:
        parts.append(parts[-1] + other)
    return parts


@pytest.mark.parametrize("different, holds", [(20, False), (1, True)])
def test_a_program_reads_and_stores_so_much(different, holds):
    values = [numpy.random.default_rng(seed).random((300, 400)) for seed in range(different)]
    arrays = [numen.array(x) for x in values]
    wanted = parts_of(values[0], values * (20 // different))
    given = parts_of(arrays[0], arrays * (20 // different))
    if not holds:
        del given[:-1], wanted[:-1]
    for program in front.outline(given[-1]):
        assert len(program["inputs"]) <= 16 and len(program["stores"]) <= 16
    assert [numpy.array_equal(x, y) for x, y in zip(wanted, given)] == [True] * len(wanted)
