"""Benchmarks: `numen bench NAME` runs `main` of the module NAME of this package.

small_calls    the time of calls on 1 to 1,000 elements, Numen over NumPy
large_calls    single operations on 3e5 to 1e7 elements, with peak memory
fusion         expressions of several operations on large arrays, with peak memory
formerly_slow  operations once measured slower than NumPy's
fused_loops    recorded expressions over loops that fuse them by hand (in a checkout)
sweep          every native name and operator over sizes, dtypes, layouts, after work and rest
composites     a call of every composite, 1 to 1e6 elements
checking       the time of `numen run --check` over `numen run` (in a checkout)
clocks         what each clock says of an expression whose result nobody reads
recording      the time of recording an operation and of finding what computes it
threads        the processor time that the threads of short jobs cost
start_up       the time of `import numen` and of a command after a finished set-up
programs       forty typical programs at three sizes (in a checkout)
examples       whole example programs under `numen run` over plain Python
linalg         small, stacked and large matrices, time beside error, with peers
memory         the peak memory of a piece of Python

The modules without a `main` are what these share.
"""

from ..native import front

# The peer's arrays stand beside ours in one process: their operators stay NumPy's.
front.set_serves_foreign(False)
front.set_asarray_exposes(False)
