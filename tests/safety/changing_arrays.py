# The calls of test_changing_arrays.py: every function that works on an array whose shape and type
# another thread changes meanwhile.
import random

COUNT = 80_000
SHAPES = [(COUNT,), (COUNT // 2, 2), (COUNT // 8, 8), (COUNT // 20, 4, 5),
          (COUNT // 800, 5, 10, 16)]


def managed():
    return np.arange(float(COUNT)) * 1.0 + 1.0,


def exposed():
    x = np.arange(float(COUNT)) + 1.0
    memoryview(x)
    return x,


def pair():
    return np.arange(float(COUNT)) * 1.0 + 1.0, np.arange(float(COUNT)) * 2.0 + 1.0


def small():
    return np.arange(16.0),


def change(x, *others):
    for a in (x, *others):
        size = a.size
        a.shape = random.choice([s for s in SHAPES if np.prod(s) == size] or
                                [(16,), (4, 4), (2, 8), (2, 2, 2, 2)])


def change_type(x, *others):
    change(x, *others)
    x.dtype = random.choice(["f8", "i8", "u8"])


def of(x):
    return x.reshape(-1)


ONE = {
    "iadd": lambda x: x.__iadd__(1.0),
    "isub_self": lambda x: x.__isub__(x),
    "imul_row": lambda x: x.__imul__(x[0]),
    "ipow": lambda x: x.__ipow__(2.0),
    "add": lambda x: x + 1.0,
    "add_self": lambda x: (x + x).sum(),
    "add_column": lambda x: x + x[..., :1],
    "compare": lambda x: x > 3.0,
    "power_array": lambda x: (x ** np.full(1, 2.0))[0],
    "sum": lambda x: x.sum(),
    "sum0": lambda x: x.sum(axis=0)[0],
    "sum1": lambda x: x.sum(axis=1),
    "mean_out": lambda x: np.mean(x, axis=0, out=np.zeros(2)),
    "std": lambda x: x.std(axis=-1),
    "argmax": lambda x: x.argmax(axis=0),
    "min_where": lambda x: x.min(where=x > 1, initial=9.0),
    "cumsum": np.cumsum,
    "cumsum0": lambda x: np.cumsum(x, axis=0),
    "cumsum_out": lambda x: np.cumsum(x, axis=0, out=x),
    "sort": np.sort,
    "sort_in_place": lambda x: x.sort(),
    "argsort": np.argsort,
    "argsort_flat": lambda x: np.argsort(x, axis=None),
    "partition": lambda x: np.partition(x, 1),
    "partition_in_place": lambda x: x.partition(1),
    "copy": lambda x: x.copy(),
    "copy_fortran": lambda x: x.copy("F"),
    "astype": lambda x: x.astype("f4").sum(),
    "flatten": lambda x: x.T.flatten(),
    "ravel": lambda x: x.T.ravel(),
    "reshape": lambda x: x.T.reshape(-1, 2),
    "tolist": lambda x: x[:2].tolist(),
    "fill": lambda x: x.fill(1.0),
    "set_all": lambda x: x.__setitem__(Ellipsis, x[::-1]),
    "set_row": lambda x: x.__setitem__(0, x[1]),
    "set_mask": lambda x: x.__setitem__(x > 5.0, 1.0),
    "set_mask_array": lambda x: x.__setitem__(x > 5.0, x[x > 5.0]),
    "set_fancy": lambda x: x.__setitem__([0, 1], x[[1, 0]]),
    "set_long": lambda x: x.__setitem__(np.arange(len(x)), x),
    # What loses imaginary parts is NumPy's work, whose own code leaves the lock, too.
    "set_rows_number": lambda x: x.__setitem__(np.ones(len(x), bool), np.complex128(1.0)),
    "set_rows_complex": lambda x: x.__setitem__(np.ones(len(x), bool), x.astype(complex)),
    "set_mask_complex": lambda x: x.__setitem__(x > 5.0, x[x > 5.0].astype(complex)),
    "set_fancy_complex": lambda x: x.__setitem__(np.arange(len(x)), x.astype(complex)),
    "putmask_complex": lambda x: np.putmask(x, x > 3.0, x.astype(complex)),
    "place_complex": lambda x: np.place(x, x > 3.0, [np.complex128(1j)]),
    "put_complex": lambda x: x.put(np.arange(x.size), np.complex128(1j)),
    "copyto_complex": lambda x: np.copyto(x, np.complex128(1j), "unsafe", x > 3.0),
    "add_complex": lambda x: np.add(x, np.complex128(1j), out=x, casting="unsafe"),
    "add_at_complex": lambda x: np.add.at(x, np.ones(len(x), bool), np.complex128(1j)),
    "nonzero_long": lambda x: x.astype("g").nonzero(),
    "take_clip": lambda x: x.take(np.arange(len(x)), axis=0, mode="clip", out=x),
    "get_mask": lambda x: x[x > 5.0],
    "get_fancy": lambda x: x[np.arange(len(x))[::-1]],
    "get_pairs": lambda x: x[np.arange(2), np.arange(2)],
    "get_element": lambda x: x[1, 1],
    "get_rows": lambda x: [row.sum() for row in x[:3]],
    "take": lambda x: x.take([0, 5]),
    "take_axis": lambda x: x.take([0, 1] * 3000, axis=0),
    "take_out": lambda x: x.take([0, 1], axis=0, out=x[:2]),
    "compress": lambda x: x.compress([True, False]),
    "repeat": lambda x: x.repeat(2, axis=0),
    "put": lambda x: x.put(np.arange(6000) % x.size, [1.0, 2.0]),
    "putmask": lambda x: np.putmask(x, x > 3, x),
    "place": lambda x: np.place(x, x > 3, [1.0, 2.0]),
    "copyto": lambda x: np.copyto(x, x[::-1]),
    "copyto_where": lambda x: np.copyto(x, 1.0, where=x > 3),
    "choose": lambda x: np.choose(np.zeros(x.shape, int), [x, x]),
    "nonzero": lambda x: np.nonzero(x),
    "where": lambda x: np.where(x > 3, x, 0.0),
    "clip": lambda x: x.clip(1.0, 5.0),
    "clip_out": lambda x: x.clip(1.0, 5.0, out=x),
    "round_out": lambda x: x.round(1, out=x),
    "add_out": lambda x: np.add(x, x, out=x),
    "add_where": lambda x: np.add(x, 1.0, out=x, where=x > 3),
    "add_at": lambda x: np.add.at(x, [0, 1], 1.0),
    "add_reduce": lambda x: np.add.reduce(x, axis=-1),
    "subtract_reduce": lambda x: np.subtract.reduce(x, axis=0),
    "add_reduceat": lambda x: np.add.reduceat(x, [0, 1]),
    "accumulate": lambda x: np.maximum.accumulate(x, axis=-1),
    "outer": lambda x: np.multiply.outer(x[:20], x[:20]),
    "concatenate": lambda x: np.concatenate([x, x]),
    "concatenate_out": lambda x: np.concatenate([x[:1], x[1:]], out=x),
    "stack": lambda x: np.stack([x, x]),
    "vstack": lambda x: np.vstack([x, x]),
    "roll": lambda x: np.roll(x, 3, axis=0),
    "roll_flat": lambda x: np.roll(x, 3),
    "tile": lambda x: np.tile(x, 2),
    "pad": lambda x: np.pad(x, 1),
    "diff": lambda x: np.diff(x, axis=0),
    "fft": lambda x: np.fft.fft(x, axis=0),
    "rfft": np.fft.rfft,
    "dot": lambda x: np.dot(of(x), of(x)),
    "matmul": lambda x: x.T @ x,
    "inner": lambda x: np.inner(x[:2], x[:2]),
    "einsum": lambda x: np.einsum("ij,ij->i", x, x),
    "einsum_one": lambda x: np.einsum("ij->", x),
    "norm": np.linalg.norm,
    "norm_axis": lambda x: np.linalg.norm(x, axis=-1),
    "svd": lambda x: np.linalg.svd(x[:50], compute_uv=False),
    "solve": lambda x: np.linalg.solve(np.eye(x.shape[-1]) + x[0, 0], x.T),
    "qr": lambda x: np.linalg.qr(x.T @ x),
    "trace": lambda x: x.trace(),
    "diagonal": lambda x: x.diagonal().copy(),
    "triu": lambda x: np.triu(x[:100]) if x.ndim > 1 else None,
    "searchsorted": lambda x: of(x).searchsorted(x),
    "bincount": lambda x: np.bincount(of(x).astype(int) % 9),
    "histogram": lambda x: np.histogram(x, bins=5),
    "interp": lambda x: np.interp(x, [0.0, 9.0], [1.0, 2.0]),
    "unique": np.unique,
    "median": np.median,
    "correlate": lambda x: np.correlate(of(x), [1.0, 2.0]),
    "var": np.var,
    "cov": lambda x: np.cov(x[:2]),
    "byteswap": lambda x: x.byteswap(inplace=True),
    "view": lambda x: x.view("i8").sum(),
    "array": lambda x: np.array(x),
    "array_of_list": lambda x: np.array([x, x]),
    "nan_to_num": lambda x: np.nan_to_num(x),
    "isclose": lambda x: np.isclose(x, x),
    "average": lambda x: np.average(x, axis=0),
    "swapaxes": lambda x: x.swapaxes(0, 1).copy(),
    "real": lambda x: x.real.copy(),
    "index_shape": lambda x: x[:, ::2].sum(),
    "divmod": lambda x: divmod(x, 2.0),
    "repr": repr,
    "tobytes": lambda x: x.tobytes(),
    "contains": lambda x: 3.0 in x,
    "flip": lambda x: np.flip(x).copy(),
    "insert": lambda x: np.insert(x, 0, 1.0),
    "delete": lambda x: np.delete(x, 0),
    "gradient": lambda x: np.gradient(x, axis=0),
    "apply": lambda x: np.vectorize(float)(x.ravel()[:3]),
}
TWO = {
    "add_two": lambda x, y: x + y,
    "iadd_two": lambda x, y: x.__iadd__(y),
    "out_two": lambda x, y: np.multiply(x, y, out=y),
    "set_two": lambda x, y: x.__setitem__(Ellipsis, y),
    "where_two": lambda x, y: np.where(x > y, x, y),
    "matmul_two": lambda x, y: x.T @ y,
    "einsum_two": lambda x, y: np.einsum("ij,ij->j", x, y),
    "copyto_two": lambda x, y: np.copyto(x, y),
    "concatenate_two": lambda x, y: np.concatenate([x, y]),
    "compare_two": lambda x, y: np.array_equal(x, y),
    "solve_two": lambda x, y: np.linalg.lstsq(x, y),
    "take_two": lambda x, y: np.take_along_axis(x, y.astype(int) % 2, 0),
    "put_two": lambda x, y: x.put(np.arange(5000), y),
    "searchsorted_two": lambda x, y: np.searchsorted(of(x), y),
    "arctan2": lambda x, y: np.arctan2(x, y).sum(),
    "vdot": lambda x, y: np.vdot(x, y),
    "tensordot": lambda x, y: np.tensordot(x, y, axes=([0], [0])),
    "histogram2d": lambda x, y: np.histogram2d(of(x)[:999], of(y)[:999]),
}

# Small arrays in calls whose other arguments make the work long.
LONG = 20_000


def small_with_large():
    return np.arange(16.0), np.arange(float(LONG))


def change_small(x, *others):
    change(x)


def places(y):
    return y.astype(int) % 2


BESIDE = {
    "take_list": lambda x, y: x.take([0, 1] * 3000, axis=0),
    "take_numbers": lambda x, y: x.take(places(y), axis=-1),
    "take_few_rows": lambda x, y: np.take(x, places(y).reshape(2, -1), axis=0),
    "compress_list": lambda x, y: x.compress([True, False] * 2, axis=0),
    "get_long": lambda x, y: x[places(y)],
    "get_list": lambda x, y: x[[0, 1] * 3000],
    "get_pairs": lambda x, y: x[places(y), places(y)],
    "set_long": lambda x, y: x.__setitem__(places(y), 2.0),
    "set_long_list": lambda x, y: x.__setitem__([0, 1] * 3000, 2.0),
    "set_values": lambda x, y: of(x).__setitem__(places(y), y),
    "set_large": lambda x, y: y.reshape(-1, 2, 2).__setitem__(Ellipsis, x[:2, :2]),
    "repeat": lambda x, y: x.repeat(LONG, axis=0),
    "repeat_counts": lambda x, y: x.repeat([LONG, 1], axis=0),
    "tile": lambda x, y: np.tile(x, 5000),
    "pad": lambda x, y: np.pad(of(x), LONG),
    "broadcast": lambda x, y: x + y.reshape(-1, 1, 1, 1, 1),
    "broadcast_out": lambda x, y: np.add(y.reshape(-1, 2), x[..., :2], out=y.reshape(-1, 2)),
    "iadd": lambda x, y: y.reshape(-1, 2, 2).__iadd__(x[:2, :2]),
    "where": lambda x, y: np.where(y.reshape(-1, 1, 1, 1, 1) > 5, x, 0.0),
    "select": lambda x, y: np.select([y.reshape(-1, 1, 1, 1, 1) > 5], [x], 0.0),
    "choose": lambda x, y: np.choose(places(y), x[:2, ..., :1]),
    "choose_small": lambda x, y: np.choose(x.astype(int) % 2, [y.reshape(-1, 1, 1, 1, 1), 3.0]),
    "outer": np.multiply.outer,
    "outer_name": np.outer,
    "kron": lambda x, y: np.kron(x, y),
    "dot": lambda x, y: np.dot(y.reshape(-1, 2), x[:2]),
    "matmul": lambda x, y: y.reshape(-1, 2, 2) @ x[:2, :2],
    "tensordot": lambda x, y: np.tensordot(y, x, axes=0),
    "einsum": lambda x, y: np.einsum("i,...->i...", y, x),
    "searchsorted": lambda x, y: of(x).searchsorted(y),
    "searchsorted_sorter": lambda x, y: of(y).searchsorted(y, sorter=places(y)),
    "interp": lambda x, y: np.interp(y, of(x), of(x)),
    "digitize": lambda x, y: np.digitize(y, of(x)),
    "histogram": lambda x, y: np.histogram(y, bins=of(x)),
    "isin": lambda x, y: np.isin(y, x),
    "polyval": lambda x, y: np.polyval(x, y),
    "convolve": lambda x, y: np.convolve(y, of(x)),
    "clip": lambda x, y: y.reshape(-1, 2).clip(x[..., :2], 5.0),
    "broadcast_copy": lambda x, y: np.broadcast_to(x, (999, *x.shape)).copy(),
    "full": lambda x, y: np.full((999, *x.shape), x),
    "put": lambda x, y: x.put(places(y), y),
    "put_large": lambda x, y: y.put(places(y), x),
    "place": lambda x, y: np.place(y, y > 3, x),
    "putmask": lambda x, y: np.putmask(y, y > 3, x),
    "copyto": lambda x, y: np.copyto(y.reshape(-1, 2, 2), x[:2, :2]),
    "add_at": lambda x, y: np.add.at(x, places(y), 1.0),
    "add_at_large": lambda x, y: np.add.at(y, places(y), x[0, 0]),
    "reduceat": lambda x, y: np.add.reduceat(x, [0, 1] * 3000, axis=0),
    "fft": lambda x, y: np.fft.fft(x, n=LONG),
    "linspace": lambda x, y: np.linspace(x, x + 1, LONG),
    "stack": lambda x, y: np.stack([x] * 999),
    "concatenate": lambda x, y: np.concatenate([x, y.reshape(-1, 8)]),
    "concatenate_many": lambda x, y: np.concatenate([x] * 999),
    "array_of_many": lambda x, y: np.array([x] * 999),
    "hstack": lambda x, y: np.hstack([x, x] * 999),
    "meshgrid": lambda x, y: np.meshgrid(x, y),
    "cross": lambda x, y: np.cross(y[:999].reshape(-1, 3), of(x)[:3]),
    "solve": lambda x, y: np.linalg.solve(x[:2, :2], y.reshape(-1, 2, 2)),
    "lstsq": lambda x, y: np.linalg.lstsq(x, y.reshape(len(x), -1)),
    "take_along_axis": lambda x, y: np.take_along_axis(of(x), places(y), 0),
    "insert": lambda x, y: np.insert(x, [0, 1] * 3000, 1.0, axis=0),
    "choice": lambda x, y: np.random.choice(of(x), LONG),
    "mean_out": lambda x, y: y.reshape(-1, 2, 2).mean(axis=0, out=x[:2, :2]),
    "sum_out": lambda x, y: y.reshape(-1, 2, 2).sum(axis=0, out=x[:2, :2]),
    "max_out": lambda x, y: y.reshape(-1, 2, 2).max(axis=0, out=x[:2, :2]),
    "bincount": lambda x, y: np.bincount(places(y), y, len(x)),
    "arange_like": lambda x, y: np.full_like(y.reshape(-1, 2, 2), x[:2, :2]),
}

SCENARIOS = {}
for name, call in ONE.items():
    SCENARIOS[name] = (managed, call, change, 4)
    SCENARIOS[name + ":exposed"] = (exposed, call, change, 4)
    SCENARIOS[name + ":type"] = (managed, call, change_type, 3)
    SCENARIOS[name + ":small"] = (small, call, change, 6)
for name, call in TWO.items():
    SCENARIOS[name] = (pair, call, change, 6)
for name, call in BESIDE.items():
    SCENARIOS[name + ":beside"] = (small_with_large, call, change_small, 6)
# NumPy writes beyond the array where it is given another layout between looking at the mask and
# writing: one call in some thousand.
SCENARIOS["set_rows_number"] = (managed, ONE["set_rows_number"], change, 300)
