"""The processes that measure rows on so many threads: a line of JSON for each that they are asked
for.
"""

import json
import os
import subprocess
import sys
import warnings

import numpy

from .. import limits
from ..children import child_environment
from . import fits, large, libraries, operators, stacks, targets, turns

START = "import sys; from numen.bench.linalg.worker import serve; serve(sys.argv[1])"
FAMILIES = {stacks.Stack: stacks, fits.Fit: fits, large.Large: large}


class Worker:
    """A child with a number of threads (or "all"), started when it is first asked."""

    def __init__(self, threads, module, quick):
        self.threads = threads
        self.what = json.dumps({"threads": threads, "module": module, "quick": quick})
        self.process = None

    def start(self):
        # XLA takes NPROC for the number of processors. NumPy's BLAS has a thread for small
        # matrices, where two are slower, and all for large ones.
        environment = child_environment()
        if self.threads != "all":
            count = str(self.threads)
            environment |= {"NUMEN_NUM_THREADS": count, "NPROC": count, "OMP_NUM_THREADS": count,
                            "OPENBLAS_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, self.what], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def ask(self, request):
        """What the child says to the request; `absent` where it does not live to say it."""
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if answer:
            return json.loads(answer)
        code = self.process.wait()
        self.process = None
        return {"absent": f"the process with {self.threads} threads ended with {code}"}

    def end(self):
        if self.process is not None:
            self.process.communicate()
            self.process = None


def without_ours(here):
    return {name: library for name, library in here.items() if name not in turns.OURS}


def of_peers(family, row, peers, quick):
    """What NumPy and the peers take of a row; their answers are judged in other processes."""
    in_turn, _, refusals = family.timed(row, peers, quick, numpy.random.default_rng(0))
    return turns.measurement(in_turn, refusals, row.count if family is stacks else 1)


def answer(request, here, quick):
    try:
        if request["what"] == "products":
            return {"rate": limits.floating_operations_per_second()}
        if request["what"] == "operators":
            return operators.measured(request["table"], here, quick)
        if request["what"] == "operators of peers":
            return operators.measured(request["table"], without_ours(here), quick)
        row = list(targets.rows())[request["row"]]
        family = FAMILIES[type(row)]
        if request["what"] == "peers":
            return of_peers(family, row, without_ours(here), quick)
        return family.measured(row, here, quick)
    except libraries.NotBuilt as reason:
        return {"absent": f"not built: {reason}"}


def serve(what):
    """Answers the requests of standard input; libraries may print to standard error only."""
    given = json.loads(what)
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")  # SciPy tells of every ill-conditioned matrix
    threads = os.cpu_count() if given["threads"] == "all" else given["threads"]
    here = libraries.available(threads, given["module"])
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), here, given["quick"])), file=replies, flush=True)
