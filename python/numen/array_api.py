"""What the array API standard asks of a namespace beside its functions.

The functions follow NumPy, which follows the standard's version 2024.12; what 2025.12 adds or
changes is here.
"""

import numpy


class Info(numpy.__array_namespace_info__):
    """`np.__array_namespace_info__()`: devices, dtypes and capabilities of the namespace.

    >>> numen.__array_namespace_info__().devices()
    ('cpu',)
    """

    def devices(self):
        """The devices that `device=` takes: a tuple since 2025.12, NumPy's is a list."""
        return tuple(super().devices())


Info.__module__ = "numen"
Info.__name__ = Info.__qualname__ = "__array_namespace_info__"

ATTRIBUTES = {"__array_api_version__": "2025.12", "__array_namespace_info__": Info}
