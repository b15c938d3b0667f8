"""The processes that a benchmark starts import the package that started them, installed or not."""

import os
from pathlib import Path


def child_environment():
    """The environment of a child that imports the same numen package as this process.

    With byte code beside the sources, as NumPy has it and an installed package.
    """
    package_parent = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(p for p in (package_parent, os.environ.get("PYTHONPATH")) if p)
    kept = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": path}
