"""Elementwise statements: operators and functions over every mix of types."""

from ..statement import Statement
from .context import layout_of, numeric, production

OPERATORS = {"+": "exact", "-": "exact", "*": "product", "/": "product", "//": "exact",
             "%": "exact", "**": "power", "<": "exact", "<=": "exact", ">": "exact",
             ">=": "exact", "==": "exact", "!=": "exact", "&": "exact", "|": "exact",
             "^": "exact", "<<": "exact", ">>": "exact"}
OPERATOR_WEIGHTED = tuple("+ + + - - * * / // % ** < <= > >= == != & | ^ << >>".split())

BINARY = {"add": "exact", "subtract": "exact", "multiply": "product", "divide": "product",
          "true_divide": "product", "floor_divide": "exact", "remainder": "exact",
          "fmod": "exact", "power": "power", "float_power": "ulp", "maximum": "extremum",
          "minimum": "extremum", "fmax": "extremum", "fmin": "extremum", "arctan2": "ulp",
          "hypot": "ulp", "logaddexp": "logaddexp", "copysign": "sign_of_nan", "nextafter": "exact",
          "heaviside": "exact", "equal": "exact", "not_equal": "exact", "less": "exact",
          "greater_equal": "exact", "logical_and": "exact", "logical_or": "exact",
          "logical_xor": "exact", "bitwise_and": "exact", "bitwise_or": "exact",
          "bitwise_xor": "exact", "left_shift": "exact", "right_shift": "exact", "gcd": "exact",
          "lcm": "exact", "ldexp": "exact", "divmod": "exact"}

UNARY = {"negative": "exact", "positive": "exact", "absolute": "ulp_complex", "abs": "ulp_complex",
         "sign": "ulp_complex", "rint": "exact", "floor": "exact", "ceil": "exact",
         "trunc": "exact", "sqrt": "ulp_complex", "square": "square", "reciprocal": "reciprocal",
         "conjugate": "exact", "invert": "exact", "logical_not": "exact", "isnan": "exact",
         "isinf": "exact", "isfinite": "exact", "signbit": "sign_of_nan", "fabs": "exact",
         "sin": "real ulp", "cos": "real ulp", "tan": "real ulp", "exp": "real ulp",
         "log": "real ulp", "log2": "real ulp", "log10": "real ulp", "log1p": "real ulp",
         "expm1": "real ulp", "exp2": "real ulp", "sinh": "real ulp", "cosh": "real ulp",
         "tanh": "real ulp", "arcsin": "real ulp", "arccos": "real ulp", "arctan": "real ulp",
         "arcsinh": "real ulp", "arctanh": "real ulp", "cbrt": "real ulp", "deg2rad": "ulp",
         "degrees": "ulp", "spacing": "sign_of_nan", "modf": "exact", "frexp": "exact",
         "isreal": "exact", "nan_to_num": "exact", "bitwise_count": "exact"}
UNARY_EXTRA = ("negative", "absolute", "sqrt", "rint", "isnan", "exp", "sin", "square") * 2


def compute_statement(context, text, operation, operands, rule, rule_operands):
    names = tuple(name for operand in operands for name in operand.names)
    name = context.fresh()
    return Statement(f"{name} = {text}", operation, name, names, rule, tuple(rule_operands),
                     layout=layout_of(operands[0].value))


@production(13)
def operator(context):
    """a op b with arrays, scalars, lists and real arrays on either side."""
    first = context.pick()
    if first is None:
        return None
    first = context.view_of(first, 0.35)
    second = context.partner(first)
    symbol = context.choose(*OPERATOR_WEIGHTED)
    rule = OPERATORS[symbol]
    left, right = (second, first) if context.chance(0.3) else (first, second)
    text = f"{wrapped(left.text)} {symbol} {wrapped(right.text)}"
    operands = (left.text, right.text) if rule in ("product", "power") else ()
    return compute_statement(context, text, symbol, (first, second), rule, operands)


def wrapped(text):
    return f"({text})" if text[0] == "-" else text


@production(3)
def unary_operator(context):
    """-a, +a, ~a, abs(a)."""
    first = context.pick()
    if first is None:
        return None
    first = context.view_of(first)
    if context.chance(0.3):
        rule = "ulp" if first.value.dtype.kind == "c" else "exact"
        return compute_statement(context, f"abs({first.text})", "abs()", (first,), rule, ())
    symbol = context.choose("-", "~", "+", "-")
    return compute_statement(context, f"{symbol}{first.text}", f"unary {symbol}", (first,),
                             "exact", ())


@production(7)
def binary_function(context):
    """np.f(a, b) with dtype=, casting=, where= with out."""
    first = context.pick()
    if first is None:
        return None
    first = context.view_of(first)
    second = context.partner(first)
    function = context.choose(*BINARY)
    keywords, rule = "", BINARY[function]
    if context.chance(0.12):
        keywords = f", dtype={context.dtype()!r}"
        rule = "ulp" if rule in ("product", "power") else rule
    if context.chance(0.05):
        keywords += f", order={context.choose('F', 'C', 'K')!r}"
    operands = (first.text, second.text) if rule in ("product", "power", "extremum",
                                                     "sign_of_nan") else ()
    text = f"np.{function}({first.text}, {second.text}{keywords})"
    return compute_statement(context, text, function, (first, second), rule, operands)


@production(7)
def unary_function(context):
    """np.f(a)."""
    first = context.pick()
    if first is None:
        return None
    first = context.view_of(first)
    function = context.choose(*UNARY, *UNARY_EXTRA)
    rule, operands, kind = UNARY[function], (), first.value.dtype.kind
    if rule == "real ulp":
        if kind == "c":
            function, rule = "conjugate", "exact"
        else:
            rule = "ulp"
    elif rule == "ulp_complex":
        rule = "ulp" if kind == "c" else "exact"
    elif rule in ("square", "reciprocal"):
        rule, operands = "product", (first.text, first.text)
    elif rule == "sign_of_nan":
        operands = (first.text,)
    return compute_statement(context, f"np.{function}({first.text})", function, (first,), rule,
                             operands)


def view_of_numbers(context):
    """A view of integers or floating numbers; None where the program has none."""
    found = context.pick(lambda value: value.dtype.kind in "iuf")
    return None if found is None else context.view_of(found)


@production(4)
def several_operations(context):
    """Chains in one statement: temporaries that die at once."""
    first = view_of_numbers(context)
    if first is None:
        return None
    second = context.pick(lambda value: value.dtype.kind in "iuf"
                          and value.shape == first.value.shape)
    second = second or first
    a, b = first.text, second.text
    text = context.choose(
        f"{a} + {b} - {a}", f"({a} + 1) * ({b} - 1)", f"-({a} + {b})", f"{a} * 2 + {b} * 3",
        f"({a} + {b})[::-1]" if first.value.ndim else f"{a} + {b}", f"np.abs({a} - {b}) + {b}",
        f"({a} < {b}) & ({a} != 0)", f"({a} + {b}).T", f"({a} * 1)[..., None] + {b}",
        f"np.where({a} > {b}, {a} - {b}, {b})", f"({a} + 1.0) / 2")
    return compute_statement(context, text, "chain", (first, second), "exact", ())


ARITHMETIC = ("{} + {}", "{} - {}", "{} * {}", "{} / {}", "np.maximum({}, 0.75)",
              "np.minimum({}, -3)", "np.where({0} < {1}, {0}, {1})", "np.abs({} - {})",
              "np.sqrt({} * {})", "-{} + {}", "np.square({}) - {}", "({} > 0) * {}")


@production(3)
def long_arithmetic(context):
    """What becomes one loop of machine code: several operations on floating numbers."""
    first = context.pick(lambda value: value.dtype in ("f4", "f8"))
    if first is None:
        return None
    same = context.pick(lambda value: value.dtype == first.value.dtype
                        and value.shape == first.value.shape)
    operands = [first.text, (same or first).text, "2", "0.375"]
    text = first.text
    for _ in range(context.rng.randint(2, 7)):
        pair = [f"({text})", context.choose(*operands)]
        context.rng.shuffle(pair)
        text = context.choose(*ARITHMETIC).format(*pair)
    return compute_statement(context, text, "arithmetic", (first, same or first), "exact", ())


@production(2)
def under_an_error_state(context):
    """Operations that may meet floating-point errors, under an error state of their own."""
    first = view_of_numbers(context)
    if first is None:
        return None
    a = first.text
    state = context.choose("all='ignore'", "all='warn'", "divide='raise'", "all='raise'",
                           "invalid='ignore', divide='warn'", "over='ignore', invalid='raise'")
    text = context.choose(f"1.0 / {a}", f"np.sqrt({a} - 1.0)", f"({a} * 1.0) / ({a} - {a})",
                          f"np.log({a} * 1.0) + 1", f"np.multiply({a}, 1e300) * 1e300")
    rule = "near one" if "log" in text else "exact"
    statement = compute_statement(context, text, "errstate", (first,), rule, ())
    name = statement.target
    statement.source = f"with np.errstate({state}):\n    {name} = {text}"
    return statement


@production(4)
def casts(context):
    """astype with every option, np.array(x, dtype), dtype(x)."""
    first = context.pick()
    if first is None:
        return None
    first = context.view_of(first)
    dtype = context.dtype()
    keywords = context.choose("", "", "", ", order='F'", ", order='C'", ", casting='safe'",
                              ", casting='same_kind'", ", copy=False")
    text, operation = context.choose(
        (f"{first.text}.astype({dtype!r}{keywords})", "astype"),
        (f"np.array({first.text}, dtype={dtype!r})", "array"),
        (f"np.asarray({first.text}, dtype={dtype!r})", "asarray"),
        (f"{first.text}.astype(np.float32)", "astype"), (f"np.astype({first.text}, np.int64)",
                                                         "astype"))
    target = {"astype(np.f": "f4", "np.astype(": "i8"}
    for part, kind in target.items():
        dtype = kind if part in text else dtype
    return compute_statement(context, text, operation, (first,), "cast",
                             (first.text, repr(dtype)))


@production(3)
def choices(context):
    """where, clip, select-like functions."""
    first = context.pick(numeric)
    if first is None:
        return None
    first = context.view_of(first)
    second = context.partner(first)
    mask = context.pick(lambda value: value.dtype.kind == "b"
                        and value.shape == first.value.shape)
    condition = mask.text if mask else f"{first.text} > 1"
    names = mask.names if mask else ()
    text, operation, rule = context.choose(
        (f"np.where({condition}, {first.text}, {second.text})", "where", "exact"),
        (f"np.where({condition}, 0, {first.text})", "where", "exact"),
        (f"np.clip({first.text}, 0, 3)", "clip", "extremum"),
        (f"{first.text}.clip(-1, 2)", "clip", "extremum"),
        (f"np.clip({first.text}, None, {second.text})", "clip", "extremum"),
        (f"{first.text}.round()", "round", "exact"), (f"np.round({first.text}, 1)", "round", "ulp"),
        (f"{first.text}.conj()", "conjugate", "exact"))
    operands = (first.text, "-0.0") if rule == "extremum" else ()
    statement = compute_statement(context, text, operation, (first, second), rule, operands)
    statement.reads += names
    return statement
