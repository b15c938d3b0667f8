"""`numen bench recording`: what it costs to record an operation, and to find what computes it.

Arrays are large, as those of recorded operations are, and results are dropped unread, so nothing is
computed: what is timed is the call of the operator, the node and its release. An expression of
small arrays, recorded on purpose, is evaluated in little more than the time of getting its program
ready; what its recording takes is subtracted. Best of many rounds, one thread.
"""

import timeit

import numpy

from . import options, report

COLUMNS = [
    ("case", "case", -16), ("expression", "expression", -18), ("us", "microseconds", 8),
    ("bound", "bound", 6), ("verdict", "verdict", -7),
]
RECORDED = ("a + b", "a * 0.5", "np.exp(a)", "a < b", "-a")
LARGE, SMALL = 1_000_000, 64
RECORD_BOUND, FIND_BOUND = 0.5, 0.2
CALLS = 1000


def best_microseconds(statements, names, rounds):
    """Of each statement, all in every round, so that a slow second of the machine is no one's best.
    Compiled as a program's own code: Numen looks past its package for the line to name."""
    timers = [timeit.Timer(statement, globals=names) for statement in statements]
    times = [[timer.timeit(CALLS) for timer in timers] for _ in range(rounds)]
    return [1e6 * min(of_one) / CALLS for of_one in zip(*times)]


def operands(np, size, dtype):
    """Two arrays that Numen's own memory holds."""
    found = []
    for seed in (1, 2):
        array = np.zeros(size, dtype)
        array[...] = numpy.random.default_rng(seed).random(size)
        found.append(array)
    return found


def cell(case, expression, microseconds, bound):
    return {"case": case, "expression": expression, "microseconds": round(microseconds, 3),
            "bound": bound, "bounds": {"microseconds": bound}}


def record_cells(np, rounds):
    a, b = operands(np, LARGE, "f8")
    best = best_microseconds(RECORDED, {"a": a, "b": b, "np": np}, rounds)
    for expression, microseconds in zip(RECORDED, best):
        yield cell("record", expression, microseconds, RECORD_BOUND)


def find_cell(np, front, rounds):
    """The evaluation of a * b + a of 64 elements beyond the recording of its two operations."""
    expression = "a * b + a"
    threshold = front.managed_threshold()
    front.set_managed_threshold(0)
    front.force_deferral(True)
    try:
        a, b = operands(np, SMALL, "f4")
        names = {"a": a, "b": b, "evaluate": front.evaluate}
        assert front.state(a * b + a) == "pending"
        recorded, evaluated = best_microseconds(
            [f"r = {expression}", f"r = {expression}; evaluate(r)"], names, rounds)
    finally:
        front.set_deferral(True)
        front.set_managed_threshold(threshold)
    return cell("find a program", expression, evaluated - recorded, FIND_BOUND)


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    given = options.parser("recording", __doc__).parse_args(argv)
    given.root = options.results_root(given)
    from ..native import front

    np = __import__("numen")
    front.set_clocks_finish(False)  # reading the clock would compute what is pending
    facts = report.circumstances("recording", given.root)
    table = report.Table(COLUMNS)
    options.refuse_unknown(given.only, ["record", "find a program"])
    table.head()
    rounds = 5 if given.quick else 500  # some seconds, of which a busy moment is a part
    threads = front.info()["threads"]
    front.set_threads(1)
    try:
        if options.wanted("record", given.only):
            table.plan({"case": "record", "expression": expression} for expression in RECORDED)
            for found in record_cells(np, rounds):
                table.add(found)
        if options.wanted("find a program", given.only):
            table.plan([{"case": "find a program"}])
            table.add(find_cell(np, front, rounds))
    finally:
        front.set_threads(threads)
        front.set_clocks_finish(True)
    return report.finish("recording", given.root, facts, table, given)
