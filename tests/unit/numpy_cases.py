"""Calls of the C++ library with what NumPy answers to them: lines for installed/caller.cpp."""

import itertools
import re
from pathlib import Path

import numpy as np

TABLE = Path(__file__).resolve().parents[2] / "src/ops/elementwise.def"
ROW = re.compile(r"^NUMEN_ELEMENTWISE\((\w+), *(\d), *(\d), *\w+, *\w+, *([\d.]+)", re.MULTILINE)
ROWS = [(name, int(inputs), int(outputs), float(ulp))
        for name, inputs, outputs, ulp in ROW.findall(TABLE.read_text())]
NAMES = "bool int8 uint8 int32 int64 uint64 float16 float32 float64 complex64 complex128".split()
OMITTED = -2 ** 63  # a bound of a slice
RELATIVE = "relative"  # sums and products in another order
SHAPES = "shapes"  # values that are not unique: types and shapes are compared


def elementwise_rows():
    """The text of the file that tells caller.cpp of the rows."""
    kinds = {1: "UNARY", 2: "BINARY"}
    return "".join(f"{kinds[inputs]}{'_PAIR' if outputs == 2 else ''}({name})\n"
                   for name, inputs, outputs, _ in ROWS)


def text_of(argument, layout="c"):
    """An argument as caller.cpp reads it."""
    if isinstance(argument, np.ndarray):
        shape = ",".join(map(str, argument.shape))
        return f"a:{argument.dtype}:{shape}:{layout}:{argument.tobytes().hex()}"
    if isinstance(argument, bool):
        return f"b:{int(argument)}"
    if isinstance(argument, int):
        return f"i:{argument}"
    if isinstance(argument, float):
        return f"d:{argument!r}"
    return "n:" + ",".join(map(str, argument))


def laid_out(argument, layout):
    """The array as caller.cpp lays it out."""
    if not isinstance(argument, np.ndarray):
        return argument
    if layout == "c":
        return argument.copy()
    return np.asfortranarray(argument) if layout == "f" else np.flip(np.flip(argument).copy())


class Case:
    """One call: its line, and NumPy's answer (arrays, text, or the exception it raises)."""

    def __init__(self, name, arguments, answer, ulp=0, layout="c"):
        self.line = " ".join([name, *(text_of(argument, layout) for argument in arguments)])
        self.ulp = ulp
        self.short = self.line[:160]
        with np.errstate(all="ignore"):
            try:
                answer = answer(*(laid_out(argument, layout) for argument in arguments))
            except (ValueError, TypeError, IndexError, ZeroDivisionError) as error:
                answer = error
        if not isinstance(answer, (str, Exception)):
            several = isinstance(answer, (tuple, list))
            answer = [np.asarray(part) for part in (answer if several else [answer])]
        self.answer = answer


def values(dtype, count, seed=1):
    """Numbers of a type, special ones among them, that no operation makes overflow integers."""
    generator = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return generator.random(count) < 0.5
    if dtype.kind in "iu":
        return generator.integers(0 if dtype.kind == "u" else -7, 8, count).astype(dtype)
    numbers = np.round(generator.normal(size=count) * 4, 3)
    numbers[::5] = np.resize([0.0, -0.0, 1.0, np.inf, np.nan, -1.0, 0.5], len(numbers[::5]))
    if dtype.kind == "c":
        numbers = numbers + 1j * np.round(generator.normal(size=count), 3)
        numbers = np.where(np.isfinite(numbers), numbers, 0.25 + 0.5j)
    return numbers.astype(dtype)


def elementwise_cases():
    """Every row over types, layouts and shapes, and beside numbers."""
    for (name, inputs, _, ulp), dtype in itertools.product(ROWS, NAMES):
        function = getattr(np, name)
        ulp = 8 if dtype.startswith("complex") or dtype == "float16" else ulp and ulp + 1
        x, y = values(dtype, 12).reshape(3, 4), values(dtype, 12, 2).reshape(3, 4)
        if name == "ldexp":
            y = values("int32", 12, 2).reshape(3, 4)
        if inputs == 1:
            yield from (Case(name, [x], function, ulp, layout) for layout in "cfr")
            continue
        yield from (Case(name, [x, y], function, ulp, layout) for layout in "cfr")
        yield Case(name, [x, y[:, :1]], function, ulp)
        yield Case(name, [x[0], y], function, ulp)
        if name != "ldexp":
            yield from (Case(name, [x, number], function, ulp) for number in (2, 0.5, True))
            yield Case(name, [3, x], function, ulp)
    for name, (a, b) in itertools.product(("add", "multiply", "less", "divide", "maximum"),
                                          itertools.product(NAMES, NAMES)):
        yield Case(name, [values(a, 6), values(b, 6, 2)], getattr(np, name), 4)
    for exponent in (2, 0.5, -1.0, 1, 3, 2.0):
        for dtype in ("float32", "float64", "int64"):
            yield Case("power", [np.abs(values(dtype, 8)) + 1, exponent], np.power, 2)


def reduction_cases():
    """Reductions and running totals over types and axes."""
    functions = {name: getattr(np, name) for name in
                 "sum prod mean var std min max any all count_nonzero argmin argmax".split()}
    for (name, function), dtype in itertools.product(functions.items(), NAMES):
        x = values(dtype, 24).reshape(2, 3, 4)
        if name in ("argmin", "argmax", "min", "max", "any", "all", "count_nonzero"):
            ulp = 0
        else:
            ulp = RELATIVE
            x = np.where(np.isfinite(x), x, np.ones((), dtype))
        axes = [(), (0,), (1,), (-1,)] + ([] if name.startswith("arg") else [(0, 2)])
        for axis, keeps in itertools.product(axes, (False, True)):
            def answer(a, axes, _, function=function, keeps=keeps):
                axis = None if len(axes) == 0 else axes[0] if len(axes) == 1 else tuple(axes)
                return function(a, axis=axis, keepdims=keeps)
            for layout in "cf":
                yield Case(name, [x, axis, (int(keeps),)], answer, ulp, layout)
    for dtype in NAMES:
        x = values(dtype, 12).reshape(3, 4)
        x = np.where(np.isfinite(x), x, np.ones((), dtype))
        for axis in ((), (0,), (1,)):
            def along(axes):
                return axes[0] if axes else None
            yield Case("cumsum", [x, axis], lambda a, n: np.cumsum(a, along(n)), RELATIVE)
            yield Case("cumprod", [x, axis], lambda a, n: np.cumprod(a, along(n)), RELATIVE)
            yield Case("var_ddof", [x, axis], lambda a, n: np.var(a, along(n), ddof=1), RELATIVE)
    for wanted in ("float32", "float64", "int8", "complex128"):
        yield Case("sum_as", [values("int64", 9), np.zeros(1, wanted)],
                   lambda a, b: np.sum(a, dtype=b.dtype), RELATIVE)


def shape_cases():
    """Views, joins and repeats, right ones and refused ones."""
    x, v = np.arange(24).reshape(2, 3, 4), np.arange(6.0)
    for layout, shape in itertools.product("cfr", ((4, 6), (-1,), (2, -1, 2), (24, 1), (5, 5))):
        yield Case("reshape", [x, shape], lambda a, n: a.reshape(n), 0, layout)
    for layout in "cfr":
        yield Case("ravel", [x], np.ravel, 0, layout)
        yield Case("flip", [x, ()], lambda a, n: np.flip(a), 0, layout)
    for axes in ((), (1, 0, 2), (-1, 0, 1), (0, 0, 1)):
        yield Case("transpose", [x, axes], lambda a, n: np.transpose(a, n or None))
    yield Case("swapaxes", [x, (0,), (-1,)], lambda a, m, n: np.swapaxes(a, m[0], n[0]))
    for source, target in (((0,), (2,)), ((-1, 0), (0, 1)), ((3,), (0,))):
        yield Case("moveaxis", [x, source, target], np.moveaxis)
    yield Case("squeeze", [x[:, :1], ()], lambda a, n: np.squeeze(a))
    yield Case("squeeze", [x[:, :1], (1,)], lambda a, n: np.squeeze(a, n))
    yield Case("squeeze", [x, (1,)], lambda a, n: np.squeeze(a, n))
    for axis in ((0,), (-1,), (1, 3), (5,)):
        yield Case("expand_dims", [x, axis], np.expand_dims)
    yield Case("flip", [x, (0, 2)], np.flip)
    for offset in (-3, -1, 0, 2, 9):
        yield Case("diagonal", [x, (offset,)], lambda a, n: np.diagonal(a, n[0]))
    for shape in ((5, 6), (3, 2, 6), (4,)):
        yield Case("broadcast_to", [v, shape], np.broadcast_to)
    pieces = [x, x[:, :, ::2].astype("float32"), x[:, :2]]
    for axis in range(-3, 4):
        yield Case("concatenate", [(axis,), x, x + 1], lambda n, *a: np.concatenate(a, n[0]))
        yield Case("stack", [(axis,), x, x * 0.5], lambda n, *a: np.stack(a, n[0]))
        yield Case("concatenate", [(axis,), *pieces], lambda n, *a: np.concatenate(a, n[0]))
    yield Case("vstack", [v, v + 1], lambda *a: np.vstack(a))
    yield Case("hstack", [v, v + 1], lambda *a: np.hstack(a))
    yield Case("hstack", [x, x], lambda *a: np.hstack(a))
    yield Case("split", [x, (2,), (-1,)], lambda a, n, axis: np.split(a, n[0], axis[0]))
    yield Case("split_at", [x, (1, 1, 7), (2,)], lambda a, n, axis: np.split(a, n, axis[0]))
    yield Case("repeat", [x, (3,), (1,)], lambda a, n, axis: np.repeat(a, n[0], axis[0]))
    for counts in ((2,), (2, 1, 3), (2, 1, 1, 2)):
        yield Case("tile", [x, counts], np.tile)
    for shift in (-5, 1, 7):
        yield Case("roll", [x, (shift,), (2,)], lambda a, n, axis: np.roll(a, n[0], axis[0]))
    bounds = (OMITTED, -9, -2, 0, 1, 3, 9)
    for start, stop, step in itertools.product(bounds, bounds, (1, 2, -1, -3)):
        first = (start, stop, step)
        second = (OMITTED, stop, -step)
        yield Case("slices", [x[0], first, second],
                   lambda a, m, n: a[slice_of(m), np.newaxis, slice_of(n)])


def slice_of(bounds):
    """The slice that caller.cpp makes of three integers."""
    return slice(*(None if bound == OMITTED else bound for bound in bounds))


def selection_cases():
    """Elements chosen by positions and booleans; order; comparison."""
    x, f = np.arange(24).reshape(2, 3, 4), values("float64", 12).reshape(3, 4)
    positions = np.array([[0, -1], [1, 0]])
    for axis in ((), (0,), (1,), (-1,)):
        yield Case("take", [x, positions, axis],
                   lambda a, p, n: np.take(a, p, n[0] if n else None))
    yield Case("take", [x, np.array([3]), (1,)], lambda a, p, n: np.take(a, p, n[0]))
    for selector in (positions, np.array([True, False]), x % 5 == 2, np.array([2]),
                     np.array([True]), np.array([[True, False, True], [False, False, True]])):
        for layout in "cf":
            yield Case("select", [x, selector], lambda a, s: a[s], 0, layout)
        for value in (7, np.arange(4)):
            yield Case("put", [x, selector, value], put)
    for a, b in ((1, 2.5), (f, 0), (np.float32(f), 0.5), (f, f[0] * 2), (x[0], True)):
        yield Case("where", [f > 0, as_argument(a), as_argument(b)], np.where)
    yield Case("nonzero", [x % 3], np.nonzero)
    yield Case("clip", [f, -1.0, 1], np.clip)
    for dtype, axis in itertools.product(NAMES, (0, -1)):
        data = values(dtype, 60).reshape(12, 5)
        yield Case("sort", [data, (axis,)], lambda a, n: np.sort(a, n[0]))
        yield Case("argsort", [data, (axis,)], lambda a, n: np.argsort(a, n[0], kind="stable"))
        yield Case("unique", [data], np.unique)
    for after in (0, 1):
        yield Case("searchsorted", [np.arange(9) // 2, f, (after,)],
                   lambda a, v, n: np.searchsorted(a, v, "right" if n[0] else "left"))
    for a, b in ((x, x), (x, x[0]), (f, f), (x, x.astype(float))):
        yield Case("array_equal", [a, b], np.array_equal)
        yield Case("isclose", [a, b * (1 + 1e-6)], np.isclose)
        yield Case("allclose", [a, b], lambda a, b: np.allclose(a, b, equal_nan=True))
    for a, b in itertools.product(NAMES, NAMES):
        yield Case("astype", [np.abs(finite(values(a, 9))), np.zeros(1, b)],
                   lambda x, y: x.astype(y.dtype))
        yield Case("iadd", [values(a, 5), values(b, 5, 2)], add_in_place, 4)


def put(a, selector, value):
    """a[selector] = value, where every element chosen gets one value only."""
    a = a.copy()
    a[selector] = value
    return a


def finite(x):
    return np.where(np.isfinite(x), x, np.ones((), x.dtype))


def as_argument(value):
    return value if isinstance(value, (np.ndarray, bool, int)) else float(value)


def add_in_place(a, b):
    a = a.copy()
    a += b
    return a


def other_cases():
    """Creation, products and texts."""
    for bounds in ((0, 10, 1), (5, -3, -2), (0, 1, 0.1), (1.5, 9, 2), (3, 3, 1), (0, 5, -1),
                   (10**18, 10**18 + 1000, 250.0), (2**53 + 1, 2**53 + 4, 1.0),
                   (-2**60, 300 - 2**60, 0.5), (2**60, 2**60 + 300.0, 0.5), (0, 5e-324, 2.0),
                   (0, -5e-324, 2.0)):
        yield Case("arange", list(bounds), np.arange)
    for start, stop, count, end in ((0.0, 1.0, 11, 1), (2.0, -3.0, 7, 0), (1.0, 1.0, 3, 1),
                                    (0.0, 5.0, 1, 1), (0.0, 1.0, 0, 1)):
        yield Case("linspace", [start, stop, (count,), (end,)],
                   lambda a, b, n, e: np.linspace(a, b, n[0], endpoint=bool(e[0])))
    for rows, columns, at in ((3, 3, 0), (2, 4, 1), (4, 2, -3), (2, 2, 5)):
        yield Case("eye", [(rows,), (columns,), (at,)], lambda n, m, k: np.eye(n[0], m[0], k[0]))
    for dtype in NAMES:
        yield Case("full_like", [np.zeros((2, 3), dtype), 1], np.full_like, 0, "f")
        a, b = finite(values(dtype, 24)), finite(values(dtype, 24, 2))
        for shapes in (((4, 6), (6, 4)), ((2, 3, 4), (4, 6)), ((24,), (24,)), ((6,), (6, 4)),
                       ((4, 6), (6,)), ((2, 3, 4), (2, 4, 3)), ((4, 6), (4, 6))):
            x, y = a[:np.prod(shapes[0])].reshape(shapes[0]), b[:np.prod(shapes[1])]
            y = y.reshape(shapes[1])
            yield from (Case("matmul", [x, y], np.matmul, RELATIVE, layout) for layout in "cf")
            if max(x.ndim, y.ndim) < 3:
                yield Case("dot", [x, y], np.dot, RELATIVE)
        yield Case("outer", [a[:3], b[:4]], np.outer)
    yield from text_cases()


def text_cases():
    """Arrays as str() writes them."""
    f = values("float64", 12)
    arrays = [np.arange(6), np.arange(2000).reshape(2, 1000), np.arange(24.0).reshape(2, 3, 4),
              f.reshape(3, 4), f / 3, f * 1e10, finite(f) / 7e5, f.astype("float32") / 3,
              f.astype("float16") / 3, np.array(2.5), np.array(3), np.array(True), np.array(1e20),
              np.array(1e-7), np.zeros((0, 3)), np.array([np.nan, 1.0]), np.array([-np.inf, 10.0]),
              values("complex128", 6), values("complex64", 6) / 3, np.array(1 + 2j),
              values("bool", 5), np.arange(-5, 5).astype("int8"), np.arange(300.0),
              np.linspace(0, 1, 40), np.arange(5000).reshape(50, 10, 10), np.array([0.1, 123456.0]),
              np.array([1e-5, 1.0]), np.array([1e8]), np.array([99999999.0]),
              np.array([1e6], "float32"), np.array(0.1, "float32"), np.array([1e300, 1e-300])]
    for a in arrays:
        yield Case("str", [a], str)


def all_cases():
    """Every case there is."""
    return [*elementwise_cases(), *reduction_cases(), *shape_cases(), *selection_cases(),
            *other_cases()]
