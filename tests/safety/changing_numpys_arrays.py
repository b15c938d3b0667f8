# The calls of test_changing_arrays.py on arrays of types that NumPy serves.
import random

COUNT = 4_800
SHAPES = [(COUNT,), (COUNT // 2, 2), (COUNT // 20, 4, 5), (2, 2, 2, 2, COUNT // 16)]
MAKERS = {
    "strings": lambda: np.array([f"{i % 77}" for i in range(COUNT)]),
    "bytes": lambda: np.array([b"%d" % (i % 77) for i in range(COUNT)]),
    "dates": lambda: np.arange(COUNT).astype("M8[s]"),
    "spans": lambda: np.arange(COUNT).astype("m8[s]"),
    "records": lambda: np.ones(COUNT, [("a", "i4"), ("b", "f8")]),
    "objects": lambda: np.array([i % 77 for i in range(COUNT)], dtype=object),
    "swapped": lambda: np.arange(COUNT).astype(">f8"),
}


def change(x):
    for _ in range(20):
        x.shape = random.choice(SHAPES)


CALLS = {
    "get_pairs": lambda x: x[np.arange(2), np.arange(2)],
    "get_fancy": lambda x: x[np.arange(len(x))[::-1]],
    "get_mask": lambda x: x[np.ones(len(x), bool)],
    "set_all": lambda x: x.__setitem__(Ellipsis, x[::-1]),
    "set_rows": lambda x: x.__setitem__(np.ones(len(x), bool), x.flat[3]),
    "set_fancy": lambda x: x.__setitem__(np.arange(len(x)), x),
    "put": lambda x: x.put(np.arange(6000) % x.size, x),
    "putmask": lambda x: np.putmask(x, np.ones(x.shape, bool), x.flat[:3]),
    "nonzero": lambda x: x.nonzero(),
    "compress": lambda x: x.compress([True, False] * 2, axis=0),
    "repeat": lambda x: x.repeat(2, axis=0),
    "lexsort": lambda x: np.lexsort((x, x)),
    "lexsort_list": lambda x: np.lexsort([x, x]),
    "choose": lambda x: np.choose(np.zeros(x.shape, int), (x, x)),
    "where": lambda x: np.where(x),
    "add": lambda x: x + x,
    "add_in_place": lambda x: x.__iadd__(x),
    "add_out": lambda x: np.add(x, x, out=(x,)),
    "less": lambda x: x < x,
    "add_strings": lambda x: np.strings.add(x, x),
    "upper": lambda x: np.strings.upper(x),
    "find": lambda x: np.strings.find(x, "7"),
    "maximum": lambda x: np.maximum.accumulate(x, axis=-1),
    "accumulate": lambda x: np.add.accumulate(x, -1),
    "reduce": lambda x: np.maximum.reduce(x, axis=0, keepdims=True),
    "reduceat": lambda x: np.add.reduceat(x, [0, 1], axis=0),
    "outer": lambda x: np.add.outer(x.flat[:9], x),
    "add_number": lambda x: x + 1,
    "equal_casting": lambda x: np.equal(x, x, casting="no"),
}
SCENARIOS = {}
for kind, maker in MAKERS.items():
    for name, call in CALLS.items():
        SCENARIOS[f"{name}:{kind}"] = (lambda maker=maker: (maker(),), call, change, 6)
