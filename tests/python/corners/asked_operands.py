# Classes derived from ndarray beside an array: whose operator is asked, and who computes where it
# declines.
import operator

import numpy as np

NAMES = "add sub mul truediv floordiv mod pow lshift and_ matmul lt eq ge ne".split()
OPERATORS = {"divmod": divmod, **{name: getattr(operator, name) for name in NAMES}}
asked = []


def declines(name):
    def method(self, *args):
        asked.append(name)
        return NotImplemented

    return method


def answers(name):
    def method(self, *args):
        asked.append(name)
        return "own " + name

    return method


def told(self, ufunc, method, *inputs, **kwargs):
    return "told", ufunc.__name__, method


def classes(name):
    left, right = f"__{name}__", f"__r{name}__"
    compared = {f"__{each}__": declines(each) for each in "lt eq ge gt le ne".split()}
    members = {
        "plain": {},
        "right declines": {right: declines("right"), **compared},
        "left declines": {left: declines("left")},
        "both decline": {left: declines("left"), right: declines("right")},
        "right answers": {right: answers("right"), "__gt__": answers("gt"), "__eq__": answers("eq"),
                          "__hash__": None},
        "left answers": {left: answers("left")},
        "no ufunc": {"__array_ufunc__": None},
        "no ufunc, answers": {"__array_ufunc__": None, right: answers("right")},
        "no ufunc, declines": {"__array_ufunc__": None, right: declines("right"), **compared},
        "ufunc": {"__array_ufunc__": told},
        "priority": {"__array_priority__": 100.0},
    }  # fmt: skip
    for kind, of_class in members.items():
        yield kind, type(kind.title().replace(" ", ""), (np.ndarray,), of_class)
    yield "matrix", np.matrix


def shown(result):
    if isinstance(result, np.ndarray):
        kind = "ndarray" if type(result) == np.ndarray else type(result).__name__
        return f"{kind} {result.dtype} {np.asarray(result).ravel()[:3].tolist()}"
    if isinstance(result, tuple):
        return [shown(each) for each in result]
    return repr(result)


def show(key, call):
    asked.clear()
    try:
        with np.errstate(all="ignore"):
            answer = shown(call())
    except Exception as error:
        answer = f"{type(error).__name__}: {str(error)[:70]}"
    print(key, answer, asked)


for name, call in OPERATORS.items():
    own = name.strip("_")
    for kind, cls in classes(own):
        for n, dtype in ((3, "f8"), (20000, "f8"), (20000, "i8")):
            x = np.arange(n).astype(dtype) + 1
            derived = np.matrix(x % 3) if cls is np.matrix else (x % 3).view(cls)
            show(f"{name} {kind} {n} {dtype}", lambda: call(x, derived))
            show("turned", lambda: call(derived, x))
            show("by name", lambda: getattr(x, f"__{own}__")(derived))
            if hasattr(operator, f"i{own}"):
                show("in place", lambda: getattr(operator, f"i{own}")(x.copy(), derived))
