"""What the check of the caller costs installed libraries: their calls with and without Numen.

Runs each set of calls in pairs of processes, a call in one and a call in the other, and prints the
ratio of their best times, the median of the pairs.
The arrays and operators that the libraries use are NumPy's own in both; what differs is that the
slots of numpy.ndarray ask who calls. Run it on a quiet machine; the figures go to the machine's
results.

    ./numen python tools/time_library_calls.py
"""

import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

SETS = {
    "pandas": """
import pandas as pd
frame = pd.DataFrame({"a": np.arange(2000) % 7, "b": np.arange(2000.0)})
def call():
    frame.groupby("a").b.mean(); frame.b.rolling(5).std(); frame.merge(frame.head(50), on="a")
    (frame.b * 2 + 1 > 3).sum(); frame.sort_values("b").describe()
""",
    "scikit-learn": """
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
from sklearn.cluster import KMeans
X, y = load_iris(return_X_y=True)
def call():
    Z = StandardScaler().fit_transform(X)
    LogisticRegression().fit(Z, y).score(Z, y); KMeans(3, n_init=1, random_state=0).fit(Z)
""",
    "scipy": """
from scipy import integrate, interpolate, optimize, stats
x = np.linspace(0, 1, 50)
def call():
    optimize.minimize(lambda v: ((v - 1) ** 2).sum(), np.zeros(5))
    integrate.solve_ivp(lambda t, v: -v, (0, 1), [1.0]); stats.ttest_ind(x, x + 1)
    interpolate.CubicSpline(x, x**2)(0.5)
""",
}

WORKER = """
import os, sys, time
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])  # the calls of a pair never overlap
if sys.argv[1] == "numen":
    from numen.native import front
    front.patch_numpy(True)  # `import numen` alone does it at the first name that is asked for
import numpy as np
{text}
for _ in range(5):
    call()
for line in sys.stdin:
    start = time.perf_counter()
    call()
    print(time.perf_counter() - start, flush=True)
"""
KINDS = ("numpy", "numen")
# Pairs of processes: where things lie in memory makes a difference of its own. There are so many
# that the standard error is a fraction of the one per cent that is allowed, and, unless MOST come
# first, that the median is on one side of it by two standard errors.
FEWEST, MOST = 48, 400
STANDARD_ERROR = 0.004
ALLOWED = 1.01
CALLS = 60


# Idle threads of one process would take the processors from the other for a while.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NUMEN_NUM_THREADS": "1"}


class Worker:
    """A process that makes one call whenever it is told to."""

    def __init__(self, text, kind):
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", WORKER.format(text=text), kind],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **ONE_THREAD})

    def seconds(self):
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def ratio_of_pair(text, kinds):
    """How many times as long the calls take with Numen imported, and the best time without.

    The process that is started second is up to half a per cent slower, whichever it is.
    """
    workers = {kind: Worker(text, kind) for kind in kinds}
    best = dict.fromkeys(kinds, float("inf"))
    for _ in range(CALLS):
        best = {kind: min(best[kind], worker.seconds()) for kind, worker in workers.items()}
    for worker in workers.values():
        worker.close()
    return best["numen"] / best["numpy"], best["numpy"]


def standard_error(ratios):
    return statistics.stdev(ratios) / len(ratios) ** 0.5


def are_enough(ratios):
    if len(ratios) < FEWEST:
        return False
    error = standard_error(ratios)
    is_decided = abs(statistics.median(ratios) - ALLOWED) > 2 * error
    return len(ratios) == MOST or (error <= STANDARD_ERROR and is_decided)


def main():
    from tests.fuzz.record import write_record

    libraries = {}
    for name, text in SETS.items():
        ratios, alone = [], float("inf")
        while not are_enough(ratios):
            kinds = KINDS if len(ratios) % 2 else KINDS[::-1]
            ratio, seconds = ratio_of_pair(text, kinds)
            ratios.append(ratio)
            alone = min(alone, seconds * 1e3)
            if len(ratios) % FEWEST == 0:
                print(name, len(ratios), round(statistics.median(ratios), 4),
                      round(standard_error(ratios), 4), file=sys.stderr, flush=True)
        ratio, spread = statistics.median(ratios), standard_error(ratios)
        print(f"{name}: {alone:.2f} ms alone, with Numen imported {ratio:.3f} times that "
              f"(+- {spread:.3f}, {len(ratios)} pairs)", flush=True)
        libraries[name] = {"alone_ms": round(alone, 3), "ratio": round(ratio, 4),
                           "standard_error": round(spread, 4), "pairs": len(ratios)}
    write_record("library_calls", "python tools/time_library_calls.py",
                 {"largest_ratio": max(row["ratio"] for row in libraries.values()),
                  "libraries": libraries})


if __name__ == "__main__":
    main()
