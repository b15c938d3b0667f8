"""`numen bench threads`: what the threads of short jobs cost in processor time, and how many are
woken.

A job of half a millisecond every three milliseconds: the processor time of all threads over that of
one thread alone. There may be more threads than cores.
"""

import time

import numpy

from ..native import front
from . import options, report
from .progress import Progress
from .timing import relative_error

COLUMNS = [
    ("case", "case", -30), ("threads", "threads", 7), ("job ms", "job_ms", 6),
    ("processor ms", "processor_ms", 12), ("of one thread's", "processor_ratio", 15),
    ("woken a job", "woken", 11), ("verdict", "verdict", -7),
]
JOB, PERIOD = 0.0005, 0.003  # seconds
THREADS = (2, 8, 64)
BOUND = 1.3


class Jobs:
    """Square roots into memory that is there, of so many elements that one thread takes `JOB`."""

    def __init__(self, module):
        self.module, size = module, 1 << 16
        while True:
            self.values = module.array(numpy.random.default_rng(0).random(size) + 0.5)
            self.roots = module.empty(size)
            best = min(self.seconds() for _ in range(9))
            if best >= JOB:
                self.error = relative_error(numpy.sqrt(numpy.asarray(self.values)), self.roots)
                return
            size = int(size * min(2.0, max(1.1, JOB / best)))

    def run(self):
        self.module.sqrt(self.values, out=self.roots)

    def seconds(self):
        start = time.perf_counter()
        self.run()
        return time.perf_counter() - start

    def regularly(self, count):
        """(processor seconds, woken threads) of a job, one every PERIOD."""
        due = time.perf_counter()
        woken, start = front.work_counts()["woken threads"], time.process_time()
        for _ in range(count):
            self.run()
            due += PERIOD
            time.sleep(max(due - time.perf_counter(), 0.0))
        return ((time.process_time() - start) / count,
                (front.work_counts()["woken threads"] - woken) / count)


def cells(module, quick):
    """The rows, one for each number of threads: the least of some rounds, taken in turns."""
    count, rounds = (50, 2) if quick else (300, 5)
    before = front.info()["threads"]
    try:
        front.set_threads(1)
        jobs = Jobs(module)
        job_ms = 1e3 * min(jobs.seconds() for _ in range(9))
        taken = {threads: [] for threads in (1, *THREADS)}
        for threads in Progress([*taken] * rounds, lambda threads: f"{threads} threads"):
            front.set_threads(threads)
            jobs.regularly(10)
            taken[threads].append(jobs.regularly(count))
    finally:
        front.set_threads(before)
    alone = min(taken[1])[0]
    for threads in THREADS:
        seconds, woken = min(taken[threads])
        yield {"case": f"0.5 ms every 3 ms, {threads} threads", "threads": threads,
               "job_ms": round(job_ms, 3), "processor_ms": round(1e3 * seconds, 4),
               "processor_ratio": round(seconds / alone, 4), "woken": round(woken, 2),
               "error": jobs.error,
               **({} if woken >= 0.5 else {"fault": "the jobs ran on one thread: none was woken"}),
               "bounds": {"error": 1e-5, **({"processor_ratio": BOUND} if threads <= 8 else {})}}


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    name = "threads"
    given = options.parser(name, __doc__).parse_args(argv)
    given.root = options.results_root(given)
    options.refuse_unknown(given.only, [name])
    table = report.Table(COLUMNS)
    facts = report.circumstances(name, given.root)
    module = options.modules(given.module)[1]
    rows = list(cells(module, given.quick))
    table.plan({"threads": threads} for threads in THREADS)
    table.head()
    for row in rows:
        table.add(row)
    return report.finish(name, given.root, facts, table, given)
