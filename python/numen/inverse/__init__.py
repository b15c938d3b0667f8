"""Explanations of a model by an operator that maps its outputs back to its features.

Given data X and the outputs of a model on it, `fit` finds the matrix A that reproduces the
standardised data from the outputs, X' ~ Y A'. Its columns tell what the model's outputs say of the
features: `global_importance`, `local_importance`, `representative`, `similarity`. How far to trust
them: `reconstruction_error`, `r_squared`, `fidelity`, `effective_rank`, `contrast`,
`condition_number`, and `bootstrap` with `stability`.

Layout: as in scikit-learn samples are rows. X is (N samples, d features), outputs (N, m), the
operator (d, m). The papers have samples in columns: their X is our X', transposed.

Method: T. Nakanishi, IEEE Access 11 (2023) 101020-101044, doi:10.1109/ACCESS.2023.3314336; the
variant with Huber's loss: IEEE Access 13 (2025) 76796-76810, doi:10.1109/ACCESS.2025.3565279; the
Bayesian variant: doi:10.1109/ACCESS.2025.3617984; theory: doi:10.1038/s44488-026-00004-0. Written
from the formulas. The authors of the method say that they hold patent rights in it: whoever
uses these functions must find out whether that concerns their use.

>>> X = numen.array([[1.0, 0.0], [2.0, 1.0], [3.0, 0.0], [4.0, 1.0]])
>>> outputs = numen.array([[0.9, 0.1], [0.6, 0.4], [0.4, 0.6], [0.1, 0.9]])
>>> fitted = numen.inverse.fit(X, outputs)
>>> numen.round(numen.inverse.global_importance(fitted), 3)
array([[-1.   ,  1.   ],
       [-0.516,  0.516]])
"""

from .bootstrapping import Bootstrap, Interval, bootstrap, resample_counts, stability
from .evaluation import (
    condition_number,
    contrast,
    effective_rank,
    fidelity,
    r_squared,
    reconstruction_error,
    recovered_outputs,
)
from .fitting import fit
from .importance import global_importance, local_half_width, local_importance
from .instances import representative, similarity
from .operators import InverseOperator
from .weighted_fits import fit_weighted

__all__ = [
    "Bootstrap",
    "Interval",
    "InverseOperator",
    "bootstrap",
    "condition_number",
    "contrast",
    "effective_rank",
    "fidelity",
    "fit",
    "fit_weighted",
    "global_importance",
    "local_half_width",
    "local_importance",
    "r_squared",
    "reconstruction_error",
    "recovered_outputs",
    "representative",
    "resample_counts",
    "similarity",
    "stability",
]
