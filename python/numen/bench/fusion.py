"""`numen bench fusion`: expressions on large arrays, with time and peak memory."""

from .fusion_cases import FUSION
from .large_calls import run


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    return run("fusion", __doc__, FUSION, argv)
