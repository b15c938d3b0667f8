"""The Python tests: what they have in common."""

import os

# Whether `numen test --sanitize` runs us: the sanitizers are loaded before Python's own code.
SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")
