"""Warnings of casts, on each instruction set."""

import pytest

from tests.instruction_sets import AVAILABLE, assert_passes


@pytest.mark.parametrize("instruction_set", AVAILABLE)
def test_as_numpy_on_each_instruction_set(instruction_set):
    assert_passes(instruction_set, "tests.ops.cast_flags_by_sets")
