"""Arrays from files, buffers and text, and back.

Reading and writing is NumPy's; what it reads is handed over without a copy as an array of ours,
and what it writes it sees where it lies, a managed array without exposing it.
"""

import functools
import operator

import numpy
from numpy.lib.npyio import NpzFile

from ..native import front
from .registry import composite

_wrap, _look = front.wrap, front.look


def _reading(name):
    read = operator.attrgetter(name)(numpy)

    @functools.wraps(read)
    def function(*args, **kwargs):
        return _wrap(read(*args, **kwargs))

    composite(name, hands_over=False)(function)


def _seen(value):
    """The argument with plain views in place of our arrays, inside lists and tuples too."""
    if type(value) in (list, tuple):
        return type(value)(map(_seen, value))
    return _look(value)


def _looking(name):
    write = operator.attrgetter(name)(numpy)

    @functools.wraps(write)
    def function(*args, **kwargs):
        kwargs = {key: _seen(value) for key, value in kwargs.items()}
        return write(*map(_seen, args), **kwargs)

    composite(name, hands_over=False)(function)


class Archive(NpzFile):
    """An opened .npz file whose arrays are ours."""

    def __getitem__(self, key):
        return _wrap(super().__getitem__(key))


@composite("load", hands_over=False)
def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII", *,
         max_header_size=10000):  # fmt: skip
    found = [numpy.load(file, mmap_mode, allow_pickle, fix_imports, encoding,
                        max_header_size=max_header_size)]
    if type(found[0]) is NpzFile:
        found[0].__class__ = Archive
        return found[0]
    return _wrap(found.pop())  # held by nobody else, so that its memory becomes ours


for _name in ("fromfile", "fromstring", "fromregex", "loadtxt", "genfromtxt"):
    _reading(_name)
for _name in ("save", "savez", "savez_compressed", "savetxt"):
    _looking(_name)
