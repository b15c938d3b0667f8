"""Full reductions as the last step of what they reduce."""

import numpy
import pytest

import numen
from numen.bench import memory
from numen.native import front

from .recorded import SIZE, recording, states  # noqa: F401
from .test_moments import alone, overwrite, values_of

REDUCTIONS = ["sum", "mean", "min", "max", "any", "all", "prod", "std", "var", "argmax"]


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "u1", "?", "c16", "f2"])
@pytest.mark.parametrize("size", [20_000, 65_536, 300_001])
def test_a_reduction_at_the_end_has_the_bits_of_one_of_stored_values(name, dtype, size):
    if dtype == "c16" and name == "argmax":
        size = 20_000
    values = (numpy.random.default_rng(7).random(size) * 9).astype(dtype)
    a = numen.array(values)
    with numpy.errstate(all="ignore"):
        front.force_deferral(False)
        wanted = getattr(a + a, name)()
        front.force_deferral(True)
        given = getattr(a + a, name)()
        held = a + a
        of_held = getattr(held, name)()
    assert type(given) is type(wanted)
    assert given.tobytes() == wanted.tobytes() == of_held.tobytes()


@pytest.mark.no_sanitizer  # whose memory is more
def test_a_reduced_temporary_is_never_stored():
    code = ("column, row = np.ones((1 << 14, 1), dtype='f4'), np.ones(1 << 14, dtype='f4'); "
            "assert (column * row + 1).sum() == 2.0 ** 29")  # a temporary of 1 GB
    assert memory.peak_bytes("numen", code) < 400e6


def test_a_reduced_array_that_is_held_is_stored():
    held = numen.ones(SIZE) * 2
    assert held.sum() == 2 * SIZE and states(held) == ["host"]


@pytest.mark.parametrize("size", [100_000, 1 << 20])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_moments_share_one_pass(dtype, size):
    values = values_of(dtype, size)
    squares_come_with_the_sum = dtype == "f4" and size == 1 << 20
    for first, others in {"std": ["sum", "mean", "var"], "mean": ["sum"],
                          "sum": ["mean", "std", "var"] if squares_come_with_the_sum else [],
                          "min": ["max"] if size == 1 << 20 else [], "var": ["mean", "std"]}.items():
        x = numen.array(values)
        assert getattr(x, first)() == alone(first, values)
        overwrite(x)  # nobody looks at the elements again
        for name in [first, *others]:
            assert getattr(x, name)() == alone(name, values)
