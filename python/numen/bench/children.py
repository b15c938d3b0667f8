"""The processes that a benchmark starts import the package that started them, installed or not."""

import os
from pathlib import Path


def child_environment():
    """The environment of a child that imports the same numen package as this process."""
    package_parent = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(p for p in (package_parent, os.environ.get("PYTHONPATH")) if p)
    return {**os.environ, "PYTHONPATH": path}
