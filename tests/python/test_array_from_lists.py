"""`np.array` of nested lists: type, shape, bits, exception and warnings are NumPy's."""

import warnings

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numen

LEAVES = [1, 2.5, -3, True, 2**40, 2**53 + 1, 2**63, -2**63, 2**64, 1e300, 1e39, float("nan"),
          float("inf"), 1j, numpy.float64(2), numpy.int64(3), numpy.float32(1.5), numpy.int8(4),
          numpy.bool_(True), numpy.array(3), numpy.array(2.5), "text", None]
DTYPES = [None, "f8", "f4", "f2", "i8", "i4", "u1", "u8", "?", "c16"]


def outcome(module, value, dtype):
    """What np.array says: the result or the exception, and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            made = module.array(value, dtype=dtype)
            content = made.tolist() if made.dtype == object else made.tobytes()
            answer = (made.dtype, made.shape, repr(content))
        except Exception as error:
            answer = (type(error), str(error))
    return answer, [str(warning.message) for warning in caught]


leaves = st.sampled_from(LEAVES)
numbers = st.sampled_from(LEAVES[:6])
rows = st.lists(numbers, max_size=4) | st.lists(leaves, max_size=3)


@settings(max_examples=1500, deadline=None)
@given(rows | st.lists(rows, max_size=3) | rows.map(tuple) | rows.map(lambda row: [row, row]),
       st.sampled_from(DTYPES))
def test_nested_lists(value, dtype):
    assert outcome(numen, value, dtype) == outcome(numpy, value, dtype)


@pytest.mark.parametrize("value", [[2**63, 1.5], [2**64, 2.5], [[1, 2**64]], [2**63, 1]])
def test_large_integers_choose_the_type(value):
    assert outcome(numen, value, None) == outcome(numpy, value, None)
