"""What small calls cost that ask who calls: this build beside an earlier one, which did not ask.

Runs a line of Python many times in processes of both builds in turn, as a user's module, and takes
the best time of each. Run it on a quiet machine; the figures go to the machine's results.

    git worktree add FOLDER dc62674 && (cd FOLDER && ./numen build)
    ./numen python tools/time_small_calls.py --before FOLDER/python
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

CALLS = {
    "get element": "a[3]", "set element": "a[2] = 1.0", "slice": "a[2:5]", "negate": "-a",
    "add": "a + b", "add number": "a + 1.0", "multiply in place": "a *= 1.0", "less": "a < b",
    "number first": "2.0 * a", "length": "len(a)", "sum": "a.sum()", "reshape": "a.reshape(2, 5)",
    "transpose": "a.T", "truth": "bool(c)", "shape": "a.shape", "np.add": "np.add(a, b)",
    "np.sqrt": "np.sqrt(a)", "np.dot": "np.dot(a, b)", "np.zeros": "np.zeros(10)",
    "np.array": "np.array(few)", "np.mean": "np.mean(a)", "copy": "a.copy()",
}
ROUNDS = 7

TIMING = """
import sys, time
import numen as np
a, b, c = np.arange(10.0), np.ones(10), np.ones(1)
few = [1.0, 2.0, 3.0]
def measure(text):
    lines = "\\n        ".join([text] * 50)
    scope = {}
    exec(compile(f'''
def run(np, a, b, c, few, clock, count):
    began = clock()
    for _ in range(count):
        {lines}
    return (clock() - began) / (50 * count)
''', "/home/someone/program.py", "exec"), scope)
    times = [scope["run"](np, a, b, c, few, time.perf_counter, 400) for _ in range(25)]
    return min(times) * 1e9
for text in sys.argv[1:]:
    print(measure(text))
"""


def nanoseconds(folder):
    """Of each call, in one process of that build."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", TIMING, *CALLS.values()],
                          capture_output=True, text=True, check=True, cwd="/",
                          env={**os.environ, "PYTHONPATH": str(folder)})
    return [float(line) for line in done.stdout.split()]


def commit_of(package):
    """The commit that a package was built of, which nothing has been changed in since."""
    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=package, check=True, text=True,
                              capture_output=True).stdout.strip()

    if git("status", "--porcelain"):
        sys.exit(f"{package} is not as it was committed")
    return git("rev-parse", "--short=10", "HEAD")


def main():
    from tests.fuzz.record import write_record

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--before", required=True, metavar="FOLDER", help="of the earlier package")
    options = parser.parse_args()
    folders = {"before": Path(options.before).resolve(), "now": ROOT / "python"}
    best = {kind: [1e9] * len(CALLS) for kind in folders}
    for _ in range(ROUNDS):
        for kind, folder in folders.items():
            best[kind] = list(map(min, best[kind], nanoseconds(folder)))
    calls = {name: {"before_ns": round(before, 1), "now_ns": round(now, 1),
                    "more_ns": round(now - before, 1)}
             for name, before, now in zip(CALLS, best["before"], best["now"], strict=True)}
    for name, row in calls.items():
        print(f"{name:20} {row['before_ns']:8.1f} {row['now_ns']:8.1f} {row['more_ns']:+6.1f} ns")
    write_record("small_calls_of_exposed_arrays", "python tools/time_small_calls.py",
                 {"before": commit_of(folders["before"]),
                  "most_more_ns": max(row["more_ns"] for row in calls.values()), "calls": calls})


if __name__ == "__main__":
    main()
