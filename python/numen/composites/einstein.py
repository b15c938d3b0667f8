"""einsum: sums of products over labelled axes, for what the native einsum does not serve.

Per call: the subscripts become a term of labels per operand and one for the result (subscripts.py).
A repeated label is a diagonal; a label of one operand alone is summed at once; the operands are
then contracted in pairs, each a matrix product, a stack of them, or, with nothing to sum, a
broadcast product (`_Pair`). What this decides depends on subscripts, types, shapes and strides
alone, and is kept for the next call (`_plans`).

The result lies in memory as NumPy's iterator would lay it (`memory_order`).
"""

import numpy

from ..native import front
from .products import diagonal_view
from .registry import (Handover, composite, element_type, is_array, is_plainly_writeable, ours,
                       own, plain, target)
from .subscripts import alternating, labels_of, lengths, long_labels, memory_order

_plans = {}
_most_plans = 1000
_optimizations = (False, True, "greedy", "optimal")
_castings = ("no", "equiv", "safe", "same_kind", "unsafe")


class _Alone:
    """What is done to one operand before it meets others."""

    def __init__(self, term, kept, sizes, shape):
        self.diagonals = []
        for label in dict.fromkeys(term):
            while term.count(label) > 1:
                i = term.index(label)
                j = term.index(label, i + 1)
                rest = [axis for axis in range(len(term)) if axis not in (i, j)]
                self.diagonals.append([*rest, i, j])
                term = (*(term[axis] for axis in rest), label)
                shape = (*(shape[axis] for axis in rest), shape[i])
        # An axis of length 1 under a longer label only repeats.
        single = [n == 1 < sizes[label] for label, n in zip(term, shape)]
        self.key = tuple(0 if drop else slice(None) for drop in single)
        self.indexed = any(single)
        term = tuple(label for label, drop in zip(term, single) if not drop)
        self.summed = tuple(i for i, label in enumerate(term) if label not in kept)
        self.term = tuple(label for label in term if label in kept)
        self.idle = not (self.diagonals or self.indexed or self.summed)

    def __call__(self, a, only_view):
        if only_view and self.diagonals and 1 in a.shape:
            raise Handover  # the strides of such axes are lost in a view of another shape
        for order in self.diagonals:
            a = a.transpose(order)
            try:
                a = diagonal_view(a)
            except Handover:
                if only_view:
                    raise
                steps = own.arange(a.shape[-1])
                a = a[..., steps, steps]
        if self.indexed:
            a = a[self.key]
        if self.summed:
            a = a.any(self.summed) if a.dtype.kind == "b" else a.sum(self.summed, dtype=a.dtype)
        return a


class _Pair:
    """The contraction of two operands, to the labels that are still needed."""

    def __init__(self, first, second, kept, order, sizes):
        shared = [label for label in first if label in second]
        batch = [label for label in order if label in shared and label in kept]
        summed = [label for label in shared if label not in kept]
        left = [label for label in order if label in first and label not in shared]
        right = [label for label in order if label in second and label not in shared]
        self.summed = ()
        if summed and batch and not left and not right:
            trailing = first[-len(summed):] == second[-len(summed):] == tuple(summed)
            if not trailing or _total(summed, sizes) < 32:
                self._multiply_and_add(first, second, batch, summed, sizes)
                return
        self.product, self.swapped, self.reshaped = bool(summed), False, False
        if not self.product:
            self.term = tuple(order)
            self.views = [self._spread(term, order, sizes) for term in (first, second)]
            return
        # The factor with the slower axes of the result gives its rows.
        self.swapped = bool(left and right) and order.index(right[0]) < order.index(left[0])
        if self.swapped:
            first, second, left, right = second, first, right, left
        self.term = (*batch, *left, *right)
        self.shape = [sizes[label] for label in self.term]
        self.views = []
        for term, labels, merged in (
            (first, [*batch, *left, *summed], (left, summed)),
            (second, [*batch, *summed, *right], (summed, right)),
        ):
            if not batch and not (left if term is first else right):
                merged = (summed,)
            shape = [sizes[label] for label in batch] + [_total(part, sizes) for part in merged]
            self.views.append(_Arranged(term, labels, shape, sizes))
        self.reshaped = len(self.shape) != (
            len(batch) + (2 if batch else bool(left) + bool(right))
        ) or (batch and not (left and right))

    def _multiply_and_add(self, first, second, batch, summed, sizes):
        """Products of elements in the order of the first operand, then a sum."""
        self.product, self.swapped, self.reshaped = True, False, True
        self.term = tuple(label for label in first if label in batch)
        self.summed = tuple(i for i, label in enumerate(first) if label in summed)
        self.views = [self._spread(term, first, sizes) for term in (first, second)]
        # Pieces along the first axis, so that the products stay in the cache.
        self.piece = max(1, 16384 * sizes[first[0]] // _total(first, sizes))
        self.adds = first[0] in summed

    def _sum(self, products):
        if products.dtype.kind == "b":
            return products.any(self.summed)
        return products.sum(self.summed, dtype=products.dtype)

    def _sum_of_products(self, a, b):
        length, piece = a.shape[0], self.piece
        if length <= piece:
            return self._sum(own.multiply(a, b))
        parts = [
            self._sum(own.multiply(a[at : at + piece], b[at : at + piece]))
            for at in range(0, length, piece)
        ]
        return self._added(parts) if self.adds else own.concatenate(parts)

    @staticmethod
    def _added(parts):
        total = parts[0]
        for part in parts[1:]:
            total += part  # booleans: or
        return total

    @staticmethod
    def _spread(term, order, sizes):
        labels = [label for label in order if label in term]
        shape = [sizes[label] if label in term else 1 for label in order]
        return _Arranged(term, labels, shape, sizes)

    def __call__(self, a, b):
        if self.summed:
            return self._sum_of_products(self.views[0](a), self.views[1](b))
        if not self.product:
            return own.multiply(self.views[0](a), self.views[1](b))
        if self.swapped:
            a, b = b, a
        found = own.matmul(self.views[0](a), self.views[1](b))
        return found.reshape(self.shape) if self.reshaped else found


def _total(labels, sizes):
    total = 1
    for label in labels:
        total *= sizes[label]
    return total


class _Arranged:
    """An operand with its axes in another order, and in another shape."""

    def __init__(self, term, labels, shape, sizes):
        self.order = [term.index(label) for label in labels]
        self.moved = self.order != list(range(len(term)))
        self.shape = shape
        self.reshaped = shape != [sizes[label] for label in labels]

    def __call__(self, a):
        if self.moved:
            a = a.transpose(self.order)
        return a.reshape(self.shape) if self.reshaped else a


class _Plan:
    """All that a call with these subscripts, types, shapes and strides does."""

    def __init__(self, text, arrays, optimize):
        dtypes = [a.dtype for a in arrays]
        if any(dtype.kind not in "biufc" for dtype in dtypes):
            raise Handover
        self.dtype = numpy.result_type(*dtypes)
        self.converted = any(dtype != self.dtype for dtype in dtypes)
        shapes = [a.shape for a in arrays]
        terms, self.result = labels_of(text, [len(shape) for shape in shapes])
        sizes = lengths(terms, shapes)
        steps = [(a.strides, a.shape) for a in arrays]
        self.order = memory_order(terms, self.result, sizes, steps)
        self.alone, self.sizes, current = [], sizes, []
        for at, term in enumerate(terms):
            others = set().union(*(
                long_labels(terms[i], shapes[i], sizes) for i in range(len(terms)) if i != at
            ))
            alone = _Alone(term, others.union(self.result), sizes, shapes[at])
            self.alone.append(alone)
            current.append(alone.term)
        self.pairs = []
        while len(current) > 1:
            self._add_pair(current, sizes)
        found = current[0]
        if set(found) != set(self.result):
            raise Handover
        self.back = [found.index(label) for label in self.result]
        self.moved = self.back != list(range(len(found)))
        self.view = len(arrays) == 1 and not self.alone[0].summed
        # NumPy adds the products of all operands to zeros, of which no negative zero comes; it
        # optimizes pairs, and more where there is something to sum.
        is_at_once = not optimize or len(arrays) > 2 and set(sizes) <= set(self.result)
        self.adds_zero = is_at_once and self.dtype.kind in "fc" and (
            bool(self.pairs) and not self.pairs[-1][2].product)
        # NumPy's own optimized products leave an array.
        is_product = bool(optimize and self.pairs and self.pairs[-1][2].product)
        self.scalar = not is_product or all(
            sizes[label] == 1 for label in sizes if sum(label in term for term in terms) > 1)
        if is_product and len(self.result) > 1:
            self._order_as_optimized(terms, sizes)
        self.shape = [sizes[label] for label in self.order]
        self.to_result = [self.order.index(label) for label in self.result]
        self.strides = self._strides()
        self.run = self

    def _order_as_optimized(self, terms, sizes):
        """NumPy's optimized products lie as stacks of the second operand's axes by the first's."""
        if len(terms) != 2 or any(sizes[label] == 1 for label in self.result):
            raise Handover
        first, second = terms
        groups = [
            [label for label in self.result if label in first and label in second],
            [label for label in self.result if label not in first],
            [label for label in self.result if label not in second],
        ]
        if len(groups[1]) > 1 or len(groups[2]) > 1:
            raise Handover
        self.order = tuple(label for group in groups for label in group)

    def _strides(self):
        steps, step = {}, self.dtype.itemsize
        for label, size in zip(reversed(self.order), reversed(self.shape)):
            steps[label] = step
            step *= size
        return tuple(steps[label] for label in self.result)

    def _add_pair(self, current, sizes):
        """Chooses the pair whose contraction makes the operands smallest."""
        choices = []
        for i in range(len(current)):
            for j in range(i + 1, len(current)):
                rest = [term for at, term in enumerate(current) if at not in (i, j)]
                first, second = current[i], current[j]
                found = set(self.result).union(*rest).intersection(first + second)
                growth = _total(found, sizes) - _total(first, sizes) - _total(second, sizes)
                choices.append((growth, i, j, found))
        _, i, j, found = min(choices, key=lambda choice: choice[:3])
        last = len(current) == 2
        both = dict.fromkeys(current[i] + current[j])
        order = self.order if last else [label for label in both if label in found]
        pair = _Pair(current[i], current[j], found, self.result if last and not (
            set(both) - found) else order, sizes)
        current.pop(j)
        current[i] = pair.term
        self.pairs.append((i, j, pair))

    def __call__(self, *arrays):
        """The first call: it finds out whether the result has to be laid out again."""
        found = self._computed(list(arrays))
        if not self.result or self.view:
            self.relaid = False
        else:
            self.relaid = found.strides != self.strides
        self.run = self._again
        return self._finished(found)

    def _again(self, *arrays):
        return self._finished(self._computed(list(arrays)))

    def _computed(self, arrays):
        if self.converted:
            arrays = [a.astype(self.dtype, copy=False) for a in arrays]
        arrays = [
            a if alone.idle else alone(a, self.view) for a, alone in zip(arrays, self.alone)
        ]
        for i, j, pair in self.pairs:
            arrays[i] = pair(arrays[i], arrays.pop(j))
        found = own.add(arrays[0], 0.0) if self.adds_zero else arrays[0]
        return found.transpose(self.back) if self.moved else found

    def _finished(self, found):
        if not self.result:
            return found[()] if self.scalar else own.asarray(found)
        if not self.relaid:
            return found[...] if self.view else found  # the operand itself is not given back
        result = own.empty(self.shape, self.dtype).transpose(self.to_result)
        result[...] = found
        return result


def _planned(text, arrays, optimize):
    """The plan of such a call, made at the first one; None of those that NumPy must serve."""
    key = (text, not optimize, *[(a.shape, a.strides, a.dtype) for a in arrays])
    plan = _plans.get(key, _plans)
    if plan is _plans:
        if not arrays or any(a.size == 0 for a in arrays):
            raise Handover
        if len(_plans) >= _most_plans:
            _plans.clear()
        try:
            plan = _Plan(text, arrays, optimize)
        except Handover:
            plan = None  # as the next one would find
        _plans[key] = plan
    if plan is None:
        raise Handover
    return plan


def _in_order(found, order, arrays):
    """A computed result laid out as order= asks."""
    if order not in ("C", "F", "A"):
        raise Handover
    if order == "A":
        order = "F" if all(a.flags.f_contiguous for a in arrays) else "C"
    return own.asarray(found, order=order)


@composite("einsum", is_silent=True)
def einsum(*operands, out=None, optimize=False, dtype=None, order="K", casting="safe", **kwargs):
    if kwargs or type(optimize) not in (bool, str) or optimize not in _optimizations:
        raise Handover
    if order not in ("K", "C", "F", "A") or casting not in _castings:
        raise Handover
    if dtype is not None:
        dtype = element_type(dtype)
    if operands and type(operands[0]) is str:
        text, *arrays = operands
        arrays = [ours(a) for a in arrays]
    else:
        text, arrays = alternating(operands)
    plan = _planned(text, arrays, optimize)
    if out is None and plan.view:
        return plan.run(*arrays)
    if dtype is not None or casting != "safe":
        wanted = plan.dtype if dtype is None else dtype
        if not all(own.can_cast(a.dtype, wanted, casting) for a in arrays):
            raise Handover
        arrays = [a.astype(wanted, copy=False) for a in arrays]
        plan = _planned(text, arrays, optimize)
    found = plan.run(*arrays)
    if out is not None:
        out = target(out)
        if out.shape != found.shape or out.dtype != found.dtype or not is_plainly_writeable(out):
            raise Handover
        out[...] = own.add(found, 0.0) if plan.view and plan.dtype.kind in "fc" else found
        return out
    return found if order == "K" or found.ndim == 0 else _in_order(found, order, arrays)


front.set_general_einsum(einsum)


def _of_same_shape(a):
    """What a plan needs to know of an array; its elements are not looked at."""
    if is_array(a):
        return numpy.broadcast_to(numpy.zeros((), a.dtype), a.shape)
    return front.held(a if type(a) is str else plain(a))


@composite("einsum_path")
def einsum_path(*operands, optimize="greedy", einsum_call=False):
    if einsum_call:
        raise Handover  # asks for the operands back
    return numpy.einsum_path(*map(_of_same_shape, operands), optimize=optimize)
