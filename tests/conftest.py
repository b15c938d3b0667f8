"""Operators on arrays that NumPy made are NumPy's in the tests' own process.

Its arrays are the references. What the user's modules get, where Numen serves those too, is tested
by programs run as a user runs them, and by tests/ndarray.
"""

import pytest

from numen.native import front

front.set_serves_foreign(False)
front.set_asarray_exposes(False)


@pytest.fixture(autouse=True)
def patched_again():
    """numen.uninstall() gives numpy.ndarray its own operators back."""
    yield
    front.patch_numpy(True)
