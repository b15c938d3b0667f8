"""What Numen adds to NumPy's modules: public names that NumPy lacks."""

from .precision import precision

ADDITIONS = {
    "numpy.linalg": {"precision": precision},
}
