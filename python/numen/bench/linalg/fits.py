"""Rows of the fits of operators: ridge at a solve's speed, twenty of them for the price of few."""

from dataclasses import dataclass

import numpy

from . import turns
from .libraries import NotBuilt
from .questions import FACTOR, UNITS, finite
from .references import long, norm, solution
from .samples import rows_of

LAM = 1e-2
LAMS = numpy.logspace(-4, 4, 20)
JUDGED = 32  # features, of which the answer in long double is found, with sums of all
PATH = "ridge_path of 20 over ridge"


@dataclass(frozen=True)
class Fit:
    """X (d x N) from Y (m x N): the operator that takes outputs back to features."""

    label: str
    d: int
    m: int = 10
    count: int = 8000
    threads: tuple = (1, 2)
    repeats: int = 7
    dtype = "float64"
    question = "ridge"

    @property
    def peers(self):
        return self.label != PATH

    @property
    def name(self):
        return self.label

    @property
    def size(self):
        return self.d

    @property
    def facts(self):
        return {"batch": 1}


def formula(np, y, x):
    """The ridge operator as NumPy's users write it."""
    gram = y @ y.swapaxes(-1, -2) + LAM * np.eye(y.shape[-2], dtype=y.dtype)
    return np.linalg.solve(gram, y @ x.swapaxes(-1, -2)).swapaxes(-1, -2)


def ridge(np, y, x):
    return np.linalg.ridge(y, x, LAM)


def ridge_path(np, y, x):
    return np.linalg.ridge_path(y, x, np.array(LAMS))


def needed(library, name):
    if not hasattr(library.module.linalg, name):
        raise NotBuilt(f"numen.linalg.{name}")


def distance(found, y, x, lam):
    """The relative error of some features and of sums of all, and that over its bound."""
    y, x = long(y), rows_of(x, JUDGED)
    gram = y @ y.T + long(lam) * numpy.eye(len(y))
    wanted = solution(gram[None], (y @ x.T)[None])[0].T
    error = float(finite(lambda found, wanted: norm(rows_of(found, JUDGED) - wanted)
                         / norm(wanted), numpy.asarray(found), wanted))
    bound = FACTOR * len(y) * UNITS["float64"] * numpy.linalg.cond(gram.astype("float64"))
    return [error, float(error / bound)]


def drawing(fit):
    """New Y and X, X by new factors of the same numbers: they are many."""
    rng = numpy.random.default_rng(fit.d)
    numbers = rng.standard_normal((fit.d, fit.count))
    return lambda: (rng.standard_normal((fit.m, fit.count)), numbers * (1 + rng.random()))


def timed(fit, libraries, quick, rng=None):
    """(the turns, their last answers, refusals) of the libraries that the row is for."""
    in_turn = {name: turns.Turn(library, ridge if name == "numen" else formula, 1)
               for name, library in libraries.items() if name in ("numpy", "numen", "jax", "torch")}
    return in_turn, *turns.timed(in_turn, drawing(fit), 3 if quick else fit.repeats, 10.0)


def measured(fit, libraries, quick):
    """Best seconds and errors by library; of the path, which only Numen has, over one fit."""
    if fit.label == PATH:
        return measured_path(fit, libraries, quick)
    needed(libraries["numen"], "ridge")
    in_turn, answers, refusals = timed(fit, libraries, quick)
    return {**turns.measurement(in_turn, refusals),
            "errors": {"timed": {name: distance(found[0], *given, LAM)
                                 for name, (found, given) in answers.items()}}}


def measured_path(fit, libraries, quick):
    library = libraries["numen"]
    for name in ("ridge", "ridge_path"):
        needed(library, name)
    in_turn = {"numpy": turns.Turn(library, ridge, 1), "numen": turns.Turn(library, ridge_path, 1)}
    answers, refusals = turns.timed(in_turn, drawing(fit), 3 if quick else fit.repeats, 10.0)
    measurement = turns.measurement(in_turn, refusals)
    if "numen" in refusals:
        return {**measurement, "errors": {}}
    found, given = answers["numen"]
    errors = [distance(found[0][k], *given, lam) for k, lam in enumerate(LAMS)]
    return {**measurement, "errors": {"timed": {"numen": [max(part) for part in zip(*errors)]}}}
