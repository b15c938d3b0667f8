# Running totals and folds that are given an output or a dtype of another type.
import numpy as np

TYPES = "?bBilefdFD"
VALUES = {"e": 3e4, "f": 3e38, "d": 1e308}  # sums of these overflow


def given(letter):
    factors = np.array([[3, 2, 4], [5, 1, 7]])
    with np.errstate(all="ignore"):
        return (factors * VALUES.get(letter, 18)).astype(letter)


def told(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error)


def into(call, x, letter, **options):
    out = np.zeros(x.shape, letter)
    return call(x, out=out, **options) is out, out.tolist()


SCANS = {
    "cumsum": lambda x, **options: np.cumsum(x, 1, **options),
    "cumprod": lambda x, **options: np.cumprod(x, 1, **options),
    "method": lambda x, **options: x.cumsum(1, **options),
    "add": lambda x, **options: np.add.accumulate(x, 1, **options),
    "multiply": lambda x, **options: np.multiply.accumulate(x, 1, **options),
    "divide": lambda x, **options: np.divide.accumulate(x, 1, **options),
}
for name, scan in SCANS.items():
    for letter in TYPES:
        x = given(letter)
        for other in "bilfdF":
            print(name, letter, other, told(lambda: into(scan, x, other)))
            print(told(lambda: repr(scan(x, dtype=other))))
            print(told(lambda: into(scan, x, other, dtype="d")))
for letter in TYPES:
    for other in "bilfd":
        x = np.array([[3, 2, 4], [5, 1, 7]]).astype(letter)
        print(letter, other, told(lambda: repr(np.divide.reduce(x, dtype=other))))
        print(told(lambda: repr(np.logaddexp.reduce(x, dtype=other))))
        print(told(lambda: repr(np.less.accumulate(x, dtype=other))))
