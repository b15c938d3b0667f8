"""Each row of first_contact.py does in a user's module under Numen what it does under Python."""

import numpy
import pytest

from numen.native import front

from .first_contact import CONTACTS, SIZES, TYPED_CONTACTS
from .judge import difference, told
from .user_code import run, under_numen

pytestmark = pytest.mark.no_sanitizer


def label(row):
    return f"{row.library}: {row.text}"


def outcome(module, size):
    """What told() says of a row in one of its two modules."""
    is_numens = module.np is not numpy
    with under_numen(is_numens):
        x = module.made(size)
        if is_numens and size > front.managed_threshold():
            assert front.is_managed(x), "a library has seen it before"
        return told(lambda: module.call(x), x)


def assert_same(row):
    if row.library == "PyTorch":
        pytest.importorskip("torch", reason="PyTorch is installed by `./numen test --torch`")
    theirs, ours = (run(row.source(), installed) for installed in (False, True))
    for size in SIZES:
        wanted, found = outcome(theirs, size), outcome(ours, size)
        assert wanted[0] == found[0] == "value", (size, wanted[1], found[1])
        for part, one, other in zip(("result", "x afterwards", "warnings"), found[1:], wanted[1:]):
            assert not difference(one, other, part), size


@pytest.mark.parametrize("row", CONTACTS, ids=label)
def test_first_contact(row):
    assert_same(row)


@pytest.mark.parametrize("row", TYPED_CONTACTS, ids=label)
def test_first_contact_of_code_that_asks_for_the_type(row):
    assert_same(row)


def test_the_calls_are_made_under_numen():
    real = numpy.ones(100_000)
    for is_numens in (False, True):
        module = run("def twice(x): return x * 2", is_numens)
        with under_numen(is_numens):
            assert front.is_managed(module.twice(real)) == is_numens


def test_there_are_40_libraries():
    libraries = {row.library for row in CONTACTS + TYPED_CONTACTS}
    assert len(libraries) >= 40
    assert len(CONTACTS + TYPED_CONTACTS) == len({(row.library, row.given, row.text)
                                                  for row in CONTACTS + TYPED_CONTACTS}) >= 140
