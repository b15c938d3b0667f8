# The calls of test_changing_every_name.py: every name that Numen computes, on arrays whose shape
# another thread changes, and on lists whose items it replaces. What tests/safety/every_name.py
# writes comes before this text.
import random

LONG, SHORT = 20_000, 16
SHAPES = {LONG: [(LONG,), (LONG // 2, 2), (100, 200), (LONG // 20, 4, 5), (5, 5, 5, 4, 40)],
          SHORT: [(16,), (4, 4), (2, 8), (2, 2, 2, 2)]}
# Names whose products of two operands are large, or that take seconds for long ones.
SMALL_ONLY = ("outer", "kron", "meshgrid", "diagflat", "'i,j'", "ix_", "vander", "({k} - 1",
              "poly", "roots", "convolve", "correlate", "vectorize", "lexsort", "eig", "svd",
              "pinv", "cond(", "rank", "qr(", "lstsq", "norm", "solve", "inv(", "det(", "cov",
              "corrcoef", "apply_along_axis", "inverse", "matrix_power", "cholesky", "diag(",
              "array2string", "array_str", "array_repr", "tensordot", "multi_dot", "{m}.T",
              "inner(", "matmul", "repeat({k}", "einsum", "vecdot", "vecmat", "i0", "block",
              "dot({m}.T)")


class Given:
    """The operands of a call."""


def arrays(count):
    given, n = Given(), 4 if count == SHORT else 30
    side = (4, 4) if count == SHORT else (100, 200)
    numbers = np.arange(float(count))
    for letter in "xmywtg":
        setattr(given, letter, (numbers * numbers % 97.0 + 1.0).reshape(side))
    for letter in "vfr":
        setattr(given, letter, numbers * 1.0 + 1.0)
    given.k = np.arange(count) % 9
    given.c = given.x > 3.0
    given.s = np.eye(n) * 60 + 1.0
    given.h = np.eye(n) * 60 + 1.0
    given.z = np.eye(n) + 1.0
    given.i = [0, 1, 2]
    return given


def large():
    return arrays(LONG),


def small():
    return arrays(SHORT),


def lists():
    """Rows and numbers as lists."""
    given = Given()
    for letter in "xmywtgshz":
        setattr(given, letter, [[float(i + j) + 9 * (i == j) for i in range(4)] for j in range(4)])
    for letter in "vfr":
        setattr(given, letter, [float(i) for i in range(16)])
    given.k = [i % 9 for i in range(16)]
    given.c = [[True, False] * 2 for _ in range(4)]
    given.i = [0, 1, 2]
    return given,


def change_shapes(given):
    for letter in "xmywtgvfrkc":
        array = getattr(given, letter)
        array.shape = random.choice(SHAPES.get(array.size, [array.shape]))
    for letter in "shz":
        array = getattr(given, letter)
        array.shape = random.choice([(array.size,), array.shape, (2, array.size // 2)])
        array.shape = (int(array.size ** 0.5),) * 2


def change_items(given):
    for letter in "xmywtgshzcvfrki":
        items = getattr(given, letter)
        if isinstance(items[0], list):
            row = random.randrange(4)
            items[row] = [9.0 * 1e3 for _ in range(4)]
            items[(row + 1) % 4][:] = [np.arange(4.0)[1]] * 3
            items[(row + 1) % 4].append(7.0)
        else:
            last = items.pop()
            items.insert(0, type(last)(int(last)))


def takes_lists(call):
    """Others do nothing with lists but raise."""
    try:
        call(*lists())
    except (AttributeError, LookupError, TypeError, ValueError):
        return False
    return True


SCENARIOS = {}
for row, call in CALLS.items():
    if not any(part in row for part in SMALL_ONLY):
        SCENARIOS[row] = (large, call, change_shapes, 1)
    SCENARIOS[row + ":small"] = (small, call, change_shapes, 4)
    if takes_lists(call):
        SCENARIOS[row + ":lists"] = (lists, call, change_items, 4)
