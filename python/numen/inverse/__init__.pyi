# Types of numen.inverse.

import dataclasses
from typing import Literal, NamedTuple, overload

from numpy import float64
from numpy.random import BitGenerator, Generator, SeedSequence
from numpy.typing import ArrayLike, NDArray

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

_Seed = int | list[int] | SeedSequence | BitGenerator | Generator | None

@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class InverseOperator:
    operator: NDArray[float64]
    mean: NDArray[float64]
    scale: NDArray[float64]
    singular_values: NDArray[float64]
    method: str
    lam: float
    weights: NDArray[float64] | None = None
    covariance: NDArray[float64] | None = None
    iterations: int = 0
    def standardize(self, X: ArrayLike) -> NDArray[float64]: ...
    def reconstruct(self, outputs: ArrayLike) -> NDArray[float64]: ...

class Interval(NamedTuple):
    mean: NDArray[float64]
    lower: NDArray[float64]
    upper: NDArray[float64]

@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Bootstrap:
    operators: NDArray[float64]
    importances: NDArray[float64]
    level: float
    operator: Interval
    importance: Interval

def fit(
    X: ArrayLike,
    outputs: ArrayLike,
    method: Literal["pinv", "ridge", "huber", "bayes"] = "pinv",
    *,
    lam: float | None = None,
    rcond: float | None = None,
    delta: float = 1.0,
    tolerance: float = 1e-5,
    iterations: int = 50,
    noise: float = 1.0,
    prior_deviation: float = 1.0,
    prior_mean: ArrayLike | Literal["pinv"] | None = None,
) -> InverseOperator: ...
def fit_weighted(
    X: ArrayLike,
    outputs: ArrayLike,
    weights: ArrayLike,
    method: Literal["pinv", "ridge", "bayes"] = "pinv",
    *,
    lam: float | None = None,
    rcond: float | None = None,
    noise: float = 1.0,
    prior_deviation: float = 1.0,
    prior_mean: ArrayLike | Literal["pinv"] | None = None,
) -> NDArray[float64]: ...
def bootstrap(
    X: ArrayLike,
    outputs: ArrayLike,
    method: Literal["pinv", "ridge", "bayes"] = "pinv",
    *,
    resamples: int = 1000,
    level: float = 0.95,
    seed: _Seed = None,
    lam: float | None = None,
    rcond: float | None = None,
    noise: float = 1.0,
    prior_deviation: float = 1.0,
    prior_mean: ArrayLike | Literal["pinv"] | None = None,
) -> Bootstrap: ...
def resample_counts(
    samples: int,
    resamples: int,
    seed: _Seed = None,
    *,
    kind: Literal["multinomial", "poisson"] = "multinomial",
) -> NDArray[float64]: ...
def stability(operators: ArrayLike) -> tuple[NDArray[float64], NDArray[float64]]: ...
def global_importance(fitted: InverseOperator) -> NDArray[float64]: ...
def local_importance(
    fitted: InverseOperator, X: ArrayLike, outputs: ArrayLike, *, normalize: bool = True
) -> NDArray[float64]: ...
def local_half_width(
    fitted: InverseOperator,
    X: ArrayLike,
    outputs: ArrayLike,
    *,
    level: float = 0.95,
    normalize: bool = True,
) -> NDArray[float64]: ...
def representative(fitted: InverseOperator) -> NDArray[float64]: ...
def similarity(
    fitted: InverseOperator, X: ArrayLike, *, gamma: float = 0.1
) -> NDArray[float64]: ...
def reconstruction_error(
    fitted: InverseOperator, X: ArrayLike, outputs: ArrayLike
) -> float: ...
@overload
def r_squared(
    fitted: InverseOperator, X: ArrayLike, outputs: ArrayLike, *, by_feature: Literal[False] = False
) -> float: ...
@overload
def r_squared(
    fitted: InverseOperator, X: ArrayLike, outputs: ArrayLike, *, by_feature: Literal[True]
) -> NDArray[float64]: ...
def recovered_outputs(fitted: InverseOperator, X: ArrayLike) -> NDArray[float64]: ...
def fidelity(
    fitted: InverseOperator, X: ArrayLike, outputs: ArrayLike
) -> NDArray[float64]: ...
def effective_rank(fitted: InverseOperator) -> float: ...
def condition_number(fitted: InverseOperator) -> float: ...
def contrast(fitted: InverseOperator) -> NDArray[float64]: ...
