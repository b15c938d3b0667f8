"""Every name that Numen computes, in a user's program, while another thread changes the shapes of
its arrays or the items of its lists: an error or some values, no crash.

The normal run takes one scenario in SHARE, `--full` all.
"""

import pytest

from . import every_name, stress

PROGRAM = every_name.module() + stress.program("changing_every_name.py")
BATCHES, SHARE = 48, 8


def names_of(batch):
    return stress.batches(PROGRAM, BATCHES)[batch]


@pytest.mark.parametrize("batch", [
    pytest.param(batch, marks=[] if batch % SHARE == 0 else pytest.mark.full)
    for batch in range(BATCHES)])
def test_arrays_and_lists_may_change_meanwhile(tmp_path, batch):
    told = stress.run(PROGRAM, names_of(batch), tmp_path / "program.py")
    assert told is None, told


def test_every_name_has_scenarios():
    names = [name for batch in range(BATCHES) for name in names_of(batch)]
    assert len(names) == len(set(names))
    for row in every_name.ROWS:
        assert {f"{row}:small", f"{row}:lists"} <= set(names)
