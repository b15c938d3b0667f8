"""cloudpickle's pickles of classes.

cloudpickle asks copyreg of no class, but pickles by value what it does not find under its name: the
class of managed arrays, which is called numpy.ndarray, and Numen's classes in the place of NumPy's.
`register` is called once cloudpickle has been imported (numen.__init__ waits for it), and has such
classes pickled as pickle itself does.
"""

import copyreg
import sys
from functools import wraps

from .native import front

COPIES = ("cloudpickle", "joblib.externals.cloudpickle")


def register():
    """Makes cloudpickle, and joblib's copy of it, pickle Numen's classes as pickle does."""
    for name in COPIES:
        pickler = getattr(sys.modules.get(name), "Pickler", None)
        reduce = getattr(pickler, "reducer_override", None)
        if reduce is not None and not hasattr(reduce, "numens_own"):
            pickler.reducer_override = _with_ours(reduce)


def _with_ours(reduce):
    ours = {type(front.managed), type(front.ufunc)}

    @wraps(reduce)
    def reducer_override(self, value):
        kind = type(value)
        return copyreg.dispatch_table[kind](value) if kind in ours else reduce(self, value)

    reducer_override.numens_own = True
    return reducer_override
