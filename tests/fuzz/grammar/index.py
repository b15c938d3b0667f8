"""Index expressions: basic and advanced, mostly valid, and the name of their kind."""

ADVANCED = ("integer array", "list", "mask", "partial mask", "mixed", "separated")


def slice_text(context, length):
    """A slice of an axis; any sign of step, ends sometimes out of range."""
    pick = context.integer
    start = context.choose("", "", "1", "-1", "2", str(pick(-length - 2, length + 2)))
    stop = context.choose("", "", "-1", str(length), str(pick(-length - 2, length + 2)))
    step = context.choose("", "", "", ":2", ":-1", ":-2", ":3", ":1")
    return f"{start}:{stop}{step}"


def integer_text(context, length):
    """An integer index; one in forty out of range."""
    if length == 0 or context.chance(0.025):
        return str(length + 3)
    value = str(context.integer(-length, length - 1))
    return f"np.int64({value})" if context.chance(0.1) else value


def basic(context, shape):
    """A basic index of a shape, and its kind."""
    ndim = len(shape)
    if ndim == 0:
        return context.choose(("...", "ellipsis"), ("()", "empty tuple"), ("None", "newaxis"))
    if context.chance(0.06):
        indices = [integer_text(context, length) for length in shape]
        if context.chance(0.5):
            return ", ".join(indices) + ", ...", "0-d view"
        return ", ".join(indices), "element"
    entries, kinds = [], set()
    for length in shape[:context.integer(1, ndim)]:
        if context.chance(0.35):
            entries.append(integer_text(context, length))
            kinds.add("integer")
        else:
            entries.append(slice_text(context, length))
            kinds.add("negative step" if ":-" in entries[-1][-3:] else "slice")
    if context.chance(0.12):
        entries.insert(context.integer(0, len(entries)), context.choose("None", "np.newaxis"))
        kinds.add("newaxis")
    if context.chance(0.15):
        place = context.choose(0, len(entries))
        entries.insert(place, "...")
        kinds.add("ellipsis")
    for kind in ("newaxis", "ellipsis", "negative step", "slice", "integer"):
        if kind in kinds:
            return ", ".join(entries), kind
    return ":", "slice"


def integers_text(context, length, shape):
    """An index array of a given shape as source text."""
    count = 1
    for extent in shape:
        count *= extent
    top = max(length - 1, 0)
    low = -length if length and context.chance(0.4) else 0
    values = [context.integer(low, top) for _ in range(count)]
    if values and context.chance(0.03):
        values[-1] = length + 2
    if len(shape) == 1 and context.chance(0.5):
        return str(values) if values or context.chance(0.3) else "np.array([], dtype='i8')"
    dtype = context.choose("i8", "i8", "i8", "i4", "u1", "i1") if low == 0 else "i8"
    text = f"np.array({values}, dtype={dtype!r})"
    return text if len(shape) == 1 else f"{text}.reshape({shape})"


def mask_text(context, name, shape, axes):
    """A boolean index over the first `axes` axes."""
    if context.chance(0.04):
        shape = tuple(length + 1 for length in shape)
    if axes == len(shape) and context.chance(0.5):
        return f"{name} > {context.integer(-2, 3)}"
    return f"np.array(data({tuple(shape[:axes])}, '?', {context.seed()}))"


def advanced(context, operand):
    """An advanced index of an operand (integer arrays, lists, masks, mixtures) and its kind."""
    shape, name = operand.value.shape, operand.text
    ndim = len(shape)
    if ndim == 0:
        return context.choose("True", "False", "np.array(True)"), "boolean scalar"
    draw = context.rng.random()
    count = context.integer(0, 5) if context.chance(0.1) else context.integer(1, 5)
    if draw < 0.30 and operand.value.dtype.kind in "biuf":
        axes = ndim if context.chance(0.6) else context.integer(1, ndim)
        return mask_text(context, name, shape, axes), "mask" if axes == ndim else "partial mask"
    if draw < 0.55 or ndim == 1:
        extent = (count,) if context.chance(0.75) else (2, context.integer(1, 3))
        text = integers_text(context, shape[0], extent)
        return text, "list" if text[0] == "[" else "integer array"
    entries = [integers_text(context, length, (count,)) for length in shape]
    kind = "integer array"
    if ndim == 2 or context.chance(0.5):
        for place in range(ndim):
            if context.chance(0.3):
                entries[place] = context.choose(":", slice_text(context, shape[place]),
                                                integer_text(context, shape[place]))
                kind = "mixed"
    else:
        entries[1] = context.choose(":", slice_text(context, shape[1]), "None, :", "...")
        kind = "separated"
    if context.chance(0.15):
        entries = entries[:-1] or entries
    return ", ".join(entries), kind


def any_index(context, operand, advanced_share=0.4):
    """A basic or an advanced index."""
    if context.chance(advanced_share):
        return advanced(context, operand)
    return basic(context, operand.value.shape)
