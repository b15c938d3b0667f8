"""Which tests `numen test` runs."""

import argparse

import pytest
from numen.commands.test import marks


@pytest.mark.parametrize("given, arguments, wanted", [
    ("", [], "not full and not ci"), ("", ["-q", "--lf"], "not full and not ci"),
    ("", ["tests/unit"], "not full"), ("", ["-k", "add"], "not full"), ("ci", [], "not full"),
    ("full", [], ""), ("full", ["tests/unit"], ""),
    ("sanitize", [], "not full and not no_sanitizer"),
    ("sanitize full", ["-x"], "not no_sanitizer"),
])
def test_marks(given, arguments, wanted):
    options = argparse.Namespace(**{name: name in given.split()
                                    for name in ("ci", "full", "sanitize")})
    assert marks(options, arguments) == wanted
