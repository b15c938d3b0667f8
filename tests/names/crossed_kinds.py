"""Calls whose arguments are of every kind, one or two at a time, crossed with those of the others.

A base call comes from a function's row (calls_table.py); in it an argument, an item of a list of
arrays or a keyword gives way to another kind. The kinds are made anew for each library: an iterator
is used up by the first. `python -m tests.names.crossed_kinds COUNT SEED [NAME...]` tries so many
calls of each function, in a child process each, and prints what differs.
"""

import array
import itertools
import operator
import os
import random
import re
import signal
import sys
import warnings
import zlib

import numpy

import numen

from .agreement import differences
from .generated import ARRAYS, COMMON, calls, candidates, is_ufunc, outputs, parameters


class Derived(numpy.ndarray):
    pass


class Late(Exception):
    """A call took too long: what NumPy does with such an argument takes forever. Numen has so much
    more time that only what hangs is late on a busy machine."""


RECORD = numpy.dtype([("x", "i4"), ("y", "f8")])


def length(a):
    """The elements that a partner of the array may have: those of its last axis."""
    return a.shape[-1] if a.ndim and a.size else 3


def numbers(a):
    return a.ravel().tolist()[:length(a)] or [1, 2, 3]


def real(a):
    return a.real if a.dtype.kind == "c" else a


def reversed_(a):
    return a[::-1].copy()[::-1] if a.ndim else a


def read_only(a):
    a = a.copy()
    a.flags.writeable = False
    return a


# Of the array that stood in the place. Sequences first, arrays, then what is none.
KINDS = {
    "flat list": numbers, "list": lambda a: a.tolist(), "tuple": lambda a: tuple(numbers(a)),
    "range": lambda a: range(length(a)), "numpy's numbers": lambda a: list(a.ravel()[:length(a)]),
    "arrays of no axes": lambda a: [numpy.array(x) for x in numbers(a)], "row in a list": lambda a:
        [numbers(a)], "mixed": lambda a: [1, 2.5, True][:length(a)], "mixed complex": lambda a:
        [2, 1j, 0.5][:length(a)], "integers": lambda a: list(range(1, 1 + length(a))), "one":
        lambda a: [1], "one of three axes": lambda a: [[[2]]], "list of arrays": lambda a: [a, a],
    "booleans": lambda a: [True, False, True][:length(a)], "empty list": lambda a: [],
    "empty row": lambda a: [[]], "ragged": lambda a: [[1, 2], [3]], "none in a list": lambda a:
        [None, 1], "words": lambda a: ["a", "b", "c"][:length(a)],
    "no axes": lambda a: numpy.array(2), "line": lambda a: numpy.arange(length(a)),
    "matrix": lambda a: numpy.arange(2.0 * length(a)).reshape(2, -1), "cube": lambda a:
        numpy.arange(2 * length(a)).reshape(2, 1, -1), "column": lambda a:
        numpy.arange(1.0, 1 + length(a))[:, None], "row": lambda a: numpy.arange(length(a))[None],
    "as it is": lambda a: a.copy(), "transposed": lambda a: a.T.copy(), "fortran": lambda a:
        a.copy(order="F"), "reversed": reversed_, "read-only": read_only, "broadcast": lambda a:
        numpy.broadcast_to(numpy.array(1.5), a.shape), "empty": lambda a: numpy.zeros((0, 3)),
    "other order": lambda a: a.astype(a.dtype.newbyteorder()), "float16": lambda a:
        real(a).astype("f2"), "longdouble": lambda a: real(a).astype("g"), "int8": lambda a:
        numpy.arange(a.size, dtype="i1").reshape(a.shape), "uint64": lambda a:
        numpy.arange(a.size, dtype="u8").reshape(a.shape), "bool": lambda a: a.astype(bool),
    "complex": lambda a: a.astype("D"), "object": lambda a: a.astype(object), "str": lambda a:
        numpy.full(a.shape, "ab"), "bytes": lambda a: numpy.full(a.shape, b"ab"), "dates":
        lambda a: numpy.full(a.shape, 3, "M8[D]"), "durations": lambda a:
        numpy.full(a.shape, 3, "m8[s]"), "records": lambda a: numpy.zeros(a.shape, RECORD),
    "masked": lambda a: numpy.ma.array(a.copy()), "with a mask": lambda a:
        numpy.ma.masked_array(a.copy(), numpy.arange(a.size).reshape(a.shape) % 3 == 1),
    "numpy.matrix": lambda a: numpy.matrix(a.reshape(-1, length(a)) if a.ndim > 2 else a),
    "derived": lambda a: a.copy().view(Derived), "memoryview": lambda a:
        memoryview(numpy.atleast_1d(a.copy())),
    "array.array": lambda a: array.array("d", [1.0] * length(a)), "generator": lambda a:
        (x for x in numbers(a)), "iterator": lambda a: iter(numbers(a)), "set": lambda a: {1, 2},
    "dict": lambda a: {0: 1}, "bytes of Python": lambda a: b"abc",
    **{repr(x): lambda a, x=x: x for x in (
        None, Ellipsis, True, False, numpy.True_, numpy.uint64(2), numpy.int8(-1), 1.0, 2**63,
        2**70, -1, 0, 2, 1j, float("nan"), "1", (), (1,), (1, 0), numpy.float32(1.5),
        numpy.longdouble(2), numpy.datetime64(1, "D"), slice(None), numpy.intp(1), 300, -2.5,
        "C", "f4", int)},
}  # fmt: skip

# Their results are anybody's: memory beyond the array, rounding alone.
NOT_CALLED = {"empty", "empty_like", "lib.stride_tricks.as_strided", "linalg.cond"}
# What is no fault of Numen's, by patterns of the calls as they are shown.
ASIDE = re.compile("|".join((
    r".*cum(sum|prod|ulative_).*out='<",  # of no axes and of a subclass it ends the process
    r"dstack.*<numpy\.matrix>",  # NumPy reads what is not the array's, or ends the process
    r"fft\..*(<empty|array\(\[\]|<\(\)>)", r"fromstring\(''",  # so it does, of nothing
    r"choose.*out=",  # another mode than "raise" NumPy does not copy into a strided out=
    r".*overwrite_input", r"searchsorted\(<",  # an unsorted line has no positions
    r"polyfit.*(full|cov)=", r"logspace.*float32",  # roundings
    r"polydiv.*<(line|uint64|int8|row|range)",  # by a leading zero: the order of its warnings
    r"(isin|sum|nanvar|nanstd).*<np.datetime", r"interp.*<nan>.*period", r"sum.*initial=",
    r"sum.*where=", r"(inner|dot).*<empty row>", r"interp.*left="
)))  # fmt: skip
# Arguments of the functions of numpy.random, which calls_table.py does not have.
RANDOM = {
    "rand": (2, 3), "randn": (2, 3), "random": ((2, 3),), "random_sample": (4,), "ranf": (3,),
    "sample": (3,), "randint": (2, 7, (2, 3)), "choice": ([1, 2, 3],
    2), "shuffle": (numpy.arange(4.0),), "permutation": (numpy.arange(6).reshape(3, 2),),
    "normal": (0.5, 2.0, 3), "uniform": (0.0, 2.0, (2, 2)), "beta": (1.0, 2.0, 2), "binomial":
        (5, 0.5, 3), "chisquare": (2.0, 3), "exponential": (1.5, 3), "gamma": (2.0, 1.0, 3),
    "poisson": (2.5, 3), "standard_normal": (3,), "standard_exponential": (3,), "dirichlet":
        ([1.0, 2.0, 3.0], 2), "multinomial": (5, [0.2, 0.3, 0.5], 2), "multivariate_normal":
        ([0.0, 1.0], [[1.0, 0.0], [0.0, 2.0]], 2), "laplace": (0.0, 1.0, 2), "geometric": (0.5, 2),
    "triangular": (0.0, 1.0, 2.0, 2),  # zipf of nearly 1 draws for ever
}  # fmt: skip


def array_of(value):
    """What kinds are made of: the array, or one instead of it."""
    try:
        a = numpy.asarray(value)
    except Exception:
        a = ARRAYS[1]
    return a.copy() if a.dtype.kind in "biufc" and a.dtype != numpy.float16 else ARRAYS[1].copy()


def fresh(value):
    if isinstance(value, (list, tuple)):
        return type(value)(map(fresh, value))
    if isinstance(value, numpy.ndarray):
        copied = value.copy(order="K")
        copied.flags.writeable = value.flags.writeable
        return copied
    return value


def kept(value):
    """A place of the call that stays as it is."""
    return "", lambda: fresh(value)


def replaced(value, kind):
    return f"<{kind}>", lambda: KINDS[kind](array_of(value))


def in_sequence(value, kind, at):
    def make():
        items = [fresh(item) for item in value]
        items[at] = KINDS[kind](array_of(value[at]))
        return type(value)(items)

    return f"[{at}]<{kind}>", make


def variants(value, draw):
    """Another kind in the place of the value, or of an item of it."""
    kind = draw.choice(list(KINDS))
    if isinstance(value, (list, tuple)) and value and draw.random() < 0.4:
        return in_sequence(value, kind, draw.randrange(len(value)))
    return replaced(value, kind)


def base_calls(name, row):
    """A call for each first argument, and for each keyword alone."""
    if row is None:
        return [(RANDOM[name.split(".")[1]], {})]
    found = list(itertools.islice(calls(name, row), 400))
    plain = [call for call in found if not call[1]]
    return plain[:40] + draw_some([call for call in found if len(call[1]) == 1], 40)


def draw_some(items, count):
    return items[::max(1, len(items) // count)]


def keyword_value(name, row, keyword, args, draw):
    """A sensible value of the keyword as often as one of any kind."""
    if draw.random() < 0.5:
        first = args[0] if args else None
        if keyword == "out":
            return kept(draw.choice(outputs(name, args, {})))
        if row is not None and (keyword in row or keyword in COMMON):
            found = candidates(keyword, row, first if first is not None else ARRAYS[1])
            if found:
                value = draw.choice(found)
                return repr(value), lambda: fresh(value)
    return variants(args[0] if args else 2, draw)


def crossed(name, row, draw):
    """Yields (label, makers of the arguments, makers of the keywords) for ever."""
    bases = base_calls(name, row)
    if row is None:
        keywords = []
    else:
        _, optional, keywords = parameters(name)
    while True:
        args, kwargs = draw.choice(bases)
        places = [kept(value) for value in args]
        named = {key: kept(value) for key, value in kwargs.items()}
        for _ in range(draw.choice((1, 1, 2, 2, 3))):
            at = draw.randrange(len(args) + 2 * bool(keywords) or 1)
            if at < len(args):
                places[at] = variants(args[at], draw)
            elif keywords:
                keyword = draw.choice(keywords)
                named[keyword] = keyword_value(name, row, keyword, args, draw)
        if is_ufunc(name) and named.get("out", ("<None>",))[0] in ("<None>", "<Ellipsis>"):
            named.pop("where", None)  # what it leaves out may be anything
        if not ASIDE.match(shown(name, args, places, named)):
            yield args, places, named


def shown(name, args, places, named):
    def one(value, label):
        text = " ".join(repr(value).split())
        return f"{text}{label}" if not label or label.startswith("[") else label

    parts = [one(value, label) for value, (label, _) in zip(args, places)]
    parts += [f"{key}={label or make()!r}" for key, (label, make) in named.items()]
    return f"{name}({', '.join(parts)})"


def words(x):
    """As it is printed, in a line and without addresses."""
    text = str(x) if isinstance(x, Exception) else repr(x)
    return re.sub(r" at 0x[0-9a-f]+", "", " ".join(text.split()))


def outcome(call, arguments=(), seconds=60):
    """("value", result) or (type of error, text), the warnings, the arguments as they are left."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            found = "value", call()
        except Exception as error:
            found = type(error), words(error)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    said = [(w.category.__name__, words(w.message)) for w in caught]
    return *found, said, [x for x in arguments if isinstance(x, numpy.ndarray)]


def outcome_in(np, name, places, named, seconds):
    args = [make() for _, make in places]
    kwargs = {key: make() for key, (_, make) in named.items()}
    if name.startswith("random."):
        np.random.seed(7)
    function = operator.attrgetter(name)(np)
    return outcome(lambda: function(*args, **kwargs), (*args, *kwargs.values()), seconds)


def parts(found, wanted, tolerance, path):
    """The differences of two results, with those of subclasses and of Python's objects."""
    if isinstance(wanted, (tuple, list)):
        if type(found).__name__ != type(wanted).__name__ or len(found) != len(wanted):
            yield f"{path} is {type(found)} of {len(found)}, wanted {type(wanted)}"
            return
        for at, (one, other) in enumerate(zip(found, wanted)):
            yield from parts(one, other, tolerance, f"{path}[{at}]")
    elif isinstance(wanted, (numpy.ndarray, numpy.generic)):
        yield from of_arrays(found, wanted, tolerance, path)
    elif type(wanted) in (int, float, complex, bool, str, bytes, type(None)):
        yield from differences(found, wanted, tolerance, path)
    elif type(found).__name__ != type(wanted).__name__:
        yield f"{path} is a {type(found)}, wanted {type(wanted)}"


def of_arrays(found, wanted, tolerance, path):
    if type(wanted) is not numpy.ndarray and type(found) is not type(wanted):
        yield f"{path} is a {type(found)}, wanted {type(wanted)}"
        return
    if not hasattr(found, "dtype"):
        yield f"{path} is a {type(found)}, wanted {wanted.dtype}"
        return
    if isinstance(wanted, numpy.ma.MaskedArray):
        yield from parts(numpy.ma.getmaskarray(found), numpy.ma.getmaskarray(wanted), 0, path)
    one, other = numpy.asarray(found), numpy.asarray(wanted)
    if other.dtype == numpy.float16 and tolerance:
        tolerance = 8 * float(numpy.finfo("f2").eps)
    if one.dtype.kind in "biufc" and other.dtype.kind in "biufc":
        with numpy.errstate(all="ignore"):
            yield from differences(one, other, tolerance, path)
    elif one.dtype != other.dtype or one.shape != other.shape or words(one) != words(other):
        yield f"{path} is {one!r}, wanted {other!r}"


def changes(places, named):
    labels = [label for label, _ in (*places, *named.values())]
    return sum(bool(re.match(r"(\[\d+\])?<", label)) for label in labels)


def disagreement(found, wanted, tolerance=0):
    """The first difference between two outcomes; empty if there is none."""
    kind, result, warned, arguments = wanted
    if found[0] != kind:
        said = [f"{found[0]} {found[1]!r}, wanted {kind} {result!r}"]
    elif kind == "value":
        said = list(parts(found[1], result, tolerance, "result"))
    else:
        said = [f"said {found[1]!r}, wanted {result!r}"] if found[1] != result else []
    if found[2] != warned:
        said.append(f"warned {found[2]}, wanted {warned}")
    for one, other in zip(found[3], arguments):
        said += parts(one, other, tolerance, "argument")
    return " ".join(said[0].split()) if said else ""


def assert_same(call):
    assert not disagreement(*(outcome(lambda: call(np)) for np in (numen, numpy)))


def judged(name, case, tolerance):
    _, places, named = case
    wanted = outcome_in(numpy, name, places, named, seconds=2)
    if wanted[0] is Late:
        return ""
    found = outcome_in(numen, name, places, named, seconds=60)
    if "value" not in (wanted[0], found[0]) and changes(places, named) > 1:
        return ""  # of two wrong arguments Numen may name the other
    return disagreement(found, wanted, tolerance)


def late(*_):
    raise Late


def found_in(name, row, count, tolerance, seed=0):
    """The differences among so many calls of a function, each with its call."""
    draw = random.Random(zlib.crc32(name.encode()) + seed)
    before = signal.signal(signal.SIGALRM, late)
    try:
        for case in itertools.islice(crossed(name, row, draw), count):
            if os.environ.get("VERBOSE"):
                sys.stderr.write(shown(name, *case) + "\n")
            try:
                said = judged(name, case, tolerance)
            except Late:
                said = "is not done"
            if said:
                yield f"{said} <- {shown(name, *case)}"
    finally:
        signal.signal(signal.SIGALRM, before)


def main():
    from .test_native_names import NAMES, row_of
    count, seed, *names = sys.argv[1:]
    for name in names or NAMES:
        if name in NOT_CALLED:
            continue
        child = os.fork()
        if child == 0:
            row = None if name.startswith("random.") else row_of(name)
            for line in found_in(name, row, int(count), 1e-5, int(seed)):
                print(line, flush=True)
            os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print("done", name, ended if ended else "", flush=True)


if __name__ == "__main__":
    main()
