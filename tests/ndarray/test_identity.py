"""np.ndarray is NumPy's own class, in the program and in its arrays, whatever their size."""

import pytest

PROGRAMS = {
    "types": """
        import numpy as np
        from collections import Counter
        from functools import singledispatch

        @singledispatch
        def kind(x):
            return "object"

        @kind.register(np.ndarray)
        def _(x):
            return "array"

        for size in (3, 40_000):
            x = np.ones(size) * 2
            print(type(x) == np.ndarray, np.ndarray == type(x), type(x) != np.ndarray)
            print({np.ndarray: "found"}[type(x)], hash(type(x)) == hash(np.ndarray), kind(x))
            print(isinstance(x, np.ndarray), isinstance(x, (int, np.ndarray)), type(x))
            print(x.__class__ is np.ndarray, type(x).__name__, type(x).__module__)
            match x:
                case np.ndarray():
                    print("matched")
        print(Counter(map(type, [np.ones(2), np.ones(3)])) == {np.ndarray: 2})
    """,
    "class as an object": """
        import pickle
        import typing
        import numpy as np

        def f(x: np.ndarray) -> list[np.ndarray]: ...

        print(pickle.loads(pickle.dumps(np.ndarray)) is np.ndarray, list[np.ndarray])
        print(typing.get_type_hints(f), np.ndarray[typing.Any, np.dtype[np.float64]])
        print(pickle.loads(pickle.dumps(np.ndarray.sum))(np.ones(3)))
        print(np.ndarray.sum(np.ones(3)), np.ndarray.sum(np.ones(40_000) * 2))
        print(np.ndarray.__add__(np.ones(2), 1), type(np.ndarray.sum), type(np.ones(2).sum))
    """,
    "arrays of libraries": """
        import io
        import json
        import pickle
        import pandas
        import numpy as np
        from sklearn.datasets import load_iris

        X = load_iris().data
        print(np.ndarray.sum(X), X.sum(axis=0).round(6).tolist(), type(X) is np.ndarray)
        print((X @ X.T).shape)
        values = pandas.DataFrame({"a": [1.0, 2, 3]})["a"].to_numpy()
        print(np.ndarray.mean(values), values[1:] * 2, -values, values > 1, values.astype("i4"))
        print(pickle.loads(pickle.dumps(values)), np.asarray(values) is values)
        text = np.genfromtxt(io.StringIO("a,b\\n1,2\\n3,4"), delimiter=",", names=True)
        print(text["a"] * 2, text["a"].sum(), text["b"][1])
    """,
    "what arrays can do": """
        import copy
        import sys
        import weakref
        import numpy as np

        a = np.arange(6.0)
        print(a.flags.owndata, a.base is None, sys.getsizeof(a), weakref.ref(a)() is a)
        v = a[1:]
        print(v.base is a, v.flags.owndata, sys.getsizeof(v), copy.deepcopy(v))
        a = np.arange(4)
        # From 3.14 on NumPy takes a variable's own reference for another object's.
        a.resize((2, 4), refcheck=sys.version_info < (3, 14))
        print(a, a.setfield(1, "i8"), memoryview(a).shape, bytes(a[0]))
        a.shape = (4, 2)
        a.dtype = "u4"
        print(a.shape, a.dtype, a.strides)
        a.__setstate__((1, (2,), np.dtype("f8"), False, b"\\0" * 16))
        print(a)
        for x in (np.ones(3), np.ones(3).astype(">f8"), np.array(["a"]), np.array([None, 1])):
            print(x == x, x[0:1], x.copy(), len(x), x.tolist(), x.reshape(-1, 1).shape)
    """,
    "mixed operands": """
        import decimal
        import fractions
        import numpy as np

        for a in (np.arange(3), np.arange(3.0), np.array([True, False, True]),
                  np.arange(3).astype(">i4"), np.array([1, "x", None], dtype=object)[:1]):
            for b in (2, 2.5, np.float32(3), np.int8(-2), True, [1, 2, 3], (1, 2, 3), 1j,
                      fractions.Fraction(1, 2), np.ma.masked_array([1, 2, 3], [0, 1, 0]),
                      np.matrix([[1, 2, 3]]), np.array(4), np.timedelta64(3, "s"), None, "x"):
                for name in ("add", "mul", "sub", "truediv", "pow", "eq", "lt", "matmul"):
                    for x, y in ((a, b), (b, a)):
                        try:
                            result = getattr(__import__("operator"), name)(x, y)
                            print(type(result).__name__, repr(result))
                        except Exception as error:
                            print(type(error).__name__, error)
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.filterwarnings("ignore")
def test_class_is_numpys(same_output, name):
    assert same_output(PROGRAMS[name])


def test_switched_off(numen_output):
    """After numen.uninstall() the type's operators and methods are NumPy's again."""
    assert numen_output("""
        import numpy as np, numen
        before = np.ndarray.__dict__["sum"]
        x = np.arange(5.0)
        numen.uninstall()
        after = np.ndarray.__dict__["sum"]
        print(before is after, (x + 1).tolist(), x.sum(), x[1:3].tolist())
        numen.install()
        print(np.ndarray.__dict__["sum"] is after, (x + 1).tolist(), x.sum())
    """) == ("False [1.0, 2.0, 3.0, 4.0, 5.0] 10.0 [1.0, 2.0]\n"
             "False [1.0, 2.0, 3.0, 4.0, 5.0] 10.0\n")
