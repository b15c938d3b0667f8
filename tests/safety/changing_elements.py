# The calls of test_changing_elements.py: what reads the elements of an array again and again, while
# another thread writes others there.
import itertools

COUNT = 20_000
rng = np.random.default_rng(7)
BYTES = itertools.cycle([rng.integers(0, top, 16 * COUNT, "u1") for top in (255, 3)])


def of(kind):
    return lambda: (np.zeros(COUNT, kind),)


def rows():
    return np.zeros((20, COUNT // 20), "c16"),


def change(x):
    x.byteswap(inplace=True)
    x.reshape(-1).view("u1")[:] = next(BYTES)[:x.nbytes]


def places():
    return np.zeros(COUNT), np.zeros(COUNT, "i8")


def exchange(x, i):
    i[:] = next(PLACES)


PLACES = itertools.cycle([np.arange(COUNT), np.full(COUNT, 1 << 40)])

SCENARIOS = {
    "sort complex": (of("c16"), lambda x: x.sort(), change, 60),
    "sort rows": (rows, lambda x: x.sort(), change, 60),
    "sort int16 stably": (of("i2"), lambda x: x.sort(kind="stable"), change, 60),
    "argsort": (of("f8"), lambda x: x.argsort(), change, 60),
    "np.argsort": (of("f4"), lambda x: np.argsort(x), change, 60),
    "argsort rows": (rows, lambda x: x.argsort(), change, 60),
    "argsort int16": (of("i2"), lambda x: x.argsort(), change, 60),
    "lexsort": (of("c8"), lambda x: np.lexsort((x, x)), change, 60),
    "partition": (of("c8"), lambda x: x.partition(COUNT // 3), change, 400),
    "partition int16": (of("i2"), lambda x: x.partition(COUNT // 3), change, 400),
    "argpartition": (of("c16"), lambda x: x.argpartition(COUNT // 3), change, 60),
    "store at places": (places, lambda x, i: x.__setitem__((i,), 1.0), exchange, 400),
    "take from places": (places, lambda x, i: x[(i,)], exchange, 400),
    "store rows at places": (places, lambda x, i: x.reshape(-1, 1).__setitem__((i, 0), 1.0),
                             exchange, 400),
    "store": (places, lambda x, i: x.__setitem__(i, 1.0), exchange, 400),
    "take": (places, lambda x, i: x[i], exchange, 400),
    "add at": (places, lambda x, i: np.add.at(x, i, 1.0), exchange, 400),
    "np.put": (places, lambda x, i: np.put(x, i, 1.0), exchange, 400),
    "np.take": (places, lambda x, i: np.take(x, i), exchange, 400),
    "reduceat": (places, lambda x, i: np.add.reduceat(x, i), exchange, 400),
    "choose": (places, lambda x, i: np.choose(i, [x, x]), exchange, 400),
    "repeat": (places, lambda x, i: np.repeat(x[:3], i[:3] % 5), exchange, 400),
    "delete": (places, lambda x, i: np.delete(x, i), exchange, 100),
    "insert": (places, lambda x, i: np.insert(x, i, 1.0), exchange, 100),
    "take along": (places, lambda x, i: np.take_along_axis(x, i, 0), exchange, 400),
    "put along": (places, lambda x, i: np.put_along_axis(x, i, 1.0, 0), exchange, 400),
    "np.argpartition": (of("f8"), lambda x: np.argpartition(x, COUNT // 3), change, 60),
}
