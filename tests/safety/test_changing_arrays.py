"""Arrays whose shape and type another thread changes while functions work on them: an error or some
values, no crash."""

import pytest

import numen as np

from . import stress

pytestmark = pytest.mark.ci
PROGRAM = stress.program("changing_arrays.py")
NUMPYS = stress.program("changing_numpys_arrays.py")


@pytest.mark.parametrize("names", stress.batches(PROGRAM, 16), ids=stress.first_of)
def test_arrays_may_change_their_layout_meanwhile(names):
    told = stress.run(PROGRAM, names)
    assert told is None, told


@pytest.mark.parametrize("names", stress.batches(NUMPYS, 4), ids=stress.first_of)
def test_arrays_of_types_that_numpy_serves_may_change_meanwhile(names):
    told = stress.run(NUMPYS, names)
    assert told is None, told


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


def test_operands_come_back_as_themselves():
    """NumPy gets views of the operands of its own loops; the program sees none of them."""
    x, y = np.array([1, 2, 3], object), np.empty(3, object)
    assert x.__iadd__(1) is x and x.tolist() == [2, 3, 4]
    assert np.add(x, 1, out=y) is y and np.add(x, 1, out=(y,)) is y and y.tolist() == [3, 4, 5]
    assert np.add.accumulate(x, out=y) is y and np.multiply(x, x, y) is y
    times, whole, rest = np.arange(3).astype("m8[s]"), np.empty(3, int), np.empty(3, "m8[s]")
    both = np.divmod(times, np.timedelta64(2, "s"), out=(whole, rest))
    assert both[0] is whole and both[1] is rest
    days = np.arange(3).astype("M8[D]")
    assert np.busday_offset(days, 1, "forward", out=days) is days
    view = x[1:]
    assert view.__iadd__(1) is view and view.base is x


def test_who_serves_a_ufunc_gets_the_arrays_themselves():
    class Silent:
        __array_ufunc__ = None

        def __radd__(self, other):
            return other

    class Serving:
        def __array_ufunc__(self, ufunc, method, *inputs, **settings):
            return inputs[0]

    texts = np.array(["a", "b"])
    assert texts + Silent() is texts
    assert np.add(texts, Serving()) is texts and np.add(texts, "c", out=(Serving(),)) is texts
