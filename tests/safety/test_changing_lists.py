"""Lists that another thread changes while they are converted: an error or some values, no crash."""

import pytest

from . import stress

PROGRAM = stress.program("changing_lists.py")


@pytest.mark.parametrize("names", stress.batches(PROGRAM, 12), ids=stress.first_of)
def test_lists_may_change_while_they_are_converted(names):
    told = stress.run(PROGRAM, names)
    assert told is None, told
