"""Builds the wheel, looks whether all libraries and licences are in it, installs it into a new
environment and runs a program there with no compiler in reach. Exits with 1, and the output of what
failed, unless all of it works."""

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

PROGRAM = """
import sys
import numpy as np
a = np.arange(1_000_000.0).reshape(1000, 1000)
print(np.__name__, sys.modules["numpy"] is np, float((a @ a.T)[1, 1]), float(a.sum()))
"""
EXPECTED = "numpy False 2331833500.0 499999500000.0"
LICENCES = {"LICENSE", "LICENSE.ducc0.txt", "LICENSE.openblas.txt"}


def run(command, **options):
    done = subprocess.run(command, text=True, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def main():
    run([ROOT / "numen", "build", "--wheel"])
    wheel = max((ROOT / "dist").glob("numen-*.whl"), key=lambda path: path.stat().st_mtime)
    held = {Path(name).name for name in zipfile.ZipFile(wheel).namelist()}
    libraries = {path.name for path in (ROOT / "python/numen/native").glob("*.so")}
    if missing := (libraries | LICENCES) - held:
        sys.exit(f"{wheel.name} lacks {', '.join(sorted(missing))}")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True, symlinks=True)
        bare = dict(os.environ, PATH=f"{folder}/bin")
        run([f"{folder}/bin/python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:",
             wheel], env=bare, cwd=folder)
        printed = run([f"{folder}/bin/numen", "run", "-c", PROGRAM], env=bare, cwd=folder)
    if printed != EXPECTED:
        sys.exit(f"printed {printed!r} instead of {EXPECTED!r}")
    print(f"{wheel.name}, {wheel.stat().st_size / 1e6:.0f} MB, runs without a compiler")


main()
