"""`numen bench composites`: a call of every composite, 1 to 1e6 elements, over NumPy's time."""

from . import calls, every_name, options


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    given = options.parser("composites", __doc__).parse_args(argv)
    given.root = options.results_root(given)
    cases = calls.all_cases(calls.TO_A_MILLION, ("float64",))
    return every_name.walk("composites", "composite", cases, lambda case: 1.0, given)
