"""Wrong calls of every public function are refused as NumPy refuses them: type and text."""

import contextlib
import io
import operator
import re
import warnings

import numpy
import pytest

import numen

# What looks at files, prints or changes settings.
APART = set("""test show_config show_runtime info save savez savez_compressed savetxt fromfile
loadtxt genfromtxt load fromregex get_include seterrcall setbufsize set_printoptions
seterr""".split())
# Refused by Python with the names of other parameters, or before NumPy would look.
OTHER_WORDS = {"frompyfunc", "fromiter", "common_type", "histogramdd"}
CALLS = {
    "no argument": lambda f, a, np: f(),
    "unknown keyword": lambda f, a, np: f(a, nonsense=1),
    "text": lambda f, a, np: f("text"),
    "None": lambda f, a, np: f(None),
    "axis too large": lambda f, a, np: f(a, axis=5),
    "axis too small": lambda f, a, np: f(a, axis=-9),
    "axis a text": lambda f, a, np: f(a, axis="x"),
    "axis a float": lambda f, a, np: f(a, axis=1.5),
    "axis twice": lambda f, a, np: f(a, axis=(0, 0)),
    "type unknown": lambda f, a, np: f(a, dtype="nonsense"),
    "too many": lambda f, a, np: f(*[a] * 14),
    "shapes": lambda f, a, np: f(a, np.ones(4)),
    "second a text": lambda f, a, np: f(a, "x"),
    "out a list": lambda f, a, np: f(a, out=[1]),
    "order unknown": lambda f, a, np: f(a, order="Q"),
    "casting unknown": lambda f, a, np: f(a, casting="nonsense"),
    "strings": lambda f, a, np: f(np.array(["a", "b"])),
    "dates": lambda f, a, np: f(np.array(["2020-01-01"], "M8[D]")),
}


def names():
    for owner in ("", "linalg", "fft"):
        real = getattr(numpy, owner) if owner else numpy
        for name in sorted(real.__all__):
            function = getattr(real, name)
            if name not in APART | OTHER_WORDS and callable(function) and not isinstance(
                    function, type):
                yield f"{owner}.{name}".strip(".")


def outcome(np, name, call):
    function = operator.attrgetter(name)(np)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            call(function, np.arange(6.0).reshape(2, 3), np)
        except Exception as error:
            return type(error).__name__, re.sub("0x[0-9a-f]+", "@", str(error))
    return "served"


@pytest.mark.parametrize("name", list(names()))
def test_refused_in_numpys_words(name):
    for what, call in CALLS.items():
        assert outcome(numen, name, call) == outcome(numpy, name, call), what
