"""What a user's module pickles loads where Numen is not, and gives Numen's objects where it is."""

import copy
import functools
import inspect
import os
import pickle
import subprocess
import sys

import cloudpickle
import dill
import numpy
import pytest

import numen
from numen import namespace, pickling
from numen.native import front
from tests.python.test_examples import environment

from .user_code import run

# A class of NumPy's that has no name cannot be found.
NAMELESS = {"numpy.__array_namespace_info__"}


def public_objects():
    """(name, object) of all that Numen has in the place of something of NumPy's or SciPy's."""
    from numen.scipy_names import module as scipy_module

    names = ["numpy", *("numpy." + name for name in sorted(namespace.SUBMODULES))]
    for owner, made in [*((name, namespace.module(name)) for name in names),
                        ("scipy.linalg", scipy_module("scipy.linalg"))]:
        if isinstance(made, front.Namespace):
            yield owner, made
        for name in made.__all__:
            yield f"{owner}.{name}", getattr(made, name)


def of_ours():
    for path, found in public_objects():
        original = pickling._real(path)
        # One function serves as both of NumPy's; `test` is NumPy's, anew after each reload.
        others = NAMELESS | {"numpy.linalg.matrix_transpose"}
        if found is not original and path not in others and not path.endswith(".test"):
            yield path, found, original


LOADING = """
import pickle, sys
sys.modules["numen"] = None
assert type(sys.modules.get("numpy")) is not None
with open(sys.argv[1], "rb") as file:
    texts = pickle.load(file)
for path, text in texts:
    import numpy, pkgutil
    library, _, rest = path.partition(".")
    wanted = pkgutil.resolve_name(f"{library}:{rest}")
    found = pickle.loads(text)
    same = found is wanted or found == wanted
    if not same and getattr(wanted, "__self__", None) is not None:  # bound to a generator
        same = type(found.__self__) is type(wanted.__self__) and found.__name__ == wanted.__name__
    if not same:
        print(path, found)
print(len(texts), "numen.native" in sys.modules)
"""


def loaded_without_numen(texts, code, tmp_path):
    """What a process that cannot import Numen prints of pickles."""
    path = tmp_path / "pickles"
    path.write_bytes(pickle.dumps(texts))
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code, path], text=True,
                          capture_output=True, env={**os.environ, "PYTHONPATH": ""})
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_all_public_objects_load_without_numen(tmp_path):
    found = list(of_ours())
    assert len(found) > 900
    texts = [(path, pickle.dumps(public, number)) for path, public, _ in found
             for number in (2, pickle.HIGHEST_PROTOCOL)]
    for dumps in (pickle._dumps, cloudpickle.dumps):
        texts += [(path, dumps(public)) for path, public, _ in found]
    # dill asks nobody about classes, whatever their type.
    texts += [(path, dill.dumps(public)) for path, public, _ in found
              if not isinstance(public, type)]
    assert loaded_without_numen(texts, LOADING, tmp_path) == [f"{len(texts)} False"]


def test_all_public_objects_are_themselves_where_numen_is():
    for path, public, original in of_ours():
        if isinstance(getattr(original, "__self__", None), numpy.random.RandomState):
            continue  # they are copied with their generator, as NumPy's are
        for number in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(public, number)) is public, path
        for twin in (copy.copy(public), copy.deepcopy([public])[0]):
            assert twin is public, path


METHODS = ["add.reduce", "add.reduceat", "multiply.outer", "add.at", "random.Generator.normal",
           "random.RandomState.rand"]


@pytest.mark.parametrize("name", METHODS)
def test_methods(name, tmp_path):
    public = functools.reduce(getattr, name.split("."), numen)
    twin = pickle.loads(pickle.dumps(public))
    assert twin is public or twin == public
    text = [(f"numpy.{name}", pickle.dumps(public))]
    assert loaded_without_numen(text, LOADING, tmp_path) == ["1 False"]


def test_functions_of_the_global_generator_take_its_state_along():
    for library in (numpy, numen):
        library.random.seed(5)
        twin = pickle.loads(pickle.dumps(library.random.rand))
        assert twin(3).tolist() == numpy.random.RandomState(5).rand(3).tolist()
        assert library.random.rand(3).tolist() == numpy.random.RandomState(5).rand(3).tolist()


def test_what_python_pickles_by_name_it_still_does():
    import math

    for found in (len, math.sin, [].append, sys.getsizeof, functools.reduce, dict.fromkeys):
        twin = pickle.loads(pickle.dumps(found))
        assert twin is found or twin == found or twin.__name__ == found.__name__
        assert b"numen" not in pickle.dumps(found)
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(numen.frompyfunc(abs, 1, 1))


MADE = """
import numpy as np
from numpy.random import Generator, RandomState, SeedSequence
rng = np.random.default_rng(3)
rng.normal(size=7)
state = RandomState(4)
state.randn(3)
large = np.arange(20_000.0)
objects = {
    "rng": rng, "state": state, "seeds": SeedSequence(5).spawn(2)[1], "method": rng.integers,
    "bits": np.random.PCG64(3), "numbers": np.arange(4.0), "large": large, "view": large[3:9][::2],
    "types": (np.dtype("f4"), np.float64, np.float32(2), np.dtype([("a", "i4")])),
    "masked": np.ma.masked_array([1, 2], [False, True]), "vectorized": np.vectorize(divmod),
    "partial": __import__("functools").partial(np.clip, a_min=0, a_max=np.pi),
    "nested": {"f": [np.log1p, np.linalg.norm], "grid": np.mgrid, "poly": np.poly1d([1, 2])},
}
"""
USING = """
import pickle, sys
sys.modules["numen"] = None
import numpy as np
with open(sys.argv[1], "rb") as file:
    it = pickle.loads(pickle.load(file))
print(type(it["rng"]) is np.random.Generator, it["rng"].normal(), it["method"](9))
print(type(it["state"]) is np.random.RandomState, it["state"].randn(), it["seeds"].entropy)
print(it["bits"].random_raw(), it["numbers"], it["large"].sum(), it["view"], type(it["view"]))
print(it["types"], it["masked"], [a.tolist() for a in it["vectorized"]([7, 8], 3)])
print(it["partial"]([-1, 1, 9]), it["nested"]["f"][1]([3, 4]), it["nested"]["poly"](2))
"""


def test_objects_load_without_numen_and_go_on_as_they_would(tmp_path):
    lines = [loaded_without_numen(pickle.dumps(run(MADE, installed).objects), USING, tmp_path)
             for installed in (False, True)]
    assert len(lines[0]) == 5 and lines[0] == lines[1]


def test_generators_stay_numens_where_numen_is():
    made = run(MADE, True).objects
    for twin in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
        assert type(twin["rng"]) is numen.random.Generator
        assert type(twin["state"]) is numen.random.RandomState
        assert type(twin["rng"].normal(size=3)) is front.ndarray
        assert type(twin["vectorized"]) is numen.vectorize and twin["nested"]["grid"] is numen.mgrid


PIPELINE = """
import numpy as np
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
X = np.random.default_rng(0).random((50, 3))
y = X @ np.array([1, 2, 3.0])
model = make_pipeline(FunctionTransformer(np.log1p, inverse_func=np.expm1), Ridge()).fit(X, y)
"""


@pytest.mark.no_sanitizer
def test_a_pipeline_loads_without_numen(tmp_path):
    models = [pickle.dumps(run(PIPELINE, installed).model) for installed in (False, True)]
    code = ("import pickle, sys\nsys.modules['numen'] = None\n"
            "for text in pickle.load(open(sys.argv[1], 'rb')):\n"
            "    print(pickle.loads(text).predict([[1, 2, 3], [0, 0, 1]]).round(12))")
    plain, numens = loaded_without_numen(models, code, tmp_path)
    assert plain == numens


def test_descriptions():
    """What inspect and functools ask of a function."""
    for name in ("random.default_rng", "random.shuffle", "frompyfunc", "median", "linalg.norm"):
        ours, theirs = (functools.reduce(getattr, name.split("."), library)
                        for library in (numen, numpy))
        if name != "frompyfunc":
            assert inspect.signature(ours) == inspect.signature(theirs)
        assert ours.__name__ == theirs.__name__ and inspect.getdoc(ours)
        wrapped = functools.wraps(ours)(lambda *args: None)
        assert wrapped.__name__ == ours.__name__ and wrapped.__wrapped__ is ours
        assert {ours: 1}[ours] == 1


WORKERS = """
import multiprocessing
import sys
import numpy as np
from joblib import Parallel, delayed
from numpy import sin, zeros
from sklearn.linear_model import Ridge
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer


def score(model, X, y):
    return -np.mean((model.predict(X) - y) ** 2)


class Mine:
    def total(self, x):
        return round(float(np.linalg.norm(x) + sin(1.0) + zeros(3).sum()), 9)


def place(x):
    return type(np.sin) is not type(sys.modules["numpy"].sin), round(float(np.sum(x)), 9)


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    y = X @ np.array([1.0, 2.0, 3.0])
    model = make_pipeline(FunctionTransformer(np.square), Ridge())
    print(cross_val_score(model, X, y, scoring=score, n_jobs=2).round(9))
    two = Parallel(n_jobs=2)
    print(two(delayed(Mine().total)(X) for _ in range(2)))
    print([round(float(norm), 9) for norm in two(delayed(np.linalg.norm)(X) for _ in range(2))])
    print(two(delayed(lambda r: (float(np.sqrt(r.random())), int(r.integers(5))))
              (np.random.default_rng(i)) for i in range(2)))
    print(two(delayed(lambda x: place(x))(X) for _ in range(2)))
    np.random.seed(1)
    print(two(delayed(np.random.rand)(2) for _ in range(2)))
    for method in ("fork", "spawn", "forkserver"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            print(method, pool.map(place, [X, X]), pool.map(np.median, [X, X]))
"""


@pytest.mark.no_sanitizer
def test_workers_of_numen_run_use_numen(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(WORKERS)
    said = []
    for numens in (False, True):
        command = [sys.executable, *["-m", "numen", "run"] * numens, path]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path,
                              env={**os.environ, **(environment(numens) or {})})
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    assert "True" in said[1] and "False" not in said[1]
    assert said[0].replace("False", "True") == said[1]


CLOUD = """
import cloudpickle
import numpy as np
from numpy import log1p
text = cloudpickle.dumps(lambda x: (log1p(x) + np.pi, np.linalg.norm([3.0, 4.0]), np.random.PCG64))
"""


@pytest.mark.no_sanitizer
def test_functions_sent_by_value_load_without_numen(tmp_path):
    code = ("import pickle, sys\nsys.modules['numen'] = None\n"
            "f = pickle.loads(pickle.load(open(sys.argv[1], 'rb')))\nprint(f(0.0))\n"
            "print(f.__globals__['np'] is sys.modules['numpy'])")
    plain, numens = (loaded_without_numen(run(CLOUD, installed).text, code, tmp_path)
                     for installed in (False, True))
    assert plain == numens and numens[1] == "True"


@pytest.mark.no_sanitizer
def test_a_module_asked_for_by_numens_name_stays_numen():
    import cloudpickle

    made = run("import numen as np\nf = lambda: np\ng = lambda: np.linalg", False)
    assert cloudpickle.loads(cloudpickle.dumps(made.f))() is numen
    assert cloudpickle.loads(cloudpickle.dumps(made.g))() is numen.linalg
