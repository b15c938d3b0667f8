# The calls of test_rereading_lists.py: Numen reads a list, finds that NumPy has to say why it is
# refused, or to serve the call, and NumPy may not read the list that another thread changes.
import random


class Slow:
    """Converts itself in Python, where other threads take their turn."""

    def __init__(self, value):
        self.value = value

    asked = 0

    def look(self):
        Slow.asked += 1
        for _ in range(3):
            pass
        return self.value

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.look())

    def __float__(self):
        return float(self.look())

    def __index__(self):
        return int(self.look())

    dtype = property(lambda self: np.dtype(self.look()))


def maker(*values):
    """Makes lists of slow items of these values, and shorter and longer ones in place."""

    def prepare():
        return [Slow(value) for value in values],

    def change(items):
        k = random.randrange(4)
        if k == 0:
            items.append(Slow(values[0]))
        elif k == 1:
            items[0] = Slow(values[-1])
        elif k == 2:
            items.pop()
        else:
            items[:] = prepare()[0]

    return prepare, change


def fields():
    return [(f"f{k}", Slow("i4")) for k in range(6)],


def change_fields(items):
    items.clear()
    items.extend(fields()[0])


def rows():
    return [[Slow(1.0) for _ in range(5)] for _ in range(6)],


def change_rows(items):
    row = items[random.randrange(6)]
    row.extend([Slow(2.0) for _ in range(60)])
    del row[:60]


def objects():
    return np.array([None, 1, "a", 2.0, (), 5, 6, 7, 8], dtype=object)


def records():
    return np.zeros(6, "i4,f8")


NUMBERS = {
    "shapes": lambda x: np.ones(7) + x,
    "shapes_in_place": lambda x: np.ones(7).__iadd__(x),
    "shapes_of_power": lambda x: np.power(x, np.ones(7)),
    "compare_shapes": lambda x: np.less(x, np.ones(7)),
    "types": np.invert,
    "types_of_two": lambda x: np.bitwise_and(x, np.ones(6)),
    "out": lambda x: np.add(x, 1.0, out=np.zeros(2)),
    "out_in_a_list": lambda x: np.add(x, 1.0, out=x),
    "keywords": lambda x: np.add(x, 1.0, dtype="S3"),
    "square": lambda x: np.power(x, 2),
    "where": lambda x: np.add(x, 1.0, where=np.ones(6, bool), out=np.zeros(6)),
    "where_of_one": lambda x: np.negative(x, where=[True] * 6, out=np.zeros(6)),
    "where_is_list": lambda x: np.negative(np.ones(6), where=x, out=np.zeros(6)),
    "index_of_numbers": lambda x: np.ones(9)[x],
    "objects": lambda x: objects()[:6] == x,
    "set_objects": lambda x: objects().__setitem__([0, 1, 2], x),
    "set_records": lambda x: records().__setitem__("f1", x),
    "fill": lambda x: np.zeros(6).fill(x),
    "fromiter": lambda x: np.fromiter(x, float),
    "fromiter_integers": lambda x: np.fromiter(x, int),
    "normal": lambda x: np.random.default_rng(1).normal(x),
    "choice": lambda x: np.random.default_rng(1).choice(x),
    "global_normal": lambda x: np.random.normal(x),
    "setfield": lambda x: np.zeros(6).setfield(x, float),
}

POSITIONS = {
    "index": lambda i: np.ones(4)[i],
    "index_large": lambda i: (np.arange(30_000.0) * 2)[i, i],
    "index_two": lambda i: np.ones((4, 4))[i, i],
    "index_several": lambda i: np.ones((9, 9))[[0, 1], i],
    "index_too_many": lambda i: np.ones(9)[i, i],
    "index_mask": lambda i: np.ones((9, 9))[np.ones((4, 9), bool), i],
    "index_set": lambda i: np.ones(4).__setitem__(i, 1.0),
    "index_objects": lambda i: objects()[i],
    "index_set_objects": lambda i: objects().__setitem__(i, None),
    "index_strings": lambda i: np.array(["a", "b"] * 5)[i],
    "take": lambda i: np.take(np.ones(4), i),
    "put": lambda i: np.put(np.zeros(4), i, i),
    "at": lambda i: np.add.at(np.zeros(4), i, i),
    "reduceat": lambda i: np.add.reduceat(np.zeros(4), i),
}

MATRICES = {
    "inv": np.linalg.inv,
    "det": np.linalg.det,
    "solve": lambda x: np.linalg.solve(x, x),
    "solve_right": lambda x: np.linalg.solve(np.eye(7), x),
    "solve_later": lambda x: np.linalg.solve(np.ones((2, 3)), x),
    "cholesky": np.linalg.cholesky,
    "eigvals": np.linalg.eigvals,
    "eigh": lambda x: np.linalg.eigh(x, UPLO="x"),
    "matrix_power": lambda x: np.linalg.matrix_power(x, 2),
    "lstsq": lambda x: np.linalg.lstsq(x, np.ones(3)),
    "matmul": lambda x: np.matmul(x, x),
    "shapes_of_rows": lambda x: np.ones((7, 7)) * x,
}

DTYPES = {
    "zeros": lambda t: np.zeros(3, t),
    "array": lambda t: np.array([1, 2], dtype=t),
    "astype": lambda t: np.ones(3).astype(t),
    "fromiter": lambda t: np.fromiter([1, 2], t),
    "sum": lambda t: np.sum(np.ones(3), dtype=t),
    "add": lambda t: np.add(1, 2, dtype=t),
    "pairs": np.array,
    "pairs_operand": lambda t: np.add(1, t),
}

# What NumPy refuses, and what Numen computes: neither is a reason to read a list twice.
READ_ONCE = [
    "shapes", "shapes_in_place", "shapes_of_power", "compare_shapes", "types", "types_of_two",
    "out", "square", "where", "where_of_one", "index_of_numbers", "index", "index_large",
    "index_two", "index_several", "index_too_many", "index_mask", "inv", "det", "solve",
    "solve_right", "cholesky", "eigvals", "lstsq", "shapes_of_rows",
]

SCENARIOS = {}
for name, call in NUMBERS.items():
    prepare, change = maker(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
    SCENARIOS[name] = (prepare, call, change, 6)
for name, call in POSITIONS.items():
    prepare, change = maker(1, 2, 3, 5, 1, 0)
    SCENARIOS[name] = (prepare, call, change, 12)
for name, call in MATRICES.items():
    SCENARIOS[name] = (rows, call, change_rows, 3)
for name, call in DTYPES.items():
    SCENARIOS["dtype_" + name] = (fields, call, change_fields, 4)
