"""What a production sees: the random source, NumPy's live variables and ways to pick operands.

A production is a function of a Context that returns a Statement, or None when nothing fits.
"""

from typing import NamedTuple

import numpy

from ..numpy_run import NumpyRun, expression, live_names

productions = []  # (weight, function)

DTYPES = ("f8",) * 6 + ("f4",) * 4 + ("i8",) * 4 + ("i4", "i4", "i2", "i1", "u1", "u1", "u2", "u4",
                                                 "u8", "f2", "c16", "c16", "c8", "?", "?")
FOREIGN_DTYPES = (">f8", ">i4", "<U3", "M8[D]", "O")
MAX_SIZE = 300
BIG_SIZES = (16_000, 16_384, 16_500, 20_000)


def production(weight):
    """Registers a production; `weight` is how often it is chosen against the others."""
    def register(function):
        productions.append((weight, function))
        return function
    return register


class Operand(NamedTuple):
    """An expression with the variables it reads and its value in NumPy's run."""

    text: str
    names: tuple
    value: object


def layout_of(value):
    """The layout column of the coverage table."""
    if not isinstance(value, numpy.ndarray):
        return "scalar"
    if value.ndim == 0:
        return "0-d"
    if value.size == 0:
        return "empty"
    flags = value.flags
    if not flags.aligned:
        return "unaligned"
    if not value.dtype.isnative:
        return "byte-swapped"
    pairs = [(step, n) for step, n in zip(value.strides, value.shape) if n > 1]
    if any(step == 0 for step, n in pairs):
        return "broadcast"
    if any(step < 0 for step, n in pairs):
        return "reversed"
    if flags.c_contiguous:
        return "contiguous"
    return "fortran" if flags.f_contiguous else "strided"


class Context:
    """The state of one program while it is being written."""

    def __init__(self, rng, run: NumpyRun, big):
        self.rng = rng
        self.run = run
        self.big = big
        self.counter = 0

    # -- random pieces ------------------------------------------------------------------------
    def chance(self, probability):
        return self.rng.random() < probability

    def choose(self, *options):
        return options[int(self.rng.random() * len(options))]

    def integer(self, low, high):
        return self.rng.randint(low, high)

    def seed(self):
        return self.integer(0, 999)

    def dtype(self):
        return self.choose(*DTYPES)

    def shape(self):
        """A shape of at most MAX_SIZE elements; in big programs around the default threshold."""
        if self.big and self.chance(0.7):
            size = self.choose(*BIG_SIZES)
            return self.choose((size,), (size // 4, 4), (5, size // 5), (100, size // 100))
        ndim = self.choose(0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3)
        low = 0 if self.chance(0.04) else 1
        return tuple(self.integer(low, 7 if ndim < 3 else 4) for _ in range(ndim))

    def number(self, text=True):
        """A Python or NumPy scalar as source text."""
        return self.choose(
            "0", "1", "2", "3", "-1", "-2", "7", "300", "1.5", "-0.25", "2.0", "0.5", "True",
            "1j", "(0.5-2j)", "np.float64(1.5)", "np.float32(2.5)", "np.int64(3)", "np.int8(-2)",
            "np.uint8(200)", "np.bool_(True)", "np.float16(0.5)", "np.complex64(1-1j)",
            "np.array(2.5)", "np.array(3)", "np.array(2, dtype='f4')")

    # -- variables ----------------------------------------------------------------------------
    def fresh(self):
        """A variable name not used before."""
        self.counter += 1
        return f"v{self.counter}"

    def variables(self, wanted=None, loose=False):
        """(name, array) of the live arrays, loose ones only if asked for."""
        namespace, bad = self.run.namespace, self.run.loose.of
        found = [(name, namespace[name]) for name in live_names(namespace)
                 if loose or name not in bad]
        return [(name, value) for name, value in found if isinstance(value, numpy.ndarray)
                and (wanted is None or wanted(value))]

    def pick(self, wanted=None, loose=False):
        """One live array as an Operand, younger ones more often; None if there is none."""
        found = self.variables(wanted, loose)
        if not found:
            return None
        place = max(int(self.rng.random() * len(found)), int(self.rng.random() * len(found)))
        name, value = found[place]
        return Operand(name, (name,), value)

    def evaluate(self, text):
        """The value of an expression in NumPy's run, None if it fails."""
        try:
            return eval(expression(text), self.run.namespace)
        except Exception:
            return None

    def view_of(self, operand, probability=0.4):
        """The operand itself, or a view expression of it."""
        if not self.chance(probability) or operand.value.ndim == 0:
            return operand
        name, ndim = operand.text, operand.value.ndim
        text = self.choose(
            f"{name}[1:]", f"{name}[:-1]", f"{name}[::2]", f"{name}[::-1]", f"{name}.T",
            f"{name}[..., ::-1]", f"{name}[..., 0]", f"{name}[None]", f"{name}[...]",
            f"{name}[:2]", f"{name}[-1]", f"{name}[{', '.join(['::-1'] * ndim)}]",
            f"{name}[..., None]", f"{name}.reshape(-1)", f"{name}[..., 1::2]")
        value = self.evaluate(text)
        return operand if value is None or not isinstance(value, numpy.ndarray) \
            else Operand(text, operand.names, value)

    def partner(self, operand):
        """A second operand: broadcastable with the first in most cases."""
        draw = self.rng.random()
        if draw < 0.22:
            text = self.number()
            return Operand(text, (), self.evaluate(text))
        if draw < 0.32:
            shape = operand.value.shape[self.integer(0, operand.value.ndim):]
            text = f"np.array(data({shape}, {self.dtype()!r}, {self.seed()}))"
            return Operand(text, (), self.evaluate(text))
        if draw < 0.37:
            text = f"data({operand.value.shape}, {self.dtype()!r}, {self.seed()})"
            return Operand(text, (), self.evaluate(text))
        if draw < 0.40 and operand.value.ndim and operand.value.shape[-1] < 9:
            values = data_list(self, operand.value.shape[-1])
            return Operand(repr(values), (), values)
        if draw < 0.60:
            same = self.overlapping(operand)
            if same is not None:
                return same
        fits = self.pick(lambda value: broadcasts(value, operand.value))
        other = fits if fits and not self.chance(0.06) else self.pick()
        return self.view_of(other or operand, 0.25)

    def overlapping(self, operand):
        """Another view of the operand's memory with the same shape."""
        value, name = operand.value, operand.text
        if value.ndim == 0:
            return operand
        ndim = value.ndim
        options = [name, f"{name}[::-1]", f"{name}[{', '.join(['::-1'] * ndim)}]", f"{name}[0]",
                   f"{name}[..., :1]", f"{name}[-1:]", f"{name}[..., ::-1]"]
        if ndim == 2 and value.shape[0] == value.shape[1]:
            options += [f"{name}.T"] * 3
        text = self.choose(*options)
        given = self.evaluate(text)
        return None if given is None else Operand(text, operand.names, given)


def data_list(context, length):
    """A short list of Python numbers."""
    make = context.choose(lambda: context.integer(-3, 9), lambda: context.integer(-8, 20) / 4,
                          lambda: context.chance(0.5))
    return [make() for _ in range(length)]


def broadcasts(value, target):
    """True if `value` broadcasts to the shape of `target`."""
    try:
        return numpy.broadcast_shapes(value.shape, target.shape) == target.shape
    except ValueError:
        return False


def numeric(value):
    """True for arrays of the types that Numen computes itself."""
    return value.dtype.kind in "biufc"
