"""Statements that take views; loose values may flow through them."""

from ..statement import Statement
from .context import layout_of, numeric, production
from .index import advanced, basic


def view_statement(context, operand, text, operation, index="none"):
    name = context.fresh()
    return Statement(f"{name} = {text}", operation, name, operand.names, "inherit",
                     layout=layout_of(operand.value), index=index)


@production(9)
def basic_get(context):
    """x[i], x[1:, ::-2], x[None, ..., 3] ..."""
    operand = context.pick(loose=True)
    if operand is None:
        return None
    index, kind = basic(context, operand.value.shape)
    return view_statement(context, operand, f"{operand.text}[{index}]", "getitem", kind)


@production(6)
def advanced_get(context):
    """x[[0, 2]], x[x > 0], x[:, [1]], x[[0], :, [1]] ..."""
    operand = context.pick()
    if operand is None:
        return None
    index, kind = advanced(context, operand)
    name = context.fresh()
    return Statement(f"{name} = {operand.text}[{index}]", "getitem", name, operand.names,
                     layout=layout_of(operand.value), index=kind)


@production(6)
def axes_rearranged(context):
    """T, transpose, swapaxes, moveaxis, mT, flips, rot90."""
    operand = context.pick(loose=True)
    if operand is None:
        return None
    name, ndim = operand.text, operand.value.ndim
    order = list(range(ndim))
    context.rng.shuffle(order)
    first = context.integer(-ndim, max(ndim - 1, 0)) if ndim else 0
    second = context.integer(-ndim, max(ndim - 1, 0)) if ndim else 0
    text, operation = context.choose(
        (f"{name}.T", "T"), (f"{name}.T", "T"), (f"{name}.transpose()", "transpose"),
        (f"{name}.transpose({order})", "transpose"), (f"np.transpose({name})", "transpose"),
        (f"{name}.swapaxes({first}, {second})", "swapaxes"),
        (f"np.moveaxis({name}, {first}, {second})", "moveaxis"), (f"{name}.mT", "mT"),
        (f"np.flip({name})", "flip"), (f"np.flip({name}, {first})", "flip"),
        (f"np.rot90({name})", "rot90"), (f"np.rollaxis({name}, {first})", "rollaxis"))
    return view_statement(context, operand, text, operation)


@production(6)
def reshaped(context):
    """reshape, ravel, squeeze, expand_dims, atleast_*: views where strides allow it."""
    operand = context.pick(loose=True)
    if operand is None:
        return None
    name, value = operand.text, operand.value
    divisors = [d for d in range(1, value.size + 1) if value.size % d == 0] or [0]
    part = context.choose(*divisors[:12])
    order = context.choose("", "", "", ", order='F'", ", order='A'")
    axis = context.integer(-value.ndim - 1, value.ndim)
    text, operation = context.choose(
        (f"{name}.reshape(-1)", "reshape"), (f"{name}.reshape({part}, -1{order})", "reshape"),
        (f"np.reshape({name}, ({part}, -1){order})", "reshape"),
        (f"{name}.reshape(-1, {part}, 1)", "reshape"), (f"{name}.reshape(7)", "reshape"),
        (f"{name}.ravel()", "ravel"), (f"{name}.ravel('F')", "ravel"),
        (f"{name}.ravel('K')", "ravel"), (f"np.ravel({name})", "ravel"),
        (f"{name}.squeeze()", "squeeze"), (f"{name}.squeeze(0)", "squeeze"),
        (f"np.expand_dims({name}, {axis})", "expand_dims"),
        (f"np.atleast_2d({name})", "atleast"), (f"np.atleast_3d({name})", "atleast"))
    return view_statement(context, operand, text, operation)


@production(4)
def other_views(context):
    """view(), real, imag, diagonal, broadcast_to, asarray, astype(copy=False)."""
    operand = context.pick(numeric, loose=True)
    if operand is None:
        return None
    name, value = operand.text, operand.value
    text, operation = context.choose(
        (f"{name}.view()", "view"), (f"{name}.real", "real"), (f"{name}.imag", "imag"),
        (f"np.real({name})", "real"), (f"np.diagonal({name})", "diagonal"),
        (f"{name}.diagonal(1)", "diagonal"), (f"np.asarray({name})", "asarray"),
        (f"np.broadcast_to({name}, {(2,) + value.shape})", "broadcast_to"),
        (f"np.broadcast_to({name}, {(3,) * max(value.ndim, 1)})", "broadcast_to"),
        (f"{name}.astype({name}.dtype, copy=False)", "astype"),
        (f"np.ascontiguousarray({name})", "ascontiguousarray"),
        (f"np.split({name}, 1)[0]", "split"),
        (f"np.array({name}, copy=None)", "array"))
    return view_statement(context, operand, text, operation)


@production(1.5)
def broadcast(context):
    """broadcast_to and broadcast_arrays: read-only views with stride 0."""
    operand = context.pick(lambda value: value.size < 60, loose=True)
    if operand is None:
        return None
    x, shape = operand.text, operand.value.shape
    text = context.choose(f"np.broadcast_to({x}, {(context.integer(1, 4),) + shape})",
                          f"np.broadcast_to({x}[..., None], {shape + (3,)})",
                          f"np.broadcast_to(np.broadcast_arrays({x}, np.zeros({(2,) + shape}))[0],"
                          f" {(2,) + shape})")
    return view_statement(context, operand, text, "broadcast_to")


@production(3)
def complex_parts(context):
    """real and imag of complex arrays, which alias under another dtype."""
    operand = context.pick(lambda value: value.dtype.kind == "c")
    if operand is None:
        return None
    part = context.choose("real", "imag", "T.imag")
    return view_statement(context, operand, f"{operand.text}.{part}", "imag")


@production(3)
def retyped(context):
    """view(dtype): other types on the same bytes."""
    operand = context.pick(numeric)
    if operand is None:
        return None
    size = operand.value.dtype.itemsize
    same = {1: "i1 u1", 2: "i2 u2", 4: "i4 u4 f4", 8: "i8 u8 f8", 16: "c16 i8"}[size].split()
    dtype = context.choose(*same, "u1") if context.chance(0.8) else context.dtype()
    if dtype in ("?", "f4", "f8", "f2", "c8", "c16") and operand.value.dtype.str[1:] != dtype:
        dtype = f"u{min(size, 8)}"  # random bytes as floats would be NaN with payloads
    name = context.fresh()
    return Statement(f"{name} = {operand.text}.view({dtype!r})", "view dtype", name, operand.names,
                     layout=layout_of(operand.value))


@production(0.5)
def windows(context):
    """as_strided and sliding_window_view: overlapping elements."""
    operand = context.pick(lambda value: value.ndim == 1 and value.size > 3)
    if operand is None:
        return None
    name, step = operand.text, operand.value.strides[0]
    count = operand.value.size - 2
    text = context.choose(
        f"np.lib.stride_tricks.as_strided({name}, ({count}, 3), ({step}, {step}), "
        "writeable=False)",
        f"np.lib.stride_tricks.sliding_window_view({name}, 3)")
    return view_statement(context, operand, text, "windows")


@production(1.5)
def split_parts(context):
    """Several views at once: split, unpacking, iteration."""
    operand = context.pick(lambda value: value.ndim and 1 < value.shape[0] < 50)
    if operand is None:
        return None
    name, target = operand.text, context.fresh()
    text, operation = context.choose(
        (f"np.array_split({name}, 2)", "array_split"), (f"list({name})", "iterate"),
        (f"[*{name}]", "iterate"), (f"np.split({name}, [1])", "split"),
        (f"tuple({name}[:2])", "iterate"), (f"list(iter({name}.T))", "iterate"))
    return Statement(f"{target} = {text}", operation, target, operand.names, "inherit",
                     layout=layout_of(operand.value))
