"""What is recorded and runs later has the bits of what runs at once: 6,000 programs (600 under the
sanitizers and without --ci), 100,000 with --full.

`python -m tests.fuzz --against modes` is the same as a command.
"""

import warnings

import pytest

from numen.native import front
from tests import SANITIZED

from .campaign import Campaign
from .generator import generate
from .lockstep import Mismatch
from .modes import Expected, ModesJudged, compare_runs, eager_twin
from .numpy_run import new_namespace
from .statement import codes_of
from .test_fuzz import JOBS

PROGRAMS = 600 if SANITIZED else 6_000


@pytest.fixture
def judged():
    """What runs programs in this process; afterwards all switches are as they were."""
    threshold, threads = front.managed_threshold(), front.info()["threads"]
    with warnings.catch_warnings():
        yield ModesJudged()
    front.set_managed_threshold(threshold)
    front.set_threads(threads)
    front.set_small_pieces(False)
    front.set_debug(False)
    front.set_deferral(True)


def run_campaign(start, programs):
    campaign = Campaign("modes", start, start + programs, JOBS, max_failures=3)
    failures = campaign.run()
    scripts = "\n\n".join(failure["script"] for failure in failures)
    assert not failures, f"{len(failures)} programs depend on when they run:\n{scripts}"
    assert campaign.counts["programs"] == programs


def test_first_programs_do_not_depend_on_when_they_run():
    run_campaign(1_000_000, 600)


@pytest.mark.ci
def test_programs_do_not_depend_on_when_they_run():
    run_campaign(1_000_000, PROGRAMS)


@pytest.mark.full
def test_many_programs_do_not_depend_on_when_they_run():
    run_campaign(1_100_000, 100_000)


def test_programs_are_recorded(judged):
    """The runs that are compared differ: in one of them work waits."""
    waiting = 0
    for seed in range(40):
        program = generate(seed)
        codes = codes_of(program)
        for configuration in judged.configurations(program):
            eager = judged.run(codes, eager_twin(configuration))
            assert all(judged.front.state(value) != "pending"
                       for value in eager.namespace.values())
        judged.prepare(configuration)
        namespace = new_namespace(judged.module)
        for code in codes:
            try:
                exec(code, namespace)
            except Exception:
                continue
        waiting += sum(judged.front.state(value) == "pending" for value in namespace.values())
    assert waiting > 10


def test_two_runs_that_differ_are_told_apart(judged):
    program = generate(1)
    codes = codes_of(program)
    configuration = judged.configurations(program)[0]
    expected = Expected(judged.run(codes, configuration), set(), judged.is_array)
    second = judged.run(codes, configuration)
    assert difference(expected, second, judged) is None
    name, value = next(pair for pair in second.namespace.items() if judged.is_array(pair[1]))
    value[...] = 77
    assert f"value: {name} " in difference(expected, second, judged)
    second.warnings.add(("RuntimeWarning", "of nothing"))
    assert "of nothing" in difference(expected, second, judged)
    third = judged.run(codes[:-1], configuration)
    assert "length" in difference(expected, third, judged)


def difference(expected, run, judged):
    """What the comparison says of a run, None if it agrees."""
    try:
        return compare_runs(expected, run, True, judged.is_array)
    except Mismatch as mismatch:
        return str(mismatch)
