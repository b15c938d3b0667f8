"""What numen.explain says of a call, and that it is what the call does."""

import numpy
import pytest

import numen

from .pseudo_inverses import errors, exact, rng, typical, with_condition


def explained(capsys, *args, **kwargs):
    numen.explain(*args, **kwargs)
    return capsys.readouterr().out


def test_counts_reasons_and_bounds(capsys):
    y = numpy.concatenate([with_condition(4, 5, 40, 1), with_condition(3, 5, 40, 1e4),
                           with_condition(2, 5, 40, 1e9)])
    text = explained(capsys, numen.linalg.pinv, y)
    assert text.startswith("pinv: 9 matrices of 5x40\n  4 by normal equations: ")
    assert "\n  3 by QR: Cholesky QR twice; condition number up to 1e7" in text
    assert "\n    condition number at most 1e+04" in text
    assert "\n  2 by singular values: " in text
    assert explained(capsys, numpy.linalg.pinv, y) == text
    text = explained(capsys, numen.linalg.pinv, rng.normal(size=(6, 4, 4)) + 9 * numpy.eye(4))
    assert text.startswith("pinv: 6 matrices of 4x4\n  6 by elimination: ")
    assert "1 by singular values" in explained(capsys, numen.linalg.pinv, numpy.zeros((4, 4)))


def test_what_rcond_could_cut_goes_by_singular_values(capsys):
    y = with_condition(3, 5, 40, 1e4)
    assert "3 by QR" in explained(capsys, numen.linalg.pinv, y, rcond=1e-6)
    assert "3 by singular values" in explained(capsys, numen.linalg.pinv, y, rcond=1e-4)
    cuts = numpy.array([1e-15, 1e-6, 0.5])
    text = explained(capsys, numen.linalg.pinv, y, cuts)
    assert "2 by QR" in text and "1 by singular values" in text
    assert "3 by singular values" in explained(capsys, numen.linalg.pinv, y, rcond=numpy.nan)


def test_other_calls(capsys):
    y, x = with_condition(3, 5, 40, 1e5), rng.normal(size=(3, 7, 40))
    assert "3 by QR" in explained(capsys, numen.linalg.ridge, y, x, 0.0)
    assert "3 by normal" in explained(capsys, numen.linalg.ridge, y, x, 1e3)
    assert "3 by QR" in explained(capsys, numen.linalg.pinv_apply, y, x)
    assert "1 by QR" in explained(capsys, numen.linalg.lstsq, y[0].T, numpy.ones(40), rcond=None)


@pytest.mark.parametrize("method, title", [("normal", "normal equations"), ("qr", "QR"),
                                           ("svd", "singular values")])
def test_method_forces_a_way(capsys, method, title):
    y, x = with_condition(30, 5, 40, 1e3), rng.normal(size=(30, 2, 40))
    for call in ((numen.linalg.pinv, y), (numen.linalg.ridge, y, x, 1e-9),
                 (numen.linalg.pinv_apply, y, x)):
        text = explained(capsys, *call, method=method)
        assert f"30 by {title}: asked for by method={method!r}" in text
    wanted = exact(y)
    error = typical(errors(numen.linalg.pinv(y, method=method), wanted))
    # Normal equations lose the square of the condition number.
    assert (error > 1e-12) == (method == "normal")


def test_wrong_ones():
    y = numpy.ones((2, 5))
    for method in ("lu", "SVD", 3, b"qr"):
        for call in (lambda: numen.linalg.pinv(y, method=method),
                     lambda: numen.linalg.ridge(y, y, 1, method=method),
                     lambda: numen.linalg.pinv_apply(y, y, method=method),
                     lambda: numen.explain(numen.linalg.pinv, y, method=method)):
            with pytest.raises(ValueError, match="method must be 'normal', 'qr', 'svd' or None"):
                call()
    for wrong in (numpy.linalg.svd, len, numen.linalg.ridge_path):
        with pytest.raises(TypeError, match="explain: knows the calls of pinv, lstsq, ridge"):
            numen.explain(wrong, y)
