"""`numen run --check` of large arrays and of objects: what it copies, and how long it may take."""

import operator
import textwrap

import numpy
import pytest

from numen.check import Checker
from numen.check_copies import LARGE, part
from numen.native import front

from .test_check import check

PROGRAMS = {
    "objects that no copy can be made of": """
        import threading
        locks = np.array([threading.Lock(), threading.Lock(), (i for i in "ab"), np, open], object)
        print(len(locks[1:]), locks[0].locked(), (locks == None).sum(), locks.reshape(5, 1).shape)
        locks[1] = locks[0]
        pair = np.zeros(2, [("lock", object), ("n", int)])
        pair["lock"] = locks[:2]
        print(pair[0]["n"], locks[1] is locks[0], np.concatenate([locks, locks]).shape)
        """,
    "parts of large arrays": """
        x, y = np.zeros((1000, 300)), np.arange(300.0)
        for i in range(2):
            x[i], x[i, 3], x[1:3], x[:, i] = y, 7, x[2:4], x[i, :1]
            x[..., 2], x[None, 2], x[i], x[1::2, 5:9] = 5, 1, x[i][::-1], [1, 2, 3, 4]
            x[[1, 2]], x[x > 4], x[True], x[np.int64(2)] = 4, 0, i, 4
            for key, value in ((i, np.ones(7)), (5000, 1), ((1, 2, 3), 1), ((..., ...), 2)):
                try:
                    x[key] = value
                except (ValueError, IndexError) as error:
                    print(type(error), error)
        x[5] += 1
        x[6:8, 3] *= 2
        print(x.sum(), x[:3, :3])
        """,
    "deviations of constants": """
        x = np.full((300, 300), 0.1)
        small = np.full(30001, 0.1, np.float32)
        print((x.std(axis=0) < 1e-9).all(), (x.var(axis=1) < 1e-9).all(), small.std() < 1e-3)
        print((np.nanstd(x[:99, :3], axis=0) < 1e-9).all(), (np.cov(x[:3, :99]) < 1e-9).all())
        """,
    "fits and systems that rounding decides": """
        year = np.arange(1950.0, 2020.0)
        h = 1 / (np.arange(11)[:, None] + np.arange(11) + 1)
        np.polyfit(year, np.sin(year), 5), np.polyfit(np.linspace(0, 100, 60), year[:60], 15)
        np.linalg.cond(h), np.linalg.pinv(h), np.linalg.inv(h), np.linalg.solve(h, h[0])
        np.linalg.lstsq(h, h[0], rcond=None), np.linalg.det(h), np.linalg.slogdet(h)
        np.roots(np.poly(np.arange(1, 19)))
        """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_check_finds_no_difference_in(tmp_path, name):
    _, said = check(tmp_path, "import numpy as np\n" + textwrap.dedent(PROGRAMS[name]))
    assert len(said) == 1 and said[0].startswith("numen: check: no difference in "), said


@pytest.mark.parametrize("key", [5, slice(2, 4), (..., 3), (slice(None), 7), (None, 1)])
def test_a_wrong_part_is_found(key, capsys):
    def wrong(value, x, key):
        x[key] = value
        x[key] += numpy.arange(numpy.size(x[key])).reshape(numpy.shape(x[key])) == 0

    x = numpy.zeros((500, 400))
    assert x.nbytes > LARGE and part(x, key) is not None
    for store, count in ((front.Gate.store_item, 0), (wrong, 1)):
        checker = Checker()
        checker.call("assignment", store, front.Gate.store_item, (3.0, x, key), {})
        assert len(checker.lines) == count
    assert "assignment: NumPy gives 3.0, Numen 4.0" in capsys.readouterr().err


def test_what_is_no_part_is_none():
    x = numpy.zeros((500, 400))
    for key in ([1, 2], True, x > 0, "a", numpy.int64(1), (..., 1, ...), 600, (1, 2, 3)):
        assert part(x, key) is None, key
    assert part(numpy.zeros(9), 1) is None and part(numpy.zeros(200_000, object), 1) is None


@pytest.mark.parametrize("first_share, checked", [(0, 1), (1e9, 5)])
def test_the_first_calls_have_a_limit_too(first_share, checked):
    """Of no time the first call is checked: nothing has been taken yet."""
    gate = front.Gate(operator.add, operator.add, lambda plain, *args: plain(*args))
    front.Gate.start(1e-9, first_share, 0)
    try:
        for count in (3, 30, 300, 3000, 3000, 300_000, 300_000):
            gate(numpy.ones(count), 1)
        assert front.Gate.counts()[:2] == (7, checked)
    finally:
        front.Gate.start(1, float("inf"), 0)
