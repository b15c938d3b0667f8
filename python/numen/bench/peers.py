"""Expressions compiled by others, where they are installed: JAX, numexpr, torch.compile.

Each, and Numen once more, is timed in processes of its own, with one thread and with all, of which
the better counts; on new data at every repeat, inputs ready before the clock starts, the result
waited for:

    python -m numen.bench.peers jax '{"statement": …, "inputs": […], "size": …, "dtype": …}'
"""

import importlib.util
import json
import subprocess
import sys
import time

import numpy

from .cases import Case
from .children import child_environment
from .inputs import Inputs
from .timing import is_expression

PEERS = ("jax", "numexpr", "torch")
OF_PARTS = ("numexpr",)  # peers that take elementwise expressions alone
THREADS = ("NUMEN_NUM_THREADS", "NPROC", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS",
           "NUMEXPR_MAX_THREADS", "NUMEXPR_NUM_THREADS")  # NPROC is XLA's


def function_of(case, module, size, dtype):
    """The statement as a function of the case's inputs that gives `r`."""
    statement = case.statement_for(size, dtype)
    body = f"r = {statement}" if is_expression(statement) else statement
    scope = {"np": module}
    exec(f"def expression({', '.join(case.inputs)}):\n    {body}\n    return r\n", scope)
    return scope["expression"]


def jax_call(case, size, dtype):
    import jax

    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_platforms", "cpu")
    compiled = jax.jit(function_of(case, jax.numpy, size, dtype))
    return (lambda x: jax.block_until_ready(jax.numpy.asarray(x)),
            lambda *given: jax.block_until_ready(compiled(*given)))


def numexpr_call(case, size, dtype):
    import numexpr

    text = case.statement_for(size, dtype).replace("np.", "")
    return numpy.asarray, lambda *given: numexpr.evaluate(text, dict(zip(case.inputs, given)))


def torch_call(case, size, dtype):
    import torch

    compiled = torch.compile(function_of(case, numpy, size, dtype))  # it translates NumPy's calls
    return numpy.asarray, compiled


def numen_call(case, size, dtype):
    import numen

    function = function_of(case, numen, size, dtype)

    def call(*given):
        result = function(*given)
        numen.evaluate(*(x for x in (result if isinstance(result, tuple) else (result,))
                         if isinstance(x, numpy.ndarray)))

    return numen.array, call


def best_seconds(peer, case, size, dtype):
    """The best time of one call, compilation not counted."""
    repeats = 7 if size > 10_000_000 else 30  # a millisecond's work needs some to be at its speed
    made, call = globals()[f"{peer}_call"](case, size, dtype)
    inputs = Inputs(case, size, dtype)
    call(*map(made, inputs.draw()))
    best = float("inf")
    for _ in range(repeats):
        given = [made(x) for x in inputs.draw()]
        start = time.perf_counter()
        call(*given)
        best = min(best, time.perf_counter() - start)
    return best


def seconds_of(peer, what, threads):
    """The best time of a process with so many threads, None for all; RuntimeError with the last
    line of what it says when it fails.
    """
    environment = {**child_environment(), **({} if threads is None else
                                             dict.fromkeys(THREADS, str(threads)))}
    child = subprocess.run([sys.executable, "-m", "numen.bench.peers", peer, what], text=True,
                           capture_output=True, env=environment)
    if child.returncode:
        raise RuntimeError((child.stderr.splitlines() or [f"exit {child.returncode}"])[-1])
    return float(child.stdout.split()[-1])


def times(case, size, dtype):
    """(milliseconds by name, refusals by name): of every peer that is installed, and of Numen
    measured in the same way (numen_alone_ms).
    """
    found, refusals = {}, {}
    what = json.dumps({"statement": case.statement_for(size, dtype), "inputs": case.inputs,
                       "size": size, "dtype": dtype})
    for peer in ("numen", *PEERS):
        if importlib.util.find_spec(peer) is None:
            continue
        try:
            best = min(seconds_of(peer, what, threads) for threads in (1, None))
        except RuntimeError as reason:
            refusals[peer] = str(reason)
            continue
        name = "numen_alone" if peer == "numen" else peer
        found[f"{name}_ms"] = round(1e3 * best, 4)
    return found, refusals


def cdist_ms(case, cell, repeats=5):
    """The milliseconds of SciPy's function for the distance matrix; None without SciPy."""
    try:
        from scipy.spatial.distance import cdist
    except ImportError:
        return None
    best, inputs = float("inf"), Inputs(case, cell["size"], cell["dtype"])
    for _ in range(repeats):
        points = inputs.draw()[0].reshape(-1, 16)
        start = time.perf_counter()
        cdist(points[:1500], points[1500:])
        best = min(best, time.perf_counter() - start)
    return 1e3 * best


if __name__ == "__main__":
    given = json.loads(sys.argv[2])
    row = Case("", given["statement"], tuple(given["inputs"]), 1.0)
    print(best_seconds(sys.argv[1], row, given["size"], given["dtype"]))
