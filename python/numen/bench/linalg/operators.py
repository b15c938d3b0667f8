"""The table of methods for one inverse operator, as it was published: time, speed-up over the first
row, error, status. A = X pinv(Y), by pinv and by normal equations, in every library that is here.

Fits: X (d x N), Y (m x N), one operator. Stack: a thousand Y of 10 x 200, their pseudo-inverses.
Errors are relative to the operator in long double and pass up to 10 m u kappa(Y), u that of the
arithmetic: float64 in NumPy's names, the dtype's in others and with native precision.
"""

from dataclasses import dataclass

import numpy

from . import matrices, turns
from .questions import FACTOR, UNITS
from .references import long, norm, pseudo_inverse

FITS = ((700, 12, 2), (1000, 20, 3), (2000, 100, 6), (8000, 784, 10), (8000, 3072, 10),
        (60_000, 784, 10))
STACK = (1000, 10, 200)
JUDGED = 32
WORDS = {"numpy": "NumPy", "scipy": "SciPy", "torch": "PyTorch", "jax": "JAX", "cupy": "CuPy",
         "numen": "Numen", "native": "Numen native"}
COLUMNS = ("Method", "Time", "Speed-up vs row 1", "Error", "Status")


def by_pinv(np, y, x):
    return x @ np.linalg.pinv(y)


def by_solve(np, y, x):
    """The normal equations, whose error grows with the square of the condition number."""
    return np.linalg.solve(y @ y.swapaxes(-1, -2), y @ x.swapaxes(-1, -2)).swapaxes(-1, -2)


def by_pinv_apply(np, y, x):
    return np.linalg.pinv_apply(y, x)


def stack_by_pinv(np, y):
    return np.linalg.pinv(y)


def stack_by_solve(np, y):
    return np.linalg.solve(y @ y.swapaxes(-1, -2), y).swapaxes(-1, -2)


def loop_by_pinv(np, y):
    return [np.linalg.pinv(one) for one in y]


def loop_by_solve(np, y):
    return [np.linalg.solve(one @ one.T, one).T for one in y]


@dataclass(frozen=True)
class Method:
    library: str
    words: str
    call: object
    dtype: str = "float64"

    @property
    def name(self):
        single = "" if self.dtype == "float64" else ", float32"
        return f"{WORDS[self.library]} {self.words}{single}"

    @property
    def arithmetic(self):
        return "float64" if self.library in ("numpy", "numen") else self.dtype


def fit_methods():
    pair = (("linalg.pinv", by_pinv), ("linalg.solve", by_solve))
    for library in ("numpy", "scipy", "torch", "jax", "cupy", "numen"):
        yield from (Method(library, words, call) for words, call in pair)
    yield Method("numen", "linalg.pinv_apply", by_pinv_apply)
    for library in ("numpy", "numen", "native", "scipy", "torch", "jax", "cupy"):
        yield Method(library, "linalg.pinv", by_pinv, "float32")
    for library in ("native", "torch", "jax", "cupy"):
        yield Method(library, "linalg.solve", by_solve, "float32")


def stack_methods():
    loops = (("pinv, one by one", loop_by_pinv), ("solve, one by one", loop_by_solve))
    stacks = (("batched pinv", stack_by_pinv), ("batched solve", stack_by_solve))
    yield from (Method("numpy", *pair) for pair in loops + stacks)
    yield from (Method("scipy", *pair) for pair in stacks)
    yield from (Method("torch", *pair) for pair in loops + stacks)
    for library in ("jax", "cupy"):
        yield from (Method(library, *pair) for pair in stacks)
    yield from (Method("numen", *pair) for pair in loops + stacks)
    for library in ("numpy", "numen", "native", "scipy", "torch", "jax", "cupy"):
        yield Method(library, *stacks[0], "float32")
    for library in ("native", "torch", "jax", "cupy"):
        yield Method(library, *stacks[1], "float32")


def is_there(method, libraries):
    """Whether the library is installed and has what the method needs."""
    library = libraries.get(method.library)
    if library is None:
        return False
    linalg = library.module.linalg
    if method.call is by_pinv_apply and not hasattr(linalg, "pinv_apply"):
        return False
    return method.library != "native" or hasattr(linalg, "precision")


def relative_error(found, y, x):
    """Over the operators of Y (and of some features of X) in long double, and kappa of Y."""
    kappa = float(numpy.linalg.cond(y.astype("float64")).max())
    if x is None:
        found = numpy.stack([numpy.asarray(one) for one in found[:JUDGED]])
        wanted = pseudo_inverse(y[:JUDGED])
    else:
        found = numpy.asarray(found)[None, :JUDGED]
        wanted = long(x[:JUDGED]) @ pseudo_inverse(y[None])
    return float((norm(long(found) - wanted) / norm(wanted)).max()), kappa


def timed(method, libraries, draw, repeats):
    """(seconds, error, error over bound) of one method."""
    turn = turns.Turn(libraries[method.library], method.call, 1)
    for _ in range(repeats):
        given = [x.astype(method.dtype) for x in draw()]
        found = turn.time(given)
        if turn.best * turn.repeats > 2:
            break
    found = list(found) if len(found) > 1 else found[0]
    error, kappa = relative_error(found, given[0], given[1] if len(given) > 1 else None)
    unit = max(UNITS[method.arithmetic] * kappa, UNITS[method.dtype])
    return turn.best, error, error / (FACTOR * min(given[0].shape[-2:]) * unit)


def drawing(shape):
    """(title, draw, methods) of a table; X is drawn once and multiplied by new factors."""
    rng = numpy.random.default_rng(sum(shape))
    if shape == STACK:
        return ("1,000 Y of 10 x 200, at random",
                lambda: (matrices.random(rng, "general", *STACK),), stack_methods())
    count, d, m = shape
    features = rng.standard_normal((d, count))
    return (f"N = {count}, d = {d}, m = {m}",
            lambda: (rng.standard_normal((m, count)), features * (1 + rng.random())),
            fit_methods())


def measured(table, libraries, quick):
    """One table: its title and rows."""
    title, draw, methods = drawing((*FITS, STACK)[table])
    rows, first = [], None
    for method in methods:
        if not is_there(method, libraries):
            rows.append({"Method": method.name, "Status": "absent"})
            continue
        try:
            seconds, error, over = timed(method, libraries, draw, 2 if quick else 5)
        except Exception as reason:
            if method.library in turns.ALWAYS:
                raise
            rows.append({"Method": method.name, "Status": type(reason).__name__})
            continue
        first = first or seconds
        rows.append({"Method": method.name, "Time": f"{1e3 * seconds:.4g} ms",
                     "Speed-up vs row 1": round(first / seconds, 2), "Error": f"{error:.2e}",
                     "Status": "PASSED" if over <= 1 else "FAILED", "seconds": seconds,
                     "dtype": method.dtype, "error_over_bound": over,
                     "precision": "native" if method.arithmetic == "float32" else "default"})
    return {"title": title, "rows": rows}


def page(table):
    """The table in Markdown."""
    lines = [COLUMNS, ["---"] * len(COLUMNS)]
    lines += [[str(row.get(column, "-")) for column in COLUMNS] for row in table["rows"]]
    return (f"## {table['title']}\n\n"
            + "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n")
