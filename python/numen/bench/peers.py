"""Expressions compiled by others, where they are installed: JAX, numexpr, torch.compile.

Each, and Numen once more, is timed in a process of its own, on new data at every repeat, the result
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
    return jax.numpy.asarray, lambda *given: jax.block_until_ready(compiled(*given))


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


def times(case, size, dtype):
    """Milliseconds of every peer that is installed and takes the expression, and of Numen measured
    in the same way (numen_alone_ms), by name.
    """
    found = {}
    what = json.dumps({"statement": case.statement_for(size, dtype), "inputs": case.inputs,
                       "size": size, "dtype": dtype})
    for peer in ("numen", *PEERS):
        if importlib.util.find_spec(peer) is None:
            continue
        child = subprocess.run([sys.executable, "-m", "numen.bench.peers", peer, what], text=True,
                               capture_output=True, env=child_environment())
        if child.returncode == 0:
            name = "numen_alone" if peer == "numen" else peer
            found[f"{name}_ms"] = round(1e3 * float(child.stdout.split()[-1]), 4)
    return found


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
