"""Every name that Numen computes, in a user's program, while another thread changes the shapes of
its arrays or the items of its lists: an error or some values, no crash.

The normal run takes one scenario in SHARE, `--full` all.
"""

import pytest

from . import every_name, stress

PROGRAM = every_name.module() + stress.program("changing_every_name.py")
BATCHES, SHARE = 48, 8

# Functions without a scenario with lists, by the reason.
NO_LISTS = {
    "they write into an array": "add.at copyto fill_diagonal maximum.accumulate maximum.at "
        "negative.at place put put_along_axis putmask subtract.at",
    "they ask for attributes or the type of an array": "apply_over_axes array2string array_repr "
        "array_str astype common_type diag_indices_from from_dlpack hsplit isfortran packbits "
        "rollaxis take_along_axis tril_indices_from triu_indices_from unpackbits unstack",
    "they take types or shapes": "broadcast_shapes can_cast full isdtype issubdtype "
        "promote_types result_type typename zeros",
    "columns are taken": "inverse.local_importance",
}


def names_of(batch):
    return stress.batches(PROGRAM, BATCHES)[batch]


@pytest.mark.parametrize("batch", [
    pytest.param(batch, marks=[] if batch % SHARE == 0 else pytest.mark.full)
    for batch in range(BATCHES)])
def test_arrays_and_lists_may_change_meanwhile(tmp_path, batch):
    told = stress.run(PROGRAM, names_of(batch), tmp_path / "program.py")
    assert told is None, told


def test_every_row_has_scenarios():
    names = [name for batch in range(BATCHES) for name in names_of(batch)]
    assert len(names) == len(set(names))
    assert {f"{row}:small" for row in every_name.ROWS} <= set(names)


def failing(scenarios):
    """What they raise where nobody changes their arguments."""
    found = {}
    for name, (prepare, call, _, _) in scenarios.items():
        try:
            call(*prepare())
        except Exception as error:  # whatever it is
            found[name] = repr(error)
    return found


@pytest.mark.filterwarnings("ignore")
def test_every_scenario_can_be_called():
    """Else it tries nothing: an error is an answer while the arguments change."""
    assert failing(stress.scenarios(PROGRAM)) == {}


@pytest.mark.filterwarnings("ignore")
def test_a_scenario_that_cannot_be_called_is_found():
    singular = PROGRAM.replace("given.z = np.eye(n) + 1.0", "given.z = np.ones((n, n))")
    assert "np.linalg.inv({z}):small" in failing(stress.scenarios(singular))


def test_every_function_that_takes_lists_is_given_some():
    called = [set().union(*map(every_name.names_called, rows)) for rows in (
        every_name.ROWS, [name.removesuffix(":lists") for name in stress.scenarios(PROGRAM)
                          if name.endswith(":lists")])]
    without = {name for name in called[0] - called[1] if name.startswith("np.")}
    assert without == {f"np.{name}" for names in NO_LISTS.values() for name in names.split()}
