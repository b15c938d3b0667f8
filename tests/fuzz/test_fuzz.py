"""Whole random programs give NumPy's answers: 20,000 of them (2,000 under the sanitizers and
without --ci), 200,000 with --full.

`python -m tests.fuzz` is the same as a command, with ranges of seeds, resuming and shrinking.
"""

import os

import numpy
import pytest

from tests import SANITIZED

from .campaign import Campaign
from .generator import configurations, generate, is_unfit
from .judged import NumpyJudged
from .lockstep import run_program
from .statement import Statement

JOBS = min(2, os.cpu_count() or 1)
PROGRAMS = 2_000 if SANITIZED else 20_000


def run_campaign(start, programs):
    campaign = Campaign("numen", start, start + programs, JOBS, max_failures=3)
    failures = campaign.run()
    scripts = "\n\n".join(failure["script"] for failure in failures)
    assert not failures, f"{len(failures)} programs disagree with NumPy:\n{scripts}"
    return campaign


def test_first_programs_agree_with_numpy():
    run_campaign(0, 2_000)


@pytest.mark.ci
def test_programs_agree_with_numpy():
    campaign = run_campaign(0, PROGRAMS)
    assert campaign.counts["programs"] == PROGRAMS
    assert campaign.counts["statements"] / campaign.counts["programs"] >= 12
    assert campaign.counts["invalid"] < 400  # undecided runs must stay rare
    assert SANITIZED or campaign.coverage.missing(PROGRAMS) == []


@pytest.mark.full
def test_many_programs_agree_with_numpy():
    run_campaign(20_000, 200_000)


def test_programs_are_data_and_repeat():
    for seed in range(20):
        program = generate(seed)
        assert type(program).from_data(program.to_data()) == program
        assert generate(seed).text() == program.text()


def test_singular_values_of_infinities_are_not_tried():
    """NumPy's pinv, for one, does not return of some of them."""
    infinite = {"v0": numpy.full((2, 2), -numpy.inf)}
    for call in ("svd(v0)", "svdvals(v0)", "pinv(v0)", "cond(v0)"):
        statement = Statement(f"v1 = np.linalg.{call}", "linalg", "v1", ("v0",))
        assert not is_unfit(statement, {"v0": numpy.eye(2) * numpy.nan})
        assert is_unfit(statement, infinite)
    for call in ("inv(v0)", "cond(v0, 1)", "norm(v0, axis=0, ord=2)"):
        assert not is_unfit(Statement(f"v1 = np.linalg.{call}", "linalg", "v1", ("v0",)), infinite)


def test_numpy_agrees_with_itself():
    """The judge finds nothing where there is nothing."""
    for seed in range(300):
        program = generate(seed)
        for configuration in configurations(seed):
            assert run_program(program, NumpyJudged(), configuration) is None
