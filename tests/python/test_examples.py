"""The example programs print the same under plain Python and under `numen run`.

Every printed line is compared: words exactly, whole numbers exactly, other numbers to a relative
1e-12, or 1e-6 in the programs that compute in float32. Lines that start with "time" are left out.
"""

import ast
import functools
import importlib.util
import math
import os
import pathlib
import re
import subprocess
import sys

import numpy
import pytest

from tests import SANITIZED
from tests.inverse import formulas

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
NAMES = [path.stem for path in EXAMPLES]
FLOAT32 = {"fusion", "reductions", "teaching_matmul", "teaching_matmul_numen"}
TEACHING = {"teaching_matmul_numen", "teaching_ones_numen"}
IMPORTS_NUMEN = TEACHING | {"inverse_explanations"}
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def tolerance(name):
    return 1e-6 if name in FLOAT32 else 1e-12


def environment(imports_numen):
    """Environment of a child that imports the same numen package as this process."""
    if SANITIZED and not imports_numen:  # NumPy alone: nothing to watch
        return {name: value for name, value in os.environ.items()
                if name not in ("LD_PRELOAD", "PYTHONMALLOC")}
    spec = importlib.util.find_spec("numen")
    origin = spec.origin if spec else None
    package_parent = str(pathlib.Path(origin).absolute().parents[1]) if origin else ""
    paths = [package_parent, os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in paths if p)}


@functools.cache
def run_example(name, *command, arguments=()):
    """The finished process of one example; each (example, command) pair runs once per session."""
    return subprocess.run(
        [sys.executable, *command, str(ROOT / "examples" / f"{name}.py"), *arguments],
        capture_output=True, text=True, cwd=ROOT, timeout=600,
        env=environment("numen" in command or name in IMPORTS_NUMEN),
    )


def plain(name):
    return run_example(name)


def under_numen(name):
    return run_example(name, "-m", "numen", "run")


def compared_lines(text):
    return [" ".join(line.split()) for line in text.splitlines() if not line.startswith("time")]


def same_number(wanted, given, relative):
    if not set(".eE") & set(wanted):
        return wanted == given
    return math.isclose(float(wanted), float(given), rel_tol=relative)


def same_line(wanted, given, relative):
    """Words and whole numbers equal, other numbers within the relative tolerance."""
    numbers, others = NUMBER.findall(wanted), NUMBER.findall(given)
    return (
        NUMBER.sub("#", wanted) == NUMBER.sub("#", given)
        and len(numbers) == len(others)
        and all(same_number(a, b, relative) for a, b in zip(numbers, others))
    )


def differences(wanted, given, relative):
    """Pairs of lines that differ; texts with unequal numbers of lines differ at the first extra."""
    a, b = compared_lines(wanted), compared_lines(given)
    length = max(len(a), len(b))
    a += ["<no line>"] * (length - len(a))
    b += ["<no line>"] * (length - len(b))
    return [(x, y) for x, y in zip(a, b) if not same_line(x, y, relative)]


@pytest.mark.parametrize("name", NAMES)
def test_runs_under_plain_python(name):
    process = plain(name)
    assert (process.returncode, process.stderr) == (0, "")
    lines = process.stdout.splitlines()
    checksum = re.fullmatch(r"checksum: (\S+)", lines[-1])
    assert checksum and math.isfinite(float(checksum[1]))
    assert len(compared_lines(process.stdout)) >= 3, "prints no result beside the checksum"


@pytest.mark.parametrize("name", NAMES)
def test_same_results_under_numen(name):
    wanted, given = plain(name), under_numen(name)
    assert (given.returncode, given.stderr) == (wanted.returncode, wanted.stderr)
    assert differences(wanted.stdout, given.stdout, tolerance(name)) == []


TIMES = re.compile(r"time +(\d+) +([\d.]+) ms   NumPy +([\d.]+) ms   NumPy / Numen +([\d.]+)")


def test_numpys_times_stand_beside_ours():
    """Of each size, under Numen alone: plain Python has but one time, and so has --alone."""
    lines = [line for line in under_numen("fusion").stdout.splitlines() if line[:4] == "time"]
    found = [TIMES.fullmatch(line).groups() for line in lines]
    assert [int(size) for size, *_ in found] == [100, 500, 1000, 2000, 4000]
    for _, ours, numpys, ratio in found:
        # Times are printed to 0.5 us and the ratio to 0.05.
        assert math.isclose(float(numpys) / float(ours), float(ratio),
                            abs_tol=0.05 + 0.001 * (1 + float(ratio)) / float(ours))
    assert "NumPy" not in plain("fusion").stdout
    alone = run_example("fusion", "-m", "numen", "run", arguments=("100", "--alone"))
    assert alone.returncode == 0 and "NumPy" not in alone.stdout


@pytest.mark.parametrize("name", sorted(TEACHING))
def test_teaching_programs_as_import_numen(name):
    original = plain(name.removesuffix("_numen"))
    assert differences(original.stdout, plain(name).stdout, tolerance(name)) == []


@pytest.mark.parametrize("name", ["teaching_ones", "teaching_ones_numen"])
def test_sum_of_the_product_of_ones(name):
    assert under_numen(name).stdout.splitlines()[0] == "1000000000.0"


@pytest.fixture(scope="module")
def explanations(tmp_path_factory):
    """(the lines that the example prints under `numen run`, the folder of its figures)"""
    folder = tmp_path_factory.mktemp("figures")
    process = run_example("inverse_explanations", "-m", "numen", "run",
                          arguments=("--out", str(folder)))
    assert (process.returncode, process.stderr) == (0, "")
    return process.stdout.splitlines(), folder


def breast_cancer():
    """The names, the data, and the outputs of the example's forest on them."""
    datasets = pytest.importorskip("sklearn.datasets")
    from sklearn.ensemble import RandomForestClassifier

    data = datasets.load_breast_cancer()
    seen = numpy.arange(len(data.target)) % 3 > 0
    forest = RandomForestClassifier(100, random_state=0).fit(data.data[seen], data.target[seen])
    return data.feature_names, data.data, forest.predict_proba(data.data)


def importance(X, Y):
    A = formulas.ridge(X, Y, 1e-4)
    return A / abs(A).max(axis=0)


def test_inverse_explanations(explanations):
    """Figures that show something, and numbers that NumPy finds from the formulas too."""
    lines, folder = explanations
    assert len(list(folder.glob("*.png"))) == 6
    for path in folder.glob("*.png"):
        pixels = pytest.importorskip("PIL.Image").open(path).convert("L")
        assert min(pixels.size) > 300 and numpy.asarray(pixels).std() > 10, path

    names, X, Y = breast_cancer()
    Xs, A = formulas.standardised(X), formulas.ridge(X, Y, 1e-4)
    error = numpy.linalg.norm(Xs - Y @ A.T) / numpy.linalg.norm(Xs)
    assert same_line(f"reconstruction error {error:.8e}", " ".join(lines[1].split()), 1e-6)

    drawn = numpy.random.default_rng(7).integers(len(X), size=(1000, len(X)))
    found = numpy.array([importance(X[rows], Y[rows])[:, 0] for rows in drawn])
    first = next(i for i, line in enumerate(lines) if " from " in line)
    order = numpy.argsort(-abs(found.mean(axis=0)))[:8]
    for line, j in zip(lines[first:first + 8], order, strict=True):
        low, high = numpy.percentile(found[:, j], [2.5, 97.5])
        wanted = f"{names[j]} {found[:, j].mean():.8e} from {low:.8e} to {high:.8e}"
        assert same_line(wanted, " ".join(line.split()), 1e-6)


def imported_modules(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module.split(".")[0]


def test_there_are_twelve_plain_programs():
    importers = {path.stem for path in EXAMPLES if "numen" in imported_modules(path)}
    assert importers == IMPORTS_NUMEN
    assert len(EXAMPLES) - len(importers) >= 12


TEXT = "size 10 at [0.5 -1.25]\ntime 3.0 s\nchecksum: 1.0"


@pytest.mark.parametrize("changed", [
    TEXT.replace("10", "11"),
    TEXT.replace("-1.25", "-1.2500000001"),
    TEXT.replace("-1.25", "1.25"),
    TEXT.replace("1.0", "nan"),
    TEXT.replace("size", "length"),
    TEXT.replace("0.5 ", ""),
    TEXT + "\nmore",
    TEXT.removesuffix("\nchecksum: 1.0"),
])
def test_comparison_notices_a_change(changed):
    assert differences(TEXT, changed, 1e-12) != []


def test_comparison_allows_times_spaces_and_rounding():
    allowed = TEXT.replace("3.0 s", "4.0 s").replace("at [", "at  [ ").replace(
        "-1.25", "-1.2500000000001")
    assert differences(TEXT.replace("[", "[ "), allowed, 1e-12) == []
