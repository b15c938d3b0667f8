"""Operations of the user's modules on arrays that libraries made are Numen's."""

import pytest

HEAD = """
    import sys
    import numpy as np
    from numen.native import front
    real = sys.modules["numpy"]
    X = real.ones((300, 200))
"""

OPERATIONS = {
    "operator": "X + 1",
    "operator on the right": "2.0 * X",
    "scalar on the left": "np.float64(2) * X",
    "two of them": "X * X",
    "comparison": "X > 0",
    "negation": "-X",
    "function": "np.sqrt(X)",
    "standardising": "(X - X.mean(axis=0)) / X.std(axis=0)",
    "method": "X.astype('f4')",
    "product": "X @ X.T",
    "matrix product by a method": "X.dot(X.T)",
    "fancy": "X[np.arange(300)]",
    "field": "real.ones(90_000, dtype=[('a', 'f8')])['a'] * 2",
    "frame": "__import__('pandas').DataFrame({'a': real.ones(90_000)})['a'].to_numpy() * 2",
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_large_results_are_managed(numen_output, name):
    text = HEAD + f"    print(front.is_managed({OPERATIONS[name]}))\n"
    assert numen_output(text) == "True\n"


def test_chains_fuse_from_the_second_operation_on(numen_output):
    printed = numen_output(HEAD + """
    y = (X + 1) * 2 - 3
    print(front.state(y), front.state(X), float(y[0, 0]))
    """)
    assert printed == "pending exposed 1.0\n"


def test_nothing_falls_back(numen_output):
    assert numen_output(HEAD + """
    before = front.fallback_count()
    ((X - X.mean(axis=0)) / X.std(axis=0)).sum()
    X.T.copy().reshape(-1)[::2].sort()
    X[X > 0].cumsum()
    print(front.fallback_count() - before)
    """) == "0\n"


def test_libraries_get_numpys(numen_output):
    """The same operations in an installed package run NumPy's own functions."""
    assert numen_output(HEAD + """
    library = {"__name__": "library", "X": X, "front": front}
    source = "found = (type(X + 1) is type(X), front.is_managed(X * 2), front.is_managed(X.copy()))"
    exec(compile(source, real.__file__.replace("__init__", "not_there"), "exec"), library)
    print(library["found"])
    """) == "(True, False, False)\n"


def test_iteration_is_numens(numen_output):
    """The rows are Numen's views; in a library the iterator is Python's own, as NumPy's is."""
    assert numen_output(HEAD + """
    class Items:
        def __getitem__(self, place): return place
    rows = iter(X)
    print(type(rows) is type(iter(np.ones(3) + 1)), [row.base is X for row in rows] == [True] * 300)
    library = {"__name__": "library", "X": X}
    exec(compile("rows = iter(X)", real.__file__.replace("__init__", "not_there"), "exec"), library)
    print(type(library["rows"]) is type(iter(Items())), type(library["rows"]) is type(rows))
    """) == "True True\nTrue False\n"


def test_c_code_gets_ndarrays(numen_output):
    """Called from the user's frame, C code that works on arrays meets no type it does not know."""
    assert numen_output(HEAD + """
    import functools, operator
    for result in (functools.reduce(operator.add, [X, X]), sum([X, X]),
                   list(map(operator.neg, [X]))[0], operator.methodcaller("copy")(X),
                   operator.itemgetter(slice(1, None))(X), max([X], key=id)):
        print(type(result) is real.ndarray, end=" ")
    """) == "True " * 6
