"""README's two commands from a fresh clone in an empty folder, without a compiler cache; writes
exit codes and minutes to benchmarks/results/<machine>/fresh_clone.json. Takes tens of minutes."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from numen.bench.report import circumstances, machine_slug

ROOT = Path(__file__).resolve().parents[1]


def timed(command, folder):
    """Exit code and minutes of a command; what it prints goes to the terminal."""
    # A cache of compiled files would be this machine's, not a fresh one's.
    environment = dict(os.environ, CCACHE_DISABLE="1", CI="true")
    start = time.monotonic()
    code = subprocess.run(command, cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL).returncode
    return code, round((time.monotonic() - start) / 60, 1)


def main():
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "numen"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        run_exit, run_minutes = timed(["./numen", "run", "examples/fusion.py"], clone)
        test_exit, test_minutes = timed(["./numen", "test"], clone)
    target = ROOT / "benchmarks/results" / machine_slug() / "fresh_clone.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    figures = {"run_fusion_exit": run_exit, "run_fusion_minutes": run_minutes,
               "test_exit": test_exit,
               # The set-up that `run` has done belongs to `test` from a fresh clone too.
               "test_minutes": round(run_minutes + test_minutes, 1)}
    facts = circumstances("fresh_clone", ROOT) | {"command": "tools/check_fresh_clone.py"}
    target.write_text(json.dumps({**facts, **figures}, indent=1) + "\n")
    print(json.dumps(figures))
    sys.exit(run_exit or test_exit)


main()
