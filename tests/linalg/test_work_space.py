"""Stacks of small matrices are computed on threads with little stack."""

import threading

import numpy
import pytest

import numen
from numen.native import front

from .matrices import random

# The least that Python gives to a thread; the matrices of one pack take more by themselves.
STACK_BYTES = 32 << 10

CALLS = {
    "solve": lambda np, a: np.linalg.solve(a, a[:, :1].swapaxes(1, 2)),
    "inv": lambda np, a: np.linalg.inv(a),
    "svd": lambda np, a: np.linalg.svd(a)[1],
    "eigh": lambda np, a: np.linalg.eigh(a)[0],
    "qr": lambda np, a: np.linalg.qr(a)[1],
    "cholesky": lambda np, a: np.linalg.cholesky(a @ a.swapaxes(1, 2)),
}
