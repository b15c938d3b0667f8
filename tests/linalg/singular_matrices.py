"""Singular and nearly singular matrices of many kinds, and which of them NumPy and Numen call
singular. One process for each instruction set, run by `agreement`:

    python -m tests.linalg.singular_matrices SEED MATRICES
"""

import collections
import json
import os
import pathlib
import subprocess
import sys

import numpy

import numen
from numen.native import front

ROOT = pathlib.Path(__file__).parents[2]

ORDERS = (*range(2, 13), *range(2, 9), 1, 16, 17, 24, 31, 32, 33, 47, 48, 49, 64)
STACK = 1000


def whole(random, n, most=9):
    return random.integers(-most, most + 1, (n, n)).astype("f8")


def sums_of_rows(random, n):
    found = whole(random, n)
    found[-1] = found[:-1].sum(axis=0)
    return found


def equal_columns(random, n):
    found = random.standard_normal((n, n))
    found[:, -1] = found[:, 0] * random.choice([1, 1, 3, 7])
    return found if n > 1 else 0 * found


def equal_rows(random, n):
    return equal_columns(random, n).T * random.choice([1, 0.1, 0.3])


def decimals(random, n):
    found = whole(random, n) / 10
    found[random.integers(n)] = found[random.integers(n)] * random.choice([1, 2, 3, 0.7])
    return found


def products(random, n):
    rank = max(1, n - 1 - random.integers(2))
    left = random.integers(-3, 4, (n, rank))
    return (left @ random.integers(-3, 4, (rank, n))).astype("f8")


def grams(random, n):
    left = random.integers(-3, 4, (n, max(1, n - 1))).astype("f8")
    return left @ left.T * random.choice([1, 0.1])


def scaled_columns(random, n):
    found = equal_columns(random, n) if random.integers(2) else sums_of_rows(random, n)
    return found * 10.0 ** random.integers(-9, 10, n)


def scaled_rows(random, n):
    return sums_of_rows(random, n) * 2.0 ** random.integers(-40, 41, (n, 1))


def progressions(random, n):
    start, step = random.integers(-5, 6, 2)
    return (start + step * numpy.arange(n * n)).reshape(n, n) * random.choice([1, 0.1, 1 / 3])


def triangles(random, n):
    found = numpy.tril(whole(random, n, 2)) * random.choice([1, 0.1])
    found[:, -1] = found[:, 0] if random.integers(2) else found[:, -1]
    return found if random.integers(2) else found.T


def small_pivots(random, n):
    """What rounding changes in a later column is what it changes here, over the small pivot."""
    found = whole(random, n, 3)
    if n > 2:
        found[:, 1] = found[:, 0]
        found[random.integers(n), 1] += 2.0 ** -random.integers(10, 50)
        found[:, -1] = found[:, 1] * 3
    return found


def of_low_rank(random, n):
    """A low rank and a little of another one."""
    def outer():
        return numpy.outer(*random.integers(1, 9, (2, n))).astype("f8")
    return outer() + 2.0 ** -random.integers(10, 60) * outer()


KINDS = (whole, sums_of_rows, equal_columns, equal_rows, decimals, products, grams, scaled_columns,
         scaled_rows, progressions, triangles, small_pivots, of_low_rank)


def make(random, n, kind, dtype):
    found = kind(random, n)
    if numpy.dtype(dtype).kind == "c":
        found = found * (1 + 2j) if random.integers(2) else found + 1j * kind(random, n)
    return found.astype(dtype)


def answer(np, name, *given):
    """The results, or "singular"."""
    try:
        found = getattr(np.linalg, name)(*given)
    except numpy.linalg.LinAlgError as error:
        assert str(error) == "Singular matrix"
        return "singular"
    return tuple(map(numpy.asarray, found)) if isinstance(found, tuple) else numpy.asarray(found)


def is_singular(found, name):
    if name == "slogdet":
        return found[0] == 0 and found[1] == -numpy.inf
    if name == "det":
        return found == 0
    return isinstance(found, str)


QUESTIONS = {
    "inv": lambda n: (),
    "det": lambda n: (),
    "slogdet": lambda n: (),
    "solve": lambda n: (numpy.ones(n),),
    "matrix_power": lambda n: (-1,),
}


def compare_alone(matrix, wrong):
    """Whether NumPy finds the matrix singular; counts what differs."""
    n = len(matrix)
    layout = numpy.asfortranarray(matrix) if n % 2 else matrix
    wanted = is_singular(answer(numpy, "slogdet", matrix), "slogdet")
    for name, further in QUESTIONS.items():
        theirs = answer(numpy, name, matrix, *further(n))
        ours = answer(numen, name, numen.array(layout), *further(n))
        has_vanished = name == "det" and not wanted and theirs == 0  # by its size
        if not has_vanished and is_singular(theirs, name) != wanted:
            wrong["NumPy, " + name] += 1
        if is_singular(ours, name) != is_singular(theirs, name):
            wrong[name] += 1
        if name == "slogdet" and matrix.dtype.kind == "f" and ours[0] != theirs[0]:
            wrong["sign"] += 1
    return wanted


def compare_stacked(matrices, singular, wrong):
    """The same matrices in stacks: each is what it is alone."""
    stack, n = numpy.array(matrices), len(matrices[0])
    if is_singular(answer(numen, "inv", numen.array(stack)), "inv") != singular.any():
        wrong["inv in a stack"] += 1
    signs, logarithms = answer(numen, "slogdet", numen.array(stack))
    wrong["slogdet in a stack"] += ((signs == 0) != singular).sum()
    values = answer(numen, "det", numen.array(stack))
    theirs = answer(numpy, "det", stack)
    wrong["det in a stack"] += ((values == 0) != (theirs == 0)).sum()
    wrong["det and slogdet"] += ((signs == 0) & (values != 0)).sum()
    regular = numen.array(stack[~singular])
    for name in ("inv", "solve", "matrix_power"):
        further = (numpy.ones((n, 2)),) if name == "solve" else QUESTIONS[name](n)
        if isinstance(answer(numen, name, regular, *further), str):
            wrong[name + " of a regular stack"] += 1
    for at in numpy.flatnonzero(singular)[:3]:
        few = numpy.insert(stack[~singular][:STACK - 1], 3 * at % 7, stack[at], axis=0)
        for name in ("inv", "solve", "matrix_power"):
            further = (numpy.ones((n, 2)),) if name == "solve" else QUESTIONS[name](n)
            if not isinstance(answer(numen, name, numen.array(few), *further), str):
                wrong[name + " of a stack with one singular matrix"] += 1


def compare(seed, count):
    """How many matrices are singular, and what was wrong how often."""
    random = numpy.random.default_rng(seed)
    wrong, total, done = collections.Counter(), 0, 0
    while done < count:
        n = int(random.choice(ORDERS))
        dtype = random.choice(["f8", "f8", "f8", "c16", "f4", "c8"])
        # Some stacks of small matrices are whole, however few matrices there are in all.
        is_whole = n < 9 and (done == 0 or random.integers(4) == 0)
        few = min(max(20, count // 40), STACK if n < 9 else 100)
        size = min(STACK if is_whole else few, count - done)
        matrices = [make(random, n, KINDS[random.integers(len(KINDS))], dtype)
                    for _ in range(size)]
        singular = numpy.array([compare_alone(matrix, wrong) for matrix in matrices])
        compare_stacked(matrices, singular, wrong)
        total += int(singular.sum())
        done += size
    return total, +wrong


def agreement(level, seed, count):
    """How many of so many matrices are singular, and what was wrong how often, with an instruction
    set."""
    done = subprocess.run([sys.executable, "-m", "tests.linalg.singular_matrices", str(seed),
                           str(count)], cwd=ROOT, env=os.environ | {"NUMEN_CPU": level},
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{level}, seed {seed}: status {done.returncode}\n{done.stderr}")
    found = json.loads(done.stdout)
    assert (found["used"], found["matrices"]) == (level, count)
    return found["singular"], found["wrong"]


if __name__ == "__main__":
    numpy.seterr(all="ignore")
    matrices = int(sys.argv[2])
    singular_count, differences = compare(int(sys.argv[1]), matrices)
    print(json.dumps({"used": front.info()["instruction_set"], "matrices": matrices,
                      "singular": singular_count,
                      "wrong": {question: int(times) for question, times in differences.items()}}))
