"""Arrays that other threads write to while they are sorted, or used as positions: no crash."""

import pytest

from . import stress

pytestmark = pytest.mark.ci
PROGRAM = stress.program("changing_elements.py")


@pytest.mark.parametrize("names", stress.batches(PROGRAM, 27), ids=stress.first_of)
def test_elements_may_change_while_a_call_uses_them(names):
    told = stress.run(PROGRAM, names)
    assert told is None, told
