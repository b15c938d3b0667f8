"""Special methods called by name compute where Python's operator would ask the other operand."""

import pytest

PROGRAM = """
    import functools, operator
    import numpy as np

    class Undefined:
        def __repr__(self):
            return "undefined"

    class Plain(np.ndarray):
        pass

    class Overriding(np.ndarray):
        def __add__(self, other):
            return "added"
        __radd__ = __gt__ = __lt__ = __rmatmul__ = __rpow__ = __add__

    class Wrapping(np.ndarray):
        def __array_wrap__(self, array, context=None, return_scalar=False):
            return "wrapped", array.shape

    class Told(np.ndarray):
        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            return "told", ufunc.__name__, [type(v).__name__ for v in inputs]

    class Refusing(np.ndarray):
        __array_ufunc__ = None

    class RefusingOperator(np.ndarray):
        __array_ufunc__ = None
        def __radd__(self, other):
            return "radd"
        __rsub__ = __rmul__ = __gt__ = __lt__ = __rpow__ = __rmatmul__ = __rdivmod__ = __radd__

    def kind_and_values(found):
        return type(found).__name__, found.dtype, np.asarray(found).ravel()[:2].tolist()

    def show(compute, make, other):
        x = make()  # a new one: computing may have made the last an ordinary array
        try:
            found = compute(x, other)
        except Exception as error:
            print(type(error).__name__, error)
            return
        parts = found if isinstance(found, tuple) else [found]
        print([kind_and_values(v) if isinstance(v, np.ndarray) else v for v in parts])

    names = "add sub mul mod divmod lshift rshift and xor or floordiv truediv pow".split()
    names = [f"__{r}{name}__" for name in names for r in ("", "r")] + "__matmul__ __lt__ __le__ " \\
        "__eq__ __ne__ __gt__ __ge__ __iadd__ __imul__ __ipow__ __isub__".split()
    written = [
        lambda x, other: x.__add__(other), lambda x, other: x.__lt__(other),
        lambda x, other: x.__pow__(other), lambda x, other: x.__pow__(other, 3),
        lambda x, other: x.__pow__(other, None), lambda x, other: np.ndarray.__pow__(x, other, 3),
        lambda x, other: x + other, lambda x, other: other + x, lambda x, other: x < other,
        lambda x, other: x @ other, divmod, operator.add, operator.ge]

    def answers(make, other):
        for name in names:
            print(name)
            method = getattr(np.ndarray, name)
            show(lambda x, other: getattr(x, name)(other), make, other)
            show(method, make, other)
            show(lambda x, other: [*map(method, [x], [other])][0], make, other)
            show(lambda x, other: functools.partial(getattr(type(x), name), x)(other), make, other)
        for compute in written:
            show(compute, make, other)

    np.seterr(all="ignore")
    kinds = [np.ndarray, np.matrix, Plain, Overriding, Wrapping, Told, Refusing, RefusingOperator]
    for kind in kinds:
        for dtype in ("i8", "f8"):
            make = lambda: np.arange(30_000).astype(dtype) + 2
            print(kind.__name__)
            answers(make, np.ones(30_000, dtype).view(kind))
            answers(make, np.ones(1, dtype).view(kind))
    for other in (1, 1.5, None, "a", [1], np.float64(2), np.ma.ones(30_000), Undefined()):
        answers(lambda: np.arange(30_000), other)
"""


def test_every_operator(same_output):
    assert same_output(PROGRAM)


@pytest.mark.parametrize("size", [3, 30_000])
def test_subclasses_that_compute_by_plain_arrays(same_output, size):
    assert same_output(f"""
        import numpy as np

        class Unit(np.ndarray):
            def by_name(self, name, other):
                return getattr(np.array(self), name)(other).view(Unit)

            def __mul__(self, other):
                return self.by_name("__mul__", other)

            def __sub__(self, other):
                return self.by_name("__sub__", other)

            def __eq__(self, other):
                return np.ndarray.__eq__(np.array(self), other)

        u = (np.arange({size}) * 1.5).view(Unit)
        print(type(u * u).__name__, (u * u)[:3], type(u - 2).__name__, (u - u)[:3], (u == u)[:3])
    """)
