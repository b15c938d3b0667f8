"""Rows of one question: stacks of matrices, single matrices, loops over them; time and errors."""

from dataclasses import dataclass

import numpy

from . import matrices, turns
from .questions import QUESTIONS, bounds_of, errors_of, judgement

REPEATS, QUICK = 9, 3
MOST_JUDGED = 20_000  # matrices of a stack, repeated from the sample


@dataclass(frozen=True)
class Stack:
    """`count` matrices of m x n; `form` is how they are handed over, `label` the row's name.

    `condition`: that of the matrices that are timed, where they are no random ones. `peers`: SciPy,
    JAX and PyTorch are timed too. `seconds`: what the repeats may take.
    """

    question: str
    m: int
    n: int
    count: int
    dtype: str = "float64"
    form: str = "stack"
    label: str = ""
    condition: float | None = None
    peers: bool = True
    repeats: int = REPEATS
    seconds: float = 1.5
    threads: tuple = (1, 2)

    @property
    def name(self):
        return self.label or self.question

    @property
    def size(self):
        return self.n if self.m == self.n else f"{self.m}x{self.n}"

    @property
    def facts(self):
        return {"batch": self.count}


def of_loop(call):
    """A call of each matrix of a stack; the last result."""
    def loop(np, *given):
        for matrix in zip(*given):
            found = call(np, *matrix)
        return found
    return loop


def of_singles(call, operands):
    """A call of each of many single matrices, which are given one operand after the other."""
    def singles(np, *given):
        count = len(given) // operands
        for matrix in zip(*(given[k * count:(k + 1) * count] for k in range(operands))):
            found = call(np, *matrix)
        return found
    return singles


def called(row, question):
    """What is timed."""
    if row.form == "loop":
        return of_loop(question.call)
    if row.form == "singles":
        return of_singles(question.call, 2 if question.right else 1)
    return question.call


def handed_over(row, inputs):
    if row.form == "nested":
        return [x.reshape(-1, 10, *x.shape[1:]) for x in inputs]
    return [x for stack in inputs for x in stack] if row.form == "singles" else inputs


def sample_count(row):
    """How many matrices are judged: the answers in long double take time."""
    most = 100 if row.condition else 32
    return min(row.count, max(2, min(most, 1000 // min(row.m, row.n)**2 * 4)))


def drawn(row, rng, condition=None):
    """New inputs of the row's dtype; of a condition: a sample of matrices, repeated."""
    question = QUESTIONS[row.question]
    if condition is None:
        a = matrices.random(rng, question.kind, row.count, row.m, row.n)
        inputs = question.inputs(a, rng)
    else:
        count = sample_count(row)
        a = matrices.of_condition(rng, question.kind, count, row.m, row.n, condition)
        order = numpy.arange(min(row.count, MOST_JUDGED)) % count
        inputs = [x[order] for x in question.inputs(a, rng)]
    return [x.astype(row.dtype) for x in inputs]


def arithmetic_of(name, row):
    """NumPy and what is as accurate compute float32 in float64, but for products."""
    is_numpy_like = name in ("numpy", "numen") and row.question != "matmul"
    return "float64" if is_numpy_like else row.dtype


def answer(row, turn, inputs):
    """The results for the sample, as NumPy's stacks, found in the row's form."""
    question, count = QUESTIONS[row.question], sample_count(row)
    if row.form in ("loop", "singles"):
        library = turn.library
        call = library.function(question.call)
        every = [turns.tuple_of(call(*(library.array(x[i]) for x in inputs)))
                 for i in range(count)]
        return [numpy.stack([numpy.asarray(x) for x in part]) for part in zip(*every)]
    found = turns.tuple_of(turn.run(turn.made(handed_over(row, inputs))))
    found = [numpy.asarray(x) for x in found]
    if row.form == "nested":
        found = [x.reshape(-1, *x.shape[2:]) for x in found]
    return [x[:count] for x in found]


def judged(row, in_turn, inputs, condition):
    """Dict from library to [largest error, error over bound], or to the error that it raised.

    Without full rank pinv cuts what rounding makes of zeros, at 1e-15 of the largest value. Where
    NumPy's own rounding lies above, there is no right answer: such matrices are left out.
    """
    question, is_deficient = QUESTIONS[row.question], condition == matrices.DEFICIENT
    sample = [x[:sample_count(row)] for x in inputs]
    among, found = numpy.ones(len(sample[0]), bool), {}
    for name, turn in in_turn.items():  # NumPy is the first
        try:
            results = answer(row, turn, inputs)
        except Exception as reason:
            if "LinAlgError" not in type(reason).__name__:
                raise
            found[name] = ["LinAlgError", None]
            continue
        errors = errors_of(question, results, sample, is_deficient)
        bounds = bounds_of(question, sample, row.dtype, arithmetic_of(name, row), is_deficient)
        if is_deficient and row.question == "pinv" and name == "numpy":
            among = errors <= bounds
        found[name] = judgement(errors, bounds, among)
    return found


def errors(row, in_turn, rng):
    """Dict from condition ("timed": random matrices, as they are timed) to library to errors."""
    conditions = ("timed", *matrices.CONDITIONS, matrices.DEFICIENT)
    found = {}
    for condition in conditions[:1] if row.condition else conditions:
        inputs = drawn(row, rng, row.condition if condition == "timed" else condition)
        found[matrices.label(condition)] = judged(row, in_turn, inputs, condition)
    return found


def measured(row, libraries, quick):
    """Best seconds for a matrix, and errors, by library."""
    rng = numpy.random.default_rng(row.n)
    chosen = {name: library for name, library in libraries.items()
              if (row.peers or name in turns.ALWAYS) and name != "cupy"
              and (name != "native" or row.dtype == "float32")
              and (name != "scipy" or row.dtype == "float32")}
    in_turn = turns.turns_of(chosen, called(row, QUESTIONS[row.question]), row.count)
    turns.timed(in_turn, lambda: handed_over(row, drawn(row, rng, row.condition)),
                QUICK if quick else row.repeats, row.seconds)
    return {"seconds": {name: turn.best / row.count for name, turn in in_turn.items()},
            "errors": errors(row, in_turn, rng)}
