"""What cannot be: the whole text of each error, with the function's name and the shapes."""

import numpy
import pytest

from numen import inverse

from .formulas import data

X, Y = data(20, 4, 2)
FITTED = inverse.fit(X, Y)


def spoiled(x, value):
    x = x.copy()
    x[3, 1] = value
    return x


REFUSED = {
    "inverse.fit: X needs the shape (samples, features), got (20,)":
        lambda: inverse.fit(X[:, 0], Y),
    "inverse.fit: outputs needs the shape (samples, outputs), got (1, 20, 2)":
        lambda: inverse.fit(X, Y[None]),
    "inverse.fit: needs outputs for each sample, got X of shape (20, 4) and outputs of shape "
    "(19, 2)": lambda: inverse.fit(X, Y[1:]),
    "inverse.fit: needs as many samples as outputs at least, got X of shape (1, 4) and outputs of "
    "shape (1, 2)": lambda: inverse.fit(X[:1], Y[:1]),
    "inverse.fit: X needs samples and features, got the shape (0, 4)":
        lambda: inverse.fit(X[:0], Y[:0]),
    "inverse.fit: X needs samples and features, got the shape (20, 0)":
        lambda: inverse.fit(X[:, :0], Y),
    "inverse.fit: outputs needs samples and outputs, got the shape (20, 0)":
        lambda: inverse.fit(X, Y[:, :0]),
    "inverse.fit: X of shape (20, 4) contains NaN or infinity":
        lambda: inverse.fit(spoiled(X, numpy.nan), Y),
    "inverse.fit: outputs of shape (20, 2) contain NaN or infinity":
        lambda: inverse.fit(X, spoiled(Y, numpy.inf)),
    "inverse.fit: numbers in X of shape (20, 4) are too large: their squares overflow":
        lambda: inverse.fit(spoiled(X, 1e200), Y),
    "inverse.fit: X needs real numbers, got complex128 of shape (20, 4)":
        lambda: inverse.fit(X * 1j, Y),
    "inverse.fit: X needs real numbers, got <U1 of shape (2, 1)":
        lambda: inverse.fit([["a"], ["b"]], [1, 2]),
    "inverse.fit: X needs real numbers, got object of shape (1, 2)":
        lambda: inverse.fit(numpy.array([[1, "b"]], object), [1]),
    "inverse.fit: method needs one of pinv, ridge, huber, bayes, got 'lasso'":
        lambda: inverse.fit(X, Y, "lasso"),
    "inverse.fit: lam needs a finite number at least 0, got -1e-09":
        lambda: inverse.fit(X, Y, "ridge", lam=-1e-9),
    "inverse.fit: lam needs a finite number at least 0, got nan":
        lambda: inverse.fit(X, Y, "huber", lam=numpy.nan),
    "inverse.fit: lam needs a finite number at least 0, got inf":
        lambda: inverse.fit(X, Y, "ridge", lam=numpy.inf),
    'inverse.fit: "pinv" has no penalty, got lam=0.5; method="ridge" has one':
        lambda: inverse.fit(X, Y, lam=0.5),
    'inverse.fit: lam is for "ridge" and "huber"; "bayes" takes noise and prior_deviation':
        lambda: inverse.fit(X, Y, "bayes", lam=0.5),
    "inverse.fit: rcond needs a finite number at least 0, got -1":
        lambda: inverse.fit(X, Y, rcond=-1),
    "inverse.fit: delta needs a finite number above 0, got 0":
        lambda: inverse.fit(X, Y, "huber", delta=0),
    "inverse.fit: iterations needs a whole number of at least 1, got 0":
        lambda: inverse.fit(X, Y, "huber", iterations=0),
    "inverse.fit: noise needs a finite number above 0, got 0":
        lambda: inverse.fit(X, Y, "bayes", noise=0),
    "inverse.fit: prior_deviation needs a finite number above 0, got inf":
        lambda: inverse.fit(X, Y, "bayes", prior_deviation=numpy.inf),
    "inverse.fit: prior_mean needs finite numbers of shape (4, 2), got shape (2, 4)":
        lambda: inverse.fit(X, Y, "bayes", prior_mean=numpy.ones((2, 4))),
    "inverse.fit: prior_mean needs one of pinv, got 'plain'":
        lambda: inverse.fit(X, Y, "bayes", prior_mean="plain"),
    "inverse.standardize: X needs the 4 features of the fit, got the shape (20, 3)":
        lambda: FITTED.standardize(X[:, :3]),
    "inverse.reconstruct: outputs need the 2 columns of the fit, got the shape (20, 1)":
        lambda: FITTED.reconstruct(Y[:, 0]),
    "inverse.local_importance: needs outputs for each sample, got X of shape (20, 4) and outputs "
    "of shape (3, 2)": lambda: inverse.local_importance(FITTED, X, Y[:3]),
    'inverse.local_half_width: needs an operator fitted with method="bayes", got \'pinv\'':
        lambda: inverse.local_half_width(FITTED, X, Y),
    "inverse.local_half_width: level needs a number between 0 and 1, got 95":
        lambda: inverse.local_half_width(FITTED, X, Y, level=95),
    "inverse.similarity: X of shape (20, 4) contains NaN or infinity":
        lambda: inverse.similarity(FITTED, spoiled(X, numpy.nan)),
    "inverse.similarity: gamma needs a finite number at least 0, got -1":
        lambda: inverse.similarity(FITTED, X, gamma=-1),
    'inverse.bootstrap: method "huber" weighs the samples anew in each fit and iteration, so many '
    "fits are not one batched call: fit them one by one":
        lambda: inverse.bootstrap(X, Y, "huber"),
    'inverse.fit_weighted: method "huber" weighs the samples anew in each fit and iteration, so '
    "many fits are not one batched call: fit them one by one":
        lambda: inverse.fit_weighted(X, Y, numpy.ones((2, len(X))), "huber"),
    "inverse.bootstrap: method needs one of pinv, ridge, bayes, got 'lasso'":
        lambda: inverse.bootstrap(X, Y, "lasso"),
    'inverse.fit_weighted: lam is for "ridge" and "huber"; "bayes" takes noise and prior_deviation':
        lambda: inverse.bootstrap(X, Y, "bayes", lam=0.5),
    "inverse.fit_weighted: prior_mean needs finite numbers of shape (4, 2), got shape (2, 4)":
        lambda: inverse.bootstrap(X, Y, "bayes", prior_mean=numpy.ones((2, 4))),
    "inverse.fit_weighted: prior_mean needs one of pinv, got 'plain'":
        lambda: inverse.bootstrap(X, Y, "bayes", prior_mean="plain"),
    "inverse.fit_weighted: noise needs a finite number above 0, got 0":
        lambda: inverse.bootstrap(X, Y, "bayes", noise=0),
    "inverse.bootstrap: resamples needs a whole number of at least 2, got 1":
        lambda: inverse.bootstrap(X, Y, resamples=1),
    "inverse.bootstrap: level needs a number between 0 and 1, got 1.0":
        lambda: inverse.bootstrap(X, Y, level=1.0),
    "inverse.fit_weighted: weights need the shape (fits, 20), got (20,)":
        lambda: inverse.fit_weighted(X, Y, numpy.ones(20)),
    "inverse.fit_weighted: weights need finite numbers that are not negative":
        lambda: inverse.fit_weighted(X, Y, -numpy.ones((2, 20))),
    "inverse.fit_weighted: X of shape (20, 4) contains NaN or infinity":
        lambda: inverse.fit_weighted(spoiled(X, numpy.inf), Y, numpy.ones((2, 20))),
    "inverse.resample_counts: kind needs one of multinomial, poisson, got 'block'":
        lambda: inverse.resample_counts(5, 3, kind="block"),
    "inverse.stability: needs two operators at least, of the shape (operators, features, outputs), "
    "got (1, 4, 2)": lambda: inverse.stability(numpy.ones((1, 4, 2))),
}


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text):
    with pytest.raises(ValueError) as caught:
        REFUSED[text]()
    assert str(caught.value) == text


def test_a_fit_cannot_be_changed():
    with pytest.raises(AttributeError):
        FITTED.operator = 0
