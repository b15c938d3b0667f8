"""Python's own functions that Numen calls first: isinstance and issubclass, whoever calls them."""

import pytest

from tests.ndarray.conftest import output

EXCHANGED = """
import builtins, numpy
issubclass = builtins.issubclass
builtins.issubclass = isinstance
{start}
print(isinstance(3, int), builtins.issubclass(3, int), issubclass(bool, int))
builtins.issubclass = issubclass
numen.uninstall()
print(isinstance(3, int), issubclass(bool, int), isinstance("a", int), issubclass(str, int))
numen.install()
x = numen.ones(50_000)
print(isinstance(3, int), issubclass(bool, int), issubclass(type(x), numpy.ndarray))
"""
STARTS = ["import numen", "import numen; numen.ones(3)",
          "import numen; numen.uninstall(); numen.install()"]


@pytest.mark.parametrize("start", STARTS)
def test_a_builtin_under_another_name_stays_as_it_is(tmp_path, start):
    """A program may put one of Python's functions in another's place while Numen is installed."""
    (tmp_path / "program.py").write_text(EXCHANGED.format(start=start))
    for command in ([], ["-m", "numen", "run"]):
        code, out, error = output(command, tmp_path, "program.py")
        assert code == 0, error
        assert out == "True True True\nTrue True False False\nTrue True True\n"


def test_the_names_of_python_lead_to_its_functions_again(numen_output):
    """What Numen found first is what it gives back, whatever stands under the name by then."""
    assert numen_output("""
        import builtins, numen
        first, kind = builtins.issubclass, type(numen.ones(50_000))
        builtins.issubclass = lambda *args: "another"
        numen.uninstall()
        print(first(kind, numen.ndarray), issubclass(3, 3))
        print(isinstance(numen.ones(3), kind), kind == numen.ndarray)
        numen.install()
        print(first(kind, numen.ndarray), issubclass(3, 3))
    """) == "False another\nTrue True\nTrue another\n"


def test_a_question_under_another_name_leaves_an_array_managed(numen_output):
    """isinstance is the program's own question, however it is called."""
    assert numen_output("""
        import numen, numpy as np
        isa, x = isinstance, np.ones(50_000)
        print(isa(x, np.ndarray), [*map(isinstance, [x], [np.ndarray])], isa(x, (int, np.ndarray)))
        print(type(x) is np.ndarray)  # it would be exposed
    """) == "True [True] True\nFalse\n"


def test_isinstance_has_one_hash(numen_output):
    """Numba keeps what it knows of functions in dictionaries, made before Numen or after it."""
    assert numen_output("""
        import numen
        before = hash(isinstance)
        numen.uninstall()
        print(hash(isinstance) == before, {isinstance: 1}[isinstance])
    """) == "True 1\n"


def test_c_code_that_asks_for_itself_is_told_what_is_true(numen_output):
    """NumPy's asks whether an array's class is derived from another's, and whom to ask first."""
    assert numen_output("""
        import ctypes, numpy as np
        is_instance = ctypes.pythonapi.PyObject_IsInstance
        is_instance.argtypes = [ctypes.py_object] * 2
        T, small, isa = type(np.ones(50_000)), np.ones(3), isinstance

        class Asking:
            @property
            def __class__(self):
                self.answer = is_instance(small, T)
                return int

        asking = Asking()
        print(is_instance(small, T), isa(asking, (str, T)), asking.answer, isa(small, (str, T)))
    """) == "0 False 0 True\n"


def test_numpys_order_of_overrides_is_as_before(same_output):
    """NumPy's C code asks isinstance of the arrays' types, and gets no answer of the program's."""
    assert same_output("""
        import numpy as np

        class Told(np.ndarray):
            def __array_ufunc__(self, ufunc, method, *inputs, **options):
                return "told", [type(v) == Told for v in inputs]

            def __array_function__(self, function, types, args, kwargs):
                return "told", function.__name__

        x, told = np.ones(50_000), np.ones(50_000).view(Told)
        print(list(map(np.add, [x, told], [told, x])), np.add(x, told), np.concatenate([x, told]))

        class Counting(np.ndarray):
            def __array_ufunc__(self, ufunc, method, *inputs, **options):
                print("asked", ufunc.__name__, [type(v) == np.ndarray for v in inputs])
                inputs = [v.view(np.ndarray) if type(v) == Counting else v for v in inputs]
                return super().__array_ufunc__(ufunc, method, *inputs, **options)

            def __array_function__(self, function, types, args, kwargs):
                print("asked", function.__name__, [kind.__name__ for kind in types])
                return super().__array_function__(function, types, args, kwargs)

        x, counting = np.ones(50_000), np.ones(50_000).view(Counting)
        print(np.add(x, counting)[:2], np.add(counting, x)[:2], (x + counting)[:2], x @ counting)
        print(np.concatenate([x, counting])[:2], x.dot(counting))
    """)
