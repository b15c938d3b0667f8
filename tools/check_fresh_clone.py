"""README's two commands from a fresh clone in an empty folder, without a compiler cache, and
between them what a newcomer wants first: a program of their own compared and profiled. Writes exit
codes and minutes to benchmarks/results/<machine>/: first_ten_minutes.json of what goes before the
tests, fresh_clone.json of the two commands.

Takes tens of minutes; with --without-tests, less than ten, and fresh_clone.json stays as it is.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from numen.bench import records
from numen.bench.report import circumstances, commit_of, machine_slug

ROOT = Path(__file__).resolve().parents[1]

OWN_PROGRAM = """\
import numpy as np

rng = np.random.default_rng(1)
prices = 100 * np.exp(np.cumsum(rng.normal(0, 0.01, (2_000, 500)), axis=0))
returns = np.diff(np.log(prices), axis=0)
weights = np.linalg.solve(np.cov(returns.T) + 1e-6 * np.eye(500), returns.mean(axis=0))
smooth = np.apply_along_axis(lambda x: np.convolve(x, np.ones(20) / 20, "valid"), 0, prices)
drawdown = 1 - prices / np.maximum.accumulate(prices, axis=0)
print(weights.sum(), smooth[-1].mean(), drawdown.max(axis=0)[:5])
"""


def timed(command, folder):
    """Exit code and minutes of a command; what it prints goes to the terminal."""
    # A cache of compiled files would be this machine's, not a fresh one's. Python keeps byte code,
    # as it does unless told otherwise.
    environment = dict(os.environ, CCACHE_DISABLE="1", CI="true")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.monotonic()
    code = subprocess.run(command, cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL).returncode
    return code, (time.monotonic() - start) / 60


def write(name, commit, figures):
    target = ROOT / "benchmarks/results" / machine_slug() / f"{name}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    facts = circumstances(name, ROOT) | {"command": "tools/check_fresh_clone.py", "commit": commit}
    target.write_text(records.text(facts | figures))
    print(json.dumps(figures))


def first_minutes(clone, own):
    """From the clone to a program of one's own compared and profiled; the figures."""
    run_exit, run_minutes = timed(["./numen", "run", "examples/fusion.py"], clone)
    compare_exit, compare_minutes = timed(["./numen", "compare", own], clone)
    profile_exit, profile_minutes = timed(["./numen", "run", "--profile", own], clone)
    return {"run_fusion_exit": run_exit, "run_fusion_minutes": round(run_minutes, 1),
            "compare_exit": compare_exit, "profile_exit": profile_exit,
            "minutes": round(run_minutes + compare_minutes + profile_minutes, 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-tests", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        clone, own = Path(folder) / "numen", Path(folder) / "own.py"
        own.write_text(OWN_PROGRAM)
        commit = commit_of(ROOT)  # before the first of the records changes a file
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        first = first_minutes(clone, own)
        write("first_ten_minutes", commit, first)
        codes = [first["run_fusion_exit"], first["compare_exit"], first["profile_exit"]]
        if not given.without_tests:
            test_exit, test_minutes = timed(["./numen", "test"], clone)
            # The set-up that `run` has done belongs to `test` from a fresh clone too.
            whole = round(first["run_fusion_minutes"] + test_minutes, 1)
            write("fresh_clone", commit,
                  {name: first[name] for name in ("run_fusion_exit", "run_fusion_minutes")}
                  | {"test_exit": test_exit, "test_minutes": whole})
            codes.append(test_exit)
    sys.exit(any(codes))


if __name__ == "__main__":
    main()
