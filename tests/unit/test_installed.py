"""The C++ library as its users meet it: built and installed without Python, found by find_package.
"""

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from . import (
    awkward_cases, batched_cases, library_cases, numpy_cases, pages, scipy_cases, spectra_cases,
    tensor_cases)
from .declared_names import exported_functions, names_in
from .installed_package import NINJA, ROOT, Package, run

sys.path.insert(0, str(ROOT / "tools"))

import cpp_reference  # noqa: E402

# A build of its own, without Python in it.
pytestmark = [pytest.mark.no_sanitizer, pytest.mark.ci]

INSTALLED = ROOT / "tests/unit/installed"
EXAMPLES = ROOT / "examples/cpp"
# NumPy's results keep a trace of how it found them.
LIBRARY_CASES = [library_cases, tensor_cases, batched_cases, scipy_cases, spectra_cases]
LAID_OUT_IN_C_ORDER = {"select", "nonzero"}.union(*(cases.LAID_OUT_IN_C_ORDER
                                                    for cases in LIBRARY_CASES))


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    made = Package(tmp_path_factory.mktemp("package"))
    made.make()
    return made


@pytest.fixture(scope="module")
def checks(package, tmp_path_factory):
    """Folder of the programs of tests/unit/installed."""
    build = tmp_path_factory.mktemp("checks")
    (build / "elementwise_rows.inc").write_text(numpy_cases.elementwise_rows())
    package.make_programs(INSTALLED, build)
    return build


@pytest.fixture(scope="module")
def examples(package, tmp_path_factory):
    """Folder of the programs of examples/cpp."""
    build = tmp_path_factory.mktemp("examples")
    package.make_programs(EXAMPLES, build)
    return build


@pytest.fixture(scope="module")
def documented(package, tmp_path_factory):
    """Folder of the programs on the pages of docs/."""
    folder = tmp_path_factory.mktemp("pages")
    pages.write_project(folder)
    package.make_programs(folder, folder / "build")
    return folder / "build"


def test_builds_and_installs_without_python(package):
    assert "NUMEN_PYTHON:BOOL=OFF" in package.cache
    assert not re.search(r"^_?Python\w*_(EXECUTABLE|INCLUDE_DIR)", package.cache, re.MULTILINE)
    assert not package.python_calls.exists()
    installed = {path.name for path in package.prefix.rglob("*") if path.is_file()}
    headers = {path.name for path in (ROOT / "include/numen").glob("*.h")}
    assert headers | {"elementwise.h", "numenConfig.cmake", "libnumen.so"} <= installed


def test_within_another_project_it_is_the_library_alone(package, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(app LANGUAGES CXX)\n"
        f'add_subdirectory("{ROOT}" numen)\nadd_executable(app app.cpp)\n'
        "target_link_libraries(app PRIVATE numen::numen)\ninstall(TARGETS app)\n")
    (tmp_path / "app.cpp").write_text("#include <numen/numen.h>\nint main() {}\n")
    package.configure(tmp_path, tmp_path / "build", "-DNUMEN_INSTRUCTION_SETS=v3")
    cache = (tmp_path / "build/CMakeCache.txt").read_text()
    assert "NUMEN_PYTHON:BOOL=OFF" in cache and "NUMEN_INSTALL:BOOL=OFF" in cache
    assert not package.python_calls.exists()
    # The program waits for what the library opens when it runs.
    needed = run([NINJA, "-C", tmp_path / "build", "-t", "inputs", "app"])
    assert "numen/lib/libnumen.so" in needed and "numen/lib/libnumen_cpu_v3.so" in needed
    # What the project installs is its own.
    assert "libnumen" not in (tmp_path / "build/numen/include/cmake_install.cmake").read_text()


def test_library_shows_only_its_interface(package):
    [library] = package.prefix.rglob("libnumen.so")
    shown = run(["nm", "-DC", "--defined-only", library]).splitlines()
    names = {line.split(maxsplit=2)[2] for line in shown}
    own = {name for name in names if re.search(r"\bnumen::", name)}
    inner = {name for name in own if re.search(
        r"numen::(api|backend|cpu|graph|storage|reference|blas|lapack|Buffer)\b|StridedView", name)}
    assert own and not inner


def test_headers_compile_without_warnings(package):
    # As a project that has them among its own headers sees them (add_subdirectory).
    strict = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast"
    [header] = package.prefix.rglob("numen.h")
    said = run(["c++", "-std=c++20", "-fsyntax-only", "-x", "c++", *strict.split(), "-I",
                header.parents[1], "-include", header, "/dev/null"], env=package.environment)
    assert said == ""


@pytest.mark.parametrize("program", ["checks", "span_checks"])
def test_public_interface(checks, program):
    done = subprocess.run([checks / program], text=True, capture_output=True)
    assert (done.stdout, done.returncode) == ("0 failures\n", 0)


def parsed(text):
    """The arrays of one line of caller.cpp, and their strides."""
    results = []
    for word in text.split(" "):
        dtype, shape, strides, data = word.split(":")
        shape, strides = ([int(part) for part in list_.split(",") if part]
                          for list_ in (shape, strides))
        array = np.frombuffer(bytes.fromhex(data), dtype).reshape(shape)
        results.append((array, tuple(strides)))
    return results


def is_near(found, wanted, ulp):
    """Element by element within `ulp` last places, or within a sum's error bound."""
    if wanted.dtype.kind not in "fc":
        return np.array_equal(found, wanted)
    if ulp == 0:
        return np.array_equal(found, wanted, equal_nan=True)
    epsilon = np.finfo(wanted.dtype).eps
    # A sum of n <= 24 numbers of size <= 20: n eps max|x| times a product's or a square's size.
    absolute, relative = (1000 * epsilon, 64 * epsilon) if ulp == numpy_cases.RELATIVE \
        else (np.finfo(wanted.dtype).tiny, (ulp + 1) * epsilon)
    with np.errstate(all="ignore"):
        return np.allclose(found, wanted, rtol=relative, atol=absolute, equal_nan=True)


def disagreement(case, line):
    """What is wrong with an answer, or None."""
    if line.startswith("error ") or isinstance(case.answer, Exception):
        both = line.startswith("error ") and isinstance(case.answer, Exception)
        return None if both else f"{line[:90]} | {case.answer}"
    if isinstance(case.answer, str):
        text = line.replace("\f", "\n")
        return None if text == case.answer else f"\n{text}\n{case.answer}"
    found = parsed(line)
    if len(found) != len(case.answer):
        return f"{len(found)} results"
    for (array, strides), wanted in zip(found, case.answer):
        if (array.dtype, array.shape) != (wanted.dtype, wanted.shape):
            return f"{array.dtype}{array.shape} | {wanted.dtype}{wanted.shape}"
        steps = [(a, b) for n, a, b in zip(array.shape, strides, wanted.strides) if n > 1]
        if array.size > 0 and case.line.split()[0] not in LAID_OUT_IN_C_ORDER and \
                any(own != numpys for own, numpys in steps):
            return f"strides {strides} | {wanted.strides}"
        if case.ulp != numpy_cases.SHAPES and not is_near(array, wanted, case.ulp):
            return f"{array.tolist()} | {wanted.tolist()}"
    return None


@pytest.mark.parametrize("cases", [numpy_cases, *LIBRARY_CASES])
def test_functions_agree_with_numpy(checks, cases):
    cases = cases.all_cases()
    done = subprocess.run([checks / "caller"], text=True, capture_output=True,
                          input="".join(case.line + "\n" for case in cases))
    lines = done.stdout.split("\n")[:-1]
    assert (done.returncode, len(lines)) == (0, len(cases)), done.stderr
    wrong = [f"{case.short}: {why}" for case, line in zip(cases, lines)
             if (why := disagreement(case, line))]
    assert not wrong, f"{len(wrong)} of {len(cases)}:\n" + "\n".join(wrong[:60])


@pytest.mark.parametrize("count", [5, pytest.param(500, marks=pytest.mark.full)])
def test_awkward_arguments_end_no_program(checks, count):
    """Each line is answered or refused with an exception of ours."""
    cases = [case for cases in (numpy_cases, *LIBRARY_CASES) for case in cases.all_cases()]
    lines = list(awkward_cases.lines(np.random.default_rng(count), cases, count))
    assert len(lines) > 200 * count
    done = subprocess.run([checks / "caller"], text=True, capture_output=True,
                          input="".join(line + "\n" for line in lines))
    answered = done.stdout.count("\n")
    assert done.returncode == 0, (lines[min(answered, len(lines) - 1)], done.stderr)


def test_programs_without_kernels_hear_of_it(checks):
    settings = {"NUMEN_CPU=avx2": "wants one of ", "NUMEN_CPU=nonsense": "wants one of ",
                "NUMEN_NUM_THREADS=abc": "wants a whole number above 0"}
    for setting, why in settings.items():
        calls = run([checks / "without_kernels"]).splitlines()
        assert len(calls) == 6
        for call in calls:
            done = subprocess.run([checks / "without_kernels", call], text=True,
                                  capture_output=True, env=os.environ | dict([setting.split("=")]))
            assert done.returncode == 0, (call, done.returncode, done.stderr)
            assert done.stdout.startswith(f"numen can not compute here: {setting}: {why}")


def judge_heat(text):
    rows = np.array([line.split() for line in text.splitlines()[1:]], float)
    time, centre, exact, largest = rows.T
    assert np.allclose(time, np.arange(5) * 400 * 0.2 / 64 ** 2, atol=5e-5)
    decay = np.exp(-2 * np.pi ** 2 * np.arange(5) * 400 * 0.2 / 64 ** 2)
    assert np.allclose(exact, decay, atol=6e-8)
    # Each step multiplies the wave by 1 - 8 r sin^2(pi h / 2): the scheme's exact answer.
    factor = 1 - 8 * 0.2 * np.sin(np.pi / 128) ** 2
    assert np.allclose(centre, factor ** (np.arange(5) * 400), atol=6e-8)
    assert np.all(largest < 1.1e-4)


def judge_kmeans(text):
    turn, radius = np.arange(200) * 2.399963229728653, np.sqrt((np.arange(200) + 0.5) / 200)
    disc = np.stack([radius * np.cos(turn), radius * np.sin(turn)], 1)
    places = np.array([[0.0, 0.0], [4.0, 1.0], [1.0, 5.0]])
    points = (places[:, None] + disc).reshape(-1, 2)
    centres, labels, rounds = points[:3], None, 0
    while True:
        moved = ((points[:, None] - centres) ** 2).sum(-1).argmin(-1)
        if labels is not None and np.array_equal(moved, labels):
            break
        labels, rounds = moved, rounds + 1
        centres = np.array([points[labels == k].mean(0) for k in range(3)])
    expected = [f"{rounds} rounds"] + [
        f"{np.sum(labels == k)} points around ({x:.6f}, {y:.6f})"
        for k, (x, y) in enumerate(centres)]
    *lines, last = text.splitlines()
    assert lines == expected
    spread = ((points - centres[labels]) ** 2).sum(1).mean()
    assert np.isclose(float(last.split()[-1]), spread, rtol=1e-13)


def judge_blur(text):
    image = np.full((24, 40), 10, np.uint8)
    image[6:14, 8:20] = 200
    image[:, 30] = 255
    for _ in range(3):
        windows = np.lib.stride_tricks.sliding_window_view(image, (3, 3))
        image[1:-1, 1:-1] = (windows.sum((2, 3)) + 4) // 9
    row, column = np.unravel_index(image.argmax(), image.shape)
    pixels = np.array2string(image[10], max_line_width=400)
    assert text.splitlines() == [
        f"sum {image.sum()}", f"brightest {image.max()} at row {row}, column {column}",
        f"row 10: {pixels}", "padding untouched"]


def judge_robot_arm(text):
    arms = np.arange(1, 501)
    places = arms * np.array([[0.8191725], [0.6710436], [0.5497005], [0.4503]]) + 0.2
    low, high = np.array([[-1.2, 1.2], [0.2, 0.9], [-1.6, -0.4], [-1, 1]]).T[..., None]
    q = low + (high - low) * (places - np.floor(places))
    q[2, 7::50] = 0

    def pose(q):
        reach = 0.6 * np.cos(q[1]) + 0.5 * np.cos(q[1] + q[2])
        return np.stack([reach * np.cos(q[0]), reach * np.sin(q[0]),
                         0.4 + 0.6 * np.sin(q[1]) + 0.5 * np.sin(q[1] + q[2]), q[0] + q[3]])

    # Derivatives by complex steps: exact to rounding.
    turned = q[:, None] + 1e-30j * np.eye(4)[:, :, None]
    j = pose(turned).imag.transpose(2, 0, 1) / 1e-30
    damped = np.sum(np.linalg.svd(j)[1][:, 3] < 0.05)
    lines = text.splitlines()
    assert lines[0] == "500 arms, 40 ticks, 2 threads"
    median, p99, worst = map(float, re.findall(r"(?:median|p99|worst) ([\d.]+) ms", lines[1]))
    assert 0 < median <= p99 <= worst
    assert re.fullmatch(r"solve and svd: [\d.]+ ns an arm", lines[2])
    solve, svd = map(float, re.findall(r"\d\.\de-\d+", lines[3]))
    # n u each, times 10.
    assert max(solve, svd) < 40 * np.finfo(float).eps / 2
    assert lines[4] == f"damped in the first tick: {damped}" and damped >= 10
    assert float(lines[5].split()[-1]) < 1e-14


@pytest.mark.parametrize("program, judge", [
    ("heat", judge_heat), ("kmeans", judge_kmeans), ("blur", judge_blur),
    ("robot_arm 500 40 2", judge_robot_arm)])
def test_program_runs_against_the_installed_package(examples, program, judge):
    name, *words = program.split()
    judge(run([examples / name, *words]))


def test_builds_without_pythons_headers(package, examples, checks):
    # Neither the library nor the programs read a file of Python's, and none asks for its library.
    for build in (package.build, examples, checks):
        read = package.dependencies(build)
        assert any(path.endswith("numen/array.h") for path in read)
        assert not [path for path in read if re.search(r"Python\.h|/python3|/numpy/", path)]
    for program in (examples / "heat", *package.prefix.rglob("*.so")):
        assert "python" not in run(["readelf", "-d", program]).lower()


def test_first_program_prints_what_its_page_says(documented):
    [wanted] = pages.blocks("text", pages.PAGE)
    assert run([documented / "first"]) == wanted


def test_program_of_the_readme_solves_its_system(documented):
    a = np.eye(5) * 2
    a[:, 0] += 1
    solution = np.linalg.solve(a, np.sin(np.linspace(0, 1, 5)))
    printed = run([documented / "readme"]).strip("[]\n").split()
    assert np.allclose(np.array(printed, float), solution, rtol=0, atol=5e-9)


def test_errors_are_what_their_page_says(documented):
    done = subprocess.run([documented / "pages"], text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    rows = pages.error_rows()
    found = [(call, *line.split(" ", 1))
             for (call, _, _), line in zip(rows, done.stdout.splitlines(), strict=True)]
    assert found == rows
    table = {row[0].strip("`") for row in pages.cells(pages.ERRORS, 2)}
    assert table == set(pages.exceptions())
    # InternalError is a fault that no call has.
    assert {name for _, name, _ in rows} == table - {"InternalError"}


def test_reference_is_what_the_headers_say():
    stale = "run ./numen python tools/cpp_reference.py"
    assert (ROOT / "docs/reference/cpp.md").read_text() == cpp_reference.page(), stale


def sections_of_reference():
    """{header: its section of docs/reference/cpp.md}"""
    text = (ROOT / "docs/reference/cpp.md").read_text()
    return dict(re.findall(r"^## numen/(\w+)\.h\n(.*?)(?=^## |\Z)", text,
                           re.MULTILINE | re.DOTALL))


def test_reference_names_every_public_declaration(package):
    sections = sections_of_reference()
    code = {name: "\n".join(pages.blocks("cpp", text)) for name, text in sections.items()}
    missing = [f"{header.stem}: {name}" for header in sorted((ROOT / "include/numen").glob("*.h"))
               for name in sorted(names_in(header))
               if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", code.get(header.stem, ""))]
    assert not missing
    # As many declarations as the library has overloads; rows of elementwise.h name both forms.
    [library] = package.prefix.rglob("libnumen.so")
    rows = dict(re.findall(r"^\| `(\w+)\(.*?\)` \| (.*?) \|", sections["elementwise"],
                           re.MULTILINE))
    declared = "\n".join(code.values())
    functions = exported_functions(library)
    assert len(functions) > 150
    for name, overloads in functions.items():
        if name in rows:
            assert overloads == (1 if "a pair" in rows[name] else 2), name
        else:
            own = re.escape(name.rpartition("::")[2])
            written = len(re.findall(rf"(?<!\w){own}\(", declared))
            assert written >= overloads, f"{name}: {written} of {overloads}"
    assert all(name in functions for name in rows)
    assert {name: "a pair" in result for name, result in rows.items()} == {
        name: outputs == 2 for name, _, outputs, _ in numpy_cases.ROWS}
