"""Statements that put arrays together or pick from them: concatenate, stack, take, repeat ..."""

from ..statement import Statement
from .context import layout_of, numeric, production


@production(4)
def joined(context):
    """concatenate, stack, hstack, vstack, column_stack, append."""
    first = context.pick()
    if first is None:
        return None
    first = context.view_of(first)
    second = context.pick(lambda value: value.shape == first.value.shape) or first
    a, b = first.text, second.text
    axis = context.integer(-1, max(first.value.ndim - 1, 0))
    text, operation = context.choose(
        (f"np.concatenate([{a}, {b}])", "concatenate"),
        (f"np.concatenate(({a}, {b}), axis={axis})", "concatenate"),
        (f"np.concatenate([{a}, {b}], axis=None)", "concatenate"),
        (f"np.stack([{a}, {b}])", "stack"), (f"np.stack([{a}, {b}], axis={axis})", "stack"),
        (f"np.hstack([{a}, {b}])", "hstack"), (f"np.vstack([{a}, {b}])", "vstack"),
        (f"np.column_stack([{a}, {b}])", "column_stack"), (f"np.append({a}, {b})", "append"),
        (f"np.array([{a}, {b}])", "array of arrays"), (f"np.block([{a}, {b}])", "block"))
    name = context.fresh()
    return Statement(f"{name} = {text}", operation, name, first.names + second.names, "inherit",
                     layout=layout_of(first.value))


@production(4)
def picked(context):
    """take, repeat, tile, roll, compress, choose, take_along_axis, pad, tri*."""
    operand = context.pick(lambda value: value.ndim > 0)
    if operand is None:
        return None
    operand = context.view_of(operand)
    x, value = operand.text, operand.value
    if value.ndim == 0:
        return None
    length = value.shape[0]
    places = [context.integer(-length, length - 1) if length else 0 for _ in range(3)]
    axis = context.integer(-value.ndim, value.ndim - 1)
    text, operation = context.choose(
        (f"np.take({x}, {places}, axis=0)", "take"), (f"{x}.take({places}, axis=0)", "take"),
        (f"np.take({x}, [0, 9], mode='clip')", "take"),
        (f"np.take({x}, [0, -9], mode='wrap')", "take"),
        (f"{x}.take([0, 40000])", "take"), (f"np.repeat({x}, 2)", "repeat"),
        (f"{x}.repeat(3, axis={axis})", "repeat"), (f"np.tile({x}, 2)", "tile"),
        (f"np.roll({x}, 1)", "roll"), (f"np.roll({x}, -2, axis={axis})", "roll"),
        (f"np.compress([True, False], {x}, axis=0)", "compress"),
        (f"np.triu({x})", "triu"), (f"np.tril({x})", "tril"), (f"np.diag({x})", "diag"),
        (f"np.pad({x}, 1)", "pad"), (f"np.delete({x}, 0, axis=0)", "delete"),
        (f"np.insert({x}, 0, 5)", "insert"), (f"np.fliplr({x})", "fliplr"),
        (f"{x}.flatten()", "flatten"), (f"{x}.flatten('F')", "flatten"),
        (f"np.trim_zeros({x})", "trim_zeros"), (f"np.resize({x}, 5)", "resize"),
        (f"np.meshgrid({x}, [1, 2])", "meshgrid"))
    name = context.fresh()
    return Statement(f"{name} = {text}", operation, name, operand.names, layout=layout_of(value))


@production(4)
def copies(context):
    """copy in all its forms and pickles of every protocol."""
    operand = context.pick(loose=True)
    if operand is None:
        return None
    x = context.view_of(operand, 0.3).text
    text, operation = context.choose(
        (f"{x}.copy()", "copy"), (f"{x}.copy('F')", "copy"), (f"{x}.copy(order='K')", "copy"),
        (f"np.copy({x})", "copy"), (f"np.array({x})", "copy"),
        (f"np.array({x}, copy=True)", "copy"),
        (f"copy.copy({x})", "copy.copy"), (f"copy.deepcopy({x})", "deepcopy"),
        (f"copy.deepcopy([{x}])[0]", "deepcopy"),
        (f"pickle.loads(pickle.dumps({x}, 2))", "pickle 2"),
        (f"pickle.loads(pickle.dumps({x}, 4))", "pickle 4"),
        (f"pickle.loads(pickle.dumps({x}, 5))", "pickle 5"),
        (f"pickle.loads(pickle.dumps(({x}, {operand.text}), 4))[0]", "pickle 4"))
    name = context.fresh()
    return Statement(f"{name} = {text}", operation, name, operand.names, "inherit",
                     layout=layout_of(operand.value))


@production(3)
def questions(context):
    """Values that leave the array world: tolist, item, float, len, repr, bool, in."""
    operand = context.pick(numeric)
    if operand is None:
        return None
    operand = context.view_of(operand)
    x, name = operand.text, context.fresh()
    text, operation = context.choose(
        (f"{x}.tolist()", "tolist"), (f"{x}.item(0)", "item"), (f"{x}.item()", "item"),
        (f"float({x})", "float"), (f"int({x})", "int"), (f"bool({x})", "bool"),
        (f"len({x})", "len"), (f"repr({x})", "repr"), (f"str({x})", "str"), (f"3 in {x}", "in"),
        (f"{x}.shape", "shape"), (f"{x}.nbytes", "nbytes"), (f"{x}.dtype", "dtype"),
        (f"{x}.tobytes()", "tobytes"), (f"isinstance({x}, np.ndarray)", "isinstance"),
        (f"np.shape({x})", "shape"), (f"np.ndim({x})", "ndim"), (f"format({x})", "str"),
        (f"[float(_e) for _e in {x}.ravel()]", "iterate"), (f"hash({x})", "hash"),
        (f"np.may_share_memory({x}, {operand.names[0]})", "may_share_memory"),
        (f"np.result_type({x}, 1.5)", "result_type"), (f"complex({x})", "complex"),
        (f"{x} if {x}.size == 1 and {x} else 0", "bool"), (f"range(3)[{x}]", "index"))
    if operation == "tobytes" and (operand.value != operand.value).any():
        return None  # the sign and payload of a NaN are nobody's promise
    rule = "exact" if text[0] != operand.names[0][0] or " if " not in text else "inherit"
    return Statement(f"{name} = {text}", operation, name, operand.names, rule,
                     layout=layout_of(operand.value))


@production(1)
def random_numbers(context):
    """NumPy's own generators."""
    name = context.fresh()
    seed, count = context.integer(0, 9), context.integer(1, 9)
    text, operation = context.choose(
        (f"np.random.default_rng({seed}).random({count})", "random"),
        (f"np.random.default_rng({seed}).integers(0, 9, ({count}, 2))", "random"),
        (f"np.random.default_rng({seed}).standard_normal({count}, dtype='f4')", "random"),
        (f"np.random.RandomState({seed}).permutation({count})", "random"))
    return Statement(f"{name} = {text}", operation, name)
