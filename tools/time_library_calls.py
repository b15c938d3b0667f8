"""What the check of the caller costs installed libraries: their calls with and without Numen.

Runs each set of calls in processes of both kinds in turn, and prints the ratio of the best times.
The arrays and operators that the libraries use are NumPy's own in both; what differs is that the
slots of numpy.ndarray ask who calls. Run it on a quiet machine; the figures go to the machine's
results.

    ./numen python tools/time_library_calls.py
"""

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

TIMING = """
import sys, time
if sys.argv[1] == "numen":
    import numen
import numpy as np
{text}
best = 1e9
for _ in range(5):
    call()
for _ in range(30):
    start = time.perf_counter()
    call()
    best = min(best, time.perf_counter() - start)
print(best)
"""


def seconds(text, kind):
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", TIMING.format(text=text), kind],
                          capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def main():
    from tests.fuzz.record import write_record

    libraries = {}
    for name, text in SETS.items():
        best = {"numpy": 1e9, "numen": 1e9}
        for _ in range(5):
            for kind in best:
                best[kind] = min(best[kind], seconds(text, kind))
        alone, beside = best["numpy"] * 1e3, best["numen"] * 1e3
        print(f"{name}: {alone:.2f} ms alone, {beside:.2f} with Numen imported: "
              f"{beside / alone:.3f}")
        libraries[name] = {"alone_ms": round(alone, 3), "beside_ms": round(beside, 3),
                           "ratio": round(beside / alone, 4)}
    write_record("library_calls", "python tools/time_library_calls.py",
                 {"largest_ratio": max(row["ratio"] for row in libraries.values()),
                  "libraries": libraries})


if __name__ == "__main__":
    main()
