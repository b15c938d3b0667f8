"""What the rows have to reach, as times of NumPy's speed, and which rows there are."""

from . import fits, large
from .stacks import Stack

ORDERS = (2, 3, 4, 5, 8, 16, 32, 64)
BATCH = {2: 20_000, 3: 20_000, 4: 20_000, 5: 20_000, 8: 10_000, 16: 3000, 32: 600, 64: 150}
NAMES = ("solve", "inv", "det", "cholesky", "qr", "eigh", "svd", "pinv", "matmul")
UP_TO_5 = (2, 3, 4, 5)

# Times NumPy's speed on one thread, by name and order.
WANTED = {
    "solve": {**dict.fromkeys(UP_TO_5, 8), 8: 5, 16: 4, 32: 3.5},
    "svd": {3: 20, 5: 10, 8: 7, 16: 4, 32: 1.5},
    "inv": {**dict.fromkeys(UP_TO_5, 6), 8: 3.5},
    "det": {**dict.fromkeys(UP_TO_5, 6), 8: 3.5},
    "cholesky": {**dict.fromkeys(UP_TO_5, 6), 8: 3.5},
    "eigh": {2: 5, 3: 5, 4: 5, 8: 3, 16: 2},
    "qr": {**dict.fromkeys(UP_TO_5, 4), 8: 4, 16: 3},
    "pinv": {**dict.fromkeys(UP_TO_5, 8), 8: 8},
    "matmul": {2: 6, 3: 6, 4: 6, 8: 1.8},
}
# Orders whose rows on two threads have to take 1/1.8 of the time on one.
ON_TWO_THREADS = {"solve": (8, 16, 32), "svd": (3, 5, 8, 16, 32)}
AHEAD_OF_JAX = (("det", 3), ("matmul", 3))
MILLION = "svd, 1e6 matrices"
# Upper bounds of `ratio` by the name of a row.
BOUNDS = {
    **{f"one {name}": 0.4 for name in ("solve", "svd", "inv", "det")},
    "ladder: Python loop": 0.4, "ladder: nested batch": 0.4, "ladder: one stack": 0.4,
    "pinv of 10x8000": 0.25, "1000 pinv of 10x200, kappa 1": 0.05,
    "1000 pinv of 10x200, kappa 1e4": 0.1, "1000 pinv of 10x200, kappa 1e8": 0.25,
    "ridge fit, d = 784": 0.5, "ridge fit, d = 3072": 0.5, fits.PATH: 2.5, large.INVERSE: 0.5,
}
MOST_OVER_SVD = 2.0  # the error of pinv over that of NumPy's, which goes through the SVD
MOST_OVER_BEST = 1.053  # of large rows
LEAST_SHARE = 0.85  # of the machine's rate of products


def small_stacks():
    for name in NAMES:
        for n in ORDERS:
            yield Stack(name, n, n, BATCH[n])
    for name in ("qr", "svd", "pinv"):
        yield Stack(name, 5, 3, BATCH[5], label=f"{name} of 5x3")
        yield Stack(name, 10, 200, 300, label=f"{name} of 10x200")


def single_precision():
    for name in NAMES:
        for n in (3, 5, 8, 32):
            yield Stack(name, n, n, BATCH[n], "float32", label=f"{name}, float32", seconds=1.0)


def sweep():
    """From a thousand to a million matrices, without peers."""
    for name in NAMES:
        for count, text in ((1000, "1000"), (100_000, "1e5"), (1_000_000, "1e6")):
            yield Stack(name, 5, 5, count, label=f"{name}, {text} matrices", peers=False,
                        repeats={1000: 9, 100_000: 3}.get(count, 2), threads=(1,))
    yield Stack("svd", 5, 5, 1_000_000, "float32", label=MILLION, peers=False, repeats=2,
                threads=(1,))


def few():
    """Stacks of one and of eight matrices, which may not lose to NumPy."""
    for name in ("solve", "svd", "inv", "eigh", "cholesky"):
        for n in (3, 5, 8, 16):
            for count in (1, 8):
                yield Stack(name, n, n, count, label=f"{name}, batch of {count}", peers=False,
                            repeats=300, threads=(1,))


def singles():
    for name in ("solve", "svd", "inv", "det"):
        yield Stack(name, 5, 5, 200, form="singles", label=f"one {name}", peers=False,
                    repeats=30, threads=(1,))
    for form, label in (("loop", "Python loop"), ("nested", "nested batch"),
                        ("stack", "one stack")):
        yield Stack("svd", 5, 5, 1000, form=form, label=f"ladder: {label}", peers=False,
                    repeats=15, threads=(1,))


def operators():
    for condition, text in ((1.0, "1"), (1e4, "1e4"), (1e8, "1e8")):
        yield Stack("pinv", 10, 200, 1000, condition=condition, threads=(2,),
                    label=f"1000 pinv of 10x200, kappa {text}")
    yield Stack("pinv", 10, 8000, 4, form="singles", label="pinv of 10x8000", peers=False,
                repeats=30, threads=(1,))
    yield fits.Fit("ridge fit, d = 784", 784)
    yield fits.Fit("ridge fit, d = 3072", 3072)
    yield fits.Fit(fits.PATH, 784, threads=(1,))


def large_rows():
    for name in ("matmul", "solve", "cholesky", "svd", "eigh"):
        for n in (1024, 2048) if name in ("matmul", "solve", "cholesky") else (1024,):
            yield large.Large(name, n)
    for name in ("solve", "cholesky", "svd", "eigh"):
        yield large.Large(name, 1024, "float32", label=f"large {name}, float32")
    yield large.Large("inv", 2000, label=large.INVERSE)


def rows():
    """All rows in the order of the page; those on all threads come last."""
    for family in (small_stacks, single_precision, few, singles, sweep, operators, large_rows):
        yield from family()
