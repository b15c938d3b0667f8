"""What small arrays never meet: rows that one program takes together, sums that are kept."""

from ..statement import Statement
from .context import layout_of, numeric, production

FEWEST_ROWS = 65  # of fewer each is reduced by itself
FEWEST_KEPT = 32_769  # elements of which a sum is remembered
ROWS = ((66, 2), (70, 4), (97, 3), (9, 9, 3), (10, 10, 2))


@production(1.5)
def rows(context):
    """An array of many short rows."""
    name, shape = context.fresh(), context.choose(*ROWS)
    dtype = context.choose("f8", "f8", "f4", "f4", "i8", "i2", "c16", "?")
    return Statement(f"{name} = np.array(data({shape}, {dtype!r}, {context.seed()}))", "array",
                     name)


def has_rows(value):
    return numeric(value) and value.ndim > 1 and value.shape[-1] > 1 \
        and value.size // value.shape[-1] >= FEWEST_ROWS


@production(2)
def of_rows(context):
    """Each row with a value of its own, of the first row, or of the rows in another order."""
    operand = context.pick(has_rows)
    if operand is None or operand.value.dtype.kind == "b":
        return None
    x, name = operand.text, context.fresh()
    function = context.choose("sum", "max", "min", "mean")
    values = f"{x}.{function}(-1, keepdims=True)"
    text = context.choose(
        f"{x} - {values}", f"{x} - {values}[:1]", f"{x} * 2 - {values}[::-1]",
        f"{x} - np.swapaxes({values}, 0, -2)", f"({x} - {values}).max(-1)",
        f"{x} + {values} * {values}[:1]", f"np.sum({x} - {values}[:1], axis=-1)",
        f"np.where({x} > {values}, {x}, {values}[:1])")
    is_rounded = function in ("sum", "mean") or "sum" in text
    rule = "extremum" if "max" in function + text and not is_rounded else "close"
    return Statement(f"{name} = {text}", "rows", name, operand.names, rule, (x,),
                     layout=layout_of(operand.value))


@production(0.25)
def kept_sums(context):
    """What a pass over a large array finds, before and after the array is written.

    No variable: squares of its size would take gigabytes.
    """
    name, dtype = context.fresh(), context.choose("f8", "f8", "f4")
    made = f"data(({FEWEST_KEPT},), {dtype!r}, {context.seed()})"
    asked = context.choose("_t.mean()", "_t.sum() / _t.size", "_t.std()", "_t.var()", "_t.max()",
                           "_t.min()")
    write = context.choose("_t += 100", "_t[...] = 7", "_t[5:9] = 300", "_t *= -2",
                           "np.negative(_t, out=_t)", "_t.fill(3)", "_t[::2] = 50")
    first = context.choose(asked, asked, f"{asked}, {asked}")
    text = f"_t = np.array({made}) * 1\n{name} = [{first}]\n{write}\n" \
           f"{name}.append({asked})\ndel _t"
    return Statement(text, "kept sums", name, (), "close", (made,))
