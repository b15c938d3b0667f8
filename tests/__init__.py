"""The Python tests: what they have in common.

In the tests' own processes operators on arrays that NumPy made are NumPy's: its arrays are the
references; and arrays made by `array` and `asarray` may be managed. What the user's modules get is
tested by programs run as a user runs them (tests/ndarray, tests/clients).
"""

import os

from numen.native import front

# Whether `numen test --sanitize` runs us: the sanitizers are loaded before Python's own code.
SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")

front.set_serves_foreign(False)
front.set_asarray_exposes(False)
