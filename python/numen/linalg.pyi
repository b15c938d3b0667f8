from numpy.linalg import *
from typing import Any

from numpy.typing import ArrayLike, NDArray

def pinv_apply(Y: ArrayLike, X: ArrayLike, *, rcond: float | None = None,
               weights: ArrayLike | None = None, method: str | None = None) -> NDArray[Any]: ...
def ridge(Y: ArrayLike, X: ArrayLike, lam: ArrayLike, *, weights: ArrayLike | None = None,
          method: str | None = None) -> NDArray[Any]: ...
def ridge_path(Y: ArrayLike, X: ArrayLike, lams: ArrayLike, *,
               weights: ArrayLike | None = None) -> NDArray[Any]: ...
def standardised_products(
    X: ArrayLike, Y: ArrayLike
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]: ...
