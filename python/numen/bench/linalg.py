"""`numen bench linalg`: stacks of small matrices, time beside error.

Times are for one matrix, of stacks of new random matrices at every repeat, Numen and NumPy taking
turns in processes with one thread and with two. `error` is the largest backward error of a sample
in units of n times the rounding unit, in long double; below 10 it is PASSED.
"""

import json
import subprocess
import sys
import time

import numpy

from . import options, report
from .children import child_environment

COLUMNS = [
    ("question", "case", -24), ("n", "size", 3), ("batch", "batch", 7), ("numpy ns", "numpy_ns", 9),
    ("numen ns", "numen_ns", 9), ("ratio", "ratio", 6), ("bound", "bound", 6),
    ("error", "error", 7), ("numpy's", "numpy_error", 7), ("status", "status", -6),
    ("verdict", "verdict", -7),
]
ORDERS = (2, 3, 4, 5, 8, 16, 32)
BATCH = {2: 20_000, 3: 20_000, 4: 20_000, 5: 20_000, 8: 10_000, 16: 3000, 32: 600}
# Times NumPy's speed, on one thread.
WANTED = {
    "solve": {2: 8, 3: 8, 4: 8, 5: 8, 8: 5, 16: 4, 32: 3.5},
    "svd": {3: 20, 5: 10, 8: 7, 16: 4, 32: 1.5},
    "inv": {2: 6, 3: 6, 4: 6, 5: 6, 8: 3.5},
    "det": {2: 6, 3: 6, 4: 6, 5: 6, 8: 3.5},
    "cholesky": {2: 6, 3: 6, 4: 6, 5: 6, 8: 3.5},
    "eigh": {2: 5, 3: 5, 4: 5, 8: 3, 16: 2},
    "qr": {2: 4, 3: 4, 4: 4, 5: 4, 8: 4, 16: 3},
    "pinv": {2: 8, 3: 8, 4: 8, 5: 8, 8: 8},
    "matmul": {2: 6, 3: 6, 4: 6, 8: 1.8},
}
UNIT = 2.0**-53
MOST_ERROR = 10.0  # in units of n UNIT


def norm(x):
    return numpy.sqrt((abs(x).astype("g") ** 2).sum(axis=(-1, -2)))


def positive(a):
    return a @ a.swapaxes(-1, -2) + numpy.eye(a.shape[-1])


# Per question: the inputs from random matrices a and b, the call, the error in long double.
QUESTIONS = {
    "solve": (lambda a, b: (a, b[..., :1].copy()), lambda np, a, b: np.linalg.solve(a, b),
              lambda x, a, b: norm(a @ x - b) / (norm(a) * norm(x) + norm(b))),
    "inv": (lambda a, b: (a,), lambda np, a: np.linalg.inv(a),
            lambda x, a: norm(a @ x - numpy.eye(a.shape[-1])) / (norm(a) * norm(x))),
    "det": (lambda a, b: (a,), lambda np, a: np.linalg.det(a), None),
    "cholesky": (lambda a, b: (positive(a),), lambda np, a: np.linalg.cholesky(a),
                 lambda x, a: norm(x @ x.swapaxes(-1, -2) - a) / norm(a)),
    "qr": (lambda a, b: (a,), lambda np, a: np.linalg.qr(a),
           lambda q, r, a: norm(q @ r - a) / norm(a)),
    "eigh": (lambda a, b: (a + a.swapaxes(-1, -2),), lambda np, a: np.linalg.eigh(a),
             lambda w, v, a: norm(v * w[..., None, :] @ v.swapaxes(-1, -2) - a) / norm(a)),
    "svd": (lambda a, b: (a,), lambda np, a: np.linalg.svd(a),
            lambda u, s, vh, a: norm(u * s[..., None, :] @ vh - a) / norm(a)),
    "pinv": (lambda a, b: (a,), lambda np, a: np.linalg.pinv(a),
             lambda x, a: norm(a @ x - numpy.eye(a.shape[-1])) / (norm(a) * norm(x))),
    "matmul": (lambda a, b: (a, b), lambda np, a, b: np.matmul(a, b),
               lambda x, a, b: norm(x - a @ b) / (norm(a) * norm(b))),
}


def results(found):
    return found if isinstance(found, tuple) else (found,)


def read(found):
    """Waits for the values."""
    return sum(float(x.reshape(-1)[-1]) for x in results(found))


def error_of(judge, found, given):
    """The largest backward error of the first matrices, over n UNIT; of determinants none."""
    if judge is None:
        return None
    sample = [numpy.asarray(x)[:50].astype("g") for x in (*results(found), *given)]
    n = given[0].shape[-1]
    return float(judge(*sample).max()) / (n * UNIT)


def measured(name, n, batch, module, repeats):
    """One row: nanoseconds for a matrix by NumPy and by the module, and their errors."""
    make, call, judge = QUESTIONS[name]
    rng = numpy.random.default_rng(n)
    best, errors = {}, {}
    for _ in range(repeats):
        given = make(rng.standard_normal((batch, n, n)), rng.standard_normal((batch, n, n)))
        for np in (numpy, module):
            mine = [np.array(x) for x in given]
            start = time.perf_counter()
            found = call(np, *mine)
            read(found)
            seconds = time.perf_counter() - start
            best[np] = min(best.get(np, seconds), seconds)
            error = error_of(judge, found, given)
            if error is not None:
                errors[np] = max(errors.get(np, 0.0), error)
    ratio = best[module] / best[numpy]
    cell = {"case": name, "size": n, "dtype": "float64", "precision": "default", "batch": batch,
            "numpy_ns": round(1e9 * best[numpy] / batch, 1),
            "numen_ns": round(1e9 * best[module] / batch, 1), "ratio": round(ratio, 4)}
    if module in errors:
        cell.update(error=round(errors[module], 3), numpy_error=round(errors[numpy], 3),
                    error_over_bound=round(errors[module] / MOST_ERROR, 4),
                    status="PASSED" if errors[module] <= MOST_ERROR else "FAILED")
    return cell


def with_bounds(cell, threads):
    """The cell with what it has to reach: on two threads 1.8 times the speed of one."""
    times = WANTED[cell["case"]].get(cell["size"])
    bounds = {} if "error" not in cell else {"error_over_bound": 1.0}
    if threads == 2:
        cell["case"] += ", two threads"
        times = times and 1.8 * times
    if cell["batch"] <= 8:
        cell["case"] += f", batch of {cell['batch']}"
        times = 1.0
    if times:
        bounds["ratio"] = cell["bound"] = round(1 / times, 4)
    return {**cell, "bounds": bounds}


def rows(threads):
    """(question, order, batch) of the rows on so many threads."""
    for name in QUESTIONS:
        for n in ORDERS:
            yield name, n, BATCH[n]
    if threads == 1:
        for name in ("solve", "inv", "cholesky", "svd", "eigh"):
            for n in (3, 5, 8, 16):
                for batch in (1, 8):
                    yield name, n, batch


def child(what):
    """Prints the rows of one number of threads, a line of JSON each."""
    given = json.loads(what)
    _, module = options.modules(given["module"])
    for name, n, batch in rows(given["threads"]):
        if options.wanted(name, given["only"]):
            repeats = 300 if batch <= 8 else 3 if given["quick"] else 9
            cell = measured(name, n, batch, module, repeats)
            print(json.dumps(with_bounds(cell, given["threads"])), flush=True)


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    given = options.parser("linalg", __doc__).parse_args(argv)
    given.root = options.results_root(given)
    table = report.Table(COLUMNS)
    facts = report.circumstances("linalg", given.root)
    table.head()
    for threads in (1, 2):
        what = {"module": given.module, "quick": given.quick, "only": given.only,
                "threads": threads}
        environment = {**child_environment(), "NUMEN_NUM_THREADS": str(threads),
                       "OPENBLAS_NUM_THREADS": "1"}
        with subprocess.Popen([sys.executable, "-m", "numen.bench.linalg", json.dumps(what)],
                              stdout=subprocess.PIPE, text=True, env=environment) as process:
            for line in process.stdout:
                table.add(json.loads(line))
        if process.returncode:
            print(f"the process with {threads} threads ended with {process.returncode}")
    return report.finish("linalg", given.root, facts, table, given)


if __name__ == "__main__":
    child(sys.argv[1])
