"""The calls that hand a Numen array to other libraries: one expression a line.

`x` is the array, in the shape that heads its block; every other name is a module of `modules`
or a short program of `programs`. docs/clients.md is made from this table by
tools/client_table.py, so nothing here imports a library.
"""

from dataclasses import dataclass

from .rows_arrays import JAX, NUMBA, NUMEXPR, NUMPY, PYTORCH
from .rows_frames import H5PY, MATPLOTLIB, PANDAS, PILLOW, XARRAY
from .rows_science import SCIKIT_LEARN, SCIPY

# What each shape is as (small, large); large ones are managed, 16,384 elements and more.
SHAPES = {
    "vector": ((12,), (20_000,)),
    "matrix": ((8, 2), (9_000, 2)),
    "square": ((4, 4), (130, 130)),
    "image": ((8, 8, 3), (80, 80, 3)),
}


@dataclass(frozen=True)
class Call:
    """One call: the library's name, the shape of `x`, the expression."""

    library: str
    shape: str
    text: str


def read(library, blocks):
    """The calls of one library; `blocks` maps a shape to lines of text."""
    for shape, text in blocks.items():
        for line in text.strip().splitlines():
            yield Call(library, shape, line.strip())


LIBRARIES = {
    "NumPy": NUMPY,
    "SciPy": SCIPY,
    "scikit-learn": SCIKIT_LEARN,
    "pandas": PANDAS,
    "matplotlib": MATPLOTLIB,
    "numba": NUMBA,
    "numexpr": NUMEXPR,
    "h5py": H5PY,
    "xarray": XARRAY,
    "Pillow": PILLOW,
    "PyTorch": PYTORCH,
    "JAX": JAX,
}
CALLS = [call for library, blocks in LIBRARIES.items() for call in read(library, blocks)]
