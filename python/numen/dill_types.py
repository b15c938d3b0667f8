"""dill's pickles of ufuncs.

dill asks neither copyreg nor a class that is called numpy.ufunc how its objects are pickled: it
writes the name and wants NumPy's own object under it. `register` is called once dill has been
imported (numen.__init__ waits for it), and names the function that pickle itself uses.
"""

import copyreg

from .native import front


def _save(pickler, ufunc):
    pickler.save_reduce(*copyreg.dispatch_table[type(ufunc)](ufunc), obj=ufunc)


def register():
    """Makes dill pickle Numen's ufuncs as pickle does."""
    from dill import Pickler

    for kind in {front.ufunc, type(front.functions["matmul"])}:
        Pickler.dispatch[kind] = _save
