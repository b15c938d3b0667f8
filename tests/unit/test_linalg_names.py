"""Every function of dense linear algebra is in the C++ library under the name that NumPy or SciPy
gives it, and a case compares its values with theirs."""

import re

import numpy as np
import pytest

from . import library_cases, scipy_cases, spectra_cases, tensor_cases
from .declared_names import names_in
from .installed_package import ROOT

HEADERS = ROOT / "include/numen"
SCIPY = {"solve", "solve_triangular", "solve_banded", "cho_factor", "cho_solve", "lu", "lu_factor",
         "lu_solve", "ldl", "qr", "svd", "svdvals", "eigh", "eig", "schur", "expm", "logm", "sqrtm",
         "pinv", "pinvh", "lstsq", "null_space", "orth", "polar", "toeplitz", "circulant",
         "hankel", "block_diag", "hadamard", "norm"}
OWN = {"ridge", "ridge_path", "pinv_apply"}
NAMES = sorted({*np.linalg.__all__, *SCIPY, *OWN} - {"LinAlgError"})
# Only shrinks.
NOT_THERE_YET = set()


def declared():
    """The names that programs find in namespace numen::linalg."""
    names = set()
    for header in HEADERS.glob("*.h"):
        text = header.read_text()
        if "\nnamespace numen::linalg {" in text:
            names |= names_in(header) | set(re.findall(r"^using numen::(\w+);", text, re.MULTILINE))
    return names


def compared():
    """The names that cases call."""
    modules = (library_cases, tensor_cases, scipy_cases, spectra_cases)
    cases = [case for module in modules for case in module.all_cases()]
    return {case.line.split()[0].rpartition(".")[2] for case in cases}


def test_numpys_names_are_thirty_two():
    assert len(np.linalg.__all__) == 32
    assert "LinAlgError" in names_in(HEADERS / "errors.h")


def test_products_outside_of_linalg_are_there():
    products = {"matmul", "dot", "vecdot", "einsum", "tensordot", "kron", "outer"}
    assert products <= names_in(HEADERS / "products.h")
    assert {"einsum", "kron"} <= compared()


@pytest.mark.parametrize("names", [declared, compared])
def test_every_name_is_there(names):
    missing = set(NAMES) - names()
    assert missing <= NOT_THERE_YET, sorted(missing - NOT_THERE_YET)
