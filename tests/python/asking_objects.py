"""Asks every public object of Numen's namespaces what Python may ask of an object.

A program of its own: what answers wrongly may end the process. What is asked may raise; prints how
many objects there were.
"""

import copy
import inspect
import pickle
import types
import warnings
import weakref

import numpy

import numen
import numen.scipy.linalg

QUESTIONS = (
    hash, repr, bool, dir, len, iter, vars, copy.copy, copy.deepcopy, pickle.dumps, weakref.ref,
    inspect.signature, inspect.unwrap, inspect.getdoc,
    lambda x: x == x, lambda x: x == 1, lambda x: x < 1, lambda x: {x: 1}[x], lambda x: x[0],
    lambda x: x.nonsense, lambda x: setattr(x, "nonsense", 1), lambda x: delattr(x, "nonsense"),
    lambda x: x.__reduce_ex__(4), lambda x: x.__get__(None, int), lambda x: x.__get__(1),
    lambda x: type("A", (), {"x": x})().x, lambda x: [getattr(x, name) for name in dir(x)],
    lambda x: x(), lambda x: x(a=1), lambda x: x(None), lambda x: x(*[1.5] * 70))
# NumPy's own functions and classes leave their generators without memory or end the process.
LEFT_OUT = {"set_bit_generator", "Generator", "RandomState", "BitGenerator"}
# These say much, or wait for somebody to type.
LOUD = {"info", "show_config", "show_runtime", "test", "run", "source", "testing"}


def ask(thing):
    for question in QUESTIONS:
        try:
            question(thing)
        except Exception:  # whatever NumPy or we say of it
            pass


def things(module, seen):
    """The public things of a module of ours and of its submodules, each once."""
    for name in dir(module):
        found = getattr(module, name, None)
        if name.startswith("_") or name in LEFT_OUT | LOUD or id(found) in seen:
            continue
        seen.add(id(found))
        if not isinstance(found, types.ModuleType):
            yield found
        elif found.__name__ in PUBLIC:
            yield from things(found, seen)


PUBLIC = {f"numpy.{name}" for name in ("linalg", "fft", "random", "lib", "ma", "emath", "strings",
                                       "lib.stride_tricks", "rec", "char", "polynomial")}


def main():
    warnings.simplefilter("ignore")
    count, seen = 0, set()
    for module in (numen, numen.scipy.linalg):
        for thing in things(module, seen):
            ask(thing)
            count += 1
    large = numen.zeros(20_000)
    for name in set(dir(large)) - {"T", "mT"}:
        ask(getattr(large, name, None))
        count += 1
    assert numen.sum(numpy.ones(3)) == 3
    print(count)


if __name__ == "__main__":
    main()
