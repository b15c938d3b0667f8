"""The subscripts of einsum: labels of every axis, their lengths, the order of the result's axes.

A label is a letter, or a negative number for an axis that an ellipsis stands for. What is wrong
with subscripts NumPy says itself: they are handed over.
"""

from .registry import Handover, ours

_letters = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_numbered = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _spelled(sublist):
    """The subscripts of one operand given as a list of numbers."""
    text = ""
    if not isinstance(sublist, (list, tuple)):
        raise Handover
    for label in sublist:
        if label is Ellipsis:
            text += "..."
        elif type(label) is int and 0 <= label < 52:
            text += _numbered[label]
        else:
            raise Handover
    return text


def alternating(operands):
    """Subscripts as a string, and the operands, from arguments that alternate."""
    if not operands:
        raise Handover
    count = len(operands) // 2
    text = ",".join(map(_spelled, operands[1 : 2 * count : 2]))
    if len(operands) % 2:
        text += "->" + _spelled(operands[-1])
    return text, [ours(a) for a in operands[: 2 * count : 2]]


def _labels(text, broadcast):
    """The labels of one term; the axes of an ellipsis are numbered -n ... -1."""
    before, dots, after = text.partition("...")
    if not _letters.issuperset(before + after) or (broadcast and not dots):
        raise Handover
    return (*before, *range(-broadcast, 0), *after)


def labels_of(text, dimensions):
    """Labels of each operand and of the result."""
    inputs, arrow, output = text.replace(" ", "").partition("->")
    inputs = inputs.split(",")
    if len(inputs) != len(dimensions):
        raise Handover
    terms, widest = [], 0
    for term, ndim in zip(inputs, dimensions):
        broadcast = ndim - len(term.replace("...", ""))
        if broadcast < 0:
            raise Handover
        terms.append(_labels(term, broadcast))
        widest = max(widest, broadcast)
    if arrow:
        result = _labels(output, widest)
        known = {label for term in terms for label in term}
        if len(set(result)) != len(result) or not known.issuperset(result):
            raise Handover
    else:
        every = [label for term in terms for label in term if type(label) is str]
        once = sorted(label for label in every if every.count(label) == 1)
        result = (*range(-widest, 0), *once)
    return terms, result


def lengths(terms, shapes):
    sizes = {}
    for term, shape in zip(terms, shapes):
        own_sizes = {}
        for label, size in zip(term, shape):
            if own_sizes.setdefault(label, size) != size:
                raise Handover
            if sizes.get(label, 1) == 1:
                sizes[label] = size
            elif size not in (1, sizes[label]):
                raise Handover
    return sizes


def long_labels(term, shape, sizes):
    """The labels of a term but those that its axes of length 1 only repeat along."""
    return {label for label, size in zip(term, shape) if size == sizes[label]}


def _stepped_less(axis, other, strides):
    """Whether an axis belongs inside another in memory; None if no operand has both."""
    both = [(abs(s[axis]), abs(s[other])) for s in strides if s[axis] and s[other]]
    return all(step < wider for step, wider in both) if both else None


def memory_order(terms, result, sizes, all_strides):
    """The result's axes from slowest to fastest, as NumPy's iterator orders its loops."""
    labels = [*result, *sorted(set(sizes).difference(result), key=str)]
    strides = []
    for term, steps in zip(terms, all_strides):
        own_steps = dict.fromkeys(labels, 0)
        for label, step, size in zip(term, *steps):
            own_steps[label] += step if size != 1 else 0
        strides.append([own_steps[label] for label in labels])
    order = list(range(len(labels)))[::-1]
    for at in range(1, len(order)):
        place = at
        for before in range(at - 1, -1, -1):
            inside = _stepped_less(order[at], order[before], strides)
            if inside:
                place = before
            elif inside is False:
                break
        order.insert(place, order.pop(at))
    return tuple(labels[axis] for axis in reversed(order) if axis < len(result))
