"""Every native and composite name against NumPy, with arguments made from its signature.

calls_table.py has a row for each name; a name without one fails here. A row says what the
function's parameters may be where generated.py does not know it by their names.
"""

import operator
import re
import zlib

import numpy
import pytest

import numen
from numen import namespace
from tests import SANITIZED

from .agreement import LAYOUTS, assert_agrees
from .calls_table import ROWS
from .generated import calls, is_ufunc

# Names without a row, by where their tests are: patterns over whole names.
ELSEWHERE = {
    "test_files.py": r"load|loadtxt|genfromtxt|fromfile|fromregex|save|savetxt|savez"
                     r"|savez_compressed",
    "test_linalg_factors.py": r"linalg\.(svd|qr|eigh|eig|eigvals)",  # up to signs and order
    "test_assertions.py": r"testing\..*",
    "../python/test_random.py": r"random\..*",
    "../python/test_methods.py": r"ndarray\..*",
    "../ops/test_settings.py": r"(get_|set_|get|set)?(printoptions|bufsize|err|errcall)",
}
# NumPy's own: objects and functions that nothing computes with.
NUMPYS = r"info|show_config|show_runtime|get_include|test|datetime_data"
UNDEFINED = ("empty", "empty_like")
EVERY = 4 if SANITIZED else 1  # of the calls one in so many


def computed_names():
    """One name of each native or composite function."""
    found = {}
    for name, kind in sorted(namespace.coverage().items()):
        skipped = (*ELSEWHERE.values(), NUMPYS)
        if kind == "fallback" or any(re.fullmatch(pattern, name) for pattern in skipped):
            continue
        function = operator.attrgetter(name)(numpy)
        if callable(function) and not isinstance(function, type):
            known = found.setdefault(id(function), name)
            found[id(function)] = name if name in ROWS and known not in ROWS else known
    return sorted(found.values())


NAMES = computed_names()


def row_of(name):
    """The row of a function; ufuncs need none: near, they are judged in tests/ops."""
    if name in ROWS or not is_ufunc(name):
        return ROWS[name]
    return {"near": 1e-3}


def test_every_name_has_a_row():
    missing = [name for name in NAMES
               if name not in ROWS and name not in UNDEFINED and not is_ufunc(name)]
    assert missing == [], "add rows to tests/names/calls_table.py"


@pytest.mark.parametrize("shape", [3, (2, 3), (), (0, 2), [2, 2], -1, 2.5, None])
def test_empty(shape):
    """Their elements may be anything: type, shape and layout are compared."""
    for kwargs in ({}, {"dtype": "f4"}, {"order": "F"}, {"dtype": "i2", "order": "C"}):
        assert_same_form(lambda np: np.empty(shape, **kwargs))
        for array in (numpy.ones((3, 4), order="F"), numpy.ones((2, 3))[:, ::2], numpy.ones(3), 5):
            given = {} if shape is None else {"shape": shape}
            assert_same_form(lambda np: np.empty_like(np.asarray(array), **kwargs, **given))


def assert_same_form(call):
    forms = []
    for np in (numpy, numen):
        try:
            found = call(np)
            forms.append((found.dtype, found.shape, found.strides))
        except Exception as error:
            forms.append((type(error), str(error)))
    assert forms[0] == forms[1]


def coarsest(args):
    """The spacing of float16 at 1, if it is among the arguments."""
    halves = [x for x in args if getattr(x, "dtype", None) == numpy.float16]
    return float(numpy.finfo("f2").eps) if halves else 0.0


@pytest.mark.parametrize("name", [name for name in NAMES if name not in UNDEFINED])
def test_name(name):
    row = row_of(name)
    near = row.get("near", 0.0)
    turn = zlib.crc32(name.encode())
    for at, (args, kwargs) in enumerate(calls(name, row)):
        if at % EVERY:
            continue
        layouts = (LAYOUTS[0], LAYOUTS[1 + (turn + at) % (len(LAYOUTS) - 1)])
        assert_agrees(name, *args, **kwargs, tolerance=near and max(near, 8 * coarsest(args)),
    layouts=layouts,
                      native=False)
