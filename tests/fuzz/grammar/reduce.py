"""Reductions, scans, searches and products of matrices."""

from ..statement import Statement
from .context import layout_of, numeric, production

RULES = {"sum": "sum", "prod": "prod", "max": "extremum", "min": "extremum", "any": "exact",
         "all": "exact", "mean": "moment", "std": "moment", "var": "moment", "argmax": "exact",
         "argmin": "exact", "cumsum": "sum", "cumprod": "prod", "ptp": "exact",
         "count_nonzero": "exact"}
WEIGHTED = ("sum", "sum", "sum", "max", "min", "mean", "any", "all", "prod", "std", "var",
            "argmax", "argmin", "cumsum", "cumprod", "ptp", "count_nonzero")
NOT_METHODS = ("ptp", "count_nonzero")
NO_DTYPE = ("max", "min", "any", "all", "argmax", "argmin", "ptp", "count_nonzero")


def axis_text(context, ndim, one=False):
    """An axis argument: None, an integer of either sign, a tuple; rarely out of range."""
    if ndim == 0 or context.chance(0.3):
        return "None"
    if context.chance(0.03):
        return str(ndim)
    if ndim > 1 and not one and context.chance(0.25):
        return context.choose("(0, 1)", "(0, -1)", "()", "(-1,)")
    return str(context.integer(-ndim, ndim - 1))


@production(9)
def reduction(context):
    """a.sum(axis), np.sum(a, axis=..., keepdims=..., dtype=..., initial=...)."""
    operand = context.pick(numeric)
    if operand is None:
        return None
    operand = context.view_of(operand)
    function = context.choose(*WEIGHTED)
    one = function in ("argmax", "argmin", "cumsum", "cumprod")
    axis = axis_text(context, operand.value.ndim, one)
    keywords = f"axis={axis}" if context.chance(0.8) else ""
    axis = axis if keywords else "None"
    if context.chance(0.2) and function not in ("cumsum", "cumprod"):
        keywords += ", keepdims=True"
    if context.chance(0.1) and function not in NO_DTYPE:
        keywords += f", dtype={context.choose('f8', 'i8', 'f4', 'c16')!r}"
    if context.chance(0.08) and function in ("sum", "prod", "max", "min"):
        keywords += ", initial=2"
    keywords = keywords.strip(", ")
    method = context.chance(0.6) and function not in NOT_METHODS
    text = f"{operand.text}.{function}({keywords})" if method else \
        f"np.{function}({', '.join(part for part in (operand.text, keywords) if part)})"
    return reduction_statement(context, operand, text, function, axis)


def reduction_statement(context, operand, text, function, axis):
    rule, name = RULES[function], context.fresh()
    operands = {"sum": (operand.text, axis), "prod": (operand.text,), "moment": (operand.text,),
                "extremum": (operand.text,), "exact": ()}[rule]
    if function in ("cumsum", "cumprod"):
        operands = operands[:1]
    if "dtype='i8'" in text and operand.value.dtype.kind in "fc":
        rule, operands = "any", ()
    return Statement(f"{name} = {text}", function, name, operand.names, rule, operands,
                     layout=layout_of(operand.value))


@production(2)
def ufunc_methods(context):
    """reduce, accumulate, outer, reduceat of ufuncs."""
    operand = context.pick(lambda value: numeric(value) and value.ndim)
    if operand is None:
        return None
    other = context.pick(lambda value: value.ndim == 1 and value.size < 9) or operand
    if operand.value.size * other.value.size > 3000:
        return None
    name, x = context.fresh(), operand.text
    text, operation, rule, operands = context.choose(
        (f"np.add.reduce({x})", "add.reduce", "sum", (x, "0")),
        (f"np.add.reduce({x}, axis=None)", "add.reduce", "sum", (x,)),
        (f"np.maximum.reduce({x}, axis=-1)", "maximum.reduce", "extremum", (x,)),
        (f"np.add.accumulate({x})", "add.accumulate", "sum", (x,)),
        (f"np.maximum.accumulate({x})", "maximum.accumulate", "extremum", (x,)),
        (f"np.multiply.reduce({x}, axis=0)", "multiply.reduce", "prod", (x,)),
        (f"np.logical_or.reduce({x})", "logical_or.reduce", "exact", ()),
        (f"np.subtract.outer({x}, {other.text})", "subtract.outer", "exact", ()),
        (f"np.less.outer({x}, {other.text})", "less.outer", "exact", ()),
        (f"np.add.reduceat({x}, [0])", "add.reduceat", "sum", (x, "0")))
    return Statement(f"{name} = {text}", operation, name, operand.names + other.names, rule,
                     operands, layout=layout_of(operand.value))


@production(2)
def products(context):
    """dot, matmul, @, outer, inner, vdot, tensordot, trace, cross."""
    operand = context.pick(lambda value: numeric(value) and 0 < value.ndim < 3
                           and 0 < value.size < 2000)
    if operand is None:
        return None
    other = context.pick(lambda value: numeric(value) and 0 < value.ndim < 3
                         and 0 < value.size < 2000 and value.shape[0] == operand.value.shape[-1])
    other = other or operand
    if operand.value.size * other.value.size > 3000:
        return None
    a, b = operand.text, other.text
    flipped = f"{b}.T"
    text, operation = context.choose(
        (f"np.dot({a}, {b})", "dot"), (f"{a}.dot({b})", "dot"), (f"{a} @ {b}", "matmul"),
        (f"np.matmul({a}, {b})", "matmul"), (f"{a} @ {flipped}", "matmul"),
        (f"np.outer({a}, {b})", "outer"), (f"np.inner({a}, {a})", "inner"),
        (f"np.vdot({a}, {a})", "vdot"), (f"np.tensordot({a}, {b}, 1)", "tensordot"),
        (f"np.trace({a})", "trace"), (f"np.cross({a}, {a}[::-1])", "cross"),
        (f"np.linalg.norm({a})", "norm"), (f"np.einsum('i,i', {a}, {a})", "einsum"))
    name = context.fresh()
    rule = "ulp" if operation == "norm" else "inner"
    factors = (a, b) if b in text else (a, a)
    return Statement(f"{name} = {text}", operation, name, operand.names + other.names, rule,
                     () if rule == "ulp" else factors, layout=layout_of(operand.value))


@production(2)
def searches(context):
    """nonzero, argwhere, searchsorted, argsort, unique, bincount."""
    operand = context.pick(numeric)
    if operand is None:
        return None
    operand = context.view_of(operand)
    x, name = operand.text, context.fresh()
    text, operation, rule = context.choose(
        (f"np.nonzero({x})", "nonzero", "exact"), (f"{x}.nonzero()", "nonzero", "exact"),
        (f"np.flatnonzero({x})", "flatnonzero", "exact"),
        (f"np.argwhere({x})", "argwhere", "exact"), (f"np.where({x})", "nonzero", "exact"),
        (f"np.argsort({x}, kind='stable')", "argsort", "exact"),
        (f"{x}.argsort(kind='stable')", "argsort", "exact"),
        (f"np.sort({x})", "sort", "extremum"), (f"np.unique({x})", "unique", "extremum"),
        (f"np.searchsorted(np.array([0, 1, 2]), {x})", "searchsorted", "exact"),
        (f"np.array_equal({x}, {x})", "array_equal", "exact"),
        (f"np.diff({x})", "diff", "exact"), (f"np.isin({x}, [1, 2])", "isin", "exact"))
    return Statement(f"{name} = {text}", operation, name, operand.names, rule,
                     (x,) if rule == "extremum" else (), layout=layout_of(operand.value))
