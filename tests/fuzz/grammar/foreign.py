"""Contacts with the real NumPy in the middle of a program, with writes on its side."""

from ..statement import Statement
from .context import layout_of, numeric, production
from .index import basic


@production(4)
def exported(context):
    """numpy.asarray, memoryview, __array__, frombuffer: shared memory under a foreign name."""
    operand = context.pick(loose=True)
    if operand is None:
        return None
    x = operand.text
    text, operation = context.choose(
        (f"numpy.asarray({x})", "export asarray"), (f"numpy.asarray({x})", "export asarray"),
        (f"numpy.asarray({x})[::-1]", "export asarray"), (f"memoryview({x})", "export memoryview"),
        (f"{x}.__array__()", "export __array__"), (f"numpy.array({x}, copy=None)", "export array"),
        (f"numpy.frombuffer({x}, 'u1')", "export frombuffer"), (f"{x}.data", "export data"),
        (f"numpy.asarray({x}).T", "export asarray"), (f"numpy.ravel({x})", "export ravel"),
        (f"np.asarray(numpy.asarray({x}))", "export and adopt"),
        (f"numpy.atleast_1d({x})", "export atleast_1d"))
    rule = "inherit"
    if "'u1'" in text:
        operation, rule = "view dtype", "exact"
        if operand.names[0] in context.run.loose.of or not numeric(operand.value):
            return None
    name = context.fresh()
    return Statement(f"{name} = {text}", operation, name, operand.names, rule,
                     layout=layout_of(operand.value))


@production(6)
def foreign_write(context):
    """Real NumPy writes into our memory."""
    operand = context.pick(lambda value: numeric(value) and value.flags.writeable)
    if operand is None:
        return None
    x = operand.text
    index, kind = basic(context, operand.value.shape)
    text, operation = context.choose(
        (f"numpy.asarray({x})[{index}] = 3", "foreign setitem"),
        (f"numpy.add({x}, 1, out={x})", "foreign out="),
        (f"numpy.add({x}, {x}, {x})", "foreign out="),
        (f"numpy.copyto({x}, 5)", "foreign copyto"),
        (f"numpy.asarray({x}).sort(0)", "foreign sort"),
        (f"numpy.put({x}, [0, -1], 7)", "foreign put"),
        (f"numpy.negative({x}, out=numpy.asarray({x}))", "foreign out="),
        (f"numpy.asarray({x}).fill(2)", "foreign fill"),
        (f"numpy.add.at({x}, 0, 1)", "foreign at"), (f"{x}.flat[0] = 4", "foreign flat"),
        # shuffle type-checks in C at first contact, the documented hole: hence asarray.
        (f"numpy.random.default_rng(1).shuffle(numpy.asarray({x}))", "foreign shuffle"),
        (f"_m = memoryview({x}).cast('B') if {x}.flags.c_contiguous and {x}.size else None\n"
         f"if _m: _m[0] = 0\n_m = None", "foreign memoryview write"))
    rule = "extremum" if "sort" in operation else "exact"
    return Statement(text, operation, operand.names[0], operand.names, rule,
                     (x,) if rule == "extremum" else (), True, layout_of(operand.value),
                     kind if "setitem" in operation else "none")


@production(8)
def foreign_operand(context):
    """Real arrays and scalars on the left, real ufuncs and functions on our arrays."""
    operand = context.pick(numeric)
    if operand is None:
        return None
    operand = context.view_of(operand)
    x, shape = operand.text, operand.value.shape
    real = f"data({shape}, {context.dtype()!r}, {context.seed()})"
    text, operation, rule, operands = context.choose(
        (f"{real} + {x}", "real + x", "exact", ()), (f"{real} * {x}", "real * x", "product",
                                                    (real, x)),
        (f"np.float64(2) * {x}", "float64 * x", "product", ("2", x)),
        (f"np.float32(0.5) - {x}", "float32 - x", "exact", ()),
        (f"np.int64(3) < {x}", "int64 < x", "exact", ()),
        (f"numpy.add({x}, {x})", "numpy.add", "exact", ()),
        (f"numpy.subtract({real}, {x})", "numpy.subtract", "exact", ()),
        (f"numpy.sum({x})", "numpy.sum", "sum", (x,)),
        (f"numpy.max({x}, axis=0)", "numpy.max", "extremum", (x,)),
        (f"numpy.concatenate([{x}, {real}])", "numpy.concatenate", "exact", ()),
        (f"numpy.where({x} > 0, {x}, 1)", "numpy.where", "exact", ()),
        (f"numpy.transpose({x})", "numpy.transpose", "exact", ()),
        (f"numpy.add.reduce({x})", "numpy.add.reduce", "sum", (x, "0")),
        (f"numpy.broadcast_to({x}, {(2,) + shape})", "numpy.broadcast_to", "exact", ()),
        (f"numpy.array_equal({x}, {x})", "numpy.array_equal", "exact", ()),
        (f"isinstance({x}, numpy.ndarray)", "numpy isinstance", "exact", ()),
        (f"{real}[{x} > 0]", "real[mask]", "exact", ()),
        (f"numpy.isnan({x}).any()", "numpy.isnan", "exact", ()))
    name = context.fresh()
    return Statement(f"{name} = {text}", operation, name, operand.names, rule, operands,
                     layout=layout_of(operand.value))


@production(1)
def out_of_band_pickle(context):
    """Protocol 5 with out-of-band buffers shares memory with the array."""
    operand = context.pick(lambda value: value.flags.c_contiguous and value.size
                           and value.dtype.kind in "biufc")
    if operand is None:
        return None
    name = context.fresh()
    text = (f"_b = []\n_p = pickle.dumps({operand.text}, 5, buffer_callback=_b.append)\n"
            f"{name} = pickle.loads(_p, buffers=_b)\n_b = _p = None")
    return Statement(text, "pickle out of band", name, operand.names, "exact",
                     layout=layout_of(operand.value))


@production(1)
def adopted_write(context):
    """Numen's functions write to a real array that stays the caller's."""
    operand = context.pick(lambda value: numeric(value) and value.ndim == 1 and value.size)
    if operand is None:
        return None
    name, x = context.fresh(), operand.text
    shape = operand.value.shape
    text = context.choose(
        f"_f = data({shape}, 'f8', 2)\n{name} = np.asarray(_f)\n_f[0] = 9\n_f = None",
        f"{name} = data({shape}, 'f8', 2)\nnp.add({name}, 1, out={name})",
        f"{name} = data({shape}, 'f8', 3)\nnp.copyto({name}, 2)",
        f"{name} = data({shape}, 'f8', 4)\nnp.sort({name}).sort()")
    return Statement(text, "adopted write", name, operand.names, layout=layout_of(operand.value))
