# The calls of test_changing_lists.py: every function that takes a list, of which another thread
# replaces, removes and adds items.
import random

N = 20_000


class Slow:
    """Converts itself in Python, where other threads take their turn."""

    def __init__(self, value):
        self.value = value

    def __array__(self, dtype=None, copy=None):
        for _ in range(3):
            pass
        return np.asarray(self.value)

    def __float__(self):
        for _ in range(3):
            pass
        return 1.0

    def __index__(self):
        for _ in range(3):
            pass
        return 1


def pending():
    return np.arange(float(N)) * 2.0


def pendings():
    return [pending() for _ in range(8)],


def rows():
    return [[float(i) for i in range(20)] for _ in range(8)],


def slow_rows():
    return [[Slow(1.0) for _ in range(6)] for _ in range(6)],


def mixed():
    return [pending(), [1.0] * N, Slow([2.0] * N), pending() + 1, np.ones(N)],


def numbers():
    return [1, 2, Slow(1), 3, 1, 0],


def change_rows(items, *_):
    k = random.randrange(len(items))
    items[k] = [2.0] * 20
    items[0][:] = [Slow(3.0)] * 3
    items[0] = [4.0] * 20


def change_pendings(items, *_):
    k = random.randrange(len(items))
    items[k] = pending()
    items.append(pending())
    del items[0]


def change_mixed(items, *_):
    items.clear()
    items.extend(mixed()[0])


def change_numbers(items, *_):
    items.clear()
    items.extend([1, 2, Slow(1), 3, 1, 0])


def target():
    return np.zeros((8, N))


SEQUENCES = {
    "array": np.array,
    "asarray": np.asarray,
    "asarray_float32": lambda x: np.asarray(x, dtype=np.float32),
    "mean": np.mean,
    "sum": np.sum,
    "max_axis": lambda x: np.max(x, axis=0),
    "add": lambda x: np.add(x, 1),
    "add_both": lambda x: np.add(x, x),
    "operator": lambda x: np.float64(1.0) + np.ones(20) * 1 if not x else np.ones(1) + x,
    "in_place": lambda x: np.ones(20).__iadd__(x[0]),
    "concatenate": np.concatenate,
    "concatenate_flat": lambda x: np.concatenate(x, axis=None),
    "stack": np.stack,
    "vstack": np.vstack,
    "hstack": np.hstack,
    "dstack": np.dstack,
    "column_stack": np.column_stack,
    "block": np.block,
    "sort": np.sort,
    "cumsum": np.cumsum,
    "where": lambda x: np.where(x, x, 0),
    "nonzero": np.nonzero,
    "einsum": lambda x: np.einsum("i...->...", x),
    "einsum_several": lambda x: np.einsum("i,i,i", *x[:3]),
    "dot": lambda x: np.dot(x, 1.0),
    "matmul": lambda x: np.matmul(x, x),
    "inner": lambda x: np.inner(x, x),
    "outer": lambda x: np.outer(x[0], x[-1]),
    "tensordot": lambda x: np.tensordot(x, x, axes=0) if len(x) < 7 else None,
    "multi_dot": lambda x: np.linalg.multi_dot(x),
    "norm": np.linalg.norm,
    "solve": lambda x: np.linalg.solve(x, x),
    "fft": np.fft.fft,
    "clip": lambda x: np.clip(x, 0, 1),
    "take": lambda x: np.take(x, [0, 1], axis=0),
    "transpose": np.transpose,
    "histogram": lambda x: np.histogram(x, bins=3),
    "interp": lambda x: np.interp(x[0], x[0], x[0]),
    "searchsorted": lambda x: np.searchsorted(x[0], x[0]),
    "unique": np.unique,
    "select": lambda x: np.select([np.ones(N, bool)] * len(x), x),
    "choose": lambda x: np.choose(np.zeros(N, int), x),
    "meshgrid": lambda x: np.meshgrid(*x[:2], sparse=True),
    "broadcast_arrays": lambda x: np.broadcast_arrays(*x),
    "lexsort": np.lexsort,
    "average": lambda x: np.average(x[0], weights=x[0]),
    "pad": lambda x: np.pad(x, 1),
    "roll": lambda x: np.roll(x, 1),
    "tile": lambda x: np.tile(x, 2),
    "repeat": lambda x: np.repeat(x, 2),
    "correlate": lambda x: np.correlate(x[0], [1.0, 2.0]),
    "polyval": lambda x: np.polyval(x[:3], 1.0),
    "array_equal": lambda x: np.array_equal(x, x),
    "isin": lambda x: np.isin(x, [1.0]),
    "diff": np.diff,
    "trapezoid": np.trapezoid,
    "cov": lambda x: np.cov(x[0]),
    "atleast_2d": lambda x: np.atleast_2d(*x[:2]),
    "put": lambda x: np.put(np.zeros(99), [0, 1], x),
    "place": lambda x: np.place(np.zeros(99), np.ones(99, bool), x[0]),
    "copyto": lambda x: np.copyto(np.zeros(20), x[0]),
    "set_slice": lambda x: target().__setitem__(slice(0, len(x)), x),
    "set_all": lambda x: target().__setitem__(Ellipsis, x),
    "set_mask": lambda x: target().__setitem__(np.ones(8, bool), x),
    "set_fancy": lambda x: target().__setitem__([0, 1, 2, 3, 4, 5, 6, 7], x),
    "bmat": lambda x: np.vstack([x, x]),
    "fromiter": lambda x: np.fromiter(x[0], float),
    "savez": lambda x: np.array_repr(np.asarray(x[0][:3])),
    "vectorize": lambda x: np.vectorize(float)(x[0][:3]),
    "ufunc_at": lambda x: np.add.at(np.zeros(99), [0, 1], x[0][:2]),
    "add_reduce": np.add.reduce,
    "reduceat": lambda x: np.add.reduceat(x[0], [0, 1]),
    "accumulate": np.add.accumulate,
    "minimum_outer": lambda x: np.minimum.outer(x[0][:9], x[0][:9]),
    "ndarray_dot": lambda x: np.ones(8).dot(x),
    "apply_along_axis": lambda x: np.apply_along_axis(sum, 0, x[:1]),
}

INDEXES = {
    "index_list": lambda i: np.arange(9.0)[i],
    "index_lists": lambda i: np.ones((9, 9))[i, i],
    "index_set": lambda i: np.zeros(9).__setitem__(i, 1.0),
    "index_set_list": lambda i: np.zeros(9).__setitem__([0, 1, 2, 3, 4, 5], i),
    "index_of_large": lambda i: pending()[i],
    "index_set_large": lambda i: pending().__setitem__(i, pending()[:6]),
    "take_list": lambda i: np.take(np.arange(9.0), i),
    "take_large": lambda i: pending().take(i),
    "put_list": lambda i: np.put(np.zeros(9), i, i),
    "reshape_list": lambda i: np.ones(36).reshape(i),
    "zeros_list": lambda i: np.zeros(i),
    "ones_list": lambda i: np.ones(i),
    "full_list": lambda i: np.full(i, 1.0),
    "broadcast_to_list": lambda i: np.broadcast_to(1.0, i),
    "sum_axis_list": lambda i: np.ones((1,) * 9).sum(axis=tuple(i)),
    "transpose_list": lambda i: np.ones((1,) * 6).transpose(i),
    "roll_list": lambda i: np.roll(np.ones((9, 9, 9, 9, 9, 9)), i, axis=i),
    "repeat_list": lambda i: np.repeat(np.ones(6), i),
    "ufunc_at_list": lambda i: np.add.at(np.zeros(9), i, i),
    "bincount": np.bincount,
    "unravel_index": lambda i: np.unravel_index(i, [3, 3]),
    "unravel_shape": lambda i: np.unravel_index([0, 1], i[:2]),
    "ravel_multi_index": lambda i: np.ravel_multi_index([i, i], (9, 9)),
    "partition_list": lambda i: np.partition(np.arange(9.0), i),
    "delete": lambda i: np.delete(np.arange(9.0), i),
    "insert": lambda i: np.insert(np.arange(9.0), i, i),
    "reduceat_list": lambda i: np.add.reduceat(np.arange(9.0), i),
    "choose_list": lambda i: np.choose(i, [i, i, i, i]),
    "ix": lambda i: np.ix_(i, i),
    "pad_list": lambda i: np.pad(np.ones(3), [i[:2]]),
    "tile_list": lambda i: np.tile(np.ones(2), i[:3]),
    "take_along_axis": lambda i: np.take_along_axis(np.arange(9.0), np.asarray(i), 0),
    "tensordot_axes": lambda i: np.tensordot(np.ones((2,) * 4), np.ones((2,) * 4), axes=[i, i]),
    "rollaxis": lambda i: np.moveaxis(np.ones((1,) * 6), i, i),
    "expand_dims": lambda i: np.expand_dims(np.ones(3), i),
    "as_strided": lambda i: np.lib.stride_tricks.as_strided(np.ones(9), i[:1], [8]),
    "fft_axes": lambda i: np.fft.fftn(np.ones((4, 4)), i[:2]),
    "norm_axes": lambda i: np.linalg.norm(np.ones((2, 2)), axis=tuple(i[:2])),
    "split": lambda i: np.split(np.arange(9.0), i),
    "flip": lambda i: np.flip(np.ones((3, 3)), i),
    "indices": lambda i: np.indices(i[:2]),
    "require": lambda i: np.require(np.ones(3), requirements=i),
}

SCENARIOS = {}
for name, call in SEQUENCES.items():
    SCENARIOS[name] = (rows, call, change_rows, 12)
    SCENARIOS[name + ":pending"] = (pendings, call, change_pendings, 4)
    SCENARIOS[name + ":mixed"] = (mixed, call, change_mixed, 2)
    SCENARIOS[name + ":slow"] = (slow_rows, call, change_rows, 4)
for name, call in INDEXES.items():
    SCENARIOS[name] = (numbers, call, change_numbers, 12)
# NumPy reads lists in lists as it meets them: one call in some thousand finds them changed.
SCENARIOS["choose_list"] = (numbers, INDEXES["choose_list"], change_numbers, 150)
