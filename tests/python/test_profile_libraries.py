"""Whose a compiled function is that the program calls itself: `library_called`, and a profile."""

import dis
import json
import re
import sys
import textwrap
import types

import pytest

import numen
from numen.profile_samples import library, place_and_lines
from numen.source import library_called

from .test_run_command import NUMEN, python, write

PROGRAM = """\
import zlib, hashlib, numpy as np
from zlib import compress as squeeze
from scipy import spatial, special
class Mine:
    def method(self): pass
mine, tree = Mine(), spatial.cKDTree(np.ones((3, 2)))
def twice(x):
    return x
def run(data):
    import zlib as zz
    from scipy.special import jv as bessel
    local = spatial.cKDTree(data)
    either = local
    either = mine
    {call}
"""
WHOSE = {
    "zlib.compress(b'')": "zlib", "squeeze(b'')": "zlib", "hashlib.sha256(b'')": "hashlib",
    "spatial.cKDTree(data)": "scipy", "tree.query(data)": "scipy", "local.query(data)": "scipy",
    "spatial.cKDTree(data).query(data)": "scipy", "special.jv(1, data)": "scipy",
    "spatial.distance.cdist(data, data)": "scipy", "zz.crc32(b'')": "zlib",
    "bessel(1, data)": "scipy",
    # Python's, Numen's, the program's, and what the source does not show.
    "len(data)": None, "'a'.join(data)": None, "np.sin(data)": None, "twice(data)": None,
    "mine.method()": None, "Mine()": None, "either.query(data)": None, "data.sum()": None,
    "missing(data)": None, "zlib.missing(data)": None, "(lambda: 0)()": None,
}  # fmt: skip


@pytest.mark.parametrize("call", WHOSE)
def test_whose_a_call_is(tmp_path, monkeypatch, call):
    path = tmp_path / f"called_{abs(hash(call))}.py"
    path.write_text(PROGRAM.format(call=call))
    module = types.ModuleType(path.stem)
    module.__file__ = str(path)
    monkeypatch.setitem(sys.modules, path.stem, module)
    exec(compile(path.read_text(), str(path), "exec"), vars(module))
    code = module.run.__code__
    calls = [one.offset for one in dis.get_instructions(code) if one.opname.startswith("CALL")]
    assert library_called(code, calls[-1]) == WHOSE[call]
    assert library_called(code, 0) is None


def test_compiled_functions_are_their_librarys(tmp_path):
    write(tmp_path, "program.py", textwrap.dedent("""\
        import zlib, numpy as np
        from scipy import spatial
        rng = np.random.default_rng(0)
        data, points = rng.bytes(3_000_000), rng.random((60_000, 3))
        zlib.compress(data, 9)
        for i in range(20): zlib.crc32(data)
        tree = spatial.cKDTree(points)
        total = sum(i % 7 for i in range(300_000))
        """))
    err = python(tmp_path, "program.py", command=(*NUMEN, "--profile"))[2]
    found = {name: float(ms) for name, ms in re.findall(r"^  (\w+) +([\d.]+) ms", err, re.M)}
    assert found["zlib"] > 20 and found["scipy"] > 5 and found["Python"] > 5, err
    for call in (r"zlib\.compress\(data, 9\)", r"for i in range\(20\): zlib\.crc32\(data\)"):
        assert re.search(call + r"\n +library +zlib +sampled", err), err


GROWING = textwrap.dedent("""\
    import gc
    import numpy as np
    class Model:
        def fit(self, X, y):
            w = np.zeros(8)
            for a, b in zip(X, y):
                e = a @ w - b
                w -= .01 * e * a
    gc.set_threshold(1)
    X = np.random.default_rng(0).random((300, 8))
    Model().fit(X, X.sum(1))
    """)


def test_a_collection_while_the_events_are_read_repeats_none(tmp_path):
    write(tmp_path, "program.py", GROWING)
    err = python(tmp_path, "program.py", command=(*NUMEN, "--profile"))[2]
    places = re.findall(r"^program\.py:\d+|^ +(?:native|at once|record) +\S+", err, re.M)
    at, found = None, []
    for text in places:
        at = text if text.startswith("program") else at
        found.append((at, text))
    assert len(found) > 5 and len(set(found)) == len(found), err


@pytest.mark.parametrize("file", [3, None, b"/x.py", ["a"]])
def test_modules_with_an_odd_file_are_passed_over(tmp_path, monkeypatch, file):
    odd = types.ModuleType("odd")
    odd.__file__ = file
    monkeypatch.setitem(sys.modules, "odd", odd)
    path = tmp_path / f"odd_{abs(hash(str(file)))}.py"
    path.write_text("y = odd(1)\n")
    code = compile(path.read_text(), str(path), "exec")
    for one in dis.get_instructions(code):
        assert library_called(code, one.offset) is None


@pytest.mark.parametrize("file, name", [
    ("/x/lib/python3.11/site-packages/pandas/core/frame.py", "pandas"),
    ("/x/lib/python3.11/site-packages/six.py", "six"), ("/x/dist-packages/a/b/c.py", "a"),
    (json.__file__, "json"), (textwrap.__file__, "textwrap"), (numen.__file__, "numen")])
def test_libraries_have_their_names(file, name):
    assert library(file) == name


def test_equal_code_of_two_files_is_told_apart(tmp_path):
    found = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.py"
        path.write_text("y = sum(x)\n")
        code = compile(path.read_text(), str(path), "exec")
        found.append(place_and_lines(code, list(dis.get_instructions(code))[-1].offset))
    assert found == [((str(tmp_path / f"{name}.py"), 1), None) for name in ("one", "two")]
