"""What numen.explain prints for a call of pinv, lstsq or ridge: which way each matrix goes and why.

The ways are those of src/linalg/least_squares.h; thresholds are measured by
tests/linalg/route_errors.py.
"""

import numpy

from .native import front

# In the order of linalg::Route.
ROUTES = (
    ("elimination", "LU with row exchanges, up to order 8; the inverse shows a condition number up "
     "to 1e12 (Frobenius norm)"),
    ("normal equations", "Cholesky's factor of Y Y'; condition number up to 3, or 2e3 for float32 "
     "data, which are computed in float64"),
    ("QR", "Cholesky QR twice; condition number up to 1e7 and rcond cuts nothing"),
    ("singular values", "reflections, then the singular values of the triangle; small ones may be "
     "cut"),
)


def _pinv(a, *args, **kwargs):
    return front.functions["linalg.pinv_routes"](a, *args, **kwargs)


def _lstsq(a, b, rcond=None):
    return front.functions["linalg.pinv_routes"](a, rcond=0.0, method="qr")


def _ridge(Y, X, lam, **kwargs):
    return front.functions["linalg.ridge_routes"](Y, X, lam, **kwargs)


def _pinv_apply(Y, X, *, rcond=None, weights=None, method=None):
    return front.functions["linalg.ridge_routes"](Y, X, 0.0, weights=weights, method=method)


FINDERS = {"pinv": _pinv, "lstsq": _lstsq, "ridge": _ridge, "pinv_apply": _pinv_apply}


def name_of(function):
    """The name under which `function` can be explained, or None."""
    name = getattr(function, "__name__", "").rpartition(".")[2]
    if name not in FINDERS:
        return None
    own = front.functions["linalg." + name]
    return name if function is own or function is getattr(numpy.linalg, name, None) else None


def text_of(function, args, kwargs):
    """The text of numen.explain(function, ...)."""
    name = name_of(function)
    if name is None:
        raise TypeError(f"explain: knows the calls of {', '.join(FINDERS)}, got {function!r}")
    routes, conditions = map(numpy.asarray, FINDERS[name](*args, **kwargs))
    routes, conditions = routes.ravel().astype(int), conditions.ravel()
    shape = "x".join(map(str, numpy.shape(args[0])[-2:]))
    count = len(routes)
    lines = [f"{name}: {count:,} {'matrix' if count == 1 else 'matrices'} of {shape}"]
    asked = kwargs.get("method") is not None
    for route, (title, reason) in enumerate(ROUTES):
        chosen = routes == route
        if not chosen.any():
            continue
        bounds = conditions[chosen]
        reason = f"asked for by method={kwargs['method']!r}" if asked else reason
        lines.append(f"  {int(chosen.sum()):,} by {title}: {reason}")
        if bounds.max() > 0:
            low, high = (format(bound, ".2g") for bound in (bounds.min(), bounds.max()))
            between = f"{low}" if low == high else f"{low} to {high}"
            lines.append(f"    condition number at most {between}")
    return "\n".join(lines)
