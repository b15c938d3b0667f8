"""What users pass in, as arrays of ours; what does not fit is refused with names and shapes.

Whether the X of a fit is finite is not asked here, which would read it once more: the fit sees it
in the means.
"""

import math

import numen as np

from .row_blocks import is_finite


def matrix(function, name, given, columns="features"):
    """`given` as a matrix of float32 or float64; ValueError says what it is instead."""
    found = np.asarray(given)
    if found.dtype.kind not in "biuf":
        found = _numbers(function, name, found)
    if found.dtype not in (np.float32, np.float64):
        found = found.astype(np.float64)
    if found.ndim != 2:
        raise ValueError(f"inverse.{function}: {name} needs the shape (samples, {columns}), "
                         f"got {found.shape}")
    if 0 in found.shape:
        raise ValueError(f"inverse.{function}: {name} needs samples and {columns}, "
                         f"got the shape {found.shape}")
    return found


def _numbers(function, name, given):
    """Columns of several kinds come as objects from a data frame; complex numbers are refused."""
    if given.dtype.kind == "O":
        try:
            return given.astype(np.float64)
        except (TypeError, ValueError):
            pass
    raise ValueError(f"inverse.{function}: {name} needs real numbers, got {given.dtype} of shape "
                     f"{given.shape}")


def model_outputs(function, given):
    """The outputs in float64, a row per sample; a vector is one output of each sample."""
    found = np.asarray(given)
    if found.ndim == 1:
        found = found[:, None]
    found = matrix(function, "outputs", found, "outputs").astype(np.float64, copy=False)
    if not np.isfinite(found).all():
        raise ValueError(f"inverse.{function}: outputs of shape {found.shape} contain NaN or "
                         "infinity")
    return found


def data_and_outputs(function, X, outputs):
    """Both, with a row of outputs for each row of X."""
    X, outputs = matrix(function, "X", X), model_outputs(function, outputs)
    if len(X) != len(outputs):
        raise ValueError(f"inverse.{function}: needs outputs for each sample, got X of shape "
                         f"{X.shape} and outputs of shape {outputs.shape}")
    return X, outputs


def for_a_fit(function, X, outputs):
    """Both, with no fewer samples than outputs: an operator of fewer is not determined."""
    X, outputs = data_and_outputs(function, X, outputs)
    if len(X) < outputs.shape[1]:
        raise ValueError(f"inverse.{function}: needs as many samples as outputs at least, got X of "
                         f"shape {X.shape} and outputs of shape {outputs.shape}")
    return X, outputs


def for_operator(function, fitted, X=None, outputs=None):
    """Those of X and outputs that are given, when their widths are the fitted operator's."""
    features, count = fitted.operator.shape
    if X is not None:
        X = matrix(function, "X", X)
        if X.shape[1] != features:
            raise ValueError(f"inverse.{function}: X needs the {features} features of the fit, "
                             f"got the shape {X.shape}")
        if not is_finite(X):
            raise not_finite(function, X)
    if outputs is not None:
        outputs = model_outputs(function, outputs)
        if outputs.shape[1] != count:
            raise ValueError(f"inverse.{function}: outputs need the {count} columns of the fit, "
                             f"got the shape {outputs.shape}")
    if X is not None and outputs is not None and len(X) != len(outputs):
        raise ValueError(f"inverse.{function}: needs outputs for each sample, got X of shape "
                         f"{X.shape} and outputs of shape {outputs.shape}")
    return X, outputs


def not_finite(function, X):
    """The error of an X with NaN or infinity in it."""
    return ValueError(f"inverse.{function}: X of shape {X.shape} contains NaN or infinity")


def number(function, name, given, least=0.0, allow_least=True):
    """A finite number, not below `least`."""
    found = float(given)
    if not math.isfinite(found) or found < least or (found == least and not allow_least):
        wanted = "at least" if allow_least else "above"
        raise ValueError(f"inverse.{function}: {name} needs a finite number {wanted} {least:g}, "
                         f"got {given}")
    return found


def whole_number(function, name, given, least=1):
    found = int(given)
    if found != given or found < least:
        raise ValueError(f"inverse.{function}: {name} needs a whole number of at least {least}, "
                         f"got {given}")
    return found


def share(function, name, given):
    """A number between 0 and 1, neither of them."""
    found = float(given)
    if not 0.0 < found < 1.0:
        raise ValueError(f"inverse.{function}: {name} needs a number between 0 and 1, got {given}")
    return found


def one_of(function, name, given, allowed):
    if given not in allowed:
        raise ValueError(f"inverse.{function}: {name} needs one of {', '.join(allowed)}, "
                         f"got {given!r}")
    return given
