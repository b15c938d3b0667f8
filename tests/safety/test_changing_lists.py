"""Lists that change while they are converted: an error or some values, no crash."""

import pytest

from . import stress

pytestmark = pytest.mark.ci
PROGRAM = stress.program("changing_lists.py")


@pytest.mark.parametrize("names", stress.batches(PROGRAM, 12), ids=stress.first_of)
def test_another_thread_may_change_lists_while_they_are_converted(names):
    told = stress.run(PROGRAM, names)
    assert told is None, told


def test_items_may_change_their_list_while_it_is_converted():
    items = stress.program("changing_items.py") + stress.program("self_changing_lists.py")
    told = stress.run(PROGRAM + items, [])
    assert told is None, told
