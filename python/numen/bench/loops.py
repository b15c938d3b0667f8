"""The loops in C++ of benchmarks/fused_loops, built when they are first needed, in a checkout."""

import ctypes
import functools

from ..native import front


@functools.cache
def built_loops():
    """The library of the loops for the instruction set in use; ends the program where it cannot be
    built.
    """
    from ..commands.checkout import checkout_root
    from ..commands.test import build_targets

    root = checkout_root("bench")
    build, name = root / "build/release", f"numen_fused_loops_{front.info()['instruction_set']}"
    if not build_targets(root, build, [name]):
        raise SystemExit("numen bench: the loops of benchmarks/fused_loops could not be built")
    return ctypes.CDLL(str(build / "benchmarks/fused_loops" / f"{name}.so"))


def pointer(x):
    """The memory of one of NumPy's arrays."""
    return ctypes.c_void_p(x.ctypes.data)
