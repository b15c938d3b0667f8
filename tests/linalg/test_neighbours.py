"""What a matrix gives does not depend on its place in the stack, on its neighbours, on the layout
of the stack or on the threads: bit for bit.
"""

import numpy
import pytest

import numen
from numen.native import front

from .matrices import random, rng

CALLS = {
    "solve": lambda a: numen.linalg.solve(a, numen.ones(a.shape[-1])),
    "inv": numen.linalg.inv,
    "det": numen.linalg.det,
    "cholesky": lambda a: positive_factor(a),
    "slogdet": lambda a: tuple(numen.linalg.slogdet(a)),
    "qr": numen.linalg.qr,
    "svd": numen.linalg.svd,
    "svdvals": numen.linalg.svdvals,
    "eigh": numen.linalg.eigh,
    "eigvalsh": numen.linalg.eigvalsh,
    "solve, complex": lambda a: numen.linalg.solve(with_phases(a), numen.ones(a.shape[-1])),
    "inv, complex": lambda a: numen.linalg.inv(with_phases(a)),
    "det, complex": lambda a: numen.linalg.det(with_phases(a)),
    "slogdet, complex": lambda a: tuple(numen.linalg.slogdet(with_phases(a))),
    "cholesky, complex": lambda a: positive_factor(with_phases(a)),
}


def with_phases(a):
    """Complex numbers of the sizes of a's."""
    return a * numen.exp(1j * numen.arange(a.shape[-1]) ** 2)


def positive_factor(a):
    # The operator would be NumPy's here, whose products depend on the layout.
    product = numen.matmul(a, numen.conj(a).swapaxes(-1, -2))
    return numen.linalg.cholesky(product + numen.eye(a.shape[-1]))


ORDERS = (2, 3, 5, 7, 8, 16, 19)


def results(call, a):
    found = call(numen.array(a))
    return [numpy.asarray(x) for x in (found if isinstance(found, tuple) else (found,))]


def agree(found, wanted):
    def bits(x):
        return numpy.ascontiguousarray(x).view("i8")

    return all(numpy.array_equal(bits(x), bits(y)) for x, y in zip(found, wanted))


@pytest.mark.parametrize("name", CALLS)
def test_place_in_the_stack(name):
    for n in ORDERS:
        a = random(29, n)
        wanted = results(CALLS[name], a)
        order = rng.permutation(len(a))
        assert agree(results(CALLS[name], a[order]), [x[order] for x in wanted]), n
        assert agree(results(CALLS[name], a[5:]), [x[5:] for x in wanted]), n
        assert agree(results(CALLS[name], a[9::-1]), [x[9::-1] for x in wanted]), n


@pytest.mark.parametrize("name", CALLS)
def test_neighbours_that_are_out_of_the_ordinary(name):
    for n in ORDERS:
        a = random(16, n)
        wanted = results(CALLS[name], a)
        for kind in (numpy.zeros((n, n)), numpy.eye(n), numpy.ones((n, n)), 1e300 * random(1, n)[0],
                     1e-300 * random(1, n)[0], numpy.full((n, n), numpy.nan),
                     numpy.full((n, n), -0.0), 10.0 ** numpy.linspace(-15, 0, n) * numpy.eye(n)):
            mixed = a.copy()
            mixed[[0, 3, 11]] = kind
            ordinary = [i for i in range(16) if i not in (0, 3, 11)]
            try:
                with numpy.errstate(all="ignore"):
                    found = results(CALLS[name], mixed)
            except numpy.linalg.LinAlgError:
                continue
            assert agree([x[ordinary] for x in found], [x[ordinary] for x in wanted]), (n, kind)


@pytest.mark.parametrize("name", CALLS)
def test_threads(name):
    threads = front.info()["threads"]
    for n in (3, 8, 17):
        a = random(4000 if n < 10 else 300, n)
        found = []
        try:
            for number in (1, 2, 3):
                front.set_threads(number)
                found.append(results(CALLS[name], a))
        finally:
            front.set_threads(threads)
        assert agree(found[1], found[0]) and agree(found[2], found[0])


@pytest.mark.parametrize("name", CALLS)
def test_layouts(name):
    for n in ORDERS:
        a = random(12, n)
        wanted = results(CALLS[name], a)
        wide = numpy.zeros((12, 2 * n, 3 * n))
        wide[:, ::2, ::3] = a
        for layout in (numpy.asfortranarray(a), wide[:, ::2, ::3],
                       a[:, ::-1, ::-1].copy()[:, ::-1, ::-1],
                       a.swapaxes(1, 2).copy().swapaxes(1, 2),
                       a.reshape(3, 4, n, n).swapaxes(0, 1).copy().swapaxes(0, 1)):
            given = numen.asarray(layout)
            found = CALLS[name](given.reshape(12, n, n) if layout.ndim == 4 else given)
            found = found if isinstance(found, tuple) else (found,)
            assert agree([numpy.asarray(x) for x in found], wanted), n
        nested = CALLS[name](numen.asarray(a.reshape(3, 4, n, n).swapaxes(0, 1))
                             ) if not name.startswith("cholesky") else None
        if nested is not None:
            nested = nested if isinstance(nested, tuple) else (nested,)
            for x, y in zip(nested, wanted):
                assert numpy.array_equal(numpy.asarray(x).swapaxes(0, 1).reshape(y.shape), y)


def test_single_precision_is_computed_in_double():
    for name in ("inv", "svdvals", "eigvalsh", "det"):
        for n in (3, 5, 8):
            a = random(17, n).astype("f4")
            found = results(CALLS[name], a)[0]
            wanted = results(CALLS[name], a.astype("f8"))[0]
            assert found.dtype == "f4"
            assert numpy.array_equal(found, wanted.astype("f4"))
