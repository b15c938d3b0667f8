"""The libraries that are timed side by side, each with its own arrays: NumPy, Numen, SciPy, JAX,
PyTorch, CuPy. A question is a function of a module that has NumPy's names.
"""

import contextlib
import importlib.util
import types

import numpy

PEERS = ("jax", "torch")


class NotBuilt(Exception):
    """The library lacks what the row asks for."""


def tuple_of(found):
    return tuple(found) if isinstance(found, tuple | list) else (found,)


class Library:
    """A module with NumPy's names: makes its arrays, calls, waits for the answer."""

    most = None  # of the matrices of a stack: slower libraries get fewer

    def __init__(self, name, module):
        self.name, self.module = name, module

    def array(self, x):
        return self.module.array(x)

    def function(self, call):
        """The call as a function of this library's arrays."""
        return lambda *given: call(self.module, *given)

    def wait(self, found):
        """Reads a value of each result; of a list of many, as a loop makes it, of the last."""
        for x in tuple_of(found[-1] if isinstance(found, list) else found):
            if getattr(x, "size", 0):
                x.reshape(-1)[-1]


class NativePrecision(Library):
    """Numen where float32 may be computed in float32."""

    def function(self, call):
        precision = getattr(self.module.linalg, "precision", None)
        if precision is None:
            raise NotBuilt("numen.linalg.precision")

        def native(*given):
            with precision("native"):
                return call(self.module, *given)
        return native


class SciPy(Library):
    """scipy.linalg under NumPy's names; it goes through a stack in Python."""

    most = 500

    def __init__(self):
        import scipy.linalg as own

        linalg = types.SimpleNamespace(
            solve=own.solve, inv=own.inv, det=own.det, eigh=own.eigh, svd=own.svd, pinv=own.pinv,
            cholesky=lambda a: own.cholesky(a, lower=True),
            qr=lambda a: own.qr(a, mode="economic"))
        super().__init__("scipy", types.SimpleNamespace(
            linalg=linalg, matmul=numpy.matmul, array=numpy.array, eye=numpy.eye))


class JAX(Library):
    """Compiled calls, in float64 where the inputs are."""

    def __init__(self):
        import jax

        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_platforms", "cpu")
        self.jax = jax
        super().__init__("jax", jax.numpy)

    def function(self, call):
        return self.jax.jit(lambda *given: call(self.module, *given))

    def wait(self, found):
        self.jax.block_until_ready(found)


class PyTorch(Library):
    def __init__(self, threads):
        import torch

        torch.set_num_threads(threads)
        super().__init__("torch", torch)

    def array(self, x):
        return self.module.tensor(x)

    def wait(self, found):
        for x in tuple_of(found[-1] if isinstance(found, list) else found):
            x.reshape(-1)[-1].item()


class CuPy(Library):
    def wait(self, found):
        self.module.cuda.Stream.null.synchronize()


def is_installed(name):
    return importlib.util.find_spec(name) is not None


def available(threads, module="numen"):
    """Dict from name to library of all that are here; peers run on so many threads."""
    import importlib

    tested = importlib.import_module(module)
    found = {"numpy": Library("numpy", numpy), "numen": Library("numen", tested),
             "native": NativePrecision("native", tested)}
    if is_installed("scipy"):
        found["scipy"] = SciPy()
    if is_installed("jax"):
        found["jax"] = JAX()
    if is_installed("torch"):
        found["torch"] = PyTorch(threads)
    if is_installed("cupy"):
        with contextlib.suppress(Exception):  # installed, but there is no device
            import cupy

            cupy.zeros(1)
            found["cupy"] = CuPy("cupy", cupy)
    return found
