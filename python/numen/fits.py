"""The documentation of the fits that numen.linalg adds: the functions themselves are native."""

from .native import front


def _described(name, signature, text):
    function = front.functions["linalg." + name]
    function.__doc__, function.__text_signature__ = text, signature
    function.__module__ = "numen.linalg"
    return function


ridge = _described("ridge", "(Y, X, lam, *, weights=None, method=None)", """\
The ridge operator ``A = X W Y' (Y W Y' + lam I)^-1``, which brings A Y closest to X.

Parameters
----------
Y : (..., m, N) array of real numbers, a few long rows (model outputs, for instance).
X : (..., d, N) array of real numbers in any layout: the transpose of a table of samples is read
    as it lies. float32 and float64 are read once, others are copied first.
lam : number or (...) array, finite and not negative. With 0 the result is that of `pinv_apply`.
weights : (..., N) array, optional: how much each column counts, finite and not negative; 0 leaves
    it out, so that problems of different N can share a stack.
method : {None, "normal", "qr", "svd"}: the way that the outputs are factored, decided for each
    problem if None; `numen.explain` tells which.

Returns
-------
A : (..., d, m) array of float64, or float32 if Y and X are. Leading axes are broadcast.

Raises
------
ValueError for shapes that do not fit, for `lam` or weights that are negative, NaN or infinite and
for other methods; TypeError for complex numbers; LinAlgError for NaN or infinity in Y and, with
method="normal", for a singular matrix.

Notes
-----
m (N + d) N multiplications; X is read in one pass and Y' (Y Y' + lam I)^-1 is never formed. The
error is at most twice that of the singular value decomposition whatever the condition number:
Cholesky's factor of Y Y' + lam I serves well conditioned problems alone, then Cholesky QR twice
(Yamamoto and others, 2015), then Householder reflections and the singular values of the triangle.

>>> import numen as np
>>> Y = np.array([[1.0, 0.0, 1.0], [0.0, 2.0, 0.0]])
>>> X = np.array([[1.0, 4.0, 1.0]])
>>> np.linalg.ridge(Y, X, 0.0).round(12)
array([[1., 2.]])
>>> np.linalg.ridge(Y, X, 2.0).round(12)
array([[0.5       , 1.33333333]])
""")

ridge_path = _described("ridge_path", "(Y, X, lams, *, weights=None)", """\
`ridge` for several values of lambda at little more than the price of one.

Parameters
----------
Y, X, weights : as for `ridge`.
lams : (..., L) array, finite and not negative.

Returns
-------
A : (L, ..., d, m) array: ``A[i]`` is ``ridge(Y, X, lams[..., i])``.

Raises
------
As `ridge`.

Notes
-----
Y is brought to orthonormal rows and singular values s once, X is read once; a value of lambda then
scales by s / (s^2 + lambda): d m^2 multiplications each. Accurate as the singular value
decomposition.

>>> import numen as np
>>> Y, X = np.array([[3.0, 4.0]]), np.array([[6.0, 8.0]])
>>> np.linalg.ridge_path(Y, X, [0.0, 25.0]).ravel().round(12)
array([2., 1.])
""")

pinv_apply = _described("pinv_apply", "(Y, X, *, rcond=None, weights=None, method=None)", """\
``X @ pinv(Y)`` without forming the pseudo-inverse.

Parameters
----------
Y : (..., m, N) array; X : (..., d, N) array; weights, method : as for `ridge`.
rcond : number, optional: singular values of Y up to rcond times the largest count as zero; 1e-15
    by default, as for `pinv`.

Returns
-------
A : (..., d, m) array.

Raises
------
As `ridge`.

Notes
-----
X is read once. The error is at most twice that of the singular value decomposition.

>>> import numen as np
>>> Y = np.array([[1.0, 0.0, 1.0], [0.0, 2.0, 0.0]])
>>> np.linalg.pinv_apply(Y, 3 * Y).round(12)
array([[3., 0.],
       [0., 3.]])
""")

standardised_products = _described("standardised_products", "(X, Y)", """\
Means, deviations and products of standardised columns in one pass over X.

Parameters
----------
X : (N, d) array of real numbers, samples in rows; Y : (N, m) array. N > 0.

Returns
-------
(mean, deviation, products, gram), all float64: mean and population standard deviation (d) of X's
columns, ``products = Z.T @ Y`` (d, m) with ``Z = (X - mean) / deviation`` (divided by 1 where the
deviation is 0), and ``gram = Y.T @ Y`` (m, m).

Raises
------
ValueError for shapes that do not fit and for N = 0; TypeError for complex numbers.

Notes
-----
Sums are taken of X minus its first row and corrected at the end; a column whose first element
lies very far from its mean is read again. N d m multiplications.

>>> import numen as np
>>> X, Y = np.array([[1.0, 5.0], [3.0, 5.0]]), np.array([[1.0], [2.0]])
>>> mean, deviation, products, gram = np.linalg.standardised_products(X, Y)
>>> print(mean, deviation, products.ravel(), gram.ravel())
[2. 5.] [1. 0.] [1. 0.] [5.]
""")
