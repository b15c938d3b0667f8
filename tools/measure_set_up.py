"""What the bootstrap of a finished set-up costs per call: `./numen python` against the same Python
called directly, best of several. Exits with 1 above the bound."""

import subprocess
import sys
import time
from pathlib import Path

BOUND_SECONDS = 0.15
REPEATS = 15


def best_seconds(command):
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        subprocess.run(command, check=True)
        times.append(time.perf_counter() - start)
    return min(times)


bootstrap = str(Path(__file__).resolve().parents[1] / "numen")
nothing = ["-S", "-c", "pass"]
seconds = best_seconds([bootstrap, "python", *nothing]) - best_seconds([sys.executable, *nothing])
print(f"{seconds:.3f} s a call")
sys.exit(seconds > BOUND_SECONDS)
