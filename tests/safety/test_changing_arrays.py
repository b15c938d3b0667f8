"""Arrays whose shape and type another thread changes while functions work on them: an error or some
values, no crash."""

import pytest

from . import stress

PROGRAM = stress.program("changing_arrays.py")


@pytest.mark.parametrize("names", stress.batches(PROGRAM, 16), ids=stress.first_of)
def test_arrays_may_change_their_layout_meanwhile(names):
    assert stress.run(PROGRAM, names) is None
