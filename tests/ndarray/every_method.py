# Every method, attribute and operator of arrays on arrays of every kind with arguments that fit and
# that do not. Python and `numen run` must print the same.
#
#     python every_method.py methods:all:any    a checksum for each group of calls
#     python every_method.py functions GROUP... what each call of these groups gives
import sys
import warnings
import zlib

import numpy as np

RECORD = np.dtype([("a", "i4"), ("b", "f8", (2,))])
OBJECT_RECORD = np.dtype([("a", "O"), ("b", "f8")])


class Subclass(np.ndarray):
    pass


def numbers(code, shape):
    count = int(np.prod(shape))
    with np.errstate(all="ignore"):
        return (np.arange(count) * 3 % 7 - 1).reshape(shape).astype(code)


def words(code, shape):
    return np.array([f"w{i * 5 % 7}" for i in range(int(np.prod(shape)))], code).reshape(shape)


def objects(shape):
    found = np.empty(shape, object)
    found[...] = numbers("i8", shape)
    return found


def records(shape):
    found = np.zeros(shape, RECORD)
    found["a"] = numbers("i4", shape)
    return found


ARRAYS = {}
for _code in "?bBhHiIlLqQefdgFDG":
    ARRAYS[_code] = lambda code=_code: numbers(code, (2, 3))
for _code in ("M8[D]", "m8[s]", ">i4", ">f8", ">c16"):
    ARRAYS[_code] = lambda code=_code: numbers("i8", (2, 3)).astype(code)
for _shape in ((), (0,), (1,), (5,), (2, 0, 3), (2, 3, 4), (1,) * 20, (2,) * 12):
    for _code in "dlD?":
        ARRAYS[f"{_code}{list(_shape)}"] = lambda code=_code, shape=_shape: numbers(code, shape)
ARRAYS |= {
    "sorted": lambda: np.array([-1.0, 0.0, 2.0, 2.0, 5.0]),
    "nan": lambda: np.array([3.0, np.nan, -0.0, np.inf, 1.0]),
    "complex nan": lambda: np.array([3.0, np.nan, 1j, complex(0, 5), -0.0]),
    "words": lambda: words("U4", (2, 3)),
    "bytes": lambda: words("S4", (5,)),
    "objects": lambda: objects((2, 3)),
    "object": lambda: objects(()),
    "objects that are lists": lambda: np.array([[1], [2, 3], None], object),
    "records": lambda: records((3,)),
    "record": lambda: records(()),
    "records of objects": lambda: np.zeros(3, OBJECT_RECORD),
    "void": lambda: np.zeros(3, "V5"),
    "fortran": lambda: np.asfortranarray(numbers("d", (3, 3))),
    "reversed": lambda: numbers("d", (3, 4))[::-1, ::-1],
    "strided": lambda: numbers("f", (6, 8))[::2, 1::3],
    "repeated": lambda: np.broadcast_to(numbers("d", (3,)), (3, 3)),
    "read-only": lambda: np.frombuffer(b"\1" + bytes(23), "i8"),
    "unaligned": lambda: np.frombuffer(bytearray(b"a" + b"12345678" * 3), "f8", 3, 1),
    "subclass": lambda: numbers("d", (2, 3)).view(Subclass),
    "matrix": lambda: numbers("d", (2, 2)).view(np.matrix),
    "masked": lambda: np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0]),
    "large": lambda: numbers("d", (20_000,)),
    "large products": lambda: numbers("d", (200, 120)) * 1.5,
    "large complex": lambda: numbers("D", (200, 100)) + 1j,
    "large masks": lambda: numbers("l", (18_000,)) > 2,
}

# Their results are addresses, files, or what a process has only one of; or Numen's large arrays
# have protocols of their own, which NumPy alone calls.
NOT_COMPARED = {
    "__array_finalize__", "__array_function__", "__array_interface__", "__array_namespace__",
    "__array_priority__", "__array_struct__", "__array_ufunc__", "__buffer__", "__class__",
    "__class_getitem__", "__delattr__", "__dir__", "__dlpack__", "__doc__", "__getattribute__",
    "__hash__", "__init__", "__init_subclass__", "__new__", "__reduce__", "__reduce_ex__",
    "__setattr__", "__setstate__", "__sizeof__", "__subclasshook__", "ctypes", "data", "dump",
    "dumps", "tofile",
}  # fmt: skip

ARGUMENTS = {
    "()": lambda x: ((), {}),
    "(0)": lambda x: ((0,), {}),
    "(1)": lambda x: ((1,), {}),
    "(-1)": lambda x: ((-1,), {}),
    "(99)": lambda x: ((99,), {}),
    "(None)": lambda x: ((None,), {}),
    "(2.5)": lambda x: ((2.5,), {}),
    "(1j)": lambda x: ((1j,), {}),
    "(True)": lambda x: ((True,), {}),
    "('f4')": lambda x: (("f4",), {}),
    "('C')": lambda x: (("C",), {}),
    "('junk')": lambda x: (("junk",), {}),
    "(int)": lambda x: ((int,), {}),
    "(object)": lambda x: ((object,), {}),
    "([0])": lambda x: (([0],), {}),
    "([])": lambda x: (([],), {}),
    "([True, False])": lambda x: (([True, False],), {}),
    "((1, 0))": lambda x: (((1, 0),), {}),
    "((3, 2))": lambda x: (((3, 2),), {}),
    "((4, 5))": lambda x: (((4, 5),), {}),
    "(np.int64(1))": lambda x: ((np.int64(1),), {}),
    "(array)": lambda x: ((np.array([0, 1]),), {}),
    "(0-d array)": lambda x: ((np.array(1),), {}),
    "(x)": lambda x: ((x,), {}),
    "(x.T)": lambda x: ((x.T,), {}),
    "(list of x)": lambda x: (([x, x],), {}),
    "(slice)": lambda x: ((slice(None, None, -1),), {}),
    "(...)": lambda x: ((Ellipsis,), {}),
    "(0, 1)": lambda x: ((0, 1), {}),
    "(1, 0)": lambda x: ((1, 0), {}),
    "(0, 0)": lambda x: ((0, 0), {}),
    "([0], 1)": lambda x: (([0], 1), {}),
    "([0, 1], [1, 2])": lambda x: (([0, 1], [1, 2]), {}),
    "(0, None)": lambda x: ((0, None), {}),
    "(0, 'i4')": lambda x: ((0, "i4"), {}),
    "('i4', 0)": lambda x: (("i4", 0), {}),
    "(None, None)": lambda x: ((None, None), {}),
    "(..., 2)": lambda x: ((Ellipsis, 2), {}),
    "(x, x)": lambda x: ((x, x), {}),
    "(0, 1, 1)": lambda x: ((0, 1, 1), {}),
    "(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)": lambda x: (tuple(range(10)), {}),
    "(axis=0)": lambda x: ((), {"axis": 0}),
    "(axis=-1)": lambda x: ((), {"axis": -1}),
    "(axis=None)": lambda x: ((), {"axis": None}),
    "(axis=7)": lambda x: ((), {"axis": 7}),
    "(axis=(0, 1))": lambda x: ((), {"axis": (0, 1)}),
    "(axis='x')": lambda x: ((), {"axis": "x"}),
    "(keepdims=True)": lambda x: ((), {"keepdims": True}),
    "(dtype='f8')": lambda x: ((), {"dtype": "f8"}),
    "(dtype='junk')": lambda x: ((), {"dtype": "junk"}),
    "(out=x)": lambda x: ((), {"out": x}),
    "(out=3)": lambda x: ((), {"out": 3}),
    "(0, out=zeros)": lambda x: ((0,), {"out": np.zeros(x.shape[1:] or 1)}),
    "(order='F')": lambda x: ((), {"order": "F"}),
    "(junk=1)": lambda x: ((), {"junk": 1}),
    "(1, axis=0)": lambda x: ((1,), {"axis": 0}),
    "([1, 0], axis=0)": lambda x: (([1, 0], ), {"axis": 0}),
    "([1, 0], mode='wrap')": lambda x: (([1, 0],), {"mode": "wrap"}),
    "('i8', casting='safe')": lambda x: (("i8",), {"casting": "safe"}),
    "(initial=3)": lambda x: ((), {"initial": 3}),
    "(where=False)": lambda x: ((), {"where": False}),
    "(where=mask)": lambda x: ((), {"where": np.array([True, False, True])}),
    "(kind='stable')": lambda x: ((), {"kind": "stable"}),
    "(order='a')": lambda x: ((), {"order": "a"}),
    "(ddof=1)": lambda x: ((), {"ddof": 1}),
}  # fmt: skip

OPERANDS = {
    "2": lambda x: 2,
    "-1": lambda x: -1,
    "2.5": lambda x: 2.5,
    "1j": lambda x: 1j,
    "True": lambda x: True,
    "None": lambda x: None,
    "'a'": lambda x: "a",
    "2**70": lambda x: 2**70,
    "float32": lambda x: np.float32(1.5),
    "uint8": lambda x: np.uint8(200),
    "list": lambda x: [1, 2, 3],
    "ragged": lambda x: [[1], [2, 3]],
    "empty": lambda x: [],
    "x": lambda x: x,
    "x.T": lambda x: x.T,
    "objects": lambda x: objects((3,)),
    "object()": lambda x: object,
    "float": lambda x: np.array([1.0, -2.0, 0.0]),
    "int": lambda x: np.array([1, -2, 3]),
    "masked": lambda x: np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0]),
    "matrix": lambda x: np.matrix([[1.0, 2.0, 3.0]]),
}

OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>", "<", "<=", "==",
             "!=", ">", ">=")  # fmt: skip
BINARY = {f"{a} {op} {b}": compile(f"{a} {op} {b}", "operator", "eval")
          for op in OPERATORS for a, b in (("x", "y"), ("y", "x"))}  # fmt: skip
INPLACE = {f"x {op}= y": compile(f"x {op}= y", "operator", "exec") for op in OPERATORS[:13]}
KEYS = ("0", "-1", "5", "()", "...", "None", ":", "::-1", "1:", "0, 0", "..., 0", "[0]", "[0, 0]",
        "[]", "[[0]]", "[0], [0]", "True", "False", "[True, False]", "'a'", "['a']", "['a', 'b']",
        "2.0", "np.array(0)", "np.array([0])", "np.array([[0]])", "np.array(True)", "x", "x == x",
        "x > x", "np.int8(0)", "np.zeros(0, int)", "None, 0", ":, None", "0, ...", "slice(0, 1)",
        "(slice(0, 1),) * 2", "object()", "np.array([0.0])", "np.array([], float)", "2**70",
        ":, [0]", "[0], :", "[0], None, [0]", "..., [0]", "0:1, 0:1")  # fmt: skip
VALUES = ("0", "1.5", "1j", "'a'", "None", "[1, 2]", "[]", "x", "x[::-1]", "np.array([7])",
          "np.array([[7]])", "np.float32(2)", "(1, [2.0, 3.0])")  # fmt: skip
FREE = ("abs(x)", "-x", "+x", "~x", "bool(x)", "int(x)", "float(x)", "complex(x)", "len(x)",
        "list(x)", "repr(x)", "str(x)", "hash(x)", "iter(x)", "divmod(x, 2)", "divmod(2, x)",
        "pow(x, 2)", "pow(x, 2, 3)", "round(x)", "round(x, 1)", "1 in x", "x in x", "None in x",
        "reversed(x)", "sum(x)", "min(x)", "max(x)", "sorted(x)", "range(x)", "len(bytes(x))",
        "x()", "x.missing", "format(x)", "format(x, '.2f')", "f'{x}'", "'%s' % x", "[*x]",
        "x.__index__()",
        "memoryview(x).format", "memoryview(x).shape", "isinstance(x, np.ndarray)",
        "x is x[...]", "x.flat[0]", "x.flat[:2]", "list(x.flat)[:3]", "x.dtype.name",
        "x.flags.owndata", "x.flags.c_contiguous", "x.flags.writeable",
        "x.base is None")  # fmt: skip


def digits(value):
    """A number to 10 digits (float16 and float32: 4), for the last one need not be NumPy's."""
    if isinstance(value, (complex, np.complexfloating)):
        return f"{digits(value.real)} {digits(value.imag)}j"
    if isinstance(value, (float, np.floating)):
        is_short = isinstance(value, (np.float16, np.float32))
        return f"{value:.{4 if is_short else 10}g}"
    return repr(value)


def contents(found):
    if found.size <= 20 or found.dtype.hasobject:
        # A Python number of single precision has more digits than it knows.
        listed = found.ravel() if found.dtype.char in "efFG" else found.ravel().tolist()
        return " ".join(map(digits, listed))
    if found.dtype.kind not in "fc":
        return f"{zlib.crc32(found.tobytes()):x}"
    return " ".join(f"{part(found.astype('G')).sum():.6g}" for part in (np.real, np.imag, np.isnan))


def shown(found, depth=0):
    if isinstance(found, np.ndarray):
        flags = found.flags
        return (f"{type(found).__name__} {found.dtype} {found.shape} C{flags.c_contiguous:d} "
                f"F{flags.f_contiguous:d} W{flags.writeable:d} {contents(found)}")
    if isinstance(found, np.generic):
        return f"{type(found).__name__} {digits(found)}"
    if isinstance(found, (tuple, list)) and depth < 3:
        return f"{type(found).__name__} {len(found)} {[shown(x, depth + 1) for x in found[:9]]}"
    if isinstance(found, (float, complex)):
        return f"{type(found).__name__} {digits(found)}"
    text = repr(found)
    return f"{type(found).__name__} {text if '0x' not in text else ''}"


def outcome(call):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            text = shown(call())
        except Exception as error:
            # NumPy warns of what it computed before it refused the rest.
            text = " ".join(str(error).split())
            # Python names the class if the keywords stand in the call, and does not after **.
            text = text.replace("ndarray.", "") if "takes no keyword" in text else text
            return f"{type(error).__name__}: {text}"
    return " ".join([text, *(f"[{w.category.__name__}: {w.message}]" for w in told)])


sums = {}
wanted = set(sys.argv[2:])


def report(group, title, make, call):
    """Adds what a call gives, and what the array is after it, to its group's checksum."""
    if wanted and group not in wanted:
        return
    x, found = make(), []
    given = outcome(lambda: found.append(call(x)) or found[0])
    is_part = bool(found) and isinstance(found[0], np.ndarray) and np.may_share_memory(found[0], x)
    line = f"{title} -> {given}{' of its memory' * is_part}; then {outcome(lambda: x)}"
    sums[group] = zlib.crc32(line.encode(), sums.get(group, 0))
    if wanted:
        print(line)


COMMON = ("d", "l", "?", "D", "d[]", "d[0]", "words", "objects", "records", "strided", "subclass",
          "large", "large products")  # fmt: skip


def hash_of(text):
    return zlib.crc32(text.encode())


def is_undefined(kind, name, text):
    """Does the call give what the memory holds by chance, depend on NumPy's build, or kill it?"""
    holds_objects, is_long = "object" in kind, kind in "gG"
    return ((name in ("tobytes", "view") and (holds_objects or is_long))
            or (name in ("all", "any", "byteswap") and holds_objects)
            or (name == "searchsorted" and kind not in ("sorted", "objects", "words", "bytes"))
            or (name == "choose" and text == "(x, x)")  # out overlaps what is read
            or (name == "clip" and ("where" in text or kind == "nan"))  # which of two zeros
            or (name == "dot" and ("[1" in kind or "nan" in kind)))  # -0 or 0 + -0, 0 or 0 * NaN


def methods(*names):
    for name in names:
        for kind, make in ARRAYS.items():
            group = f"{kind}.{name}"
            if not callable(getattr(np.ndarray, name)):
                report(group, group, make, lambda x: getattr(x, name))
                continue
            for text, arguments in ARGUMENTS.items():
                # Of the rarer kinds of arrays a third of the arguments, each kind others.
                is_left_out = kind not in COMMON and (hash_of(kind) + hash_of(text)) % 3
                if is_left_out or is_undefined(kind, name, text):
                    continue

                def call(x):
                    given, named = arguments(x)
                    return getattr(x, name)(*given, **named)

                report(group, group + text, make, call)


def assignments():
    for name in ("shape", "dtype", "strides", "real", "imag", "flat", "T", "size", "missing"):
        for kind, make in ARRAYS.items():
            if kind in "gG":
                continue  # not all their bytes are the numbers'
            if "object" in kind and name in ("strides", "flat"):
                continue  # NumPy reads what is no object, or forgets to count it
            values = ("(3, 2)", "-1", "(6,)", "None", "1.5", "[1, 2]", "x", "'i8'", "'V8'")
            for value in values[: None if name == "dtype" else 7]:
                def assign(x):
                    setattr(x, name, eval(value, {"x": x}))

                report(f"{kind}.{name} =", f"{kind}.{name} = {value}", make, assign)


def operators():
    for kind, make in ARRAYS.items():
        for other, operand in OPERANDS.items():
            if "object" in kind and other == "2**70":
                continue  # Python's own numbers would fill the memory
            for text, code in (BINARY | INPLACE).items():
                if text == "x **= y" and (other == "int" or kind == ">i4"):
                    continue  # what the refused powers leave lies in a buffer of NumPy's
                if text == "x ** y" and other == "matrix" and "large" in kind:
                    continue  # refused, by a TypeError instead of a ValueError

                def call(x):
                    scope = {"x": x, "y": operand(x)}
                    found = eval(code, scope)
                    return scope["x"] if "= y" in text else found

                report(f"{kind}, {other}", f"{kind}, {other}: {text}", make, call)


def subscripts():
    def run(code):
        return lambda x: eval(code, {"x": x, "np": np})

    for kind, make in ARRAYS.items():
        for key in KEYS:
            group = f"{kind}[{key}]"
            report(group, group, make, run(compile(f"x[{key}]", "subscript", "eval")))
            for value in VALUES:
                report(group, f"{group} = {value}", make,
                       run(compile(f"x[{key}] = {value}", "subscript", "exec")))
            report(group, f"del {group}", make, run(compile(f"del x[{key}]", "subscript", "exec")))


def functions():
    for kind, make in ARRAYS.items():
        for text in FREE:
            code = compile(text, "function", "eval")
            report(f"{kind}: {text}", f"{kind}: {text}", make,
                   lambda x: eval(code, {"x": x, "np": np}))


def main():
    part, *names = sys.argv[1].split(":")
    globals()[part](*names)
    if not wanted:
        for group, checksum in sums.items():
            print(group, f"{checksum:x}", sep="\t")


if __name__ == "__main__":
    main()
