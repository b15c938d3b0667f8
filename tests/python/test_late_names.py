"""Names that NumPy gives with a warning: it is said of the user's line."""

import warnings

import numpy
import pytest

from numen.namespace import module


@pytest.mark.parametrize("name", ["chararray", "object", "str", "no_such_name", "in1d"])
def test_warnings_name_the_asking_line(name):
    told = []
    for np in (numpy, module("numpy")):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                found, refusal = getattr(np, name), None
            except AttributeError as error:
                found, refusal = None, str(error)
        told.append((found, refusal, [(str(w.message), w.category, w.filename, w.lineno)
                                      for w in said]))  # fmt: skip
    assert told[0] == told[1]
