"""Statements that write: setitem, in-place operators, out=, where=, through overlapping views."""

from ..statement import Statement
from .context import data_list, layout_of, numeric, production
from .index import advanced, any_index, basic

EXACT_INPLACE = ("+", "+", "+", "-", "-", "*", "*", "/", "//", "%", "&", "|", "^", "<<", ">>")


def target_of(context, wanted=None):
    """An array to write to, rarely a read-only or loose one."""
    operand = context.pick(lambda value: (wanted is None or wanted(value))
                           and (value.flags.writeable or context.chance(0.03)), loose=False)
    return operand


def write_statement(context, operand, text, operation, reads=(), rule="exact", operands=(),
                    index="none"):
    return Statement(text, operation, operand.names[0], tuple(operand.names) + tuple(reads), rule,
                     tuple(operands), True, layout_of(operand.value), index)


def value_rule(value_text, operand):
    """The rule of storing a value: undefined float-to-integer conversions are loose."""
    if operand.value.dtype.kind in "iu":
        return "cast", (value_text, f"{operand.text}.dtype")
    return "exact", ()


@production(9)
def setitem(context):
    """x[index] = scalar, array, list, another view of x."""
    operand = target_of(context)
    if operand is None:
        return None
    index, kind = any_index(context, operand)
    selected = context.evaluate(f"{operand.text}[{index}]")
    draw = context.rng.random()
    if draw < 0.35 or selected is None:
        value, names = context.number(), ()
    elif draw < 0.5:
        shape = getattr(selected, "shape", ())
        shape = shape[context.integer(0, len(shape)):] if shape else ()
        value, names = f"data({shape}, {context.dtype()!r}, {context.seed()})", ()
        if context.chance(0.5):
            value = f"np.array({value})"
    elif draw < 0.58 and getattr(selected, "ndim", 0) and selected.shape[-1] < 9:
        value, names = str(data_list(context, selected.shape[-1])), ()
    elif draw < 0.8 and hasattr(selected, "ndim") and selected.ndim:
        other = context.overlapping(operand)
        flipped = context.choose(f"{operand.text}[{index}][::-1]", (other or operand).text)
        value, names = flipped, operand.names
    else:
        other = context.pick(lambda array: array.ndim <= getattr(selected, "ndim", 0))
        if other is None:
            return None
        value, names = other.text, other.names
    rule, operands = value_rule(value, operand)
    return write_statement(context, operand, f"{operand.text}[{index}] = {value}", "setitem",
                           names, rule, operands, kind)


@production(3)
def shifted(context):
    """x[1:] = x[:-1] and the like: source and target overlap."""
    operand = target_of(context, lambda value: value.ndim and value.shape[0] > 1)
    if operand is None:
        return None
    name = operand.text
    text = context.choose(
        f"{name}[1:] = {name}[:-1]", f"{name}[:-1] = {name}[1:]", f"{name}[:] = {name}[::-1]",
        f"{name}[...] = {name}[..., ::-1]", f"{name}[1:] += {name}[:-1]",
        f"{name} += {name}[::-1]", f"{name} -= {name}[0]", f"{name}[...] = {name}.T",
        f"{name} += {name}.T", f"np.add({name}[:-1], {name}[1:], out={name}[1:])",
        f"np.add({name}[1:], 1, out={name}[:-1])", f"np.multiply({name}[::-1], 2, out={name})",
        f"{name}[::2] = {name}[:{name}.shape[0] // 2 + {name}.shape[0] % 2]",
        f"{name}[:], {name}[0] = {name}[::-1], 5", f"np.copyto({name}[1:], {name}[:-1])",
        f"{name}[1:] = {name}[:-1] * 2", f"{name} *= {name}[..., :1]",
        f"{name}[1:] = {name}[-2::-1]", f"{name}[:-1] = {name}[:0:-1]",
        f"{name}[:-1] += {name}[:0:-1]", f"np.add({name}[1:], {name}[-2::-1], out={name}[1:])",
        f"{name}[::-1][1:] = {name}[:-1]",
        # An operand that is recorded: it may be computed in the program that writes.
        f"np.add(np.full_like({name}, 3) * 2, {name}[::-1], out={name})",
        f"np.add(np.ones_like({name}[1:]) * 2, {name}[:-1], out={name}[1:])")
    rule = "product" if operand.value.dtype.kind == "c" and "*" in text else "exact"
    operands = (name, name) if rule == "product" else ()
    if "multiply" in text and operand.value.dtype.kind == "c":
        rule, operands = "product", (name, name)
    return write_statement(context, operand, text, "overlap", (), rule, operands)


@production(9)
def in_place(context):
    """x op= y, also through a view: x[1:] += y."""
    operand = target_of(context)
    if operand is None:
        return None
    symbol = context.choose(*EXACT_INPLACE)
    index, kind = "", "none"
    if context.chance(0.4):
        index, kind = any_index(context, operand, 0.3)
        index = f"[{index}]"
    other = context.partner(operand)
    rule, operands = "exact", ()
    if symbol in "*/":
        rule, operands = "product", (operand.text, other.text)
    text = f"{operand.text}{index} {symbol}= {other.text}"
    return write_statement(context, operand, text, f"{symbol}=", other.names, rule, operands, kind)


@production(1)
def power_in_place(context):
    """x **= 2; negative exponents of integers raise."""
    operand = target_of(context, numeric)
    if operand is None:
        return None
    exponent = context.choose("2", "3", "0.5", "-1", "np.int8(2)", "2.0")
    return write_statement(context, operand, f"{operand.text} **= {exponent}", "**=", (), "power",
                           (operand.text, exponent))


@production(4)
def out_argument(context):
    """np.op(a, b, out=c), with where= sometimes; out may overlap the inputs."""
    operand = target_of(context, numeric)
    if operand is None:
        return None
    name = operand.text
    first = context.view_of(context.pick(numeric) or operand, 0.2) if context.chance(0.5) else \
        context.overlapping(operand) or operand
    second = context.partner(operand)
    function = context.choose("add", "subtract", "multiply", "maximum", "less", "bitwise_and",
                              "negative", "sqrt", "true_divide", "logical_or", "absolute")
    mask = ""
    # NumPy 2.4 crashes where it compares with an int that the type cannot hold, under a mask.
    if context.chance(0.3) and not (function == "less" and second.text.lstrip("-").isdigit()):
        mask = f", where=np.array(data({operand.value.shape}, '?', {context.seed()}))"
    if context.chance(0.15):
        mask += f", casting={context.choose('unsafe', 'same_kind', 'no')!r}"
    single = function in ("negative", "sqrt", "absolute")
    arguments = first.text if single else f"{first.text}, {second.text}"
    names = first.names + (() if single else second.names)
    rule, operands = "exact", ()
    if operand.value.dtype.kind in "iu" and "unsafe" in mask:
        rule, operands = "any", ()
    elif function in ("multiply", "true_divide"):
        rule, operands = "product", (first.text, second.text)
    elif function in ("sqrt", "absolute") and "c" in (first.value.dtype.kind,
                                                     operand.value.dtype.kind):
        rule, operands = "ulp of input", (first.text,)
    elif function == "maximum":
        rule, operands = "extremum", (first.text, second.text)
    text = f"np.{function}({arguments}, out={name}{mask})"
    return write_statement(context, operand, text, "out=", names, rule, operands)


@production(4)
def filling_methods(context):
    """fill, copyto, put, putmask, place, fill_diagonal, real=, imag=, flat, at."""
    operand = target_of(context, numeric)
    if operand is None:
        return None
    name, value = operand.text, operand.value
    number = context.choose("3", "-1", "2", "1", "0")
    mask = f"np.array(data({value.shape}, '?', {context.seed()}))"
    size = max(value.size, 1)
    places = [context.integer(-size, size - 1) for _ in range(context.integer(1, 3))]
    text, operation = context.choose(
        (f"{name}.fill({number})", "fill"), (f"{name}[...] = {number}", "fill"),
        (f"np.copyto({name}, {number}, where={mask})", "copyto"),
        (f"np.copyto({name}, {number})", "copyto"), (f"np.put({name}, {places}, {number})", "put"),
        (f"{name}.put({places}, [1, 2])", "put"),
        (f"np.putmask({name}, {mask}, {number})", "putmask"),
        (f"np.place({name}, {mask}, [1, 2])", "place"),
        (f"np.fill_diagonal({name}, {number})", "fill_diagonal"),
        (f"{name}.real = {number}", "real="), (f"{name}.imag = {number}", "imag="),
        (f"{name}.flat[0] = {number}", "flat="), (f"{name}.flat = {number}", "flat="),
        (f"np.add.at({name}, {places[:1]}, {number})", "at"),
        (f"np.add.at({name}, [0, 0], {number})", "at"))
    return write_statement(context, operand, text, operation)


def permutation(context, value):
    """The places of the first axis in another order, as an index."""
    places = list(range(value.shape[0]))
    context.rng.shuffle(places)
    return places


@production(3)
def read_modify_write(context):
    """x[i] += v with duplicates, x[mask] *= v, loops over rows, swaps."""
    operand = target_of(context, lambda value: numeric(value) and value.ndim)
    if operand is None:
        return None
    name, value = operand.text, operand.value
    index, kind = advanced(context, operand)
    other = context.pick(lambda array: array.shape == value.shape and array is not value
                         and array.dtype == value.dtype and array.flags.writeable)
    options = [(f"{name}[{index}] += 1", "fancy +=", (), kind),
               (f"{name}[[0, 0]] += 1", "fancy +=", (), "list"),
               (f"{name}[{name} > 1] -= 1", "fancy +=", (), "mask"),
               (f"{name}[{name} > 1] = {name}[{name} > 1] - 2", "fancy =", (), "mask"),
               (f"{name}[{index}] = {name}[{index}] + 1", "fancy =", (), kind),
               (f"{name}[::-1] = {name}[{index}]", "fancy =", (), kind),
               (f"{name}[{permutation(context, value)}] = {name}", "fancy =", (), "list"),
               (f"for _row in {name}:\n    _row += 1", "iterate rows", (), "none"),
               (f"for _row in {name}:\n    _row *= 2", "iterate rows", (), "none")]
    if other is not None:
        options += [(f"{name}[:], {other.text}[:] = {other.text}, {name}", "swap", other.names,
                     "slice")] * 3
    text, operation, names, kind = context.choose(*options)
    rule, operands = ("product", (name, "2")) if "*=" in text else ("exact", ())
    return write_statement(context, operand, text, operation, names, rule, operands, kind)


@production(1.5)
def sorting_in_place(context):
    """sort, partition-free reorderings, byteswap, shuffle by NumPy's generator."""
    operand = target_of(context, numeric)
    if operand is None:
        return None
    name = operand.text
    text, operation = context.choose(
        (f"{name}.sort()", "sort="), (f"{name}.sort(0)", "sort="),
        (f"{name}.sort(axis=-1, kind='stable')", "sort="),
        (f"np.random.default_rng(3).shuffle({name})", "shuffle"),
        (f"{name}[::-1].sort(0)", "sort="))
    return write_statement(context, operand, text, operation, (), "extremum", (name,))


@production(1.5)
def attributes(context):
    """shape=, dtype-free attribute writes, setflags."""
    operand = context.pick(lambda value: value.ndim > 0)
    if operand is None:
        return None
    name, value = operand.text, operand.value
    owner = value.base is None
    text, operation = context.choose(
        (f"{name}.shape = (-1,)", "shape="), (f"{name}.shape = (-1, 1)", "shape="),
        (f"{name}.shape = {value.shape + (1,)}", "shape="), (f"{name}.shape = (3, 5)", "shape="),
        (f"{name}.setflags(write=False)", "setflags"),
        (f"{name}.flags.writeable = {bool(not value.flags.writeable or not owner)}", "setflags"))
    return write_statement(context, operand, text, operation)


@production(1)
def read_only(context):
    """A copy that cannot be written: the statements after this one try."""
    operand = context.pick(numeric)
    if operand is None:
        return None
    x, name = context.view_of(operand).text, context.fresh()
    text = context.choose(f"{name} = {x}.copy()", f"{name} = np.array({x}, dtype='f8')",
                          f"{name} = numpy.array({x})\n{name} = np.asarray({name})")
    rule = "cast" if "f8" in text else "exact"
    return Statement(f"{text}\n{name}.setflags(write=False)", "read-only", name, operand.names,
                     rule, (x, "'f8'") if rule == "cast" else (), layout=layout_of(operand.value))


@production(2)
def refused(context):
    """Every way of writing, to an array that is read-only; what NumPy says becomes a variable."""
    operand = context.pick(lambda value: numeric(value) and not value.flags.writeable)
    x, before = operand.text if operand else "", ""
    if operand is None or context.chance(0.5):
        operand = context.pick(numeric)
        if operand is None:
            return None
        x, before = "_r", f"_r = {operand.text}.copy()\n_r.setflags(write=False)\n"
    other = context.partner(operand)
    element = ", ".join("0" * operand.value.ndim) or "..."
    text, operation = context.choose(
        (f"{x} += {other.text}", "+="), (f"{x} += {x}", "+="), (f"{x} *= 2", "*="),
        (f"{x}[{element}] = 1.5", "setitem"), (f"{x}[{element}] = 3", "setitem"),
        (f"{x}[0] = 2", "setitem"), (f"{x}[...] = {other.text}", "setitem"),
        (f"{x}[1:] = {x}[:-1]", "overlap"), (f"{x}[{x} > 0] = 0", "setitem"),
        (f"{x}[[0]] = 1", "setitem"), (f"np.add({x}, 1, out={x})", "out="),
        (f"np.negative({x}, out={x})", "out="), (f"{x}.fill(1)", "fill"), (f"{x}.sort()", "sort="),
        (f"np.copyto({x}, 3)", "copyto"), (f"{x}.flat[0] = 4", "flat="), (f"{x}.real = 1", "real="),
        (f"{x}.imag = 1", "imag="), (f"np.put({x}, [0], 7)", "put"),
        (f"np.sum({x}, out={x})", "out="))
    name = context.fresh()
    text = f"{before}try:\n    {text}\nexcept ValueError as _e:\n    {name} = str(_e)\n_r = None"
    return Statement(text, operation, name, operand.names + other.names,
                     layout=layout_of(operand.value))


@production(1)
def partial_then_whole(context):
    """Writes that a lazy engine might think dead."""
    operand = target_of(context, lambda value: numeric(value) and value.ndim)
    if operand is None:
        return None
    name = operand.text
    index, kind = basic(context, operand.value.shape)
    text = f"{name}[{index}] = 0\n{name}[...] = {name} + 1\n{name}[{index}] = 2"
    return write_statement(context, operand, text, "rewrite", (), "exact", (), kind)
