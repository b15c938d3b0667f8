"""What every test finds as the test before it did."""

import pytest

from numen import doors
from numen.native import front


@pytest.fixture(autouse=True)
def patched_again():
    """numen.uninstall() gives numpy.ndarray its own operators back, and opens no more doors."""
    yield
    front.patch_numpy(True)
    doors.install()
