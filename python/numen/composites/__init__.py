"""NumPy functions written in Python over Numen's native ones.

`composites` maps public names to them; `facades` holds NumPy's classes and objects that need
more than a Fallback to give Numen's arrays. A composite reaches other functions only through
`own` (composites/registry.py), which holds native and composite names and nothing else, so a
composite cannot call NumPy's implementation unnoticed.
"""

from . import calculus, comparison, creation, joining, layout, objects
from .registry import composites, facades

__all__ = ["calculus", "comparison", "composites", "creation", "facades", "joining", "layout",
           "objects"]  # fmt: skip
