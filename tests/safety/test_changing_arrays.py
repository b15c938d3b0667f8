"""Arrays whose shape and type another thread changes while functions work on them: an error or some
values, no crash."""

import pytest

import numen as np

from . import stress

PROGRAM = stress.program("changing_arrays.py")
NUMPYS = stress.program("changing_numpys_arrays.py")


@pytest.mark.parametrize("names", stress.batches(PROGRAM, 16), ids=stress.first_of)
def test_arrays_may_change_their_layout_meanwhile(names):
    assert stress.run(PROGRAM, names) is None


@pytest.mark.parametrize("names", stress.batches(NUMPYS, 4), ids=stress.first_of)
def test_arrays_of_types_that_numpy_serves_may_change_meanwhile(names):
    assert stress.run(NUMPYS, names) is None


def test_results_of_views_belong_to_the_arrays():
    for kind in ("U3", "M8[s]", ">f8", "O", "i4,f8"):
        x = np.zeros((4, 5), kind)
        y = x[1:]
        for array, root in ((x, x), (y, x)):
            assert array[1:].base is root and array[None, [0]].base is not root
            assert array.take([0, 1], 0, np.empty_like(x[:2])).base is None
            assert array.byteswap().base is None
            out = np.empty_like(x[:2])
            assert array.take([0, 1], 0, out) is out
    x = np.zeros(4, ">f8")
    assert x.byteswap(True) is x
    x = np.zeros(4, "i4,f8")
    assert x["f0"].base is x
    x[0]["f0"] = 3
    x[["f0", "f1"]][1] = (4, 5.0)
    assert x["f0"].tolist() == [3, 4, 0, 0]
    x = np.zeros(3, object)
    inner = np.arange(3.0)
    x[0] = inner
    assert x[0] is inner
