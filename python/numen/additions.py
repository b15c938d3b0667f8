"""What Numen adds to NumPy's modules: public names that NumPy lacks."""

from .fits import pinv_apply, ridge, ridge_path, standardised_products
from .precision import precision

ADDITIONS = {
    "numpy.linalg": {
        "pinv_apply": pinv_apply,
        "precision": precision,
        "ridge": ridge,
        "ridge_path": ridge_path,
        "standardised_products": standardised_products,
    },
}
