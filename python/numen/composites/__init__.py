"""NumPy functions written in Python over Numen's native ones.

`composites` maps public names to them; `facades` holds NumPy's classes and objects that need
more than a Fallback to give Numen's arrays. A composite reaches other functions only through
`own` (composites/registry.py), which holds native and composite names and nothing else, so a
composite cannot call NumPy's implementation unnoticed.
"""

from importlib import import_module

from . import (
    applying,
    bin_widths,
    calculus,
    choosing,
    comparison,
    converting,
    covariance,
    creation,
    distinct_rows,
    einstein,
    enlarging,
    files,
    fitting,
    grids,
    histograms,
    interpolation,
    joining,
    layout,
    nan_quantiles,
    nan_reductions,
    objects,
    ordering,
    padding,
    placing,
    polynomials,
    printing,
    products,
    pseudo_inverses,
    quantile_methods,
    quantiles,
    scimath,
    sequences,
    sets,
    stride_tricks,
    text_files,
    windows,
)
from .registry import composites, facades

# NumPy imports these modules when they are first asked for; their composites come with them.
_LATE = {"numpy.fft": "fourier", "numpy.testing": "assertions"}


def complete(module_name):
    """`composites` has all of NumPy's module of this name afterwards."""
    if module_name in _LATE:
        import_module(f"{__name__}.{_LATE.pop(module_name)}")


__all__ = ["applying", "bin_widths", "calculus", "choosing", "comparison", "complete",
           "composites", "converting", "covariance", "creation", "distinct_rows",
           "einstein", "enlarging", "facades", "files", "fitting", "grids",
           "histograms", "interpolation", "joining", "layout", "nan_quantiles",
           "nan_reductions", "objects", "ordering", "padding", "placing",
           "polynomials", "printing", "products", "pseudo_inverses",
           "quantile_methods", "quantiles", "scimath", "sequences", "sets",
           "stride_tricks", "text_files", "windows"]  # fmt: skip
