"""Composites that put elements in order."""

from .registry import composite, ours, own


@composite("sort_complex")
def sort_complex(a):
    found = own.sort(ours(a))
    if found.dtype.kind == "c":
        return found
    return found.astype("F" if found.dtype.char in "bhBH" else "D")
