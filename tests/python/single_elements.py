"""Single elements read and written, told as text: a module that runs on NumPy and on Numen.

Whoever reads it runs `outcomes_of_stores` and `outcomes_of_reads` in both and compares.
"""

import pickle
import warnings

import numpy as np

NUMERIC = list("?bBhHiIlLqQefdgFDG")
OTHERS = ["O", "M8[D]", "m8[s]", "U4", "S4", ">f8", ">i4", "V6", "T",
          [("a", "f8"), ("b", "i4")], [("a", "f8"), ("o", "O")], [("s", "U3"), ("v", "f4", (2,))]]
LARGE = 20_000  # elements, of which Numen makes a managed array


def filled(shape, dtype):
    """An array of these types with small numbers in it."""
    count = int(np.prod(shape))
    array = np.zeros(count, dtype)
    if array.dtype.kind in "OMmUSTV":
        for i in range(count if count < 100 else 0):
            array[i] = element_of(array.dtype, i)
        return array.reshape(shape)
    return (np.arange(count) % 7).astype(dtype).reshape(shape)


def element_of(dtype, i):
    if dtype.names is not None:
        return tuple(element_of(dtype[name], i) for name in dtype.names)
    kind = dtype.base.kind
    if kind in "if":
        return i
    if kind == "O":
        return [None, "text", 3, 2.5, (1, 2)][i % 5]
    if kind == "M":
        return np.datetime64("2020-01-01") + i
    if kind == "m":
        return np.timedelta64(i, "s")
    return bytes([65 + i % 26]) * 2 if kind in "SV" else chr(65 + i % 26) * 2


def unaligned(shape, dtype):
    """A field of records that begin with a byte; strings of any length are no field's type."""
    if dtype == "T":
        return filled(shape, dtype)
    records = np.zeros(shape, [("skip", "u1"), ("x", dtype)])
    records["x"] = filled(shape, dtype)
    return records["x"]


def read_only(shape, dtype):
    array = filled(shape, dtype)
    array.flags.writeable = False
    return array


# A name: how it is made, and the indices that go with its number of axes.
LAYOUTS = {
    "row": lambda dtype: filled((6,), dtype),
    "table": lambda dtype: filled((2, 3), dtype),
    "three axes": lambda dtype: filled((2, 3, 2), dtype),
    "four axes": lambda dtype: filled((2, 1, 3, 2), dtype)[:, 0, None],
    "every other": lambda dtype: filled((12,), dtype)[::2],
    "backwards": lambda dtype: filled((6,), dtype)[::-1],
    "columns": lambda dtype: filled((3, 2), dtype).T,
    "fortran": lambda dtype: np.asfortranarray(filled((2, 3), dtype)),
    "empty": lambda dtype: filled((0, 3), dtype),
    "no axes": lambda dtype: filled((), dtype),
    "read-only": lambda dtype: read_only((6,), dtype),
    "unaligned": lambda dtype: unaligned((6,), dtype),
    "large": lambda dtype: filled((LARGE,), dtype),
    "large table": lambda dtype: filled((LARGE // 10, 10), dtype)[:2, ::3],
    "large backwards": lambda dtype: filled((LARGE,), dtype)[::-1][: LARGE - 5],
}
PENDING = {
    "pending": lambda dtype: filled((LARGE,), dtype) + filled((LARGE,), dtype),
    "pending table": lambda dtype: (filled((LARGE // 10, 10), dtype) * 2)[::-1],
}
GOOD_KEYS = {
    0: ["()"],
    1: ["3", "-1", "(2,)", "np.int64(2)", "np.uint8(1)", "np.int16(-2)"],
    2: ["(1, 2)", "(-1, np.int32(-3))", "(np.intp(0), 1)"],
    3: ["(1, -1, 0)", "(np.int64(1), 2, np.uint64(1))"],
    4: ["(1, 0, 2, 1)", "(-1, -1, np.int8(-2), 0)"],
}
OTHER_KEYS = [
    "()", "0", "(0, 0)", "(0, 0, 0, 0, 0)", "100_000", "-100_000", "2**70", "-2**63", "True",
    "np.True_", "None", "...", "1.0", "'a'", "b'a'", "np.uint64(2**63)", "np.float64(1)",
    "np.array(1)", "(np.array(0), 0)", "[0]", "(None, 0)", "(..., 0)", "slice(0, 1)",
    "IntKey(1)", "np.longlong(1)", "np.timedelta64(1, 's')", "1j", "(0, 1.5)", "(-1, 100_000)",
    "(np.int64(-9), 0)",
]
VALUES = [
    "0", "1", "-1", "127", "128", "-129", "255", "256", "-32768", "65504", "65520", "70000",
    "2**24 + 1", "2**31", "-2**31 - 1", "2**53 + 1", "2**62 + 1", "2**63 - 1", "2**63",
    "-2**63", "2**64 - 1", "2**64", "2**70", "10**400", "True", "False", "0.0", "-0.0", "2.7",
    "-0.5", "-2.5", "255.9", "127.5", "-128.5", "1e10", "3.5e38", "1e40", "1e-40", "1e-50",
    "6.1e-5", "1e-8", "65519.9", "2.0**63", "-2.0**63", "2.0**64", "float('nan')",
    "float('inf')", "-float('inf')", "1 + 2j", "1j * 0", "1e300j", "complex('nan+1j')", "'3'",
    "'x'", "b'4'", "None", "[1]", "(1, 2)", "[]", "{}", "object", "Ellipsis", "np.True_",
    "np.False_", "np.int8(-3)", "np.uint8(200)", "np.int16(300)", "np.uint16(65535)",
    "np.int32(-70000)", "np.uint32(2**32 - 1)", "np.int64(2**62 + 1)", "np.int64(-1)",
    "np.int64(300)", "np.uint64(2**63)", "np.uint64(7)", "np.longlong(5)",
    "np.ulonglong(2**63)", "np.float16(7.5)", "np.float16('nan')", "np.float16(6e-8)",
    "np.float32(1.5)", "np.float32(1e30)", "np.float32('nan')", "np.float32(1e-40)",
    "np.float64(2.75)", "np.float64('nan')", "np.float64(1e300)", "np.float64(-1.5)",
    "np.float64(1e-310)", "np.float64(3e9)", "np.longdouble(1.5)", "np.longdouble('1e400')",
    "np.complex64(1 + 2j)", "np.complex128(3 - 1j)", "np.complex128(2)",
    "np.complex128(1e300 + 0j)", "np.clongdouble(1)", "np.array(3)", "np.array(2.5)",
    "np.array(300, 'i8')", "np.array(-1, 'i2')", "np.array(1 + 1j)", "np.array(True)",
    "np.array(7, 'u1')", "np.array(1.5, '>f8')", "np.array([1])", "np.array([1, 2])",
    "np.array([])", "np.str_('5')", "np.bytes_(b'6')", "np.datetime64('2020-01-01')",
    "np.timedelta64(3, 's')", "np.void(b'ab')", "np.array((1.0, 2), 'f8,i4')[()]",
    "np.array('2021-01-01', 'M8[D]')", "IntKey(3)", "FloatValue(2.5)", "FloatValue(1e40)",
    "IntSub(4)", "FloatSub(1.25)", "np.ma.masked", "Wrapped(2)", "signaling64", "signaling32",
    "range(2)", "'2022-02-03'", "'long text'",
]


class IntKey:
    def __init__(self, number):
        self.number = number

    def __repr__(self):
        return f"{type(self).__name__}({self.number})"

    def __index__(self):
        return self.number


class FloatValue(IntKey):
    def __float__(self):
        return self.number

    __index__ = None


class IntSub(int):
    pass


class FloatSub(float):
    def __float__(self):
        return 9.5


class Wrapped(IntKey):
    def __array__(self, dtype=None, copy=None):
        return np.array(self.number, dtype)


signaling64 = np.array([0x7FF0000000000001], "u8").view("f8")[0]
signaling32 = np.array([0x7F800001], "u4").view("f4")[0]


def told(act):
    """What a call gives, raises and warns of, with the distance from the line that made it."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = act()
        except Exception as error:
            result = type(error).__name__, str(error)
    return result, [(w.category.__name__, str(w.message), w.lineno) for w in seen]


def has_more_than_values(dtype):
    """Whether the bytes hold addresses, or padding that nobody writes."""
    return dtype.hasobject or dtype.char in "gGT"


def bytes_of(array):
    """Everything that a store might have touched."""
    root = array if array.base is None else array.base
    return repr(root.tolist()) if has_more_than_values(array.dtype) else root.tobytes()


def store(array, key, value):
    array[key] = value


def outcomes_of_stores(dtype, layout, keys, values, state="warn"):
    """(layout, key, value) and what became of the store, with the memory afterwards.

    state: what floating-point errors do.
    """
    array = LAYOUTS[layout](dtype) if layout in LAYOUTS else PENDING[layout](dtype)
    for key in keys:
        for value in values:
            with np.errstate(all=state):
                found = told(lambda: store(array, eval(key), eval(value)))
            yield (layout, key, value), found, bytes_of(array)
            if layout in PENDING:
                array = PENDING[layout](dtype)


def shown(value):
    text = repr(value)
    return type(value).__name__, str(getattr(value, "dtype", "")), text[:500], hash(text)


def outcomes_of_reads(dtype, layout, keys):
    array = LAYOUTS[layout](dtype) if layout in LAYOUTS else PENDING[layout](dtype)
    for key in keys:
        yield ("read", layout, key), told(lambda: shown(array[eval(key)]))
        yield ("item", layout, key), told(lambda: shown(array.item(eval(key))))
        yield ("items", layout, key), told(lambda: shown(array.item(*np.atleast_1d(eval(key)))))
    names = ["item()", "tolist()", "item(0, 0)", "item(0)", "item((0,))", "item(())", "item(3)",
             "item(10**6)", "item(-1)", "item('a')", "item(1.5)", "tolist(1)", "item(order=1)",
             "tobytes('x')"]
    if not has_more_than_values(array.dtype):
        names += ["tobytes()", "tobytes('F')", "tobytes(order='A')"]
    for name in names:
        yield (name, layout), told(lambda: shown(eval("array." + name)))
    for protocol in (2, 4, 5):
        yield ("pickle", layout, protocol), told(lambda: pickled(array, protocol))
    yield ("iteration", layout), told(lambda: [shown(value) for value in array][:30])
    yield ("dtype", layout), [str(array.dtype), repr(array.dtype), array.dtype.name,
                              array.dtype == np.float64, array.dtype == "i4"]


def pickled(array, protocol):
    if has_more_than_values(array.dtype):
        return shown(pickle.loads(pickle.dumps(array, protocol)))
    return pickle.dumps(array, protocol)
