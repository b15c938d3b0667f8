"""Every name that Numen computes occurs in the fuzzer's programs, or stands here with a reason.

A missing name: add a row to one of the tables of grammar/templates.py, which says what a row is.
"""

import operator
import re

import numpy
import pytest

from numen import namespace

from .generator import generate
from .grammar import named, templates

PROGRAMS = 1_500
NAME = re.compile(r"\bnp((?:\.[A-Za-z_]\w*)+)")
ATTRIBUTE = re.compile(r"\.([A-Za-z_]\w*)")

# What no program may call, by the reason: patterns over whole names.
LEFT_OUT = {
    "reads or writes files": r"load|loadtxt|genfromtxt|fromfile|fromregex|save|savetxt|savez"
                             r"|savez_compressed|ndarray\.(dump|tofile)",
    "settings outlive the program": r"(get|set)_?(printoptions|bufsize|err|errcall)|printoptions",
    "prints, or tells of the machine": r"info|show_config|show_runtime|get_include|test",
    "draws random numbers: tests/python/test_random.py": r"random\..*",
    "judges arrays itself: tests/names/test_assertions.py": r"testing\..*",
    "of datetimes, which are NumPy's": r"datetime_data",
    "an address": r"ndarray\.ctypes",
    "what operators, the copy module and pickle call": r"ndarray\.__\w+__",
}


def computed_names():
    """The native and composite names with something to call, or attributes of arrays."""
    for name, kind in namespace.coverage().items():
        if kind == "fallback" or any(re.fullmatch(what, name) for what in LEFT_OUT.values()):
            continue
        found = operator.attrgetter(name)(numpy)
        if name.startswith("ndarray.") or callable(found) and not isinstance(found, type):
            yield name, found


@pytest.fixture(scope="module")
def written():
    """What the rows of the tables and some programs name: functions by object, attributes."""
    rows = [row[0] for table in (*named.TABLES, templates.WRITES) for row in table]
    sources = [statement.source for seed in range(PROGRAMS)
               for statement in generate(seed).statements]
    functions, attributes = set(), set()
    for text in rows + sources:
        attributes.update(ATTRIBUTE.findall(text))
        for path in NAME.findall(text):
            found = numpy
            for part in path[1:].split("."):
                found = getattr(found, part, None)
                functions.add(id(found))
    return functions, attributes


def test_names_are_in_the_grammar(written):
    functions, attributes = written
    missing = [name for name, found in computed_names()
               if (name.partition(".")[2] not in attributes if name.startswith("ndarray.")
                   else id(found) not in functions)]
    assert missing == [], "add rows to tests/fuzz/grammar/templates.py"


@pytest.mark.parametrize("reason", LEFT_OUT)
def test_names_left_out_exist(reason):
    assert any(re.fullmatch(LEFT_OUT[reason], name) for name in namespace.coverage())
