"""Docstrings and signatures of native functions: NumPy's, for help() and inspect.signature.

Libraries look at signatures, too: scipy.stats asks whether a statistic has an `axis`.
"""

from .native import front


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
