"""`numen build`: the engine is built by the bootstrap; here the compile times and the wheel."""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from .checkout import checkout_root

SLOWEST_ALLOWED_SECONDS = 60
SHOWN = 15


def compile_times(log):
    """List of (seconds, object file), slowest first, from the text of a .ninja_log.

    Where a file was compiled several times, its last compilation counts.
    """
    seconds = {}
    for line in log.splitlines():
        if line.startswith("#"):
            continue
        start, end, _, output, _ = line.split("\t")
        if output.endswith(".o"):
            seconds[output] = (int(end) - int(start)) / 1000
    return sorted(((time, output) for output, time in seconds.items()), reverse=True)


def print_times(root):
    times = compile_times((root / "build/release/.ninja_log").read_text())
    for seconds, output in times[:SHOWN]:
        print(f"{seconds:7.1f} s  {output}")
    print(f"{sum(seconds for seconds, _ in times):7.1f} s  all {len(times)} translation units")
    slow = [output for seconds, output in times if seconds > SLOWEST_ALLOWED_SECONDS]
    if slow:
        print(f"numen build: {len(slow)} took more than {SLOWEST_ALLOWED_SECONDS} s",
              file=sys.stderr)
    return 1 if slow else 0


def make_wheel(root):
    """Makes a wheel of what the bootstrap has built, tagged with the manylinux that it runs on.

    auditwheel reads which versions of the system's libraries are used, takes others into the wheel
    and gives it the tag of the oldest system that has them.
    """
    made = root / "build/wheel"
    shutil.rmtree(made, ignore_errors=True)
    build = [sys.executable, "-m", "pip", "wheel", str(root), "--no-deps", "--no-build-isolation",
             "--disable-pip-version-check", "--wheel-dir", str(made),
             f"--config-settings=build-dir={root / 'build/release'}"]
    if (status := subprocess.run(build).returncode) != 0:
        return status
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return subprocess.run(
        [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(root / "dist"),
         *map(str, made.glob("*.whl"))], env=os.environ | {"PATH": tools}).returncode


def main(argv):
    """Runs `numen build`; the bootstrap has already built what was out of date."""
    parser = argparse.ArgumentParser(prog="numen build", description=__doc__)
    parser.add_argument("--times", action="store_true",
                        help="print the slowest translation units; fail above 60 s")
    parser.add_argument("--wheel", action="store_true",
                        help="make a manylinux wheel in dist/ of what was built")
    parser.add_argument("--clean", action="store_true",
                        help="build from nothing (the bootstrap has done it by now)")
    options = parser.parse_args(argv)
    root = checkout_root("build")
    status = print_times(root) if options.times else 0
    return status or (make_wheel(root) if options.wheel else 0)
