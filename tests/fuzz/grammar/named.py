"""Calls of functions by name, filled in from the rows of templates.py."""

import re

from ..statement import Statement
from . import templates
from .context import Operand, layout_of, numeric, production
from .writes import target_of, write_statement

TABLES = (templates.ORDERED, templates.STATISTICS, templates.SHAPES, templates.PRODUCTS,
          templates.LIBRARIES, templates.NUMBERS, templates.UFUNCS, templates.OTHERS)
NAME = re.compile(r"np\.([a-z_0-9]+(?:\.[a-z_0-9]+)*)")
PLACEHOLDER = re.compile(r"\{(\w)\}")
LARGEST = 400  # elements of an operand, so that outer products stay small


def fresh_data(context, shape, dtype="f8", finite=False):
    """An array of its own as an operand; `finite` without special and very large values."""
    seed = context.seed()
    if finite and seed % 7 < 2:
        seed += 2
    return Operand(f"np.array(data({shape}, {dtype!r}, {seed}))", (), None)


def is_small(value):
    return numeric(value) and value.size <= LARGEST


def some(context, ndim):
    """A live array of so many axes, or a fresh one."""
    found = context.pick(lambda value: is_small(value) and value.ndim == ndim and value.size)
    if found is not None and context.chance(0.8):
        return context.view_of(found, 0.2) if ndim == 1 else found
    shape = tuple(context.integer(1, 5) for _ in range(ndim))
    made = fresh_data(context, shape, context.dtype())
    return Operand(made.text, (), context.evaluate(made.text))


def finite_reals(context, ndim):
    found = context.pick(lambda value: is_small(value) and value.ndim == ndim and value.size > 2
                         and value.dtype.kind == "f" and value.dtype.itemsize > 2
                         and bool(abs(value).max() < 1e5))
    if found is not None and context.chance(0.7):
        return found
    return fresh_data(context, tuple(context.integer(3, 6) for _ in range(ndim)), finite=True)


def square(context):
    text = fresh_data(context, (3, 3), context.choose("f8", "f8", "f4"), finite=True).text
    return Operand(f"({text} + 60 * np.eye(3, dtype='f4'))", (), None)


def definite(context):
    text = fresh_data(context, (3, 3), finite=True).text
    return Operand(f"(({text}.T @ {text}) + 30 * np.eye(3))", (), None)


def perhaps_singular(context):
    n, most = context.integer(1, 4), context.choose(1, 2, 9)
    rows = [[context.integer(-most, most) for _ in range(n)] for _ in range(n)]
    if n > 1 and context.chance(0.5):
        rows[-1] = [context.integer(1, 3) * number for number in rows[0]]
        rows[-1] = [sum(column) for column in zip(*rows[1:])] if context.chance(0.3) else rows[-1]
    scale = context.choose("", "", " / 10", " * 1e-3", " * (1 + 2j)")
    return Operand(f"(np.array({rows}){scale})", (), None)


def whole_numbers(context):
    return Operand(f"np.array({[context.integer(0, 8) for _ in range(context.integer(2, 6))]})",
                   (), None)


def rising(context):
    places = sorted(context.integer(-6, 12) / 2 for _ in range(context.integer(2, 5)))
    return Operand(f"np.array({places})", (), None)


def of_shape(context, operand):
    shape = operand.value.shape
    return context.pick(lambda value: numeric(value) and value.shape == shape) or operand


def places(context, operand):
    length = operand.value.shape[0] if operand.value.ndim else 1
    count = context.integer(1, 3)
    return str([context.integer(-length, length - 1) if length else 0 for _ in range(count)])


def axis(context, operand):
    ndim = 2 if operand.value is None else operand.value.ndim
    return str(context.integer(-ndim, ndim - 1)) if ndim else "-1"


# Those that are expressions of live arrays, and those that need one of them.
OPERANDS = {
    "x": lambda context: context.view_of(context.pick(is_small), 0.4),
    "v": lambda context: some(context, 1), "m": lambda context: some(context, 2),
    "f": lambda context: finite_reals(context, 1), "g": lambda context: finite_reals(context, 2),
    "s": square, "h": definite, "z": perhaps_singular, "k": whole_numbers, "r": rising,
}
DEPENDENT = {"y": lambda context, operand: context.partner(operand), "w": of_shape}
TEXTS = {
    "a": axis, "i": places, "n": lambda context, operand: str(context.integer(1, 4)),
    "q": lambda context, operand: context.choose("0", "0.1", "0.25", "0.5", "0.9", "1"),
    "c": lambda context, operand:
        f"np.array(data({operand.value.shape}, '?', {context.seed()}))",
}


def filled(context, call, target=None):
    """The call with its placeholders filled in, and {placeholder: operand}."""
    wanted = dict.fromkeys(PLACEHOLDER.findall(call))
    found = {} if target is None else {"t": target}
    for letter in wanted:
        if letter in OPERANDS:
            found[letter] = OPERANDS[letter](context)
    first = next((found[letter] for letter in "txmvg" if letter in found), None)
    for letter in wanted:
        if letter in DEPENDENT:
            found[letter] = DEPENDENT[letter](context, first)
    texts = {letter: operand.text for letter, operand in found.items()}
    texts |= {letter: TEXTS[letter](context, first) for letter in wanted if letter in TEXTS}
    return PLACEHOLDER.sub(lambda match: texts[match[1]], call), found


def parts_of(rule, found):
    """The rule's name and the expressions that decide it."""
    name, *letters = rule.split()
    return name, tuple(found[letter].text for letter in letters)


@production(16)
def named_call(context):
    """np.f(...) of every name in the tables."""
    if context.pick(is_small) is None:
        return None
    call, rule = context.choose(*context.choose(*TABLES))
    text, found = filled(context, call)
    name, (rule, operands) = context.fresh(), parts_of(rule, found)
    reads = tuple(name for operand in found.values() for name in operand.names)
    layout = next((layout_of(operand.value) for operand in found.values()
                   if operand.value is not None), "none")
    return Statement(f"{name} = {text}", NAME.search(call)[1] if NAME.search(call) else "named",
                     name, reads, rule, operands, layout=layout)


@production(4)
def named_write(context):
    """np.f(..., out=t) and functions that write into their argument."""
    target = target_of(context, lambda value: is_small(value) and value.ndim and value.size)
    if target is None:
        return None
    call, rule = context.choose(*templates.WRITES)
    text, found = filled(context, call, target)
    rule, operands = parts_of(rule, found)
    if rule == "exact" and target.value.dtype.kind == "c":
        rule, operands = "ulp", ()
    operation = NAME.search(call)[1] if NAME.search(call) else "partition"
    return write_statement(context, target, text, operation, (), rule, operands)
