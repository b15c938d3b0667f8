"""astype between all pairs of types and layouts, casting rules and their errors."""

import numpy
import pytest

import numen
from numen.native import front
from tests.fuzz.tolerance import cast

from .operands import DTYPES, LAYOUTS, base_values, in_layout


@pytest.mark.parametrize("source", DTYPES)
def test_all_pairs(source, agreement):
    for target in DTYPES:
        for layout in LAYOUTS:
            for tame in (True, False):
                array = in_layout(base_values(source, 1, tame), layout)
                mine = front.wrap(array)
                loose = cast(None, array, target)
                agreement.compare(f"{source} -> {target} {layout}", lambda: array.astype(target),
                                  lambda: mine.astype(target), lambda result: loose,
                                  with_warnings=loose is None)


@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe", "nonsense"])
def test_casting_rules(casting, agreement):
    for source in DTYPES:
        array = base_values(source, 1, tame=True)
        if array.dtype.kind in "fc":
            array = abs(array).astype(source)
        mine = front.wrap(array)
        for target in DTYPES:
            agreement.compare(f"{source} -> {target} {casting}",
                              lambda: array.astype(target, casting=casting),
                              lambda: mine.astype(target, casting=casting))


@pytest.mark.parametrize("order", ["C", "F", "A", "K"])
def test_orders_and_copies(order, agreement):
    base = numpy.resize(base_values("f8", 1, True), (4, 5, 3))
    for array in (base, base.T, base.transpose(1, 0, 2), base[::-1], base[:, ::2]):
        mine = front.wrap(array)
        for target in ("f8", "f4"):
            agreement.compare(f"astype({target}, {order})",
                              lambda: array.astype(target, order=order),
                              lambda: mine.astype(target, order=order))
        agreement.compare("copy", lambda: array.copy(order), lambda: mine.copy(order))
        agreement.compare("same", lambda: array.astype("f8", order=order, copy=False) is array,
                          lambda: mine.astype("f8", order=order, copy=False) is mine)


def test_assignment_casts_like_astype(agreement):
    for source in DTYPES:
        for target in DTYPES:
            values = base_values(source, 4, tame=True)
            one, other = numpy.zeros(37, target), agreement.numen.zeros(37, target)
            loose = cast(None, values, target)

            def assign(array):
                array[...] = values
                array[1:9:2] = values[:4]
                return array

            agreement.compare(f"{target}[...] = {source}", lambda: assign(one),
                              lambda: assign(other), lambda result: loose,
                              with_warnings=loose is None)


def test_foreign_types_stay_numpys(agreement):
    for text in ("U5", "S4", "O", "M8[D]", "m8[s]", "f16", ">f8", ">i4", "i4,f8"):
        array = numpy.array([1, 2, 3])
        mine = front.wrap(array)
        agreement.compare(f"astype {text}", lambda: array.astype(text), lambda: mine.astype(text))


@pytest.mark.parametrize("narrow", ["f2", "f4"])
@pytest.mark.parametrize("length", [1, 7, 8, 9, 100])
def test_quiet_nan_raises_no_flag_on_its_way(narrow, length):
    array = front.wrap(numpy.full(length, numpy.nan, narrow))
    with numpy.errstate(all="raise"):
        array *= numen.ones(length)
        assert numpy.isnan(array.astype("f8").astype(narrow)).all()


@pytest.mark.parametrize("target", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("source", ["i8", "u8"])
def test_wide_integers_are_rounded_once(source, target):
    """Numbers around every power of two, alone among small ones: blocks of these are converted in
    another way than blocks with one that float64 does not hold."""
    info = numpy.iinfo(source)
    edges = [2**k + off for k in range(23, 64)
             for off in (-2**max(k - 24, 0), -1, 0, 1, 2**(k // 2))]
    edges += [-edge for edge in edges] + [info.min, info.max, 2**51 + 1, -2**51, -2**51 - 1]
    edges = [edge for edge in edges if info.min <= edge <= info.max]
    small = numpy.arange(len(edges) * 7) % 1000
    for every in (1, 7):
        values = small.astype(source)[:len(edges) * every]
        values[::every] = edges
        given = numpy.asarray(numen.array(values).astype(target))
        wanted = values.astype(target)
        assert given.tobytes() == wanted.tobytes(), every
        some = numpy.asarray(numen.array(values)[3:3 + 37].astype(target))
        assert some.tobytes() == wanted[3:3 + 37].tobytes()


@pytest.mark.parametrize("source", ["f4", "f8"])
def test_floats_to_wide_integers(source):
    """Whole numbers of every size and fractions of either sign, with one among them that int64 has
    not, or that float64 holds apart from its neighbours only by a half."""
    rng = numpy.random.default_rng(11)
    base = (rng.normal(size=77) * 10.0 ** rng.integers(-3, 15, 77)).astype(source)
    edges = [0.5, -0.5, -0.0, 2.0**51, -2.0**51, 2.0**51 - 0.5, -2.0**51 + 0.5, 2.0**52,
             2.0**53 + 2, 2.0**63, -2.0**63, 2.0**63 - 1024, 1e300, numpy.inf, -numpy.inf,
             numpy.nan]
    with numpy.errstate(all="ignore"):
        edges = numpy.array(edges).astype(source)
    for edge in edges:
        for place in (0, 5, 15, 16, 63, 64, 76):
            values = base.copy()
            values[place] = edge
            told = []
            for np in (numpy, numen):
                with np.errstate(all="raise"):
                    try:
                        np.array(values).astype("i8")
                        told.append(None)
                    except FloatingPointError as error:
                        told.append(str(error))
            assert told[0] == told[1], (edge, place)
            with numpy.errstate(all="ignore"), numen.errstate(all="ignore"):
                given = numpy.asarray(numen.array(values).astype("i8"))
                assert numpy.array_equal(given, values.astype("i8")), (edge, place)
