"""Every elementwise operation x pair of types x layout gives NumPy's type, shape, bits, errors."""

import functools

import numpy
import pytest

from numen.native import front

from .operands import DTYPES, base_values, in_layout
from .sweep import sweep
from .table import UFUNCS, rows, tolerance


@pytest.mark.parametrize("name", UFUNCS)
def test_types_and_layouts(name, agreement):
    sweep(name, agreement)


@pytest.mark.parametrize("name", UFUNCS)
def test_lengths(name, agreement):
    """Lengths around every vector and block size."""
    inputs = rows()[name][0]
    ours, theirs = getattr(agreement.numen, name), getattr(numpy, name)
    for dtype in ("f4", "f8", "i4", "i8", "u1", "?"):
        values = numpy.resize(base_values(dtype, 3, tame=True), 1040)
        for length in (0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128,
                       129, 255, 256, 257, 511, 513, 1023, 1024, 1025):
            arguments = [values[:length], values[3:length + 3]][:inputs]
            agreement.compare(f"{name} of {length} {dtype}", lambda: theirs(*arguments),
                              lambda: ours(*arguments), lambda result: tolerance(name, result))


SCALARS = (True, 2, -1, 1.5, 2 + 1j, 300, numpy.float32(0.5), numpy.float64(2.5), numpy.int8(3),
           numpy.uint64(7), numpy.bool_(True), numpy.complex64(1j))


@pytest.mark.parametrize("name", [name for name in UFUNCS if rows()[name][0] == 2])
def test_scalars_are_weak_or_strong(name, agreement):
    """NEP 50: Python scalars adapt, NumPy scalars do not; on either side."""
    ours, theirs = getattr(agreement.numen, name), getattr(numpy, name)
    for dtype in DTYPES:
        array = base_values(dtype, 2, tame=True)
        mine = front.wrap(array)
        for scalar in SCALARS:
            is_complex = dtype[0] == "c" or numpy.iscomplexobj(scalar)
            bound = functools.partial(tolerance, name, complex_input=is_complex)
            agreement.compare(f"{name}({dtype}, {scalar!r})", lambda: theirs(array, scalar),
                              lambda: ours(mine, scalar), bound)
            agreement.compare(f"{name}({scalar!r}, {dtype})", lambda: theirs(scalar, array),
                              lambda: ours(scalar, mine), bound)


ONE_OUTPUT = [name for name in UFUNCS if rows()[name][1] == 1]


@pytest.mark.parametrize("name", ONE_OUTPUT)
def test_out_and_where(name, agreement):
    """out= of every type (casting rules), where= leaves the rest alone, identity of the result."""
    inputs = rows()[name][0]
    ours, theirs = getattr(agreement.numen, name), getattr(numpy, name)
    for dtype in ("f8", "f4", "i8", "u1", "?", "c16"):
        arguments = [base_values(dtype, 1, tame=True), base_values(dtype, 4, tame=True)][:inputs]
        mask = base_values("?", 6)
        for target in ("f8", "f4", "i8", "i1", "c16", "?", "f2"):
            one, other = numpy.full(37, 1, target), numpy.full(37, 1, target)
            mine = front.wrap(other)
            agreement.compare(f"{name}({dtype}, out={target}, where)",
                              lambda: theirs(*arguments, out=one, where=mask),
                              lambda: ours(*arguments, out=mine, where=mask),
                              lambda result: tolerance(name, result, dtype[0] == "c"))


@pytest.mark.parametrize("name", ONE_OUTPUT)
def test_overlapping_output(name, agreement):
    """Outputs that overlap an input behave as if the input had been copied first."""
    inputs = rows()[name][0]
    ours, theirs = getattr(agreement.numen, name), getattr(numpy, name)
    for dtype in ("f8", "i4", "?"):
        for shift, step in ((1, 1), (0, -1), (2, 1)):
            pairs = []
            for module in (theirs, ours):
                memory = base_values(dtype, 8, tame=True).copy()
                array = memory if module is theirs else front.wrap(memory)
                source = array[:-shift or None][::step]
                pairs.append((module, [source, source][:inputs], array[shift:], array))
            calls = [lambda f=f, a=a, o=o, w=w: (f(*a, out=o), w)[1] for f, a, o, w in pairs]
            agreement.compare(f"{name} {dtype} shift {shift} step {step}", *calls,
                              bound=lambda result: tolerance(name, result))


@pytest.mark.parametrize("layout", ["contiguous", "strided", "reversed"])
def test_large_arrays(layout, agreement):
    """Sizes that go to several threads."""
    for name in ("add", "multiply", "less", "negative", "sqrt", "exp", "maximum", "floor_divide"):
        inputs = rows()[name][0]
        for dtype in ("f8", "f4", "i4"):
            values = in_layout(numpy.resize(base_values(dtype, 9, tame=True), 300_007), layout)
            mine = front.wrap(values)
            ours, theirs = getattr(agreement.numen, name), getattr(numpy, name)
            agreement.compare(f"{name} {dtype} {layout}", lambda: theirs(*[values] * inputs),
                              lambda: ours(*[mine] * inputs),
                              lambda result: tolerance(name, result))
