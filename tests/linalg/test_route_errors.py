"""The table of the ways' errors, of few samples: it is printed, and in every row the way that is
taken unasked has errors like NumPy's. Twice NumPy's is the bound of test_pinv.py, of more samples.
"""

import pytest

from . import route_errors


@pytest.mark.parametrize("shape", route_errors.SHAPES[1:5])
def test_table(shape, capsys, monkeypatch):
    monkeypatch.setattr(route_errors, "SHAPES", (shape,))
    route_errors.main(8)
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[-4:] == ["guarded", "normal", "qr", "svd"]
    assert len(rows) == len(route_errors.SPECTRA) * len(route_errors.KAPPAS)
    for row in rows:
        kappa, theirs, guarded, normal, qr, svd = map(float, row.split()[-6:])
        assert guarded <= 4 and svd <= 4, row  # means of eight errors
        # What the guard is for: the normal equations lose the square of the condition number.
        assert normal >= kappa / 100 or kappa < 1e4, row
        assert (qr == guarded) or kappa < 1e4, row
