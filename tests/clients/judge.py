"""What a call gives with a NumPy array and with Numen's: are the two the same?"""

import ast
import importlib
import warnings

import numpy

from numen.native import front

from . import programs

# The names that expressions begin with, and the modules to import for each.
NAMES = {
    "np": "numpy",
    "pd": "pandas",
    "xr": "xarray",
    "plt": "matplotlib.pyplot",
    "Image": "PIL.Image",
    "jnp": "jax.numpy",
    "numba": "numba",
    "numexpr": "numexpr",
    "jax": "jax jax.dlpack",
    "torch": "torch torch.utils.data torch.utils.dlpack",
    "matplotlib": "matplotlib matplotlib.colors matplotlib.path",
    "scipy": "scipy scipy.cluster.hierarchy scipy.cluster.vq scipy.io scipy.linalg.blas "
             "scipy.sparse.linalg scipy.spatial.distance",
    "sklearn": "sklearn sklearn.cluster sklearn.decomposition sklearn.linear_model "
               "sklearn.metrics sklearn.model_selection sklearn.naive_bayes sklearn.neighbors "
               "sklearn.preprocessing sklearn.svm sklearn.tree sklearn.utils",
}  # fmt: skip


def meaning(name):
    """What a name in an expression stands for."""
    return [importlib.import_module(module) for module in NAMES[name].split()][0]


def outcome(text, x):
    """(the expression's result as plain() gives it or the error, x afterwards, the warnings)."""
    names = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    known = {name: meaning(name) for name in names & NAMES.keys()}
    return told(lambda: eval(text, {"programs": programs, "x": x, **known}), x)


def told(call, x):
    """What a call does: its result or its error, x afterwards, each warning once.

    A result of Numen's may be computed, and warn, when it is looked at.
    """
    with warnings.catch_warnings(record=True) as caught, numpy.errstate(all="warn"):
        warnings.simplefilter("always")
        try:
            result = "value", plain(call())
        except Exception as error:
            result = type(error).__name__, str(error)
        afterwards = plain(x)
    return *result, afterwards, sorted({f"{warning.category.__name__}: {warning.message}"
                                        for warning in caught})


def plain(result):
    """The result in NumPy's and Python's own types, with the name of the type it had."""
    if isinstance(result, numpy.ma.MaskedArray):
        return type(result).__name__, plain(result.data), numpy.ma.getmaskarray(result)
    if isinstance(result, (numpy.ndarray, front.managed)):
        return of_array(result), order(result), numpy.asarray(result)
    if isinstance(result, numpy.generic):
        return "scalar", type(result).__name__, numpy.asarray(result)
    if isinstance(result, (tuple, list)):
        return type(result).__name__, [plain(item) for item in result]
    if isinstance(result, dict):
        return "dict", [(key, plain(value)) for key, value in result.items()]
    return type(result).__name__, contents(result)


def of_array(result):
    """The class of an array, with its unit; what Numen and NumPy make is one class."""
    if type(result) in (numpy.ndarray, front.ndarray, front.managed):
        return "ndarray"
    return f"{type(result).__name__} {getattr(result, 'unit', '')!r}"


def order(result):
    """How an array lies in memory."""
    return [name for name in ("C_CONTIGUOUS", "F_CONTIGUOUS") if result.flags[name]]


def contents(result):
    """What a library's object holds, as far as it is numbers."""
    kind = type(result).__module__.partition(".")[0]
    if kind == "torch":
        return plain(result.detach().resolve_conj().numpy()) if hasattr(result, "numpy") else \
            str(result)
    if kind == "pandas":
        index = getattr(result, "index", result)
        names = list(getattr(result, "columns", [])) or getattr(result, "name", None)
        return [plain(numpy.asarray(result)), plain(numpy.asarray(index)), str(names)]
    if kind == "xarray":
        return plain(result.to_dict(data="array"))
    if kind == "scipy" and hasattr(result, "toarray"):
        return plain(result.toarray())
    if kind == "scipy" and hasattr(result, "_asdict"):
        return plain(result._asdict())
    if kind in ("jaxlib", "jax", "PIL"):
        return plain(numpy.asarray(result))
    return result


def difference(given, wanted, path="result"):
    """The first difference between two plain results, or None."""
    if isinstance(wanted, numpy.ndarray):
        if (given.dtype, given.shape) != (wanted.dtype, wanted.shape):
            return f"{path} is {given.dtype}{given.shape}, wanted {wanted.dtype}{wanted.shape}"
        return None if same_values(given, wanted) else f"{path} is {given!r}, wanted {wanted!r}"
    if isinstance(wanted, (list, tuple)):
        if type(given) is not type(wanted) or len(given) != len(wanted):
            return f"{path} is {given!r}, wanted {wanted!r}"
        pairs = enumerate(zip(given, wanted))
        return next(filter(None, (difference(a, b, f"{path}[{i}]") for i, (a, b) in pairs)), None)
    same = type(given) is type(wanted) and (given == wanted or given != given)
    return None if same else f"{path} is {given!r}, wanted {wanted!r}"


def same_values(given, wanted):
    """Equal, but for the order in which a library sums: it looks at where memory is aligned."""
    if wanted.dtype.kind not in "fc":
        return numpy.array_equal(given, wanted)
    # A thousand roundings of the narrower type at work (float32 in JAX and torch).
    scale = numpy.abs(wanted[numpy.isfinite(wanted)]).max(initial=0)
    tolerance = 1000 * float(numpy.finfo(wanted.dtype).eps)
    return numpy.allclose(given, wanted, rtol=tolerance, atol=tolerance * scale, equal_nan=True)
