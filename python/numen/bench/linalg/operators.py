"""The table of methods for one inverse operator, as it was published: time, speed-up over the first
row, error, status. A = X pinv(Y), by pinv and by normal equations, in every library that is here.

Fits: X (d x N), Y (m x N), one operator. Stack: a thousand Y of 10 x 200, their pseudo-inverses.
Errors are relative to the operator in long double and pass up to 10 m u kappa(Y), u that of the
arithmetic: float64 in NumPy's names, the dtype's in others and with native precision. Numen's rows
are cells of the benchmark's table: at most NumPy's time for the same words, and a right answer.
Other libraries have their best number of threads.
"""

from dataclasses import dataclass

import numpy

from . import matrices, turns
from .questions import FACTOR, QUESTIONS, UNITS, finite, over_everywhere
from .references import long, norm, pseudo_inverse
from .samples import rows_of, spread

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


def loop_by_pinv(np, *matrices):
    return [np.linalg.pinv(one) for one in matrices]


def loop_by_solve(np, *matrices):
    return [np.linalg.solve(one @ one.T, one).T for one in matrices]


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


def distances(found, wanted):
    return norm(long(found) - wanted) / norm(wanted)


def errors_of_stack(method, found, y):
    """(largest error of some, spread over the stack; the same over the bound of all matrices)."""
    found = numpy.stack([numpy.asarray(one) for one in found])
    places = spread(len(y), JUDGED)
    error = finite(distances, found[places], pseudo_inverse(y[places])).max()
    return float(error), over_everywhere(QUESTIONS["pinv"], [found], [y], method.dtype,
                                         method.arithmetic)


def error_of_fit(found, y, x):
    """Of some features and of sums of all."""
    wanted = rows_of(x, JUDGED) @ pseudo_inverse(y[None])
    return float(finite(lambda found, wanted: distances(rows_of(found, JUDGED)[None], wanted),
                        numpy.asarray(found), wanted).max())


def timed(method, libraries, draw, repeats):
    """(seconds, error, error over bound) of one method."""
    turn = turns.Turn(libraries[method.library], method.call, 1)
    for _ in range(repeats):
        given = [x.astype(method.dtype) for x in draw()]
        is_loop = method.call in (loop_by_pinv, loop_by_solve)
        found = turn.time([*given[0]] if is_loop else given)
        if turn.best * turn.repeats > 2:
            break
    found, over = list(found) if len(found) > 1 else found[0], 0.0
    if len(given) > 1:
        error = error_of_fit(found, *given)
    else:
        error, over = errors_of_stack(method, found, *given)
    kappa = float(numpy.linalg.cond(given[0].astype("float64")).max())
    unit = max(UNITS[method.arithmetic] * kappa, UNITS[method.dtype])
    return turn.best, error, max(over, error / (FACTOR * min(given[0].shape[-2:]) * unit))


def drawing(shape):
    """(title, draw, methods) of a table; X is drawn once and multiplied by new factors."""
    if shape == STACK:
        return ("1,000 Y of 10 x 200, at random",
                lambda rng=numpy.random.default_rng(0): (matrices.random(rng, "general", *STACK),),
                stack_methods())
    return "N = {}, d = {}, m = {}".format(*shape), drawing_of_fit(*shape), fit_methods()


def drawing_of_fit(count, d, m):
    rng, features = numpy.random.default_rng(count + d + m), []

    def draw():
        if not features:
            features.append(rng.standard_normal((d, count)))
        return rng.standard_normal((m, count)), features[0] * (1 + rng.random())
    return draw


def measured(table, libraries, quick):
    """One table: its title and rows."""
    title, draw, methods = drawing((*FITS, STACK)[table])
    rows, first = [], None
    for method in methods:
        row = {"Method": method.name, "Status": "absent", "library": method.library,
               "words": method.words, "dtype": method.dtype,
               "precision": "native" if method.library == "native" else "default"}
        rows.append(row)
        if not is_there(method, libraries):
            continue
        try:
            seconds, error, over = timed(method, libraries, draw, 2 if quick else 5)
        except Exception as reason:
            if method.library == "numpy":
                raise
            row |= {"Status": type(reason).__name__,
                    "refused": f"{type(reason).__name__}: {reason}"}
            continue
        row |= {"Error": f"{error:.2e}", "Status": "PASSED" if over <= 1 else "FAILED",
                "seconds": seconds, "error": error, "error_over_bound": over}
    return with_times({"title": title, "rows": rows})


def with_times(table):
    """The table with its times in words."""
    first = table["rows"][0]["seconds"]
    for row in table["rows"]:
        if "seconds" in row:
            row["Time"] = f"{1e3 * row['seconds']:.4g} ms"
            row["Speed-up vs row 1"] = round(first / row["seconds"], 2)
    return table


def with_best_threads(table, others):
    """The table with the rows of others where they took less time with other threads."""
    found = {row["Method"]: row for row in others["rows"] if "seconds" in row}
    rows = [min((row, found.get(row["Method"], row)),
                key=lambda one: one.get("seconds", float("inf"))) for row in table["rows"]]
    return with_times({**table, "rows": rows})


def numpys(table, row):
    """NumPy's row for the same words, of the same type if it has one."""
    words = row["words"].replace("pinv_apply", "pinv")
    found = [other for other in table["rows"] if other["library"] == "numpy"
             and other["words"] == words]
    return next((other for other in found if other["dtype"] == row["dtype"]), found[0])


def case_of(title, method):
    return f"{title}: {method}"


def cells(table):
    """Numen's rows as cells of the benchmark's table."""
    for row in table["rows"]:
        if row["library"] not in turns.OURS:
            continue
        cell = {"case": case_of(table["title"], row["Method"]), "dtype": row["dtype"],
                "precision": row["precision"], "status": row["Status"],
                "bounds": {"ratio": 1.0, "error_over_bound": 1.0}, "bound": 1.0}
        if "refused" in row:
            yield {**cell, "fault": f"refused: {row['refused']}"}
        elif "seconds" not in row:
            yield {**cell, "absent": "not built"}
        else:
            beside = numpys(table, row)
            yield {**cell, "numpy_ns": round(1e9 * beside["seconds"], 1),
                   "numen_ns": round(1e9 * row["seconds"], 1), "error": row["error"],
                   "ratio": round(row["seconds"] / beside["seconds"], 4),
                   "error_over_bound": row["error_over_bound"]}


def keys(number):
    """The names of the cells that a table has."""
    title, _, methods = drawing((*FITS, STACK)[number])
    return [{"case": case_of(title, method.name)} for method in methods
            if method.library in turns.OURS]


def page(table):
    """The table in Markdown."""
    lines = [COLUMNS, ["---"] * len(COLUMNS)]
    lines += [[str(row.get(column, "-")) for column in COLUMNS] for row in table["rows"]]
    return (f"## {table['title']}\n\n"
            + "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n")
