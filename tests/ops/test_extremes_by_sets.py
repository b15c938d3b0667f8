"""Extremes, their positions and quantifiers, on each instruction set."""

import pytest

from tests.instruction_sets import AVAILABLE, assert_passes

pytestmark = pytest.mark.ci


@pytest.mark.parametrize("instruction_set", AVAILABLE)
def test_as_numpy_on_each_instruction_set(instruction_set):
    assert_passes(instruction_set, "tests.ops.extremes_by_sets", NUMEN_NUM_THREADS="2")
