"""Subclasses of np.ndarray that a program writes work as they do with NumPy."""

import pytest

PROGRAMS = {
    "new and finalize": """
        import numpy as np

        class Info(np.ndarray):
            def __new__(cls, values, info=None):
                self = np.asarray(values).view(cls)
                self.info = info
                return self

            def __array_finalize__(self, other):
                self.info = getattr(other, "info", None)

        for size in (5, 40_000):
            x = Info(np.arange(float(size)) * 2, "km")
            print(type(x).__name__, x.info, (x + 1).info, x[1:3].info, type(x + 1).__name__)
            print(type(np.ones(size) + x).__name__, type(x.sum()).__name__, float(x.sum()))
            x += 1
            print(x.info, x[:3], type(np.sin(x)).__name__, np.add(x, x).info)
    """,
    "ndarray.__new__": """
        import numpy as np

        class Grid(np.ndarray):
            def __new__(cls, n):
                self = np.ndarray.__new__(cls, (n, n), dtype="f4")
                self[...] = 3
                return self

            def __getitem__(self, key):
                return np.ndarray.__getitem__(self, key)

            def __setitem__(self, key, value):
                np.ndarray.__setitem__(self, key, value * 2)

            def __add__(self, other):
                return np.ndarray.__add__(self, other)

            def sum(self, *args, **kwargs):
                return np.ndarray.sum(self, *args, **kwargs) + 100

        for n in (3, 200):
            g = Grid(n)
            g[0, 0] = 5
            print(g[0, 0], g.sum(), (g + 1)[0, 1], type(g[0]).__name__, isinstance(g, np.ndarray))
            print(type(super(Grid, g).__mul__(2)).__name__, issubclass(Grid, np.ndarray))
    """,
    "metaclass": """
        import abc
        import numpy as np

        class Base(abc.ABC):
            @abc.abstractmethod
            def name(self): ...

        class Named(np.ndarray, metaclass=abc.ABCMeta):
            def name(self):
                return "named"

        Base.register(Named)
        x = np.arange(4.0).view(Named)
        print(x.name(), isinstance(x, Base), type(Named).__name__, Named.__mro__[1].__name__)
    """,
    "operators of the class win": """
        import numpy as np

        class U(np.ndarray):
            def __radd__(self, other):
                return "radd"

            def __rmul__(self, other):
                return "rmul"

        u = np.arange(3).view(U)
        for left in (np.ones(3), 2.0, np.float64(2), [1, 2, 3]):
            print(left + u, left * u if not isinstance(left, list) else "")
    """,
    "array_ufunc": """
        import numpy as np

        class Logged(np.ndarray):
            def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
                plain = [x.view(np.ndarray) if isinstance(x, Logged) else x for x in inputs]
                print(ufunc.__name__, method, [type(x).__name__ for x in plain])
                return getattr(ufunc, method)(*plain, **kwargs)

        x = np.arange(3.0).view(Logged)
        print(np.ones(3) + x, np.add.reduce(x), x < 2, np.sin(x), np.float64(2) * x)
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_subclasses_do_as_with_numpy(same_output, name):
    assert same_output(PROGRAMS[name])
