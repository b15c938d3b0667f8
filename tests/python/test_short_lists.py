"""Lists of up to sixteen Python floats have a way of their own to an array."""

import struct

import numpy
import pytest

import numen


class Half(float):
    """A float of a class of its own."""


NAN = struct.unpack("<d", b"\x01\x02\x03\x04\x05\x06\xf8\xff")[0]
FLOATS = [0.5, -0.0, NAN, float("inf"), 5e-324, 1.7e308]
ODD_ONES = (1, True, None, "x", 2j, Half(2.5), numpy.float64(3.5), numpy.float32(0.1), 2**70,
            [1.0], numpy.arange(2.0), 1 << 53 | 1)
DTYPES = (None, float, "f4", "f2", "i8", "?", "O", ">f8", "c16", "M8[s]")


def described(call):
    try:
        found = call()
    except Exception as error:
        return type(error), str(error)
    same = found.tolist() if found.dtype == object else found.tobytes()
    return found.dtype, found.shape, found.strides, found.flags.writeable, repr(same)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
@pytest.mark.filterwarnings("ignore:invalid value encountered:RuntimeWarning")
def test_as_numpy(dtype):
    for length in (0, 1, 2, 3, 15, 16, 17, 40):
        items = (FLOATS * 7)[:length]
        cases = [items, tuple(items), [items, items], [tuple(items)]]
        for odd in ODD_ONES if length else ():
            cases += [[odd, *items[1:]], [*items[:-1], odd]]
        for case in cases:
            for name in ("array", "asarray"):
                wanted = described(lambda: getattr(numpy, name)(case, dtype))
                found = described(lambda: getattr(numen, name)(case, dtype))
                assert found == wanted, (length, case)


def test_list_and_array_share_nothing():
    items = [1.0, 2.0]
    array = numen.array(items)
    items[0] = 3.0
    array[1] = 4.0
    assert items == [3.0, 2.0] and array.tolist() == [1.0, 4.0]
