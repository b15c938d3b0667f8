"""Fixtures of the operation tests."""

import warnings

import pytest

from .sweep import Judge


@pytest.fixture
def judge():
    """A Judge that hears every warning; the warning settings are restored afterwards."""
    with warnings.catch_warnings():
        result = Judge()
        result.listen()
        yield result


@pytest.fixture
def agreement(judge):
    """The judge; the test fails with the first differences it collected."""
    yield judge
    count = len(judge.differences)
    assert not count, f"{count} differences:\n" + "\n".join(judge.differences[:12])
