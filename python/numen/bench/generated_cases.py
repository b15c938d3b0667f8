"""Forty expressions by a seeded generator: 3 to 15 operations, mixed types, broadcasts, reductions.

Values stay tame, so that no time goes into warnings and results can be compared.
"""

import random
import re

from .cases import Case

SIZES = (100_000, 1_000_000, 10_000_000)
DTYPES = ("float32", "float64", "float64", "int64")
COUNT = 40
VECTORS = ("a", "b", "u", "i", "bytes_", "mask")
MATRICES = ("m", "rows[:, None]", "columns")
# Steps from t to the next t, with their operations; some read one more input, y.
STEPS = (
    ("t + y", 1), ("t - y", 1), ("y - t", 1), ("np.maximum(t, y)", 1), ("np.minimum(t, y)", 1),
    ("t * y / 1e3", 2), ("t / (1 + y * y)", 3), ("y / (1 + t * t)", 3), ("np.sqrt(t * t + 1)", 3),
    ("np.sin(t)", 1), ("np.exp(-np.abs(t))", 3), ("np.abs(t)", 1), ("t * 0.5", 1),
    ("np.log(t * t + 2)", 3), ("t.astype('float64')", 1), ("-t", 1),
)
ENDS = {False: ("t", "t", "t.sum()", "t.max()"),
        True: ("t", "t", "t.sum(axis=0)", "t.max(axis=1)", "t.mean()")}


def expression(seed):
    """(statement, names of its inputs, size, dtype) of one seed."""
    rng = random.Random(seed)
    wanted, is_matrix = rng.randint(3, 15), rng.random() < 0.3
    leaves = MATRICES if is_matrix else VECTORS
    lines, made = [f"t = {leaves[0]}"], 0
    while made < wanted:
        step, operations = rng.choice(STEPS)
        lines.append("t = " + re.sub(r"\by\b", rng.choice(leaves), step))
        made += operations
    lines.append("r = " + rng.choice(ENDS[is_matrix]))
    text = "; ".join(lines)
    names = tuple(name for name in (*VECTORS, "m", "rows", "columns") if name in names_in(text))
    return text, names, SIZES[seed % len(SIZES)], rng.choice(DTYPES)


def names_in(text):
    """The names that a statement reads."""
    return set(compile(text, "<generated>", "exec").co_names) - {"np", "t", "r"}


def cases():
    """The rows of the generator, each with its one size and type."""
    for seed in range(COUNT):
        text, names, size, dtype = expression(seed)
        yield Case(f"generated {seed}", text, names, 1.0, sizes=(size,), dtypes=(dtype,))
