"""Rows of one question: stacks of matrices, single matrices, loops over them; time and errors."""

from dataclasses import dataclass

import numpy

from . import matrices, turns
from .questions import QUESTIONS, bounds_of, errors_of, is_alike, judgement, over_everywhere
from .samples import spread

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
    """A call of each matrix of a stack; the list of results."""
    def loop(np, *given):
        return [call(np, *matrix) for matrix in zip(*given)]
    return loop


def of_singles(call, operands):
    """A call of each of many single matrices, which are given one operand after the other."""
    def singles(np, *given):
        count = len(given) // operands
        return [call(np, *matrix) for matrix in
                zip(*(given[k * count:(k + 1) * count] for k in range(operands)))]
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


def as_stacks(row, found):
    """What the row's form gives, as NumPy's stacks; whatever library made it."""
    if row.form in ("loop", "singles"):
        every = [turns.tuple_of(one) for one in found]
        return [numpy.stack([numpy.asarray(x) for x in part]) for part in zip(*every)]
    found = [numpy.asarray(x) for x in turns.tuple_of(found)]
    return [x.reshape(-1, *x.shape[2:]) for x in found] if row.form == "nested" else found


def stacks_given(row, given):
    """The inputs that were handed over, as stacks again."""
    if row.form == "nested":
        return [x.reshape(-1, *x.shape[2:]) for x in given]
    if row.form == "singles":
        operands = 2 if QUESTIONS[row.question].right else 1
        count = len(given) // operands
        return [numpy.stack(given[k * count:(k + 1) * count]) for k in range(operands)]
    return given


def judged_as_timed(row, answers):
    """Of the arrays that the timed calls gave: a sample spread over the stack against answers in
    long double, and every matrix by its residual.
    """
    question, found = QUESTIONS[row.question], {}
    numpys = as_stacks(row, answers["numpy"][0])
    for name, (results, given) in answers.items():
        given, results = stacks_given(row, given), as_stacks(row, results)
        if name in turns.ALWAYS and not is_alike(results, numpys):
            found[name] = [numpy.inf, numpy.inf]
            continue
        results, given = ([x[:len(results[0])] for x in stacks] for stacks in (results, given))
        places = spread(len(given[0]), sample_count(row))
        sample, arithmetic = [x[places] for x in given], arithmetic_of(name, row)
        errors = errors_of(question, [x[places] for x in results], sample)
        bounds = bounds_of(question, sample, row.dtype, arithmetic)
        error, over = judgement(errors, bounds, numpy.ones(len(places), bool))
        if name in turns.ALWAYS:
            over = max(over or 0.0, over_everywhere(question, results, given, row.dtype,
                                                    arithmetic))
        found[name] = [error, over]
    return found


def refusal(row, name, reason, sample, is_deficient):
    """What is noted of a library that refuses what NumPy answers: infinitely wrong, but where its
    arithmetic cannot tell the matrices from singular ones.
    """
    arithmetic = arithmetic_of(name, row)
    bounds = bounds_of(QUESTIONS[row.question], sample, row.dtype, arithmetic, is_deficient)
    is_told = (bounds < 1).any() and not (is_deficient and arithmetic == "float32")
    return [type(reason).__name__, numpy.inf if is_told else None]


def judged(row, in_turn, inputs, condition):
    """Dict from library to [largest error, error over bound], or to the error that it raised.

    Without full rank pinv cuts what rounding makes of zeros, at 1e-15 of the largest value. Where
    NumPy's own rounding lies above, there is no right answer: such matrices are left out.
    """
    question, is_deficient = QUESTIONS[row.question], condition == matrices.DEFICIENT
    count = min(row.count, MOST_JUDGED)
    places = spread(count, sample_count(row))
    sample = [x[places] for x in inputs]
    among, found = numpy.ones(len(sample[0]), bool), {}
    for name, turn in in_turn.items():  # NumPy is the first
        try:
            results = as_stacks(row, turn.run(turn.made(handed_over(row, inputs))))
        except Exception as reason:
            if name == "numpy" and "LinAlgError" not in type(reason).__name__:
                raise
            numpys = found.get("numpy", [0.0])[0]
            found[name] = (refusal(row, name, reason, sample, is_deficient)
                           if isinstance(numpys, float) and name != "numpy"
                           else [type(reason).__name__, None])
            continue
        here = places[places < len(results[0])]  # of slower libraries that got fewer
        mine = [x[here] for x in inputs]
        errors = errors_of(question, [x[here] for x in results], mine, is_deficient)
        bounds = bounds_of(question, mine, row.dtype, arithmetic_of(name, row), is_deficient)
        if is_deficient and row.question == "pinv" and name == "numpy":
            among = errors <= bounds
        found[name] = judgement(errors, bounds, among[:len(here)])
    return found


def errors(row, in_turn, answers, rng):
    """Dict from condition ("timed": of what the timed calls gave) to library to errors."""
    found = {"timed": judged_as_timed(row, answers)}
    for condition in () if row.condition else (*matrices.CONDITIONS, matrices.DEFICIENT):
        found[matrices.label(condition)] = judged(row, in_turn, drawn(row, rng, condition),
                                                  condition)
    return found


def timed(row, libraries, quick, rng):
    """(the turns, their last answers, refusals) of the libraries that the row is for."""
    chosen = {name: library for name, library in libraries.items()
              if (row.peers or name in turns.ALWAYS) and name != "cupy"
              and (name != "native" or row.dtype == "float32")
              and (name != "scipy" or row.dtype == "float32")}
    in_turn = turns.turns_of(chosen, called(row, QUESTIONS[row.question]), row.count)
    return in_turn, *turns.timed(
        in_turn, lambda: handed_over(row, drawn(row, rng, row.condition)),
        QUICK if quick else row.repeats, row.seconds)


def measured(row, libraries, quick):
    """Best seconds for a matrix, and errors, by library."""
    rng = numpy.random.default_rng(row.n)
    in_turn, answers, refusals = timed(row, libraries, quick, rng)
    return {**turns.measurement(in_turn, refusals, row.count),
            "errors": errors(row, in_turn, answers, rng)}
