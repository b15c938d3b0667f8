"""The commands `./numen` and `numen`: what they say to wrong words, and what --include gives."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import numen
from numen.__main__ import COMMANDS

from .test_run_command import NUMEN, python, write

ROOT = Path(__file__).resolve().parents[2]
# `./numen` starts the build that is not sanitized; these words end it before that.
BOOTSTRAP, INSTALLED = [ROOT / "numen"], [sys.executable, "-m", "numen"]


def run(command, *arguments, **settings):
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=120,
                          stdin=subprocess.DEVNULL, env={**os.environ, **settings})
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", [BOOTSTRAP, INSTALLED], ids=["checkout", "installed"])
def test_words_that_are_no_command(command):
    for word in ("nonsense", "-x", "runs", "version"):
        code, out, err = run(command, word)
        assert (code, out) == (2, "")
        assert re.fullmatch(f"numen: there is no command '{word}'; there are: [a-z, ]+\n", err)
        assert set(COMMANDS) <= set(err.rpartition(": ")[2].strip().split(", "))


@pytest.mark.parametrize("command", [BOOTSTRAP, INSTALLED], ids=["checkout", "installed"])
def test_help_and_version(command):
    for word in ("--version", "-V"):
        assert run(command, word) == (0, f"numen {numen.__version__}\n", "")
    code, usage, err = run(command, "--help")
    assert (code, err) == (0, "") and usage.startswith("usage: ")
    for word in ("-h", "help"):
        assert run(command, word) == (0, usage, "")
    assert run(command) == (2, "", usage)
    assert all(f"\n  {name} " in usage for name in COMMANDS)


def test_help_of_a_command():
    code, text, err = run(INSTALLED, "run", "--help")
    assert (code, err) == (0, "") and text.startswith("usage: numen run ")
    assert run(INSTALLED, "help", "run") == (0, text, "")
    for command in (BOOTSTRAP, INSTALLED):
        for word in ("nonsense", "--version", "help"):
            assert run(command, "help", word) == run(command, word)


def test_a_reader_that_has_read_enough():
    """Without a traceback, as when `numen info | head` ends."""
    reads, writes = os.pipe()
    os.close(reads)
    with open(writes, "w") as pipe:
        done = subprocess.run([sys.executable, "-m", "numen", "info"], stdout=pipe,
                              stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (1, "")


def test_wrong_words_of_commands():
    assert run(BOOTSTRAP, "accept") == (
        2, "", "numen: accept wants the number of a step: ./numen accept 01\n")
    # Before anything is installed for it.
    for step in ("99", "five", "../05"):
        assert run(BOOTSTRAP, "accept", step) == (
            2, "", f"numen: there is no step '{step}': no acceptance/{step}.toml\n")
    code, out, err = run(INSTALLED, "bench", "nonsense")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("numen bench: there is no benchmark 'nonsense'; there are: ")
    assert "small_calls" in err
    for command in ("run", "info", "build"):  # `numen test` hands words on to pytest
        code, out, err = run(INSTALLED, command, "--nonsense")
        assert (code, out) == (2, "") and "--nonsense" in err.splitlines()[-1], command


def test_an_empty_name_is_no_program(tmp_path):
    """`numen run "$SCRIPT"` with no SCRIPT, which must not wait for standard input."""
    for arguments in ([""], ["", "x"], ["--", ""]):
        wanted = python(tmp_path, *arguments, text="print('read')")
        assert python(tmp_path, *arguments, text="print('read')", command=NUMEN) == wanted
    assert wanted[0] == 1 and "can't find '__main__' module" in wanted[2]
    write(tmp_path, "__main__.py", "import sys\nprint(sys.argv, sys.path[0], __name__)\n")
    for arguments in ([""], ["", "x"], ["."]):
        assert python(tmp_path, *arguments, command=NUMEN) == python(tmp_path, *arguments)


TEXTS = {
    "not UTF-8": b"x = 1\nprint('\xe9')\n",
    "not UTF-8 in a comment": b"x = 1\n# \xff\n",
    "not UTF-8 after a wrong line": b"x = = 1\nprint('\xe9')\n",
    "declared wrongly": b"# -*- coding: ascii -*-\nprint('\xe9')\n",
    "declared as UTF-8": b"# coding: utf-8\nprint('\xe9')\n",
    "declared as nothing": b"# coding: no-such-encoding\nprint(1)\n",
    "declared latin-1": b"# coding: latin-1\nprint('\xe9')\n",
    "declared latin-1, wrong": b"# coding: latin-1\nx = '\xe9' = \n",
    "mark and another encoding": b"\xef\xbb\xbf# coding: latin-1\nprint(1)\n",
    "mark": b"\xef\xbb\xbfprint('\xc3\xa9')\n",
    "null byte": b"x = 1\ny = 2\nx = '\0'\nprint(x)\n",
    "null byte in a comment": b"print(1)\n# \0\nprint(2)\n",
    "null byte alone": b"\0",
    "UTF-16": "print(1)\n".encode("utf-16"),
    "returns": b"print(1)\rprint(2)\r\nprint(3)",
    "unfinished": b"if 1:\n    x = (1,\n",
    "late syntax": b"def f():\n    pass\nreturn 1\n",
    "escape": b"x = '\\d'\nx = '\\x9'\n",
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_what_python_says_of_a_text(tmp_path, name):
    (tmp_path / "program.py").write_bytes(TEXTS[name])
    for given, arguments in ((None, ["program.py"]), (TEXTS[name], ["-"])):
        if given and name.startswith("declared latin-1"):
            continue  # which Python cannot read from a pipe
        plain, numens = (
            subprocess.run([sys.executable, *command, *arguments], cwd=tmp_path, input=given or b"",
                           capture_output=True, timeout=120) for command in ((), NUMEN))
        assert (numens.returncode, numens.stdout) == (plain.returncode, plain.stdout)
        assert numens.stderr == plain.stderr


def test_benchmark_of_what_cannot_be_run():
    for *words, said in (("nope", "x=1", "No module named 'nope'"), ("numpy", "x=", "SyntaxError"),
                         ("numpy", "1/0", "ZeroDivisionError")):
        code, out, err = run(INSTALLED, "bench", "memory", *words)
        assert (code, out, err.count("\n")) == (1, "", 1), words
        assert err.startswith("numen bench memory: ") and said in err


def test_wrong_options_of_the_tests_end_them_before_all_is_built():
    for words in (["--nope"], ["-k", "x", "--nope"], ["--sanitize", "--nope"]):
        code, out, err = run(INSTALLED, "test", *words)
        assert (code, out) == (2, "") and "unrecognized arguments: --nope" in err


SETTINGS = {"NUMEN_CPU": "wants one of ", "NUMEN_NUM_THREADS": "wants a whole number above 0",
            "NUMEN_EAGER": "wants one of 1 on yes true 0 off no false"}


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_that_mean_nothing_are_one_line(tmp_path, name):
    for words in (["run", "-c", "print(1)"], ["info"], ["bench", "memory"]):
        code, out, err = run(INSTALLED, *words, **{name: "abc"})
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"numen: {name}=abc: {SETTINGS[name]}")
    assert run(INSTALLED, "--version", **{name: "abc"})[0] == 0


@pytest.mark.parametrize("name, meant", [
    ("NUMEN_MANAGE", "NUMEN_MANAGED"), ("NUMEN_EAGR", "NUMEN_EAGER"),
    ("NUMEN_THREADS", "NUMEN_NUM_THREADS"), ("NUMEN_NUM_THREAD", "NUMEN_NUM_THREADS"),
    ("NUMEN_CPU", None), ("NUMEN_PYTHON", None)])
def test_settings_that_are_misspelt_are_named(name, meant):
    told = f"numen: {name} is no setting: is {meant} meant?\n" if meant else ""
    value = "v2" if name == "NUMEN_CPU" else "0"
    assert run(INSTALLED, "run", "-c", "print(1)", **{name: value}) == (0, "1\n", told)


@pytest.mark.parametrize("name, said", [
    ("NUMEN_PROFILE", "the option is numen run --profile"),
    ("NUMEN_CHECK", "the option is numen run --check"),
    ("NUMEN_STRICT", "the option is numen run --strict"),
    ("NUMEN_TRACE", "the option is numen run --trace"),
    ("NUMEN_ISA", "there are NUMEN_MANAGED, "), ("NUMEN_FOO", "there are NUMEN_MANAGED, ")])
def test_variables_that_are_no_settings_are_named(name, said):
    code, out, err = run(INSTALLED, "run", "-c", "print(1)", **{name: "1"})
    assert (code, out, err.count("\n")) == (0, "1\n", 1)
    assert err.startswith(f"numen: {name} is no setting") and said in err
    assert run(INSTALLED, "--version", **{name: "1"})[2] == ""


def test_the_rule_of_nearly_is_the_engines():
    """Each variable is named by one of both."""
    from numen import unknown_settings

    text = (ROOT / "python/front/module/switches.cpp").read_text()
    known = text.partition("settings[] = {")[2].partition("}")[0].split('"')[1::2]
    assert sorted(known) == sorted(unknown_settings.SETTINGS)
    names = ["EAGRE", "EGER", "EGR", "NUMTHREADS", "NUM_TREAD", "THREADS", "THREAD", "CPUS", "CP",
             "DBG", "MANAGE", "MNGD", "PTCH", "PTH", "X"]
    err = run(INSTALLED, "run", "-c", "1", **{f"NUMEN_{name}": "1" for name in names})[2]
    assert [err.count(f"numen: NUMEN_{name} is no setting") for name in names] == [1] * len(names)


PROGRAM = """
import sys
import numpy as np
{imports}
real = sys.modules["numpy"]
print({judged})
"""
# Modules of packages that import numpy as np: True are those that get Numen.
INCLUDED = {
    "": (False, False, False, False),
    "scipy": (True, True, False, False),
    "scipy.stats": (True, False, False, False),
    "scipy.optimize,sklearn": (False, True, True, False),
    "sklearn.linear_model": (False, False, True, False),
    "sklearn.linear_model._base": (False, False, True, False),
    "pandas.core": (False, False, False, True),
    "scipy,sklearn,pandas": (True, True, True, True),
}
MODULES = ("scipy.stats._stats_py", "scipy.optimize._optimize", "sklearn.linear_model._base",
           "pandas.core.series")


@pytest.mark.parametrize("names", INCLUDED)
def test_packages_that_are_included(tmp_path, names):
    write(tmp_path, "program.py", PROGRAM.format(
        imports="\n".join(f"import {name}" for name in MODULES),
        judged=", ".join(f"sys.modules['{name}'].np is not real" for name in MODULES)))
    options = ("--include", names) if names else ()
    code, out, err = python(tmp_path, *options, "program.py", command=NUMEN)
    assert (code, err) == (0, "")
    assert out == " ".join(map(str, INCLUDED[names])) + "\n"


CALLS = """
import numpy as np
import pandas
import scipy.interpolate, scipy.linalg, scipy.optimize, scipy.signal, scipy.spatial, scipy.stats
from sklearn.decomposition import PCA
from sklearn.linear_model import LinearRegression, LogisticRegression
rng = np.random.default_rng(0)
X = rng.normal(size=(3000, 8))
y = (X.sum(axis=1) > 0).astype(int)
frame = pandas.DataFrame({"a": X[:, 0], "b": y})
results = [
    scipy.stats.ttest_ind(X[:, 0], X[:, 1]).pvalue,
    scipy.optimize.minimize(lambda v: ((v - 1) ** 2).sum(), np.zeros(3)).x,
    scipy.signal.convolve(np.ones(4), np.ones(3)),
    scipy.linalg.solve(np.eye(3) * 2, np.ones(3)),
    scipy.interpolate.CubicSpline(np.arange(4.0), np.arange(4.0) ** 2)(1.5),
    scipy.spatial.cKDTree(X).query(X[7])[1],
    LinearRegression().fit(X, y).coef_,
    LogisticRegression().fit(X, y).score(X, y),
    np.abs(PCA(2, svd_solver="full").fit_transform(X)[0]),
    frame.groupby("b").a.mean().to_numpy(),
    frame.a.rolling(3).std().quantile([0.1, 0.9]).to_numpy(),
]
print(*(np.round(result, 6).tolist() for result in results), sep="\\n")
"""


def test_included_packages_compute_as_without_numen(tmp_path):
    write(tmp_path, "program.py", CALLS)
    options = (*NUMEN, "--include", "scipy,sklearn,pandas")
    assert python(tmp_path, "program.py", command=options) == python(tmp_path, "program.py")


def test_names_that_nothing_has(tmp_path):
    write(tmp_path, "program.py", "print('never')")
    write(tmp_path, "beside.py", "")
    for option in ("--include", "--exclude"):
        for name in ("scpy", "scipy.nonsense", "scipy.stats.nonsense.more", "folder/missing", ""):
            code, out, err = python(tmp_path, option, name, "program.py", command=NUMEN)
            assert (code, out) == (2, "")
            assert f"argument {option}: there is no package, module or folder {name!r}" in err
    code, out, err = python(tmp_path, "--include", "numpy.linalg", "program.py", command=NUMEN)
    assert (code, out) == (2, "") and "numpy.linalg serves Numen" in err
    program = str(tmp_path / "program.py")  # beside it, wherever the command is given
    assert python(ROOT, "--exclude", "beside", program, command=NUMEN) == (0, "never\n", "")


def test_a_folder_that_is_included_is_the_same_from_wherever_the_program_goes(tmp_path):
    write(tmp_path, "site-packages/theirs.py", "import numpy\n")
    write(tmp_path, "program.py", """
        import os, sys
        sys.path.append(os.path.abspath("site-packages"))
        os.chdir("/")
        import theirs
        print(theirs.numpy is not sys.modules["numpy"])
    """)
    for name in ("site-packages", "site-packages/theirs.py", str(tmp_path / "site-packages")):
        assert python(tmp_path, "--include", name, "program.py", command=NUMEN)[1] == "True\n"


def test_numpy_stays_numpys_in_a_folder_that_is_included(tmp_path):
    folder = str(Path(sys.modules["numpy"].__file__).parents[1])
    text = ("import sys, numpy as np, numpy.ma, scipy.stats\n"
            "print(sys.modules['numpy.ma.core'].np is sys.modules['numpy'], np.ma.sum([1, 2]),\n"
            "      sys.modules['scipy.stats._stats_py'].np is np)\n")
    write(tmp_path, "program.py", text)
    done = python(tmp_path, "--include", folder, "program.py", command=NUMEN)
    assert done == (0, "True 3 True\n", "")


def test_info_says_what_its_settings_mean():
    lines = dict(line.split(maxsplit=1) for line in run(INSTALLED, "info")[1].splitlines())
    assert lines["recording"].startswith("on: operations on large arrays wait")
    assert lines["managed"] == "threshold  arrays of more than 16,384 elements are managed " \
                               "(README, Limits)"
    eager = run(INSTALLED, "info", NUMEN_EAGER="1")[1]
    assert re.search("^recording +off: every operation runs at once$", eager, re.M)
    plain = run(INSTALLED, "info", NUMEN_MANAGED="0")[1]
    assert re.search(r"^managed threshold +off: arrays are NumPy's", plain, re.M)


def test_the_script_that_starts_numen_is_not_the_programs(tmp_path):
    write(tmp_path, "starter.py", "from numen.__main__ import main\n\nmain()\n")
    text = "from numen import hook\nprint(*map(hook.owner_of, ('starter.py', __file__)))\n"
    write(tmp_path, "program.py", text)
    done = python(tmp_path, "starter.py", "run", "program.py")
    assert done == (0, "numen user\n", "")
