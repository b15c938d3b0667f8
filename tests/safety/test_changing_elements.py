"""Arrays that are sorted while other threads write to them: elements in some order, no crash."""

import pytest

from . import stress

PROGRAM = stress.program("changing_elements.py")


@pytest.mark.parametrize("names", stress.batches(PROGRAM, 12), ids=stress.first_of)
def test_elements_may_change_while_they_are_sorted(names):
    told = stress.run(PROGRAM, names)
    assert told is None, told
