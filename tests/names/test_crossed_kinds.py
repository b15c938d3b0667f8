"""Arguments of every kind crossed with those of the others: type, values, errors, warnings.

FOUND has calls that differed once; the rest are drawn, the same ones in every run. More of them:
see crossed_kinds.py.
"""

import numpy
import pytest

from .crossed_kinds import NOT_CALLED, RANDOM, assert_same, found_in
from .test_native_names import NAMES, row_of

SQUARE = numpy.arange(9.0).reshape(3, 3)
CUBE = numpy.arange(24.0).reshape(2, 3, 4)
INTS = numpy.array([1, 2, 3])
EMPTY = numpy.zeros((0, 3))
TALL = numpy.array([1, numpy.nan, 1e300])
TWO = numpy.uint64(2)
OTHER = {"add": [numpy.full(2, -1e300)], "exp": [], "floor": [], "multiply": [TALL[:2]],
         "arctan": [], "degrees": [], "conjugate": [], "hypot": [numpy.ones((2, 1))]}


def add(x, y):
    return x + y


def iterator_left(np, count):
    """What fromiter leaves of an iterator, with its error."""
    items = iter([1, 2])
    try:
        return np.fromiter(items, float, count)
    except Exception as error:
        return type(error).__name__, str(error), list(items)


def after(function, array, *args):
    function(array, *args)
    return array


def of_matrix(np):
    with numpy.testing.suppress_warnings() as silent:
        silent.filter(PendingDeprecationWarning)
        return np.putmask(INTS.copy(), [True, False, True], numpy.matrix([1.5, 2, 3]))


FOUND = {
    "a list with a matrix": lambda np: np.vectorize(add)(numpy.zeros((2, 3)), [1, 2, 3]),
    "a list of one": lambda np: np.vectorize(add)(numpy.zeros((2, 3)), [1]),
    "items as they are": lambda np: np.vectorize(lambda x, y: type(y).__name__ == "bool")(
        numpy.zeros((2, 3)), [1, 2.5, True]),
    **{f"diff {n!r}": lambda np, n=n: np.diff([1, 2, 3], n)
       for n in (1.0, numpy.float64(1), True, TWO, 0.0, -1.5)},
    **{f"{name} {kind}": lambda np, name=name, make=make: after(
        getattr(np, name), INTS.copy(), [True, False, True], make([1.5, 2, 3]))
       for name in ("putmask", "place", "put") for kind, make in (
           ("masked", numpy.ma.array), ("memory", lambda v: memoryview(numpy.array(v))), ("list",
           list), ("number", lambda v: numpy.float64(v[0])))},
    "putmask matrix": of_matrix,
    **{f"fromiter {n}": lambda np, n=n: iterator_left(np, n) for n in (
        10**15, 2**62, 2**63, 10**11, 3, 2)},
    **{f"{name} {k!r}": lambda np, name=name, k=k: getattr(np, name)(SQUARE, k)
       for name in ("tril", "triu", "diag", "diagonal", "diagflat", "tril_indices_from",
                    "triu_indices_from", "trace")
       for k in (TWO, 2**70, -2**70, 2**63, numpy.uint8(2), numpy.uint8(0), numpy.int8(-128), True)
       if name != "diagflat" or k is TWO},
    **{f"{name} {k!r}": lambda np, name=name, k=k: getattr(np, name)(3, *(
        (3, k) if name in ("tri", "eye") else (k,)))
       for name in ("tri", "eye", "tril_indices", "triu_indices")
       for k in (TWO, 2**70, -2**70, 2**63, numpy.int8(-2))},
    "tri of unsigned": lambda np: np.tri(2, numpy.uint64(3), 1),
    "diagflat of a list": lambda np: np.diagflat([1, 2], TWO),
    **{f"tensordot {n!r}": lambda np, n=n: np.tensordot(SQUARE, SQUARE, n)
       for n in (TWO, numpy.int8(2), True)},
    **{f"windows {n!r}": lambda np, n=n: np.lib.stride_tricks.sliding_window_view(INTS, n)
       for n in (True, (True,), numpy.True_, 2, TWO)},
    **{f"insert {args!r}": lambda np, args=args: np.insert(*args) for args in (
        (INTS, [0, 9], numpy.array([1j, 2])), (INTS, 9, numpy.array([1j, 2])), (INTS, [0, 1],
        numpy.array([1j, 2, 3])), (INTS[:, None], 1, numpy.array([1j, 2, 3]), 0), (INTS, 1,
        numpy.array([1j, 2])), (INTS, [0, 9], [1j, 2]), (EMPTY, 1, [], 1), (CUBE, 1, [], -1))},
    "put_along_axis": lambda np: np.put_along_axis(INTS.copy(), numpy.array([9]), numpy.array([1j]),
                                                   0),
    "apply_over_axes": lambda np: np.apply_over_axes(numpy.sum, CUBE, -2.5),
    **{f"average {kind}": lambda np, args=args: np.average(*args[:2], **args[2]) for kind, args in {
        "list": ([], None, {"keepdims": [1]}), "column": (EMPTY, 0, {"keepdims": INTS[:, None]}),
        "bytes": (numpy.zeros(0, "S2"), None, {})}.items()},
    **{f"{name} of {kind}": lambda np, name=name, more=more: getattr(np, name)([TALL, TALL], **more)
       for name in ("concatenate", "hstack", "vstack", "stack")
       for kind, more in {"f4": {"dtype": "f4"}, "f8": {"dtype": "f8"}}.items()},
    "joined into": lambda np: np.concatenate([TALL, TALL], out=numpy.zeros(6, "f4")),
    "nanstd keepdims": lambda np: np.nanstd([[1, 2], [3, 4]], ddof=100, keepdims=()),
    "nanstd dtype": lambda np: np.nanstd([[1, 2], [3, 4]], ddof=100, dtype="i4"),
    "nanvar dtype": lambda np: np.nanvar([[1, 2], [3, 4]], ddof=100, dtype=[None, 1]),
    "nanstd correction": lambda np: np.nanstd([[1.0, 2], [3, 4]], correction=[[1, 2]]),
    "mean dtype": lambda np: np.mean(EMPTY, dtype=numpy.ones(3, "m8[s]")),
    "indices": lambda np: np.indices(numpy.array([2 + 0j, 1]), sparse=True),
    "vsplit": lambda np: np.vsplit(CUBE, numpy.array(0)),
    **{f"array_split {n}": lambda np, n=n: np.array_split(CUBE, n) for n in (2**62, 2**70)},
    **{f"tile {n!r}": lambda np, n=n: np.tile([1], n)
       for n in (numpy.array([2], "u8"), TWO, [TWO, 1])},
    "isin of axes": lambda np: np.isin([], CUBE, assume_unique=True),
    **{f"{name} weak": lambda np, name=name: getattr(np, name)(INTS.astype("f4"), 1.5, True)
       for name in ("setxor1d", "setdiff1d", "intersect1d")},
    **{f"select {x!r}": lambda np, x=x: np.select([[True, False]], [[1, 2]], x)
       for x in ("ab", ["a", "b"], b"c")}, "select text": lambda np: np.select([[True]], [2],
       numpy.array(["a"])),
    **{f"ragged {name}": lambda np, name=name, args=args: getattr(np, name)(*args)
       for name, args in {"bincount": ([[1, 2], [3]],), "repeat": ([1, 2], [1, [2]]), "take": ([1],
       [[1, 2], [3]])}.items()},
    **{f"matrix_rank {r!r}": lambda np, r=r: np.linalg.matrix_rank(numpy.zeros((0, 0)), rtol=r)
       for r in ([1, 2], 0.1, None, slice(None))},
    **{f"piecewise {kind}": lambda np, make=make: np.piecewise(INTS * 1.0, make(), [abs, 3])
       for kind, make in {"iterator": lambda: iter([True]), "none": lambda: None, "number": lambda:
       5, "list": lambda: [INTS > 1]}.items()},
    **{f"take_along_axis {x!r}": lambda np, x=x: np.take_along_axis(x, numpy.array([0]), None)
       for x in (2**63, [1, 2], INTS)},
    **{f"{name} of {x!r}": lambda np, name=name, x=x: getattr(np, name)(x)
       for name in ("real", "imag", "isreal", "iscomplex") for x in (int, numpy.float64, list)},
    "kaiser": lambda np: np.kaiser(1, 2**70),
    **{f"ravel_multi_index {mode}": lambda np, mode=mode: np.ravel_multi_index({1, 2}, (3, 4), mode)
       for mode in ("wrap", "raise")},
    **{f"{name} of {q!r}": lambda np, name=name, q=q: getattr(np, name)(SQUARE, q)
       for name in ("quantile", "nanquantile") for q in (TWO - 1, numpy.array([0, 1], "u8"), True)},
    "isin inverted": lambda np: np.isin(EMPTY, EMPTY, invert=[1]),
    "cast into what does not fit": lambda np: np.degrees(TALL, out=numpy.zeros((3, 2)),
                                                         dtype="f4"),
    "cast into what fits": lambda np: np.degrees(TALL, out=numpy.zeros((2, 3)), dtype="f4"),
    "nanmean": lambda np: np.nanmean(numpy.zeros(0, int), dtype=0),
    "clipped": lambda np: np.ravel_multi_index(([0, 1], 2**70), (3, 4), mode="clip"),
    **{f"{name} correction": lambda np, name=name: getattr(np, name)(SQUARE, correction=None)
       for name in ("var", "std", "nanvar", "nanstd")},
    **{f"arctan of {x!r}, {rule}": lambda np, x=x, rule=rule: np.arctan(x, dtype="f4", casting=rule)
       for x in (1, 1.0, True, numpy.float64(1)) for rule in ("safe", "no", "equiv", "same_kind")},
    "norm": lambda np: np.linalg.norm(SQUARE, 2**70, 0),
    **{f"{name} of {kind}, {shape}": lambda np, name=name, kind=kind, shape=shape: getattr(
        np, name)(numpy.full(shape, 1e300), *OTHER[name], dtype=kind)
       for name in OTHER for kind in ("f4", "f2", "c8") for shape in ((2, 2), 2, 9000)
       if shape != 9000 or not OTHER[name]},
    **{f"sum of one, {kind}": lambda np, kind=kind: np.sum(1e300, dtype=kind)
       for kind in ("f4", "i4")},
    "cov": lambda np: np.cov([1, 2], aweights=numpy.array([[1j, 2]])),
}  # fmt: skip

OLD_NAMES = ("a3", "a", "|a2", b"a", "a,f4", "f4,3a5", [("x", "a")], [("x", "f4"), ("y", "a8", 2)],
             ("a2", 2), "S3", "f4", "data", "4a", "aa", "(2,)a3,i4")
TAKING = {
    **{name: lambda np, d, name=name: getattr(np, name)([1, 2], d) for name in (
        "array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "zeros_like",
        "full_like", "ones_like", "sum", "cumsum", "concatenate")},
    **{name: lambda np, d, name=name: getattr(np, name)(2, dtype=d) for name in (
        "zeros", "ones", "arange", "eye", "identity", "tri", "dtype", "mean")},
    "full": lambda np, d: np.full(2, 1, d), "frombuffer": lambda np, d: np.frombuffer(
        b"\0" * 80, d), "ndmin": lambda np, d: np.array([1], d, ndmin=2), "ufunc": lambda np, d:
        np.add(1, 2, dtype=d), "fromiter": lambda np, d: np.fromiter([1], d), "astype": lambda np,
        d: np.array([1.0, 2]).astype(d), "view": lambda np, d: np.array([1.0, 2]).view(d), "method":
        lambda np, d: np.array([1.0, 2]).sum(dtype=d),
}  # fmt: skip


@pytest.mark.parametrize("kind", FOUND)
def test_found(kind):
    assert_same(FOUND[kind])


@pytest.mark.parametrize("name", TAKING)
@pytest.mark.parametrize("dtype", OLD_NAMES, ids=repr)
def test_old_names_of_types_warn_once(name, dtype):
    assert_same(lambda np: TAKING[name](np, dtype))


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOT_CALLED])
def test_crossed_kinds(name):
    row = row_of(name)
    assert list(found_in(name, row, 200, max(row.get("near", 0), 1e-5))) == []


@pytest.mark.parametrize("name", RANDOM)
def test_crossed_kinds_of_random_functions(name):
    assert list(found_in(f"random.{name}", None, 40, 0)) == []
