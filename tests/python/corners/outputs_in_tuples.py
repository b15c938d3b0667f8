# Outputs of ufuncs by place, by name and in tuples.
import numpy as np


def told(call):
    try:
        return call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def outputs(call, *made):
    result = call(*made)
    parts = result if isinstance(result, tuple) else (result,)
    names = [next((i for i, out in enumerate(made) if out is part), "new") for part in parts]
    return names, [np.asarray(part).tolist()[:3] for part in (*parts, *made)]


WAYS = (
    lambda f, x, a, b: f(*x, out=(a, b)), lambda f, x, a, b: f(*x, a, b),
    lambda f, x, a, b: f(*x, out=(None, b)), lambda f, x, a, b: f(*x, out=(a, None)),
    lambda f, x, a, b: f(*x, a), lambda f, x, a, b: f(*x, None, b),
    lambda f, x, a, b: f(*x, (a, b)),
    lambda f, x, a, b: f(*x, out=a), lambda f, x, a, b: f(*x, out=(a,)),
    lambda f, x, a, b: f(*x, out=[a, b]), lambda f, x, a, b: f(*x, a, out=(a, b)),
    lambda f, x, a, b: f(*x, out=(a, a)), lambda f, x, a, b: f(*x, out=()),
    lambda f, x, a, b: f(*x, out=(a, b), where=np.arange(x[0].size) % 2 == 0),
    lambda f, x, a, b: f(a, *x[1:], out=(b, a)), lambda f, x, a, b: f(*x, (a,)),
    lambda f, x, a, b: f(*x, out=(a, b, a)), lambda f, x, a, b: f(*x, out=...),
)  # fmt: skip
for size in (3, 20_000):
    for dtype in "fdl":
        x = (np.arange(size) * 1.5 + 0.5).astype(dtype)
        for name in ("modf", "frexp", "divmod", "add", "sin", "isnan", "matmul"):
            inputs = (x, x + 1) if name in ("divmod", "add", "matmul") else (x,)
            for number, way in enumerate(WAYS):
                for first, second in ("dd", "di", "?f"):
                    made = np.full(size, 7, first), np.full(size, 7, second)
                    call = getattr(np, name)
                    print(size, dtype, name, number, first, second,
                          told(lambda: outputs(lambda a, b: way(call, inputs, a, b), *made)))
