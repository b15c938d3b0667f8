"""Benchmarks: `numen bench NAME` runs `main` of the module NAME of this package.

small_calls   the time of calls on 1 to 1,000 elements, Numen over NumPy
large_calls   single operations on 1e7 elements, with peak memory
fusion        expressions of several operations on large arrays, with peak memory
fused_loops   recorded expressions over loops that fuse them by hand (in a checkout)
composites    a call of every composite, 1 to 1e6 elements
start_up      the time of `import numen` and of a command after a finished set-up
examples      whole example programs under `numen run` over plain Python
linalg        small, stacked and large matrices, time beside error, with peers
memory        the peak memory of a piece of Python

The modules without a `main` are what these share.
"""

from ..native import front

# The peer's arrays stand beside ours in one process: their operators stay NumPy's.
front.set_serves_foreign(False)
front.set_asarray_exposes(False)
