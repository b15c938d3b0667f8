"""How a name of SciPy is declared.

A native function whose row in python/front names it in whole ("scipy.linalg.solve") is one. A
function of Python's over native ones is declared by `scipy_function`. Either raises Handover, or
an error of its arguments, where SciPy's function has to serve or to refuse the call; only what
that serves counts as a fallback.
"""

from ..composites.registry import Handover, own
from ..native import front

declared = {}  # whole names: what the user calls
kinds = {}  # the same names: "native" or "composite"

_handed_over = (Handover, TypeError, ValueError, IndexError, AttributeError)


class Description:
    """The name of a function, and what SciPy says of it once somebody asks."""

    def __init__(self, key, original):
        owner, _, last = key.rpartition(".")
        self.__module__ = "numen." + owner
        self.__name__ = self.__qualname__ = last
        self._original = original

    def __getattr__(self, name):
        return getattr(self._original, name)

    def __repr__(self):
        return repr(self._original)

    @property
    def __doc__(self):
        return self._original.__doc__


def _declare(key, function, kind):
    original = front.ScipyFunction(key)
    declared[key] = front.Composite(key, function, Description(key, original), original,
                                    _handed_over, kind == "composite")
    kinds[key] = kind


def scipy_function(name):
    """Declare a function as Numen's version of `name` ("linalg.block_diag") of SciPy."""

    def declare(function):
        _declare("scipy." + name, function, "composite")
        return function

    return declare


for _name, _function in front.functions.items():
    if _name.startswith("scipy."):
        _declare(_name, _function, "native")

__all__ = ["Handover", "declared", "kinds", "own", "scipy_function"]
