"""The class of a large array is numpy.ndarray in all that a program does with it.

The program of expressions below runs in processes of its own, by Python and by `numen run`: each
answer, and each error, is NumPy's.
"""

import json

import pytest

from tests.ndarray.conftest import output

# Each is evaluated on new arrays: `x` and `y` are managed, T is the class of x, E is derived from
# it; `small`, `matrix` and `masked` are not managed.
EXPRESSIONS = """
isinstance(small, T), isinstance(small, (T, list)), isinstance(3, T), isinstance(x, T)
isinstance(matrix, T), isinstance(masked, T), isinstance(y, T), isinstance(small, T | None)
isinstance(small if x is not y else None, T), isinstance(small, T if x is not y else int)
isa(small, T), isa(small, (int, T)), isa(3, T), isa(3, (str, T)), isa(matrix, (int, (str, T)))
isa(small, T | int), isa(3, T | int), isa(3, T | str), isa(small, typing.Union[T, int]), isa(x, T)
builtins.isinstance(small, T), isinstance(*(small, T)), functools.partial(isinstance, small)(T)
list(map(isinstance, [small, x, 3], [T, T, T])), any(map(lambda kind: isa(small, kind), [int, T]))
isa(x, np.ndarray), isa(x, (int, np.ndarray)), type(x) == np.ndarray, isa(small, (T, 3))
isa(3, (str, (T, 3)))
isa(small)
[isinstance(x, E), isinstance(x, np.ndarray), isinstance(np.ones(3).view(E), T)]
issubclass(np.ndarray, T), issubclass(np.matrix, T), issubclass(E, T), issubclass(int, T)
issubclass(T, np.ndarray), issubclass(T, (list, np.ndarray)), issubclass(T, T), issubclass(T, E)
issubclass(T, np.generic), issubclass(T, object), issubclass(T, collections.abc.Sized)
issubclass(T, 3)
issubclass(3, T)
issubclass(T)
issubclass(T, np.ndarray, x)
T(x.shape, x.dtype).shape, T((2, 2)).dtype, T(shape=(3,), dtype="i4").dtype, type(T(2)) == T
T((2,), buffer=np.arange(2.0)), T()
T.__new__(T, (2,)).shape, np.ndarray.__new__(T, (2,)).shape, T.__new__(E, 3).shape
T.__new__(T, shape=(2,), dtype="i2").dtype, T.__new__(int)
T.__new__()
object.__new__(T)
E, E.__mro__, E.__bases__, type(E), E((2,)).shape, np.zeros(2).view(E) + 1
type("F", (T,), {"a": 1}).__mro__, type("F", (T,), {"a": 1}).a, type("F", (Mixin, T), {}).__mro__
types.new_class("F", (T,)).__bases__, type("F", (E, T), {}).__mro__
type("F", (T, np.ndarray), {})
type("F", (T, int), {})
G.__mro__, type(G), H.__mro__, type(H), abstract_name(G)
sliced(E), E.__name__, E.__new__ is np.ndarray.__new__
small.view(T), x.view(T)[:2], type(x.view(T)) == T, matrix.view(T), masked.view(T), y.view(T)[:2]
np.arange(3).view("f8", T), np.arange(3).view(type=T), x.view("i8", T)[:1], x.view(type=T).shape
np.arange(3).view(dtype="f8", type=T), np.zeros(3).view(E).view(T), np.ndarray.view(x, T)[:1]
np.rec.array([(1, 2.0)]).view(T).dtype.names
small.view(T, T)
np.ndarray.__add__(x, 1)[:2], np.ndarray.__add__(x, y)[:2], np.ndarray.__radd__(x, 1)[:2]
np.ndarray.__mul__(x, 2)[:2], np.ndarray.__neg__(x)[:2], np.ndarray.__pow__(x, 2)[:2]
np.ndarray.__eq__(x, y)[:2], np.ndarray.__lt__(x, 3)[:2], np.ndarray.__repr__(x)
np.ndarray.__len__(x), np.ndarray.__getitem__(x, 3), np.ndarray.__getitem__(x, slice(2))
np.ndarray.__setitem__(x, 1, 7), x[:3], np.ndarray.__contains__(x, 7), np.ndarray.__str__(x)
next(np.ndarray.__iter__(x)), np.ndarray.__iadd__(x, 1) is x, x[:2], np.ndarray.__matmul__(x, x)
np.ndarray.__divmod__(x, 2)[1][:2], np.ndarray.__abs__(x)[:1], np.ndarray.__xor__(x > 1, True)[:1]
np.ndarray.__bool__(x)
np.ndarray.__float__(x)
np.ndarray.__index__(x)
np.ndarray.__delitem__(x, 1)
np.ndarray.__add__(x)
np.ndarray.__add__(x, 1, 2)
np.ndarray.__add__(x, b=1)
np.ndarray.__add__()
np.ndarray.__add__(3, x)
np.ndarray.__len__([])
np.ndarray.__getitem__(x, "a")
np.ndarray.__add__.__get__(x)(1)[:2], np.ndarray.__add__.__get__(x, T)(1)[:2]
np.ndarray.__add__.__call__(small, 1), np.ndarray.__add__.__get__(None, T) is np.ndarray.__add__
np.ndarray.__add__.__get__(3)
np.ndarray.sum.__get__(x)(), np.ndarray.view.__get__(x)().shape, np.ndarray.copy.__get__(x, T)()[:1]
np.ndarray.sum.__get__([])
np.ndarray.T.__get__(x)[:2], np.ndarray.flat.__get__(x)[3], np.ndarray.shape.__get__(x)
np.ndarray.dtype.__get__(x, T), np.ndarray.real.__get__(x)[:1], np.ndarray.base.__get__(x)
np.ndarray.nbytes.__get__(x), np.ndarray.ctypes.__get__(x).shape[0]
np.ndarray.data.__get__(x).nbytes
np.ndarray.shape.__set__(x, (2, 25_000)), x.shape, np.ndarray.flat.__set__(x, 5), x[0, :2]
operator.attrgetter("T")(T).__get__(x)[:2], operator.attrgetter("T")(T).__get__(small)
operator.attrgetter("shape")(T).__set__(small, (3, 1)), small.shape, matrix.shape
operator.attrgetter("shape")(T).__set__(small.view(Guarded), (3, 1))
operator.attrgetter("shape")(T).__delete__(small.view(Guarded))
np.ndarray.shape.__set__(x, (2, 25_000)), x.shape, np.ndarray.real.__set__(x, 4), x[0, 0]
np.ndarray.__array_priority__.__set__(x, 4)
np.ndarray.__array_interface__.__set__(x, 4)
np.ndarray.__dict__["__class_getitem__"].__get__(x)(int), dict.__dict__["fromkeys"].__get__({})("a")
np.ndarray.__dict__["__class_getitem__"].__get__(None, T)(int)
np.ndarray.__dict__["__class_getitem__"].__get__(3)
np.ndarray.T.__get__(3)
np.ndarray.T.__set__(x, y)
np.ndarray.shape.__delete__(x)
np.ndarray.__copy__(x)[:2], np.ndarray.__deepcopy__(x, {})[:2], np.ndarray.__array__(x).shape
np.ndarray.__array__(x, np.float32).dtype, np.ndarray.__format__(x, ""), np.ndarray.__sizeof__(x)
np.ndarray.__reduce__(x)[1], np.ndarray.__reduce_ex__(x, 2)[1], np.ndarray.__array_wrap__(x, y)[:2]
np.ndarray.__array_finalize__(x, y), np.ndarray.__array_namespace__(x).__name__
np.ndarray.__array_ufunc__(x, np.add, "__call__", x, 1)[:2], np.ndarray.__dlpack_device__(x)
np.ndarray.__array_function__(x, np.sum, (np.ndarray,), (x,), {})
np.ndarray.__complex__(x)
np.ndarray.__setstate__(x, (1, (1,), np.dtype("f8"), False, b"0" * 8)), x
np.ndarray.__copy__([])
np.ndarray.__copy__(x, 1)
T.sum(small), T.sum(x), T.__add__(small, 1), T.__add__(x, 1)[:2], T.__len__(small), T.__len__(x)
T.__add__(matrix, 1), T.mean(matrix), T.__copy__(small), T.__copy__(x)[:2], T.__repr__(x)
T.T.__get__(small), T.shape.__get__(x), T.sum.__get__(small)(), getattr(T, "__add__")(small, 1)
getattr(T, "shape").__get__(small), getattr(T, "sum")(small), getattr(T, "__neg__")(x)[:2]
getattr(T, "__array_priority__", 5), vars(T)["__add__"](small, 1), vars(T)["shape"].__get__(small)
T.sum is np.ndarray.sum, T.__add__ is np.ndarray.__add__, T.__new__ is np.ndarray.__new__
operator.attrgetter("__name__")(T), operator.methodcaller("sum", small)(T)
T.__name__, T.__module__, T.__qualname__, T.__doc__ == np.ndarray.__doc__, T.__text_signature__
T.__mro__, T.mro(), T.__bases__, T.__base__, T.__class__, T.__flags__ == np.ndarray.__flags__
T.__basicsize__, T.__itemsize__, T.__dictoffset__, T.__weakrefoffset__, T.__init__.__qualname__
sorted(T.__dict__) == sorted(np.ndarray.__dict__), sorted(vars(T)) == sorted(vars(np.ndarray))
set(T.__subclasses__()) == set(np.ndarray.__subclasses__()), np.matrix in T.__subclasses__()
[c.__name__ for c in np.ndarray.__subclasses__() if c.__module__ == "numpy"]
dir(T) == dir(np.ndarray), hasattr(T, "sum"), hasattr(T, "summe"), repr(T), str(T), f"{T}"
T.summe
T.sum()
setattr(T, "summe", 1)
setattr(T, "sum", 1)
delattr(T, "sum")
setattr(small, "__class__", T)
setattr(np.zeros(2).view(E), "__class__", T)
np.dtype(T), np.empty(2, T), small.astype(T), np.issubdtype(T, np.number), np.array([T, 3])[0]
np.frompyfunc(T, 1, 1)(3).shape, list(map(T, [(2,), (1,)]))[0].shape, copyreg.__newobj__(T, 2).shape
np.rec.array([1, 2]).view(T), np.char.array(["a"]).view(T), masked.view("i8", T), np.iterable(T)
weakref.WeakKeyDictionary({T: 1})[np.ndarray], T.__subclasscheck__(np.matrix)
T.__instancecheck__(x), T.__instancecheck__(3)
unittest.TestCase().assertIsInstance(small, T), collections.Counter(map(type, [x, small]))
T == np.ndarray, hash(T) == hash(np.ndarray), T in {np.ndarray}, {T: 1}[np.ndarray], T != np.matrix
T < np.ndarray
T | np.ndarray, np.ndarray | T, T | T, T | int, int | T, (T | int).__args__[0] is np.ndarray
T | 3
above(), type(T)("M", (type(T),), {}).__bases__, type(T)("M", (type,), {}).__bases__
type(T)(3), type(T)(x) == T, type(T)("C", (), {}).__mro__, type(T)("C", (T,), {}).__mro__
type(T)()
type(T)(3, 4)
setattr(x, "__class__", E)
setattr(x, "__class__", T)
setattr(x, "__class__", 3)
delattr(x, "__class__")
T[float], T[typing.Any, np.dtype[np.float64]], list[T], list[T] == list[np.ndarray], T | None
(T | None) == (np.ndarray | None), typing.Optional[T], typing.Union[T, list], typing.Type[T]
typing.get_type_hints(annotated), inspect.signature(annotated), dataclasses.fields(Data)[0].type
inspect.isclass(T), inspect.getmro(T), inspect.getmodule(T).__name__, isinstance(T, type)
len(inspect.getmembers(T)) == len(inspect.getmembers(np.ndarray)), inspect.getdoc(T)[:40]
len(inspect.classify_class_attrs(T)) == len(inspect.classify_class_attrs(np.ndarray))
described(T) == described(np.ndarray)
kind(small), kind(x), kind(matrix), kind(3), matched(small), matched(x), matched(matrix), matched(3)
Registered.register(T) == T, issubclass(np.ndarray, Registered), isinstance(small, Registered)
issubclass(T, Registered), isinstance(x, Registered), issubclass(np.matrix, Registered)
super(T, x).__init__(), super(np.ndarray, x).__init__()
pickle.loads(pickle.dumps(T)) is np.ndarray, pickle.loads(pickle._dumps(T)) is np.ndarray
copy.copy(T) == T, copy.deepcopy(T) == T, copy.copy(x)[:2], copy.deepcopy([x, T])[1] == T
pickle.loads(cloudpickle.dumps(T)) is np.ndarray, pickle.loads(cloudpickle.dumps({T: 1}))
pickle.loads(cloudpickle.dumps(lambda v: isinstance(v, T)))(small)
np.array(small.view(E), subok=True).__class__ == E
np.require(small, requirements="C").__class__ == T
np.lib.stride_tricks.as_strided(x, (2,), subok=True), np.asarray([1], like=x)
np.zeros_like(x, subok=True)[:1]
x.__class__ == T, x.__class__ is np.ndarray, functools.partial(T.__add__, x)(1)[:1]
list(map(T.sum, [small, x])), [f(small) for f in (T.min, T.__len__)], sorted([x[:2]], key=T.sum)
""".strip().splitlines()

PROGRAM = """
import abc, builtins, collections.abc, copy, copyreg, dataclasses, functools, inspect, json
import operator, pickle, pydoc, re, types, typing, unittest, weakref
import cloudpickle
import numpy as np

T = type(np.ones(50_000) * 2)

def described(cls):
    # Of methods that it finds in another class pydoc says so since Python 3.13.
    return re.sub(" (from|class method of) numpy.ndarray", "", pydoc.render_doc(cls))

class E(T):
    pass

class Mixin:
    pass

class G(T, abc.ABC):
    @abc.abstractmethod
    def name(self):
        ...

class Guarded(np.ndarray):
    def __setattr__(self, name, value):
        operator.attrgetter(name)(T).__set__(self, value)

    def __delattr__(self, name):
        operator.attrgetter(name)(T).__delete__(self)

class Meta(type):
    pass

def above():
    class Above(type(T)):
        pass

    class C(T, metaclass=Above):
        pass
    return Above.__bases__, type(Above), C.__mro__, type(C).__mro__

isa = isinstance

class H(T, Mixin, metaclass=Meta):
    pass

def abstract_name(kind):
    return sorted(kind.__abstractmethods__)

class Registered(abc.ABC):
    pass

@dataclasses.dataclass
class Data:
    field: T

def annotated(v: T) -> list[T]: ...

def sliced(kind):
    v = np.arange(3.0).view(kind)
    return type(v[1:]).__name__, type(v + 1).__name__, v == v, -v, v[0], len(v)

@functools.singledispatch
def kind(v):
    return "another"

@kind.register(T)
def _(v):
    return "array"

def matched(v):
    match v:
        case T():
            return True
    return False

def answer(expression):
    x, y, small = np.ones(50_000) * 2, np.ones(50_000) * 2, np.ones(3)
    matrix, masked = np.matrix([[1, 2]]), np.ma.array([1.0, 2, 3], mask=[0, 1, 0])
    try:
        return repr(eval(expression, {**globals(), **locals()}))
    except Exception as error:
        return f"{type(error).__name__}: {error}"

print(json.dumps({e: answer(e) for e in json.load(open("expressions.json"))}))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What NumPy and Numen answer to each expression."""
    folder = tmp_path_factory.mktemp("class_of_managed")
    (folder / "expressions.json").write_text(json.dumps(EXPRESSIONS))
    (folder / "program.py").write_text(PROGRAM)
    found = []
    for command in ([], ["-m", "numen", "run"]):
        code, out, error = output(command, folder, "program.py")
        assert code == 0, error
        found.append(json.loads(out))
    return found


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_the_answer_is_numpys(answers, expression):
    numpys, numens = answers
    assert numens[expression] == numpys[expression]


def test_again_and_again(same_output):
    """Python replaces instructions by quicker ones once they have run often."""
    assert same_output("""
        import numpy as np
        T, small, isa = type(np.ones(50_000) * 2), np.ones(3), isinstance

        def turn(x, k):
            class E(T):
                pass
            return (T.__mro__, T.__name__, T.__bases__, T.sum(small), T.__add__(small, k)[0],
                    np.ndarray.__add__(x, k)[0], np.ndarray.sum(x), np.ndarray.__copy__(x)[0],
                    np.ndarray.__reduce_ex__(x, 2)[1], np.ndarray.__array__(x).shape, E.__mro__[1:],
                    isinstance(small, T), issubclass(T, np.ndarray), issubclass(E, T),
                    isa(small, T), isa(small, (int, T)), isa(x, T), isa(k, T), isa(x, np.ndarray),
                    T((2,)).shape, small.view(T)[0], T.__new__(T, 2).shape, np.ndarray.__len__(x),
                    np.ndarray.T.__get__(x)[0], [x.sum() for x in (x, small)])

        for k in range(300):
            x = np.ones(50_000) * k
            print(turn(x, k), turn(small if k % 7 == 0 else x, k))
    """)


def test_libraries_are_told_where_the_class_stands(tmp_path):
    """To C code a managed array is no ndarray, so a library does not learn that its class is."""
    (tmp_path / "site-packages").mkdir()
    (tmp_path / "site-packages" / "library.py").write_text("""
import numpy
def learn(kind):
    return (issubclass(kind, numpy.ndarray), any(c is numpy.ndarray for c in kind.__mro__),
            kind.__bases__, issubclass(numpy.ndarray, kind), isinstance(numpy.ones(2), kind),
            kind == numpy.ndarray, kind((2,)).shape, numpy.ones(2).view(kind).shape)
""")
    (tmp_path / "program.py").write_text("""
import sys
sys.path.append("site-packages")
import library
import numpy as np
print(library.learn(type(np.ones(50_000) * 2)))
""")
    code, out, error = output(["-m", "numen", "run"], tmp_path, "program.py")
    assert code == 0, error
    assert out == "(False, False, (<class 'object'>,), True, True, True, (2,), (2,))\n"


SLOTS = """
import ctypes, sys
{imports}
import numpy as np

slot = ctypes.pythonapi.PyType_GetSlot
slot.argtypes, slot.restype = (ctypes.py_object, ctypes.c_int), ctypes.c_void_p

class Empty(np.ndarray):
    pass

class Adding(np.ndarray):
    def __add__(self, other):
        return "added"

class Making(np.ndarray):
    def __new__(cls):
        return super().__new__(cls, 3)

for kind in (Empty, Adding, Making):
    print([k for k in range(1, 81) if slot(kind, k) == slot(np.ndarray, k)])
"""


def test_subclasses_inherit_the_slots(same_output):
    """Python copies a slot where it knows the descriptor: no operator goes through Python code."""
    assert same_output(SLOTS.format(imports=""))


def test_python_is_as_before_without_numen(numen_output):
    """numen.uninstall() gives Python's own types and functions their own back."""
    out = numen_output(SLOTS.format(imports="import numen") + """
wrapper = type(object.__init__)
def calls():
    x = numen.ones(50_000)
    return [slot(wrapper, 50), issubclass(type(x), np.ndarray)]
before = calls()
numen.uninstall()
without = calls()
numen.install()
print(before[0] == without[0], before == calls(), before[1], without[1])
""")
    assert out.splitlines()[-1] == "False True True False"
