"""Composites that call a function of the user on pieces of arrays."""

import functools
import itertools
import math
import types

import numpy
from numpy.lib.array_utils import normalize_axis_index

from ..native import front
from ..pickling import PublicClass, by_name, remember
from .layout import expand_dims
from .registry import Handover, arrays_only, composite, composites, is_list, ours, own


_weak = frozenset((bool, int, float, complex))
_numbers = frozenset("?bBhHiIlLqQfdFD")
_pythons = {numpy.float64: float, numpy.complex128: complex, numpy.bool: bool}  # the same numbers
_arrays = (front.managed, numpy.ndarray)


@composite("apply_along_axis")
def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    arr = ours(arr)
    axis = normalize_axis_index(axis, arr.ndim)
    # Lines along the last axis; one call for each place on the others.
    lines = arr.transpose([i for i in range(arr.ndim) if i != axis] + [axis])
    outer = lines.shape[:-1]
    if 0 in outer:
        raise Handover
    # What C code such as the builtin sum does with a line it does for the program: the operators of
    # the elements need not find that out at each of them.
    is_quick = type(func1d) is types.BuiltinFunctionType and not kwargs
    call = functools.partial(front.as_the_program, func1d) if is_quick else func1d
    places = itertools.product(*map(range, outer))
    place = next(places)
    first = own.asanyarray(call(lines[(*place, ...)], *args, **kwargs))
    if type(first) not in _arrays:
        # NumPy makes the result of the class of the first one, which is not asked for again.
        numpys = front.Fallback("apply_along_axis", numpy.apply_along_axis)
        return numpys(_after_known([first], func1d), axis, arr, *args, **kwargs)
    # Of the same number of axes NumPy's zeros_like has the layout of the first.
    found = own.zeros(outer + first.shape, first.dtype) if outer else own.zeros_like(first)
    # With the ellipsis an array of no axes is written as an array, not as an object.
    found[(*place, ...)] = first
    elements = found.dtype.type, _pythons.get(found.dtype.type)
    for place in places:
        result = call(lines[(*place, ...)], *args, **kwargs)
        if type(result) in elements:
            found[place] = result
        else:
            found[(*place, ...)] = own.asanyarray(result)
    # The axes of a result stand where the line's axis stood.
    moved = range(len(outer), found.ndim)
    return found.transpose([*range(axis), *moved, *range(axis, len(outer))])


@composite("apply_over_axes")
def apply_over_axes(func, a, axes):
    value = ours(arrays_only(a))
    ndim = value.ndim
    for axis in axes if own.ndim(axes) else (axes,):
        axis = axis + ndim if axis < 0 else axis
        found = func(value, axis)
        if found.ndim != value.ndim:
            found = expand_dims(found, axis)
            if found.ndim != value.ndim:
                raise ValueError("function is not returning an array of the correct shape")
        value = found
    return value


def _c_like(a):
    """Whether the axes lie in memory in C order, perhaps with gaps."""
    if a.ndim < 2 or a.flags.c_contiguous:
        return True
    steps = [abs(s) for s in a.strides]
    return steps == sorted(steps, reverse=True)


def _common(args):
    """The arguments as arrays that C order walks as it lies, and their common shape."""
    arrays = [ours(a) for a in args]
    if not all(map(_c_like, arrays)):
        raise Handover
    shapes = {a.shape for a in arrays}
    if len(shapes) == 1:
        return arrays, shapes.pop()
    shapes.discard(())
    if len(shapes) == 1:
        return arrays, shapes.pop()
    try:
        shape = numpy.broadcast_shapes(*shapes)
    except ValueError:
        raise Handover from None
    return [own.broadcast_to(a, shape) if a.ndim else a for a in arrays], shape


def _elements(given, a, shape):
    """The elements as Python's numbers, those of a list and NumPy's scalars as they are."""
    if is_list(given):
        if any(type(item) not in _weak for item in given):
            raise Handover
        # A list broadcasts along the last axis: its items come in turn, each as it is.
        return list(given) * (math.prod(shape) // len(given))
    if not a.ndim:
        item = given if isinstance(given, numpy.generic) else a.item()
        return itertools.repeat(item) if shape else [item]
    return a.ravel().tolist()


def _from_list(values, dtype, shape):
    """An array of the values, one to an element."""
    try:
        found = own.asarray(values, dtype)
    except (TypeError, ValueError):
        raise Handover from None
    if found.shape != (len(values),):
        raise Handover
    if shape != found.shape:
        found.shape = shape
    return found


class vectorize(numpy.vectorize, metaclass=PublicClass):
    # A Python function of numbers as a function of arrays. Excluded arguments, a signature and
    # keyword arguments are NumPy's.
    __doc__ = numpy.vectorize.__doc__

    def __init__(self, pyfunc=numpy._NoValue, otypes=None, doc=None, excluded=None, cache=False,
                 signature=None):  # fmt: skip
        super().__init__(pyfunc, otypes, doc, excluded, cache, signature)

    def __call__(self, *args, **kwargs):
        try:
            plain = not kwargs and args and self.signature is None and not self.excluded
            if plain and self.pyfunc is not numpy._NoValue:
                return self._call(args)
        except Handover:
            pass
        return front.Fallback("vectorize", super().__call__)(*args, **kwargs)

    def __reduce__(self):
        if type(self) is not vectorize:  # a user's own subclass
            return super().__reduce__()
        made = by_name("numpy.vectorize")
        return made, (self.pyfunc,), vars(self)

    def _call(self, args):
        arrays, shape = _common(args)
        # Without an element the function is not called.
        if 0 in shape:
            raise Handover
        lines = [_elements(*pair, shape) for pair in zip(args, arrays)]
        types, known = self.otypes, []
        if types is None:
            # The first elements, as NumPy's scalars, show the types of the results.
            first = self.pyfunc(*(a[(0,) * a.ndim] for a in arrays))
            parts = first if isinstance(first, tuple) else (first,)
            types = [own.asarray(part).dtype for part in parts]
            known = [first] if self.cache else []
        dtypes = [numpy.dtype(t) for t in types]
        types = "".join(t.char for t in dtypes)
        if not set(types) <= _numbers or not all(t.isnative for t in dtypes):
            # Asking the function for the types once more would call it too often.
            numpys = numpy.vectorize(_after_known(known, self.pyfunc))
            # Among those found may be such as a caller cannot ask for.
            numpys.otypes = types if self.otypes is None else self.otypes
            return front.Fallback("vectorize", numpys)(*args)
        return self._results(lines, types, known, shape)

    def _results(self, lines, types, known, shape):
        name = getattr(self.pyfunc, "__name__", "?")
        if known:
            name = "_func"  # what NumPy calls the function whose first results it knows
            lines = [_after_first(line) for line in lines]
        count = len(types)
        front.clear_flags()
        if count == 1:
            values = known + _results_of(self.pyfunc, lines)
        else:
            values = _until_unfit(known, self.pyfunc, lines, count)
        front.report_flags(f"{name} (vectorized)")
        try:
            if len(types) == 1:
                return _from_list(values, types, shape)
            if not _is_row(values[-1], len(types)):
                raise Handover
            return tuple(_from_list(list(c), t, shape) for c, t in zip(zip(*values), types))
        except Handover:
            # NumPy says what is wrong with the values: the function is not called again.
            again = iter(values)
            replayed = numpy.vectorize(lambda *_: next(again), otypes=types)
            return front.Fallback("vectorize", replayed)(numpy.empty(shape, bool))


def _after_known(known, function):
    """The function, whose first results are known."""
    left = list(known)

    def _func(*args, **kwargs):  # the name that NumPy's warnings give
        return left.pop() if left else function(*args, **kwargs)

    return _func if left else function


def _results_of(function, lines):
    """What the function gives for all elements. (`map` would take its StopIteration for an end.)"""
    if len(lines) == 1:
        return [function(x) for x in lines[0]]
    if len(lines) == 2:
        return [function(x, y) for x, y in zip(*lines)]
    return [function(*given) for given in zip(*lines)]


def _until_unfit(known, function, lines, count):
    """The results up to the first that is no tuple of so many, which ends NumPy's calls too."""
    values = list(known)
    if all(_is_row(value, count) for value in values):
        for given in zip(*lines):
            values.append(function(*given))
            if not _is_row(values[-1], count):
                break
    return values


def _is_row(value, count):
    return isinstance(value, tuple) and len(value) == count


def _after_first(values):
    return values[1:] if isinstance(values, list) else values


remember("numpy.vectorize", vectorize, numpy.vectorize)
composites["vectorize"] = vectorize
