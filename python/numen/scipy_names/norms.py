"""scipy.linalg.norm: lengths and sums of its own, else NumPy's norm."""

from ..composites.registry import ours
from ..native import front
from .registry import own, scipy_function


@scipy_function("linalg.norm")
def norm(a, ord=None, axis=None, keepdims=False, check_finite=True):
    a = ours(a)
    if axis is None and not keepdims:
        found = front.norm_of_all(a, ord, check_finite)
        if found is not None:
            return found
    else:
        front.norm_of_all(a, None, check_finite)  # for the check
    return own.linalg.norm(a, ord, axis, keepdims)
