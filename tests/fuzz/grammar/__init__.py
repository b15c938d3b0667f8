"""The statements that fuzz programs are made of, one file per kind; `productions` lists them."""

from . import compute, create, foreign, large, named, reduce  # noqa: F401
from . import rename, structure, views, writes  # noqa: F401
from .context import productions

__all__ = ["productions"]
