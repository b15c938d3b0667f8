# The calls of test_changing_elements.py: what compares the elements of an array again and again,
# while another thread writes others there.
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
    "np.argpartition": (of("f8"), lambda x: np.argpartition(x, COUNT // 3), change, 60),
}
