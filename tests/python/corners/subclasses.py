import numpy as np


class Info(np.ndarray):
    def __new__(cls, values, info=None):
        made = np.asarray(values).view(cls)
        made.info = info
        return made

    def __array_finalize__(self, parent):
        print("finalize", type(parent).__name__)
        self.info = getattr(parent, "info", "none")


class Wrapped(np.ndarray):
    def __array_wrap__(self, array, context=None, return_scalar=False):
        print("wrap", array.shape, context and context[0].__name__, return_scalar)
        return super().__array_wrap__(array, context, return_scalar)


class Logged(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        print("ufunc", ufunc.__name__, method, sorted(kwargs))
        plain = [np.asarray(i) if isinstance(i, Logged) else i for i in inputs]
        kwargs["out"] = tuple(np.asarray(o) for o in kwargs["out"]) if "out" in kwargs else None
        kwargs = {k: v for k, v in kwargs.items() if v is not None}
        return getattr(ufunc, method)(*plain, **kwargs)


class Dispatched(np.ndarray):
    def __array_function__(self, func, types, args, kwargs):
        print("function", func.__name__, sorted(t.__name__ for t in types))
        return super().__array_function__(func, types, args, kwargs)


a = np.arange(6.0)
x = Info(a, "metres")
for y in (x[1:], x * 2, a + x, x + a, np.sin(x), x.reshape(2, 3), x.copy(), np.add(a, x), x.T,
          x.astype(int), x.sum(), np.concatenate([x, x]), np.where(x > 2, x, 0), x[x > 2], -x,
          np.array(x, subok=True), np.asanyarray(x), np.asarray(x), x.view(np.ndarray), a - x):
    print(type(y).__name__, getattr(y, "info", "-"), np.asarray(y).tolist())
x += 1
x[0] = 50
print(a[0], x.base is a, isinstance(x, np.ndarray), issubclass(Info, np.ndarray), repr(x), str(x))
w = np.arange(3.0).view(Wrapped)
print(w + 1, np.sin(w), np.add.reduce(w), w.sum(), a[:3] * w, np.mean(w), np.median(w))
g = np.arange(4.0).view(Logged)
print(g + 1, a[:4] + g, np.add(g, g), np.add.reduce(g), np.multiply.outer(g, g).shape, g.max())
out = np.zeros(4)
np.add(g, 1, out=out)
a[:4] += g
g *= 2
print(out, a, np.asarray(g), a[:4] > g, a[:4] @ g)
f = np.arange(3.0).view(Dispatched)
print(np.mean(f), np.concatenate([f, a[:1]]), np.concatenate([a[:1], f]), np.sort(f), np.sum(f))
print(np.dot(a[:3], f), np.stack([f, f]).shape, np.where(f > 0, a[:3], f), np.median(f))


class Plain(np.ndarray):
    pass


p = Plain((2, 2), buffer=np.arange(4.0), dtype=float)
print(p, type(p + 1).__name__, type(p.sum()).__name__, type(p[0]).__name__, type(p @ p).__name__)
print(type(np.zeros(3).view(Plain)).__name__, type(np.ones((2, 2)) @ p).__name__,
      p.__array_priority__)
print(issubclass(Plain, np.ndarray), isinstance(p, np.ndarray), np.zeros(2).view(type=Plain))
print(type(np.empty_like(p)).__name__, type(np.empty_like(p, subok=False)).__name__)
