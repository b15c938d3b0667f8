"""Forty libraries that a user's module hands its arrays to: one expression a line.

The module is the user's: its `np` is Numen, `x` has just been computed there and no library has
seen it. Every row runs with `x` of 100, 20,000 and 2,000,000 elements and has to do what it does
under Python. Nothing here imports a library; docs/clients.md is made from this table.
"""

from dataclasses import dataclass

from .rows_of_files import FILES
from .rows_of_fits import FITS
from .rows_of_pictures import PICTURES
from .rows_of_tables import TABLES
from .rows_typed import TYPED

SIZES = (100, 20_000, 2_000_000)

# How a user's module makes `x` of n elements: by arithmetic that is exact, or rounded once.
GIVEN = {
    "vector": "np.arange(n) * 0.375 % 11 - 5",
    "matrix": "(np.arange(n) * 0.375 % 11 - 5 + np.arange(n) % 7 * 0.25).reshape(-1, 4)",
    "whole": "np.arange(n) * 7 % 251",
    "picture": "(np.arange(n) * 37 % 1009 / 1024.0).reshape(n // 100 // 10 or 10, -1)",
    "bytes": "(np.arange(n) * 37 % 1009 % 256).astype(np.uint8).reshape(n // 100 // 10 or 10, -1)",
}


@dataclass(frozen=True)
class Contact:
    """One row: the library, what its module imports and defines, how `x` is made, the call."""

    library: str
    head: str
    given: str
    text: str

    def source(self):
        """The user's module: made(n) gives `x`, call(x) hands it over."""
        return (f"import numpy as np\n{self.head}\n\n\ndef made(n):\n    return "
                f"{GIVEN[self.given]}\n\n\ndef call(x):\n    return {self.text}\n")


def contacts(libraries):
    """The rows of {library: (imports and functions, {how x is made: lines})}."""
    for library, (head, blocks) in libraries.items():
        for given, text in blocks.items():
            for line in text.strip().splitlines():
                yield Contact(library, head.strip(), given, line.strip())


CONTACTS = [row for part in (TABLES, FITS, PICTURES, FILES) for row in contacts(part)]
# Compiled code that looks at the type of `x` before anything else.
TYPED_CONTACTS = list(contacts(TYPED))
