"""help() shows the keywords that a function of numpy.linalg takes beside NumPy's.

Whether it takes one is found by calling it; documentation.py says what is shown. Signatures are
NumPy's (tests/names/test_signatures.py), those of Numen's own functions are what they take.
"""

import inspect
import pydoc
import re

import numpy
import pytest

import numen as np
from numen.documentation import KEYWORDS, TITLE

MATRIX = numpy.array([[4.0, 1.0], [1.0, 3.0]])
BLOCKS = numpy.eye(4).reshape(2, 2, 2, 2)
# Arguments of a call that every structure allows to be read.
ARGUMENTS = {
    "cross": ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]),
    "lstsq": (MATRIX, [1.0, 2.0]),
    "matmul": (MATRIX, MATRIX),
    "matrix_power": (MATRIX, -2),
    "multi_dot": ([MATRIX, MATRIX, MATRIX],),
    "outer": ([1.0, 2.0], [3.0, 4.0]),
    "pinv_apply": (MATRIX, MATRIX),
    "ridge": (MATRIX, MATRIX, 0.5),
    "ridge_path": (MATRIX, MATRIX, [0.5]),
    "solve": (MATRIX, [1.0, 2.0]),
    "standardised_products": (MATRIX, MATRIX),
    "tensordot": (MATRIX, MATRIX),
    "tensorinv": (BLOCKS,),
    "tensorsolve": (BLOCKS, MATRIX),
    "vecdot": (MATRIX, MATRIX),
}
OURS = ("pinv_apply", "ridge", "ridge_path", "standardised_products")
NAMES = sorted({*numpy.linalg.__all__, *OURS} - {"LinAlgError"})
VALUES = {"assume": "gen", "method": "svd", "precision": "native"}


def call(name, **keywords):
    return getattr(np.linalg, name)(*ARGUMENTS.get(name, (MATRIX,)), **keywords)


def takes(name, keyword):
    try:
        call(name, **{keyword: VALUES[keyword]})
    except TypeError:
        return False
    return True


def taken(name):
    return {keyword for keyword in VALUES if takes(name, keyword)}


def help_of(name):
    return pydoc.plain(pydoc.render_doc(getattr(np.linalg, name)))


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(OURS)))
def test_help_has_what_the_function_takes(name):
    call(name)
    text, wanted = help_of(name), taken(name)
    assert set(re.findall(r"^    (assume|method|precision) : ", text, re.M)) == wanted
    shown = re.search(rf"^    {name}\(\.\.\., (.*)\)$", text, re.M)
    assert set(re.findall(r"(\w+)=\.\.\.", shown[1] if shown else "")) == wanted
    assert (TITLE in text) == bool(wanted)


@pytest.mark.parametrize("name", OURS)
def test_help_of_our_own_functions(name):
    signature = help_of(name).splitlines()[2]
    assert signature == f"{name}{inspect.signature(getattr(np.linalg, name))}"
    assert {word for word in VALUES if f"{word}=" in signature} == taken(name)


def test_every_keyword_is_taken_somewhere():
    assert set(KEYWORDS) == set(VALUES) == set.union(*map(taken, NAMES))


@pytest.mark.parametrize("keyword", VALUES)
def test_the_words_in_the_help_are_those_that_are_taken(keyword):
    name = next(name for name in NAMES if keyword in taken(name))
    words = re.findall('"([^"]+)"', KEYWORDS[keyword].partition("}")[0])
    assert words and VALUES[keyword] in words
    matrix = numpy.diag([2.0, 3.0])
    arguments = (matrix, *ARGUMENTS.get(name, (matrix,))[1:])
    for word in words:
        getattr(np.linalg, name)(*arguments, **{keyword: word})
    with pytest.raises(ValueError, match=keyword):
        getattr(np.linalg, name)(*arguments, **{keyword: "nonsense"})
    with pytest.raises(ValueError) as refused:
        call(name, **{keyword: "nonsense"})
    assert set(words) <= set(re.findall("'([^']+)'", str(refused.value)))
