"""Statements that make arrays: copies, adopted arrays, ranges, fills, odd layouts."""

import math

from ..statement import Statement
from .context import FOREIGN_DTYPES, production


@production(7)
def copied(context):
    """np.array of values of any type, C or Fortran order."""
    shape = context.shape()
    order = ", order='F'" if len(shape) > 1 and context.chance(0.25) else ""
    name = context.fresh()
    text = f"{name} = np.array(data({shape}, {context.dtype()!r}, {context.seed()}){order})"
    return Statement(text, "array", name)


@production(2)
def adopted(context):
    """np.asarray of a real ndarray."""
    name = context.fresh()
    text = f"np.asarray(data({context.shape()}, {context.dtype()!r}, {context.seed()}))"
    return Statement(f"{name} = {text}", "asarray", name)


@production(3)
def filled(context):
    """zeros, ones, full, empty + fill, eye, arange, linspace."""
    name, shape, dtype = context.fresh(), context.shape(), context.dtype()
    order = ", order='F'" if context.chance(0.2) else ""
    small = context.integer(1, 7)
    text, operation = context.choose(
        (f"np.zeros({shape}, {dtype!r}{order})", "zeros"),
        (f"np.ones({shape}, {dtype!r}{order})", "ones"),
        (f"np.zeros({shape})", "zeros"),
        (f"np.full({shape}, {context.choose(2, 1.5, True)}, dtype={dtype!r}{order})", "full"),
        (f"np.eye({small}, {context.integer(1, 5)}, k={context.integer(-2, 2)})", "eye"),
        (f"np.arange({context.integer(-3, 3)}, {context.integer(4, 20)})", "arange"),
        (f"np.arange({math.prod(shape)}, dtype='f8').reshape({shape})", "arange"),
        (f"np.arange(0, {small}, 0.25)", "arange"),
        (f"np.linspace(0, {small}, {context.integer(1, 9)})", "linspace"))
    rule = "ulp" if operation == "linspace" else "exact"
    return Statement(f"{name} = {text}", operation, name, rule=rule)


@production(2)
def like(context):
    """zeros_like and its kin keep the layout of their model."""
    model = context.pick()
    if model is None:
        return None
    name = context.fresh()
    text, operation = context.choose(
        (f"np.zeros_like({model.text})", "zeros_like"),
        (f"np.ones_like({model.text}, dtype={context.dtype()!r})", "ones_like"),
        (f"np.full_like({model.text}, 3)", "full_like"))
    return Statement(f"{name} = {text}", operation, name, model.names)


@production(1.2)
def unaligned(context):
    """Elements that start at an odd address, or the other byte order."""
    name, count, seed = context.fresh(), context.integer(1, 9), context.seed()
    dtype = context.choose("f8", "f4", "i4", "i8", "c16", "u2")
    if context.chance(0.5):
        text = (f"np.frombuffer(bytearray(b'-' + data(({count},), {dtype!r}, {seed}).tobytes()),"
                f" 'u1')[1:].view({dtype!r})")
        return Statement(f"{name} = {text}", "unaligned", name)
    other = ">" + dtype
    text = f"np.array(data(({count},), {dtype!r}, {seed}).astype({other!r}))"
    return Statement(f"{name} = {text}", "byte-swapped", name)


@production(0.25)
def foreign_types(context):
    """Types that Numen hands to NumPy."""
    name, dtype = context.fresh(), context.choose(*FOREIGN_DTYPES)
    text = f"np.array([1, 2, 3, 4]).astype('i8').astype({dtype!r})"
    return Statement(f"{name} = {text}", "foreign dtype", name)


@production(1)
def from_lists(context):
    """np.array of nested Python lists, with mixed element types."""
    name = context.fresh()
    text = context.choose(
        "[1, 2.5, 3]", "[[1, 2], [3, 4]]", "[True, False]", "[1, 2**40]", "[1j, 2]", "[]",
        "[[]]", "[[1.0, 2.0, 3.0]]", "(1, 2, 3)", "[np.float32(1), np.float32(2)]",
        "[np.int8(1), 2]", "[2**63]", "[[1, 2], [3]]", "3.5", "range(5)", "[np.array(1), 2]")
    dtype = f", dtype={context.dtype()!r}" if context.chance(0.3) else ""
    return Statement(f"{name} = np.array({text}{dtype})", "array of list", name)
