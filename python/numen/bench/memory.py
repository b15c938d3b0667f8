"""Peak memory of a piece of Python, measured in a process of its own.

On Linux the peak is VmHWM: a child's ru_maxrss starts from what its parent held when it forked,
so a small child of a large parent would report the parent's memory. Elsewhere it is ru_maxrss.

    python -m numen.bench.memory numpy "a = np.ones(10**7); r = a + a"
"""

import subprocess
import sys

from .children import child_environment

USAGE = """\
usage: numen bench memory MODULE SOURCE

Prints the peak memory, in MB, of a process that imports MODULE as np and executes SOURCE:
  numen bench memory numen "a = np.ones(10**7); r = a + a"
  numen bench memory numpy "a = np.ones(10**7); r = a + a\""""
PROGRAM = """
import importlib, sys
np = importlib.import_module(sys.argv[1])
exec(sys.argv[2])
def peak():
    try:
        with open("/proc/self/status") as file:
            return next(1024 * int(line.split()[1]) for line in file if line[:6] == "VmHWM:")
    except (OSError, StopIteration):
        import resource
        unit = 1 if sys.platform == "darwin" else 1024
        return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print("peak", peak())
"""


def peak_bytes(module, source):
    """Peak memory in bytes of a process that imports `module` as np and executes `source`.

    Raises RuntimeError with the child's last line when the source fails.

    >>> peak_bytes("numpy", "np.ones(10**6)") > 8 * 10**6
    True
    """
    child = subprocess.run([sys.executable, "-c", PROGRAM, module, source],
                           capture_output=True, text=True, env=child_environment())
    if child.returncode:
        raise RuntimeError((child.stderr.splitlines() or [f"exit {child.returncode}"])[-1])
    return int(child.stdout.split()[-1])


def allowed_bytes(numpy_bytes):
    """NumPy's peak plus the larger of 10 % and 64 MB."""
    return numpy_bytes + max(numpy_bytes // 10, 64 * 10**6)


def main(argv):
    """`numen bench memory MODULE SOURCE` prints the peak in MB."""
    if len(argv) != 2:
        is_asked = argv in (["-h"], ["--help"])
        print(USAGE, file=sys.stdout if is_asked else sys.stderr)
        return 0 if is_asked else 2
    try:
        peak = peak_bytes(*argv)
    except RuntimeError as error:
        print(f"numen bench memory: {error}", file=sys.stderr)
        return 1
    print(f"{peak / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
