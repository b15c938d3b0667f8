"""The errors of each way to a pseudo-inverse as multiples of those of NumPy's, by condition number.

    ./numen python -m tests.linalg.route_errors [samples]

The thresholds of src/linalg/strip_factors.cpp and pseudo_inverse.cpp come from this table: a way
serves where its root mean square error is at most that of the singular value decomposition. `qr`
ends at 1e7: from there on its column shows what takes over, the singular values of the triangle.
"""

import argparse

import numpy

import numen

from .pseudo_inverses import KAPPAS, SPECTRA, errors, exact, typical, with_condition

SHAPES = ((10, 200), (3, 50), (30, 64), (5, 6), (2, 1000), (64, 130), (3, 3), (8, 8), (16, 16))
METHODS = (None, "normal", "qr", "svd")


def quotients(y):
    """The quotient for each method; infinity where it fails."""
    wanted = exact(y)
    theirs = typical(errors(numpy.linalg.pinv(y), wanted))
    found = []
    for method in METHODS:
        try:
            found.append(typical(errors(numen.linalg.pinv(y, method=method), wanted)) / theirs)
        except numpy.linalg.LinAlgError:
            found.append(numpy.inf)
    return theirs, found


def main(samples=60):
    print(f"{'shape':>9} {'spectrum':24} {'kappa':>6} {'NumPy':>8} "
          + " ".join(f"{method or 'guarded':>8}" for method in METHODS))
    for k, n in SHAPES:
        for spectrum in SPECTRA:
            for kappa in KAPPAS:
                y = with_condition(samples, k, n, kappa, spectrum)
                theirs, found = quotients(y)
                print(f"{k:4}x{n:<4} {spectrum:24} {kappa:6.0e} {theirs:8.1e} "
                      + " ".join(f"{quotient:8.2g}" for quotient in found), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.linalg.route_errors",
                                     description=__doc__)
    parser.add_argument("samples", type=int, nargs="?", default=60)
    main(parser.parse_args().samples)
