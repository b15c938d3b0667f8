# Classes derived from Python's own: NumPy asks them by its protocols, operators and methods.
import operator
import re

import numpy as np


def shown(x):
    if isinstance(x, np.ndarray) or type(x).__name__ == "ndarray":
        return f"{x.dtype}{x.shape}{np.asarray(x).ravel()[:4].tolist()}"
    if type(x) in (tuple, list):
        return [shown(item) for item in x[:6]]
    return f"{type(x).__name__} {x!r}"


def told(key, call):
    try:
        answer = shown(call())
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    print(key, re.sub("0x[0-9a-f]+", "", str(answer))[:150])


def asked(self, ufunc, method, *inputs, **kwargs):
    return "asked", ufunc.__name__, method, len(inputs), sorted(kwargs)


def answered(self, function, types, args, kwargs):
    return "answered", function.__name__, len(args), sorted(kwargs)


def wrapped(self, array, context=None, return_scalar=False):
    return "wrapped", np.shape(array), return_scalar


def method(name):
    return lambda self, *args, **kwargs: ("own", name, len(args), sorted(kwargs))


fives = np.array([5.0, 6.0, 7.0])
operators = {f"__r{name}__": method(name) for name in
             "add sub mul truediv floordiv mod divmod pow matmul and or".split()}  # fmt: skip
PROTOCOLS = {
    "function": {"__array_function__": answered},
    "ufunc": {"__array_ufunc__": asked},
    "no ufunc": {"__array_ufunc__": None},
    "array": {"__array__": lambda self, dtype=None, copy=None: np.array(fives, dtype=dtype)},
    "interface": {"__array_interface__": property(lambda self: fives.__array_interface__)},
    "struct": {"__array_struct__": property(lambda self: fives.__array_struct__)},
    "wrap": {"__array_wrap__": wrapped},
    "priority": {"__array_priority__": 50.0, **operators},
    "operators": operators,
    "compares": {"__eq__": lambda self, other: True, "__hash__": None},
    "index": {"__index__": lambda self: 1},
    "iter": {"__iter__": lambda self: iter([7.0, 8.0, 9.0])},
    "methods": {name: method(name) for name in """sum mean std any all max min prod cumsum argmax
                sort argsort nonzero take clip round repeat reshape ravel dot trace""".split()},
}
BASES = {list: ([1.0, 2.0, 3.0],), tuple: ([1.0, 2.0, 3.0],), float: (1.5,), int: (1,),
         np.float64: (1.5,), str: ("C",), np.ndarray: (3,)}  # fmt: skip

CALLS = """np.add(s,o) np.sin(o) np.add(s,1,out=o) np.matmul(s,o) np.multiply.outer(s,o)
np.add.reduce(o) np.add.accumulate(o) np.add.at(s.copy(),[0],o) np.sum(o) np.mean(o)
np.std(a,ddof=o) np.cumsum(o) np.argmax(o) np.any(o) np.sort(o) np.argsort(o) np.nonzero(o)
np.argwhere(o) np.take(s,o) np.take(o,[0]) np.clip(s,0,o) np.clip(o,0,1) s.clip(0,o) np.round(o)
np.repeat(o,2) np.reshape(o,-1) np.ravel(o) np.concatenate([s,o]) np.concatenate(o)
np.stack([s,o]) np.vstack([s,o]) np.where(s>1,o,s) np.cross(s,o) np.dot(s,o) s.dot(o) np.vdot(s,o)
np.inner(s,o) np.tensordot(s,o,1) np.outer(s,o) np.kron(s,o) np.linspace(0,o,3) np.logspace(0,o,3)
np.geomspace(1,o,3) np.can_cast(o,'f8') np.result_type(o,s) np.copyto(s.copy(),o) np.copy(o,s)
np.copy(o) np.full_like(s,1.0,dtype=o) np.linalg.norm(o) np.linalg.norm(s,o) np.linalg.solve(m,o)
np.fft.fft(o) np.fft.fft(s,o) np.interp(o,s,s) np.trapezoid(o) np.trapezoid(s,dx=o)
np.gradient(s,o) np.unwrap(s,period=o) np.diff(o) np.ediff1d(s,o) np.unique(o) np.isin(s,o)
np.insert(s,0,o) np.delete(o,0) np.append(s,o) np.nan_to_num(o) np.isclose(s,o) np.allclose(o,o)
np.array_equal(s,o) np.median(o) np.median(a,o) np.percentile(s,o) np.quantile(s,0.5,method=o)
np.average(s,weights=o) np.histogram(o) np.bincount(o) np.searchsorted(s,o) np.digitize(s,o)
np.select([s>1],[o]) np.flip(o) np.flip(s,o) np.roll(s,o) np.diag(s,o) np.tril(m,o) np.eye(3,k=o)
np.hstack([s],casting=o) np.lexsort((s,o)) np.lexsort([o]) np.partition(o,1) np.isposinf(s,out=o)
np.atleast_2d(o) np.broadcast_to(o,(2,3)) np.shape(o) np.ndim(o) np.size(o) np.asarray(o)
np.array([s,o]) np.array_repr(s,o) np.sum(a,where=o) a.sum(where=o) a.mean(axis=o) s.take(o)
np.apply_along_axis(np.sum,0,o) s[o] s[:o] m[o,0]""".split()  # fmt: skip
CALLS = [(text, compile(text, text, "eval")) for text in CALLS]
BINARY = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv,
          operator.mod, divmod, operator.pow, operator.matmul, operator.and_, operator.eq,
          operator.lt, operator.iadd, operator.imatmul, operator.ifloordiv]  # fmt: skip


def made(base, protocol, how):
    """An object of a class that has the protocol by its body, by its base, or got it later."""
    body = PROTOCOLS[protocol]
    if how == "inherited":
        base_class = type("B", (base,), dict(body))
        return type("C", (base_class,), {})(*BASES[base])
    of = type("C", (base,), dict(body) if how == "body" else {})
    thing = of(*BASES[base])
    if how == "later":
        np.add(np.arange(3.0), 1)
        for name, value in body.items():
            setattr(of, name, value)
    return thing


def ask(base, protocol, how, size, calls, binary):
    o = made(base, protocol, how)
    if base is np.ndarray:
        o[...] = [1.0, 2.0, 3.0]
    for text, code in calls:
        a = np.arange(float(size)) + 0.0
        s, m = a[:3].copy(), np.arange(9.0).reshape(3, 3) + np.eye(3)
        if "full_like" in text and protocol == "function":
            continue  # NumPy leaves the elements as they are
        told((base.__name__, protocol, how, size, text),
             lambda: eval(code, {"np": np, "a": a, "s": s, "m": m, "o": o}))
    for function in binary:
        for left in (np.arange(3.0) + 0, np.arange(3), np.arange(float(size)) + 0.0,
                     np.float64(2)):  # fmt: skip
            key = base.__name__, protocol, how, np.size(left), function.__name__
            told(key, lambda: function(left, o))
            if function.__name__[0] != "i":
                told(key, lambda: function(o, left))


for base in BASES:
    for protocol in PROTOCOLS:
        ask(base, protocol, "body", 20_000, CALLS, BINARY)
    for protocol in ("function", "ufunc", "no ufunc", "array", "wrap", "methods"):
        for how in ("inherited", "later"):
            ask(base, protocol, how, 3, CALLS[:40], BINARY[:4])
