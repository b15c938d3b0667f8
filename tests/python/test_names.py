"""Which names Numen computes: `numen.coverage()` says so, and a call of each falls back on nothing.
"""

import io
import operator
import re

import numpy
import pytest

import numen
from numen import namespace
from numen.bench import calls
from numen.bench.inputs import Inputs
from numen.bench.timing import compiled_loop
from numen.native import front

from tests.names.agreement import managed

from . import names_of_the_step as step

COVERAGE = namespace.coverage()
CASES = calls.all_cases((10,), ("float64",))


def fallbacks_of(statement, names=None):
    """How often a statement falls back; `np` is Numen."""
    code = compile(statement, "<statement>", "exec")
    before = front.fallback_count()
    exec(code, {"np": numen, **(names or {})})
    return front.fallback_count() - before


def sample(make=numen.array):
    """The arrays that the statements name."""
    rng = numpy.random.default_rng(3)
    a = rng.permutation(24).reshape(4, 6) / 8 - 1
    n = a.copy()
    n[0, 0] = n[2, 3] = numpy.nan
    arrays = {
        "a": a, "n": n, "v": a.ravel(), "s": numpy.sort(a.ravel()),
        "q": a[:4, :4] + 4 * numpy.eye(4),
        "i": rng.integers(0, 9, 24), "j": numpy.array([3, 1, 2, 0]), "mask": a > 0,
        "p": numpy.full(3, 0.5), "z": a[0] + 1j, "one": numpy.array([2.5]),
        "index": numpy.array(3), "bits": numpy.arange(6, dtype="u1"),
    }  # fmt: skip
    return {name: make(array) for name, array in arrays.items()}


def fallbacks_of_case(name):
    """How often the benchmark's call of a function falls back."""
    case = CASES[name]
    inputs = Inputs(case, 10, case.dtypes[0])
    pool = inputs.pool(numen, [inputs.draw()])
    loop = compiled_loop(case.statement, case.inputs, numen)
    before = front.fallback_count()
    loop(pool, 1, float, lambda result: None)
    return front.fallback_count() - before


def named_in(statement):
    """The public names after "np." in a statement."""
    for path in re.findall(r"np\.([A-Za-z_][\w.]*)", statement):
        while path not in COVERAGE:  # np.add.reduce
            path = path.rpartition(".")[0]
        yield path


@pytest.mark.filterwarnings("ignore")
def test_at_least_300_public_names_are_native_or_composite():
    computed = calls.public_names("native") + calls.public_names("composite")
    assert [name for name in computed if fallbacks_of_case(name)] == []
    assert len(computed) >= 300
    # Each is counted once, however many modules have it.
    public = {id(operator.attrgetter(name)(numpy)) for name in computed}
    assert len(public) >= 300


def test_the_counter_moves():
    assert fallbacks_of("np.polynomial.chebyshev.chebval(np.ones(3), [1.0, 2.0])") > 0
    assert fallbacks_of("np.add(np.array([1], object), 1)") > 0


@pytest.mark.parametrize("name", step.FREQUENT)
@pytest.mark.filterwarnings("ignore")
def test_frequent_name_is_native_or_composite(name):
    assert COVERAGE[name] in ("native", "composite")
    if name in step.CALLS:
        assert name in named_in(step.CALLS[name])
        assert fallbacks_of(step.CALLS[name], sample()) == 0
    elif name in CASES:
        assert fallbacks_of_case(name) == 0
    else:
        found = operator.attrgetter(name)(numen)
        assert found is operator.attrgetter(name)(numpy)
        assert not callable(found) or isinstance(found, type)


@pytest.mark.parametrize("statement", step.METHODS_OF_UFUNCS)
def test_method_of_ufunc_is_native(statement):
    assert fallbacks_of(statement, sample()) == 0


@pytest.mark.parametrize("name", dir(numpy.ndarray))
@pytest.mark.parametrize("make", [numen.array, managed], ids=["exposed", "managed"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_ndarray_attribute_is_native_or_composite(name, make):
    assert COVERAGE["ndarray." + name] in ("native", "composite")
    statement = step.ATTRIBUTES.get(name)
    if statement is None:
        statement = step.default_use(name)
    assert re.search(rf"\.{name}\b", statement)
    assert fallbacks_of(statement, {**sample(make), "file": io.BytesIO()}) == 0


@pytest.mark.parametrize("statement", step.WANTED)
@pytest.mark.filterwarnings("ignore")
def test_what_the_step_wants_native_or_composite(statement):
    names = list(named_in(statement))
    assert names and {COVERAGE[name] for name in names} <= {"native", "composite"}
    assert fallbacks_of(statement, sample()) == 0


def test_the_lists_hold_what_they_are_of():
    assert len(step.FREQUENT) == len(set(step.FREQUENT)) > 250
    wanted = {name for statement in step.WANTED for name in named_in(statement)}
    assert step.NAMED_BY_THE_STEP <= wanted
    assert {name for name in dir(numpy) if name.startswith("nan") and name != "nan"} <= wanted
