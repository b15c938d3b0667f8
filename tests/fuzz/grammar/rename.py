"""Statements about names: deletes, rebinding, aliases, iterators that live on."""

from ..numpy_run import live_names
from ..statement import Statement
from .context import layout_of, production


@production(4)
def deleted(context):
    """del x: views and pending readers must survive."""
    names = live_names(context.run.namespace)
    if len(names) < 4:
        return None
    name = context.choose(*names)
    return Statement(f"del {name}", "del")


@production(2)
def aliased(context):
    """b = a."""
    operand = context.pick(loose=True)
    if operand is None:
        return None
    name = context.fresh()
    return Statement(f"{name} = {operand.text}", "alias", name, operand.names, "inherit",
                     layout=layout_of(operand.value))


@production(3)
def rebound(context):
    """a = a[...], a = a + 1, a = a.T: the old array dies or lives on in its views."""
    operand = context.pick(lambda value: value.dtype.kind in "iuf")
    if operand is None:
        return None
    x = operand.text
    text = context.choose(f"{x} = {x}[...]", f"{x} = {x} + 1", f"{x} = {x}.T", f"{x} = {x}[::-1]",
                          f"{x} = {x}.copy()", f"{x} = {x}.view()", f"{x} = {x} * 1")
    return Statement(text, "rebind", x, operand.names, layout=layout_of(operand.value))


@production(1)
def iterated(context):
    """An iterator that sees later writes."""
    operand = context.pick(lambda value: value.ndim and value.shape[0] > 1
                           and value.dtype.kind in "iuf" and value.flags.writeable)
    if operand is None:
        return None
    name, x = context.fresh(), operand.text
    text = f"_i = iter({x})\nnext(_i)\n{x}[1] = 6\n{name} = next(_i)\n_i = None"
    statement = Statement(text, "iterator", x, operand.names, writes=True,
                          layout=layout_of(operand.value))
    return statement


@production(1)
def swapped_names(context):
    """a, b = b, a."""
    first, second = context.pick(loose=False), context.pick(loose=False)
    if first is None or first.text == second.text:
        return None
    return Statement(f"{first.text}, {second.text} = {second.text}, {first.text}", "swap names",
                     first.text, first.names + second.names, layout=layout_of(first.value))


@production(0.6)
def deleted_in_view_chain(context):
    """t = a + b; v = t[..]; del t; v[0] = .. ; a second view sees the write."""
    operand = context.pick(lambda value: value.ndim and value.shape[0] > 2
                           and value.dtype.kind in "iuf")
    if operand is None:
        return None
    first, second, x = context.fresh(), context.fresh(), operand.text
    text = (f"_t = {x} + {x}\n{first}, {second} = _t[:2], _t[1:]\ndel _t\n{first}[-1] = 1")
    return Statement(text, "orphaned views", first, operand.names,
                     layout=layout_of(operand.value))
