"""scipy.linalg.norm: lengths and sums of its own, else NumPy's norm."""

import math

from ..composites.registry import ours
from ..native import front
from .registry import Handover, own, scipy_function


@scipy_function("linalg.norm")
def norm(a, ord=None, axis=None, keepdims=False, check_finite=True):
    a = ours(a)
    if axis is not None or keepdims:
        front.norm_of_all(a, -1, check_finite)  # for the check alone
        return own.linalg.norm(a, ord, axis, keepdims)
    found = front.norm_of_all(a, ord, check_finite)
    if found is None:
        found = own.linalg.norm(a, ord)
        if check_finite and not math.isfinite(found):
            raise Handover
    return found
