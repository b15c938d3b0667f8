"""Docstrings and signatures of native functions: NumPy's, for help() and inspect.signature.

Libraries look at signatures, too: scipy.stats asks whether a statistic has an `axis`.
"""

from .native import front

# What Numen's functions take, by keyword, beside NumPy's parameters.
KEYWORDS = {
    "assume": """\
assume : {"gen", "diagonal", "tridiagonal", "banded", "upper triangular", "lower triangular", \
"sym", "her", "pos"}, optional
    What is known of the matrix, in SciPy's words. Only the part that the word implies is read
    (of the last three the upper triangle). By default the structure is detected.""",
    "method": """\
method : {"normal", "qr", "svd"}, optional
    Normal equations, Cholesky QR or the singular value decomposition, and no other way. By
    default the fastest whose error bound holds for the matrix; `numen.explain` tells which.""",
    "precision": """\
precision : {"default", "native"}, optional
    "native" computes float32 and complex64 in single precision, "default" in double as NumPy
    does. By default `numen.linalg.precision` decides.""",
}
# The functions of numpy.linalg that take them.
_solvers = ("assume", "precision")
_fits = ("method", "precision")
TAKEN = {"solve": _solvers, "inv": _solvers, "pinv": _fits} | dict.fromkeys(
    """cholesky cond det eig eigh eigvals eigvalsh lstsq matrix_power matrix_rank qr slogdet svd
    svdvals tensorinv tensorsolve""".split(), ("precision",))
TITLE = "Keyword arguments that Numen adds"


def document(native, original):
    """Gives a native function the docstring and the signature of NumPy's `original`."""
    if isinstance(native, front.NativeFunction):  # inspect asks what NumPy's function wraps
        native.__doc__ = original.__doc__
        return
    signature = getattr(original, "__text_signature__", None)
    if signature is None and hasattr(original, "__signature__"):
        signature = str(original.__signature__)
    text = original.__doc__ or ""
    if signature is not None:
        text = f"{native.__name__}{signature}\n--\n\n{text}"
    front.document(native, text)


def add_keywords(key, function, original):
    """Adds to the help of NumPy's function `key` what Numen's takes beside.

    inspect.signature stays NumPy's: programs bind arguments by it and fill in its defaults.
    """
    owner, _, name = key.rpartition(".")
    words = TAKEN.get(name, ()) if owner == "linalg" else ()
    text = original.__doc__
    if not words or not text or TITLE in function.__doc__:
        return
    indent = " " * (len(text) - len(text.rstrip(" ")))  # of its last line: Python 3.13 has none
    call = f"{name}(..., {', '.join(f'{word}=...' for word in words)})"
    lines = ["", TITLE, "-" * len(TITLE), call, "",
             *"\n".join(KEYWORDS[word] for word in words).splitlines()]
    added = "\n".join((indent + line).rstrip() for line in lines)
    function.__doc__ = f"{text.rstrip()}\n{added}\n{indent}"
