# Writing to arrays whose own elements share memory: what NumPy copies first and in which order.
import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view

COUNT = 9


def views():
    for dtype in ("f8", "i4", "u1", "c16"):
        step = np.dtype(dtype).itemsize

        def made(offset, shape, strides, dtype=dtype, step=step):
            base = (np.arange(COUNT) % 7).astype(dtype)
            return base, as_strided(base[offset:], shape, [step * stride for stride in strides])

        yield f"{dtype} one place", lambda made=made: made(0, (COUNT,), (0,))
        yield f"{dtype} rows of one", lambda made=made: made(0, (3, 3), (0, 1))
        yield f"{dtype} columns of one", lambda made=made: made(0, (3, 3), (1, 0))
        yield f"{dtype} windows", lambda made=made: made(0, (6, 3), (1, 1))
        yield f"{dtype} backwards", lambda made=made: made(3, (6, 3), (1, -1))
        yield f"{dtype} by two", lambda made=made: made(0, (2, 4), (2, 1))

    def sliding():
        base = np.arange(9.0)
        return base, sliding_window_view(base, 3, writeable=True)

    yield "sliding", sliding


def counted(v):
    return np.arange(v.size).reshape(v.shape)


def stored(v, key, value):
    v[key] = value


WRITES = {
    "+=": lambda v: v.__iadd__(1), "*=": lambda v: v.__imul__(3),
    "-= row": lambda v: v.__isub__(v[0]),
    "add": lambda v: np.add(v, 1, out=v), "twice": lambda v: np.add(v, v, out=v),
    "negative": lambda v: np.negative(v, out=v), "where": lambda v: np.add(v, 1, v, where=v > 2),
    "flipped": lambda v: np.add(v, v[::-1], out=v), "real": lambda v: v.real.__iadd__(1),
    "cast": lambda v: np.multiply(v, 1.5, out=v, casting="unsafe"),
    "others": lambda v: np.add(counted(v), 1, out=v, casting="unsafe"),
    "maximum": lambda v: np.maximum(v, v[..., ::-1], out=v),
    "clip": lambda v: np.clip(v, 1, 3, out=v),
    "sum": lambda v: np.sum(np.ones((3, *v.shape), v.dtype), axis=0, out=v),
    "cumsum": lambda v: np.cumsum(v, axis=0, out=v), "round": lambda v: np.round(v, 0, out=v),
    "number": lambda v: stored(v, ..., 5), "array": lambda v: stored(v, ..., counted(v)),
    "itself": lambda v: stored(v, ..., v[::-1]), "mask": lambda v: stored(v, v > 2, 0),
    "places": lambda v: stored(v, [0, 1], v[[1, 0]]), "put": lambda v: v.put([0, 1], [5, 6]),
    "putmask": lambda v: np.putmask(v, v > 2, [1, 2]),
    "place": lambda v: np.place(v, v > 2, [1, 2]),
    "copyto": lambda v: np.copyto(v, counted(v), casting="unsafe"), "sort": lambda v: v.sort(),
    "chosen": lambda v: np.copyto(v, counted(v), casting="unsafe", where=v > 1),
    "partition": lambda v: v.partition(1), "fill": lambda v: v.fill(3),
    "take": lambda v: np.take(v, np.arange(len(v)), axis=0, out=v),
    "product": lambda v: np.dot(np.eye(len(v), dtype=v.dtype), v, out=v),
    "matmul": lambda v: np.matmul(np.eye(len(v), dtype=v.dtype), v, out=v),
}  # fmt: skip
for kind, make in views():
    for name, write in WRITES.items():
        base, v = make()
        try:
            result = write(v)
            print(kind, name, result is v, base.tolist())
        except Exception as error:
            print(kind, name, type(error).__name__, error, base.tolist())

# Outputs that are read-only are refused in the words of each function.
x = np.eye(200)
for out in (np.zeros((200, 200)), np.zeros((200, 200), "f4"), np.zeros((200, 200)).T):
    out.flags.writeable = False
    for name, write in (("matmul", lambda: np.matmul(x, x, out=out)),
                        ("dot", lambda: x.dot(x, out)),
                        ("np.dot", lambda: np.dot(x, x, out)), ("clip", lambda: x.clip(1, 2, out)),
                        ("add", lambda: np.add(x, x, out))):  # fmt: skip
        try:
            write()
        except Exception as error:
            print(name, type(error).__name__, error)
with np.errstate(over="raise"):
    try:
        large = np.full((2, 2), 6e4, "f2")
        np.matmul(large, large, out=np.zeros((2, 2), bool))
    except Exception as error:
        print(type(error).__name__, error)
