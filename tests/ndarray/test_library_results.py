"""What an installed package computes from NumPy's arrays under `numen run` is NumPy's to the bit.

The same code in the user's program gives Numen's sums and powers, which differ in last digits: so
the comparison would see if a library were served by Numen.
"""

import subprocess
import sys

import pytest

LIBRARY = '''
import copy
import functools
import hashlib
import operator
import pickle

import numpy as np
import raising

spread = functools.singledispatch(np.ndarray.std)  # calls it from a file of Python's own


def operands(size, dtype):
    rng = np.random.RandomState(size)
    x, y = rng.uniform(0.5, 2, (2, size, 3))
    if dtype.startswith("c"):
        x, y = x + 1j * y, y - 2j * x
    return x.astype(dtype), y.astype(dtype)


def standardised(x):
    return (x - x.mean(axis=0)) / x.std(axis=0)


def assigned(x, y):
    x[::2] = y[::2] * x[::2]
    x[x.real > 1] **= 1.25
    x += y
    x /= y
    return x


def iterated(x, y):
    total = 0
    for row in x:
        total = total + row * row
    return total


CALLS = {
    "sums": lambda x, y: [x.sum(), x.sum(0), x.sum(1), y.mean(), x.mean(1), x[:, 1].sum()],
    "moments": lambda x, y: [x.std(), x.var(0), y.std(1, ddof=1)],
    "products": lambda x, y: [x.prod(0), x[:, 0].cumprod()[-1:], x.cumsum(0)],
    "powers": lambda x, y: [x ** 2.5, x ** y, 2.5 ** x, x ** -1, x ** 2],
    "arithmetic": lambda x, y: [x + y, x * y, x / y, -x, 1 - x, abs(x), +y],
    "matrices": lambda x, y: [x.T @ y, x @ y.T[:, :5], x.T.dot(y), x[:, 0] @ y[:, 0]],
    "subscripts": lambda x, y: [x[1], x[::2, 1], x[x.real > 1], x[[0, -1]], x[..., None], x[0, 0]],
    "assignments": assigned,
    "iteration": iterated,
    "comparisons": lambda x, y: [x == y, x != y, bool((x == x).all())],
    "methods": lambda x, y: [x.round(2), x.real, x.imag, x.conj(), x.astype("c16"), x.copy().sort(),
                             x.argmax(), x.max(0), x.take([1, 2]), x.clip(y, y), x.ravel(),
                             x.repeat(2), x.reshape(3, -1), x.T.copy(), x.tolist()[0]],
    "standardised": lambda x, y: standardised(x),
    "by C code": lambda x, y: [sum([x, y]), list(map(operator.mul, x, y))[0], copy.deepcopy(x),
                               pickle.loads(pickle.dumps(x * y))],
    "by Python's library": lambda x, y: [spread(x), spread(y), spread(x)],
    "files in turn": lambda x, y: [raising.power(x, y), x ** y, raising.power(y, x), y ** x],
    "told": lambda x, y: [repr(x[:3]), str(y[:3]), format(abs(x[0, 0]), ".17g")],
}


def bytes_of(found):
    if isinstance(found, (list, tuple)):
        return b"".join(map(bytes_of, found))
    if isinstance(found, np.ndarray):
        assert type(found) is np.ndarray
        return repr((found.dtype, found.shape, found.strides)).encode() + found.tobytes()
    return repr(found).encode() if not isinstance(found, np.generic) else (
        type(found).__name__.encode() + found.tobytes())


def main():
    for size in (3, 7, 400, 30_000):
        for dtype in ("f4", "f8", "c16"):
            for name, call in CALLS.items():
                x, y = operands(size, dtype)
                digest = hashlib.sha256(bytes_of(call(x.copy(), y))).hexdigest()[:16]
                print(size, dtype, name, digest, sep="\\t")
'''


def lines(folder, *start):
    done = subprocess.run([sys.executable, "-W", "ignore", *start, "program.py"], cwd=folder,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return dict(line.rsplit("\t", 1) for line in done.stdout.splitlines())


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """The digests by what was called: of Python, of a library and of a user's module of Numen's."""
    folder = tmp_path_factory.mktemp("results")
    (folder / "site-packages").mkdir()
    (folder / "site-packages/computing.py").write_text(LIBRARY)
    (folder / "site-packages/raising.py").write_text("def power(x, y):\n    return x ** y\n")
    (folder / "program.py").write_text(
        "import sys\nsys.path.append('site-packages')\nimport computing\ncomputing.main()\n")
    plain, library = lines(folder), lines(folder, "-m", "numen", "run")
    (folder / "site-packages/computing.py").rename(folder / "computing.py")
    users = LIBRARY.replace("assert type(found) is np.ndarray", "pass")
    (folder / "computing.py").write_text(users)
    return plain, library, lines(folder, "-m", "numen", "run")


def test_a_library_gets_numpys_bits(printed):
    plain, library, _ = printed
    assert len(plain) == 4 * 3 * 16
    assert library == plain


def test_the_comparison_would_see_numens_arithmetic(printed):
    plain, _, users = printed
    differing = {name.split("\t")[2] for name in plain if users[name] != plain[name]}
    assert {"sums", "moments", "standardised", "by Python's library",
            "files in turn"} <= differing
