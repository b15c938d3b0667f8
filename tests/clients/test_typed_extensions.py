"""C code that asks for numpy.ndarray by type takes the arrays of the user at first contact."""

import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import textwrap

import numpy
import pytest

SIZES = (100, 20_000, 2_000_000)
SOURCE = pathlib.Path(__file__).with_name("typed_extension.c")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder whose programs can import typed_extension."""
    found = tmp_path_factory.mktemp("typed")
    packages = found / "site-packages"
    packages.mkdir()
    compiler = os.environ.get("CC") or shutil.which("gcc") or shutil.which("cc") or "c++ -x c"
    target = packages / ("typed_extension" + sysconfig.get_config_var("EXT_SUFFIX"))
    subprocess.run([*compiler.split(), "-shared", "-fPIC", "-O1", str(SOURCE), "-o", str(target),
                    "-I", sysconfig.get_path("include"), "-I", numpy.get_include()], check=True)
    return found


def run(folder, program, *options, **environment):
    (folder / "program.py").write_text(HEAD + textwrap.dedent(program))
    done = subprocess.run(
        [sys.executable, "-m", "numen", "run", *options, "program.py"], cwd=folder,
        capture_output=True, text=True, timeout=300, env={**os.environ, **environment,
                                             "PYTHONPATH": str(folder / "site-packages")})
    return done.returncode, done.stdout, done.stderr


HEAD = """
import sys
import numpy as np
import typed_extension as ext
from typed_extension import Holder, by_vector
from numen.native import front
"""

CALLS = {
    "by_tuple": "ext.by_tuple(x)",
    "by_keywords": "ext.by_keywords(array=x)",
    "by_keywords positional": "ext.by_keywords(x)",
    "by_one": "ext.by_one(x)",
    "by_vector": "by_vector(x)",
    "by_vector_keywords": "ext.by_vector_keywords(1, array=x)",
    "of_list": "ext.of_list([x])",
    "a long list": "ext.of_list([x] * 100)",
    "a long list of tuples": "ext.of_nested([(x, 1)] * 100)",
    "a long tuple of lists": "ext.of_nested(([x],) * 100)",
    "a long list of dictionaries": "ext.of_nested([{'a': x}] * 100)",
    "a dictionary in a list": "ext.of_nested([{'a': [x]}])",
    "a dictionary in a dictionary": "ext.of_nested({'a': {'b': x}})",
    "nested in a method": "holder.of_nested({'a': (x,)})",
    "through map": "list(map(ext.by_one, [x]))[0]",
    "a star": "ext.by_tuple(*[x])",
    "functools": "__import__('functools').partial(ext.by_one, x)()",
    "method": "holder.by_one(x)",
    "method by tuple": "holder.by_tuple(x)",
    "method by keywords": "holder.by_keywords(array=x)",
    "method by vector": "holder.by_vector(x)",
    "bound method": "bound(x)",
    "method of the class": "Holder.by_one(holder, x)",
    "class method": "Holder.of_class(x)",
    "static method": "Holder.of_nothing(x)",
    "call of an object": "holder(x)",
    "call of an object by keyword": "holder(array=x)",
    "derived method": "ext.Derived(small).by_vector_keywords(x)",
    "constructor": "Holder(x).sum",
    "constructor by keyword": "Holder(array=x).sum",
    "derived constructor": "ext.Derived(x).sum",
    "a class in Python": "Mine(x).sum",
    "asarray": "ext.by_one(np.asarray(x))",
    "array": "ext.by_one(np.array(x))",
    "ascontiguousarray": "ext.by_one(np.ascontiguousarray(x))",
    "require": "ext.by_one(np.require(x, requirements='C'))",
    "a view of a large array": "ext.by_one(x[:50])",
}


@pytest.mark.parametrize("name", CALLS)
def test_call(folder, name):
    program = f"""
    class Mine(Holder):
        pass

    small = np.ones(2)
    holder = Holder(small)
    bound = holder.by_vector_keywords
    for turn in range(20):  # the interpreter specialises calls that it sees often
        for size in {SIZES if "view" not in name else SIZES[1:]}:
            x = np.arange(float(size)) % 7 + 1
            wanted = x[:50].sum() if "view" in {name!r} else x.sum()
            count = sys.getrefcount(x)
            given = {CALLS[name]}
            assert given == wanted, (size, given, wanted)
            assert sys.getrefcount(x) == count, "a door keeps the array"
        if turn > 2: break
    print("fine")
    """
    assert run(folder, program) == (0, "fine\n", "")


def test_what_needs_no_door_stays_managed(folder):
    """Only what is handed to C code becomes exposed."""
    assert run(folder, """
    x, y = np.ones(50_000) * 2, np.ones(50_000) * 3
    ext.by_one(x)
    print(front.state(x), front.is_managed(y))
    """) == (0, "exposed True\n", "")


def test_functions_keep_their_identity(folder):
    program = """
    import inspect, pickle
    print(ext.by_one is ext.by_one, type(ext.by_one), ext.by_one.__name__, ext.by_one.__module__,
          ext.by_tuple.__doc__, pickle.loads(pickle.dumps(ext.by_one)) is ext.by_one,
          type(Holder.by_one), isinstance(Holder(np.ones(1)), Holder), Holder.by_one.__objclass__)
    for wrong in (lambda: ext.by_one(), lambda: ext.by_one(1, 2), lambda: ext.by_one(3),
                  lambda: Holder(np.ones(1)).by_one(), lambda: Holder.by_one(3, 4),
                  lambda: ext.by_one(x=3), lambda: ext.by_vector(np.ones(1), x=3)):
        try:
            print(wrong())
        except TypeError as error:
            print(error)
    """
    plain = HEAD.replace("from numen.native import front\n", "") + textwrap.dedent(program)
    (folder / "plain.py").write_text(plain)
    wanted = subprocess.run([sys.executable, "plain.py"], cwd=folder, capture_output=True,
                            text=True, env={**os.environ,
                                            "PYTHONPATH": str(folder / "site-packages")})
    assert wanted.returncode == 0, wanted.stderr
    assert run(folder, program) == (0, wanted.stdout, "")


def test_managed_arrays_can_be_switched_off(folder):
    assert run(folder, """
    x = np.ones(2_000_000) * 2
    print(type(x) is np.ndarray, front.is_managed(x), (x + 1).sum())
    """, NUMEN_MANAGED="0") == (0, "True False 6000000.0\n", "")


def test_refusals_say_the_cure(folder):
    """What no door leads to, here a subscript, names the ways out."""
    code, _, err = run(folder, """
    holder = Holder(np.ones(1))
    x = np.ones(50_000) * 2
    holder[x]
    """)
    assert code == 1 and "TypeError: needs a numpy.ndarray" in err
    assert "np.asarray(x)" in err.splitlines()[-1] and "NUMEN_MANAGED=0" in err.splitlines()[-1]


LIBRARIES = {
    "Cython's functions": """
        import pandas as pd
        from pandas._libs import lib
        print(lib.is_bool_array(x > 1), lib.is_bool_array(values=x > 1),
              lib.is_bool_array(skipna=False, values=x > 3))
    """,
    "splu": """
        from scipy.sparse.linalg import splu, spilu, factorized
        from scipy.sparse import identity
        A = (identity(size) * 2).tocsc()
        print(splu(A).solve(x)[3], spilu(A).solve(x * 2)[3], factorized(A)(x * 4)[3])
    """,
    "h5py": """
        import h5py
        with h5py.File("f.h5", "w") as file:
            data = file.create_dataset("d", data=x * 3)
            y = x * 2
            data.read_direct(y)
            data.write_direct(x * 5)
            print(y[1], data[1])
    """,
}


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.parametrize("size", SIZES[:2])
def test_library(folder, name, size):
    needed = {"h5py": "h5py", "Cython's functions": "pandas"}.get(name, "scipy")
    pytest.importorskip(needed, reason="not among the packages that are installed")
    program = f"size = {size}\nx = np.ones(size) * 2\n" + textwrap.dedent(LIBRARIES[name])
    code, out, err = run(folder, program)
    assert (code, err) == (0, "") and len(out.split()) in (2, 3), err
