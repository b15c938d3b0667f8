"""numpy.random with Numen's arrays: NumPy's own generators, whose results are adopted.

The streams, the global state and the bit generators are NumPy's, bit for bit.
"""

import functools

import numpy
import numpy.random as _real

from .native import front

__all__ = list(_real.__all__)

_wrap = front.wrap
# These return no arrays of ours, or must keep their identity.
_UNCHANGED = {"seed", "get_state", "set_state", "bytes", "spawn", "bit_generator"}


def _plain(x):
    """The same memory as an exact numpy.ndarray: NumPy's generators have fast paths for those."""
    if isinstance(x, numpy.ndarray) and type(x) is not numpy.ndarray:
        front.expose(x)
        if type(x) is front.ndarray:
            return x.view(numpy.ndarray)
    return x


def _adopting_method(method):
    @functools.wraps(method)
    def call(self, *args, **kwargs):
        result = method(self, *args, **kwargs)
        return result if type(result) is float else _wrap(result)

    return call


def _returning_out(method):
    # `out=` is filled through plain NumPy; the caller gets back the object that was passed.
    @functools.wraps(method)
    def call(self, *args, out=None, **kwargs):
        if out is None:
            result = method(self, *args, **kwargs)
            return result if type(result) is float else _wrap(result)
        method(self, *args, out=_plain(out), **kwargs)
        return out

    return call


def _adopting(function):
    @functools.wraps(function, assigned=("__doc__", "__name__", "__qualname__"))
    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        return result if type(result) is float else _wrap(result)

    call.__module__ = "numen.random"
    return call


def _add_methods(made, real):
    for name in dir(real):
        if name.startswith("_") or name in _UNCHANGED or name in made.__dict__:
            continue
        method = getattr(real, name)
        with_out = real is _real.Generator and name in (
            "random", "standard_normal", "standard_exponential", "standard_gamma", "permuted",
        )  # fmt: skip
        setattr(made, name, (_returning_out if with_out else _adopting_method)(method))
    return made


class Generator(_real.Generator):
    """numpy.random.Generator whose arrays are Numen's."""

    __doc__ = _real.Generator.__doc__

    def __reduce__(self):
        return Generator, (self.bit_generator,)

    def shuffle(self, x, axis=0):
        """Shuffle `x` in place along `axis`; see numpy.random.Generator.shuffle."""
        return _real.Generator.shuffle(self, _plain(x), axis)


class RandomState(_real.RandomState):
    """numpy.random.RandomState whose arrays are Numen's."""

    __doc__ = _real.RandomState.__doc__

    def __reduce__(self):
        state = self.get_state(legacy=False)
        return _restored_state, (self._bit_generator, state)

    def shuffle(self, x):
        """Shuffle `x` in place along its first axis; see numpy.random.RandomState.shuffle."""
        return _real.RandomState.shuffle(self, _plain(x))


_add_methods(Generator, _real.Generator)
_add_methods(RandomState, _real.RandomState)


def _restored_state(bit_generator, state):
    restored = RandomState(bit_generator)
    restored.set_state(state)
    return restored


def default_rng(seed=None):
    """A Generator over PCG64, or over the given bit generator; see numpy.random.default_rng."""
    if type(seed) is Generator:
        return seed
    if seed is not None and not isinstance(seed, int):
        return Generator(_real.default_rng(_plain(seed)).bit_generator)
    return Generator(_real.PCG64(seed))


def shuffle(x):
    """Shuffle `x` in place by the global generator; see numpy.random.shuffle."""
    return _real.shuffle(_plain(x))


def _fill():
    for name in __all__:
        if name in globals():
            continue
        found = getattr(_real, name)
        adopt = callable(found) and not isinstance(found, type) and name not in _UNCHANGED
        globals()[name] = _adopting(found) if adopt else found


_fill()


def __getattr__(name):
    return getattr(_real, name)
