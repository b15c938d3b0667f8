"""numpy.random with Numen's arrays: NumPy's own generators, whose results are adopted.

The streams, the global state and the bit generators are NumPy's, bit for bit.
"""

import functools
import inspect
import sys

import numpy
import numpy.random


from .native import front
from .pickling import PublicClass, by_name, remember

_real = sys.modules["numpy.random"]
__all__ = list(_real.__all__)

_wrap = front.wrap
# These return no arrays of ours, or must keep their identity.
_UNCHANGED = {"get_state", "set_state", "bytes", "spawn", "bit_generator"}


def _plain(x):
    """`x` as an exact numpy.ndarray: NumPy's generators have fast paths for those."""
    return front.expose(x)


# What front.Adopting calls when an argument is an array of ours, with the parameters of NumPy's.
_METHOD = """
def {name}{parameters}:
    result = _numpys({arguments})
    return result if type(result) is float else _wrap(result)
"""
# `out=` is filled through plain NumPy; the caller gets back the object that was passed.
_METHOD_WITH_OUT = """
def {name}{parameters}:
    if out is not None:
        _numpys({plain_arguments})
        return out
    result = _numpys({arguments})
    return result if type(result) is float else _wrap(result)
"""


def _adopting_method(method):
    """The method of the same name and signature whose arrays are ours."""
    name = method.__name__
    try:
        parameters = inspect.signature(method).parameters
    except ValueError:  # NumPy before 2.4 tells no signatures
        parameters = inspect.signature(lambda self, *args, **kwargs: None).parameters
    defaults = {f"_{key}": p.default for key, p in parameters.items() if p.default is not p.empty}
    spelled, arguments, keyword_only = [], [], False
    for key, parameter in parameters.items():
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind)
        if stars:
            spelled.append(stars + key)
            arguments.append(stars + key)
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            spelled.append("*")
            keyword_only = True
        spelled.append(f"{key}=_{key}" if f"_{key}" in defaults else key)
        arguments.append(f"{key}={key}" if keyword_only else key)
    text = (_METHOD_WITH_OUT if "out" in parameters else _METHOD).format(
        name=name,
        parameters="(" + ", ".join(spelled) + ")",
        arguments=", ".join(arguments),
        plain_arguments=", ".join(
            "_plain(out)" if a == "out" else "out=_plain(out)" if a == "out=out" else a
            for a in arguments
        ),
    )
    scope = {"_numpys": method, "_wrap": _wrap, "_plain": _plain, "__name__": __name__, **defaults}
    exec(text, scope)
    made = functools.wraps(method)(scope[name])
    made.__module__ = __name__
    return made


def _adopting(function):
    @functools.wraps(function, assigned=("__doc__", "__name__"))
    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        return result if type(result) is float else _wrap(result)

    call.__module__, call.__qualname__ = "numpy.random", function.__qualname__
    return call


def _add_methods(made, real):
    for name in dir(real):
        if name.startswith("_") or name in _UNCHANGED or name in made.__dict__:
            continue
        method = getattr(real, name)
        found = front.Adopting(method, _adopting_method)
        remember(f"numpy.random.{real.__name__}.{name}", found, method)
        setattr(made, name, found)
    return made


class Generator(_real.Generator, metaclass=PublicClass):
    """numpy.random.Generator whose arrays are Numen's."""

    __doc__ = _real.Generator.__doc__

    def __reduce__(self):
        return by_name("numpy.random.Generator"), (self.bit_generator,)

    def shuffle(self, x, axis=0):
        """Shuffle `x` in place along `axis`; see numpy.random.Generator.shuffle."""
        return _real.Generator.shuffle(self, _plain(x), axis)


class RandomState(_real.RandomState, metaclass=PublicClass):
    """numpy.random.RandomState whose arrays are Numen's."""

    __doc__ = _real.RandomState.__doc__

    def __reduce__(self):
        made = by_name("numpy.random.RandomState")
        return made, (self._bit_generator,), self.get_state(legacy=False)

    def shuffle(self, x):
        """Shuffle `x` in place along its first axis; see numpy.random.RandomState.shuffle."""
        return _real.RandomState.shuffle(self, _plain(x))


for _made in (Generator, RandomState):
    remember(f"numpy.random.{_made.__name__}", _made, getattr(_real, _made.__name__))
    _add_methods(_made, getattr(_real, _made.__name__))


def _as_public(function):
    """The function as one of NumPy's: it is pickled by NumPy's name."""
    original = getattr(_real, function.__name__)
    return front.Adopting(function, functools.wraps(original), original)


@_as_public
def default_rng(seed=None):
    """A Generator over PCG64, or over the given bit generator; see numpy.random.default_rng."""
    if type(seed) is Generator:
        return seed
    if seed is not None and not isinstance(seed, int):
        return Generator(_real.default_rng(_plain(seed)).bit_generator)
    return Generator(_real.PCG64(seed))


@_as_public
def shuffle(x):
    """Shuffle `x` in place by the global generator; see numpy.random.shuffle."""
    return _real.shuffle(_plain(x))


def _fill():
    for name in __all__:
        if name in globals():
            continue
        found = getattr(_real, name)
        adopt = callable(found) and not isinstance(found, type) and name not in _UNCHANGED
        globals()[name] = front.Adopting(found, _adopting) if adopt else found


_fill()


def __getattr__(name):
    return getattr(_real, name)
