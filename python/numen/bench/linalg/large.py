"""Rows of large matrices, one at a time on all threads; errors of some of their rows."""

from dataclasses import dataclass

import numpy

from .. import memory
from . import matrices, turns
from .questions import FACTOR, QUESTIONS, UNITS, finite, is_alike
from .references import long, norm
from .samples import columns, spread

SAMPLE = 8  # rows or columns in long double
INVERSE = "inverse of an SPD matrix"
MAKING = ("import numpy; g = numpy.random.default_rng(0).standard_normal(({n}, {n}))"
          ".astype('{dtype}'); {kind}; a = np.array(g); b = np.array(g[:, :{columns}]); del g; ")
KINDS = {"general": "pass", "symmetric": "g = g + g.T",
         "positive": "g = g @ g.T + {n} * numpy.eye({n}, dtype=g.dtype)"}
SOURCES = {"solve": "r = np.linalg.solve(a, b)", "matmul": "r = a @ b",
           "cholesky": "r = np.linalg.cholesky(a)", "svd": "r = np.linalg.svd(a)",
           "eigh": "r = np.linalg.eigh(a)", "inv": "r = np.linalg.inv(a)"}


@dataclass(frozen=True)
class Large:
    """One question of n x n."""

    question: str
    n: int
    dtype: str = "float64"
    label: str = ""
    repeats: int = 5
    peers = True
    threads = ("all",)

    @property
    def name(self):
        return self.label or f"large {self.question}"

    @property
    def size(self):
        return self.n

    @property
    def kind(self):
        return "positive" if self.label == INVERSE else QUESTIONS[self.question].kind

    @property
    def facts(self):
        return {"batch": 1}


def refined(a, b):
    """The solution in long double: the inverse in float64 corrects it until it stays."""
    near = numpy.linalg.inv(a.astype("float64"))
    a, x = long(a), long(near @ b)
    for _ in range(8):
        x = x + long(near @ (b - a @ x).astype("float64"))
    return x


def product_distance(results, inputs):
    """Of the product by columns of random signs: every element is in it."""
    (found,), (a, b) = results, inputs
    signs = long(columns(len(b)))
    wanted = long(a) @ (long(b) @ signs)
    return norm(long(found) @ signs - wanted) / norm(wanted)


def solve_distance(results, inputs):
    wanted = refined(*inputs)
    return norm(long(results[0]) - wanted) / norm(wanted)


def solve_residual(results, inputs):
    (x,), (a, b) = results, map(long, inputs)
    return norm(a @ long(x) - b) / (norm(a) * norm(x) + norm(b))


def inv_distance(results, inputs):
    """Of the inverse by columns of random signs, which solve the equations with these."""
    signs = columns(len(inputs[0]))
    return solve_distance([long(results[0]) @ signs], (inputs[0], signs))


def inv_residual(results, inputs):
    signs = columns(len(inputs[0]))
    return solve_residual([long(results[0]) @ signs], (inputs[0], signs))


def cholesky_distance(results, inputs):
    """The last rows, which all columns are in, and others."""
    (lower,), (a,) = results, inputs
    places = spread(len(a), SAMPLE)
    rows = long(lower[places]) @ long(lower).T
    return norm(rows - long(a[places])) / norm(a[places])


def orthogonality(q):
    """Of some columns to all."""
    places = spread(q.shape[1], SAMPLE)
    part = long(q[:, places]).T @ long(q)
    part[numpy.arange(len(places)), places] -= 1
    return norm(part)


def svd_distance(results, inputs):
    (u, s, vh), (a,) = results, inputs
    places = spread(len(a), SAMPLE)
    rows = long(u[places]) * long(s) @ long(vh)
    return max(norm(rows - long(a[places])) / norm(a[places]),
               orthogonality(u), orthogonality(vh.T))


def eigh_distance(results, inputs):
    (w, v), (a,) = results, inputs
    return svd_distance((v, w, v.T), (a,))


# (distance, residual without full rank, whether the condition number is in the bound)
JUDGES = {"matmul": (product_distance, product_distance, True),
          "solve": (solve_distance, solve_residual, True),
          "inv": (inv_distance, inv_residual, True),
          "cholesky": (cholesky_distance, cholesky_distance, False),
          "svd": (svd_distance, svd_distance, False), "eigh": (eigh_distance, eigh_distance, False)}


def drawn(row, rng, condition=None):
    if condition is None:
        a = matrices.random(rng, row.kind, 1, row.n, row.n)
    else:
        a = matrices.of_condition(rng, row.kind, 1, row.n, row.n, condition)
    return [x[0].astype(row.dtype) for x in QUESTIONS[row.question].inputs(a, rng)]


def kappa_of(row, inputs, condition):
    """What the bound has for a condition number; the timed matrices' in the Frobenius norm."""
    if not JUDGES[row.question][2] or condition == matrices.DEFICIENT:
        return 1.0
    if condition != "timed":
        return condition
    a = inputs[0].astype("float64")
    return float(numpy.linalg.norm(a) * numpy.linalg.norm(numpy.linalg.inv(a)) / row.n)


def judged(row, name, found, inputs, condition, kappa):
    """[error, error over bound] of a result."""
    distance, residual, _ = JUDGES[row.question]
    judge = residual if condition == matrices.DEFICIENT else distance
    error = float(finite(judge, [numpy.asarray(x) for x in found], inputs).max())
    is_numpy_like = name in ("numpy", "numen") and row.question != "matmul"
    unit = UNITS["float64"] if is_numpy_like else UNITS[row.dtype]
    bound = FACTOR * row.n * max(unit * kappa, UNITS[row.dtype])
    return [error, error / bound if bound < 1 else None]


def errors(row, in_turn, answers, rng):
    """Of the timed matrices by all libraries, at every condition by NumPy and Numen."""
    given = next(iter(answers.values()))[1]
    kappa = kappa_of(row, given, "timed")
    numpys = [numpy.asarray(x) for x in answers["numpy"][0]]
    found = {"timed": {name: judged(row, name, *answer, "timed", kappa)
                       for name, answer in answers.items()}}
    for name in turns.OURS:
        if name in answers and not is_alike([numpy.asarray(x) for x in answers[name][0]], numpys):
            found["timed"][name] = [numpy.inf, numpy.inf]
    for condition in (*matrices.CONDITIONS, matrices.DEFICIENT):
        inputs = drawn(row, rng, condition)
        kappa = kappa_of(row, inputs, condition)
        of_condition = found[matrices.label(condition)] = {}
        for name in ("numpy", "numen", "native"):
            if name in in_turn:
                turn = in_turn[name]
                try:
                    results = turns.tuple_of(turn.run(turn.made(inputs)))
                    of_condition[name] = judged(row, name, results, inputs, condition,
                                                kappa)
                except numpy.linalg.LinAlgError as reason:
                    of_condition[name] = refusal(row, name, reason, of_condition, kappa)
    return found


def refusal(row, name, reason, beside, kappa):
    """What is noted of a library that raises: infinitely wrong where NumPy has an answer and the
    arithmetic tells the matrix from a singular one.
    """
    unit = UNITS["float64"] if name == "numen" else UNITS[row.dtype]
    is_answered = name != "numpy" and isinstance(beside["numpy"][0], float)
    is_told = is_answered and FACTOR * row.n * unit * kappa < 1
    return [type(reason).__name__, numpy.inf if is_told else None]


def peaks(row, module):
    """Peak memory in MB of processes that make the inputs and compute once."""
    columns = 1 if row.question == "solve" else row.n
    source = (MAKING.format(n=row.n, dtype=row.dtype, kind=KINDS[row.kind].format(n=row.n),
                            columns=columns) + SOURCES[row.question])
    return {"numpy_MB": round(memory.peak_bytes("numpy", source) / 1e6, 1),
            "numen_MB": round(memory.peak_bytes(module, source) / 1e6, 1)}


def timed(row, libraries, quick, rng):
    """(the turns, their last answers, refusals) of the libraries that the row is for."""
    lacking = {"cupy"} | ({"scipy"} if row.question == "matmul" else set())
    if row.dtype == "float64" or row.question == "matmul":
        lacking.add("native")
    chosen = {name: library for name, library in libraries.items() if name not in lacking}
    in_turn = turns.turns_of(chosen, QUESTIONS[row.question].call, 1)
    return in_turn, *turns.timed(in_turn, lambda: drawn(row, rng),
                                 2 if quick else row.repeats, 12.0)


def measured(row, libraries, quick):
    """Best seconds, errors by library, and peak memory."""
    rng = numpy.random.default_rng(row.n)
    in_turn, answers, refusals = timed(row, libraries, quick, rng)
    return {**turns.measurement(in_turn, refusals),
            "errors": errors(row, in_turn, answers, rng),
            "facts": peaks(row, libraries["numen"].module.__name__)}
