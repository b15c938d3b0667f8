"""NumPy functions written in Python over Numen's native ones.

`composites` maps public names to them; `facades` holds NumPy's classes and objects that need
more than a Fallback to give Numen's arrays. A composite reaches other functions only through
`own` (composites/registry.py), which holds native and composite names and nothing else, so a
composite cannot call NumPy's implementation unnoticed.
"""

from . import (
    applying,
    assertions,
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
    fourier,
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

__all__ = ["applying", "assertions", "bin_widths", "calculus", "choosing", "comparison",
           "composites", "converting", "covariance", "creation", "distinct_rows", "einstein",
           "enlarging", "facades", "files", "fitting", "fourier", "grids", "histograms",
           "interpolation", "joining", "layout", "nan_quantiles", "nan_reductions", "objects",
           "ordering", "padding", "placing", "polynomials", "printing", "products",
           "pseudo_inverses", "quantile_methods", "quantiles", "scimath", "sequences", "sets",
           "stride_tricks", "text_files", "windows"]  # fmt: skip
