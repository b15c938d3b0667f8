"""Rules of the source tree: who includes whom, names, lengths, and what the kernel libraries show.
"""

import ast
import re
import subprocess
from pathlib import Path

import pytest

# Sources and the release build are read here; nothing of the engine runs.
pytestmark = pytest.mark.no_sanitizer

ROOT = Path(__file__).resolve().parents[2]

# The folders of src/ that a folder may include from, besides itself: data flows from the
# vocabulary (ops, array) through the graph to the backends and the questions asked of matrices.
MAY_INCLUDE = {
    "ops": set(),
    "array": {"ops"},
    "program": {"ops"},
    "backends": {"ops", "array", "program"},
    "linalg": {"ops", "array", "backends"},
    "fft": {"ops", "array", "backends"},
    "graph": {"ops", "array", "program", "backends"},
    "io": set(),
    "api": {"ops", "array", "graph", "backends", "linalg", "fft"},
}
FORBIDDEN_NAMES = {"util", "utils", "common", "misc", "helper", "helpers"}
LONGEST_FILE, LONGEST_FUNCTION, LONGEST_LINE = 400, 50, 100


def sources(*folders, suffixes=(".cpp", ".h", ".py")):
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*")
                  if path.suffix in suffixes and "__pycache__" not in path.parts)


def includes(path):
    return re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.MULTILINE)


def test_a_folder_includes_only_what_stands_below_it():
    folders = [path.name for path in (ROOT / "src").iterdir() if path.is_dir()]
    assert set(folders) == set(MAY_INCLUDE)
    wrong = []
    for folder in folders:
        allowed = MAY_INCLUDE[folder] | {folder, "numen"}
        for path in sources(f"src/{folder}"):
            wrong += [f"{path.relative_to(ROOT)}: {name}" for name in includes(path)
                      if "/" in name and name.split("/")[0] not in allowed]
    assert wrong == []


def test_the_graph_reaches_backends_through_their_public_header():
    reached = {name for path in sources("src/graph") for name in includes(path)
               if name.startswith("backends/")}
    assert reached <= {"backends/backend.h"}


def test_the_core_knows_nothing_of_python():
    naming = [str(path.relative_to(ROOT)) for path in sources("src", "include")
              if re.search(r"#\s*include\s*[<\"](Python\.h|numpy/|front/)", path.read_text())]
    assert naming == []


def test_public_headers_include_only_each_other():
    wrong = [f"{path.name}: {name}" for path in sources("include") for name in includes(path)
             if not name.startswith("numen/")]
    assert wrong == []


def test_python_is_used_by_names_that_every_version_exports():
    # A name with an underscore may go with a version: 3.13 hid _PyFunction_Vectorcall. What is
    # added here was built with each version of docs/limits.md (NUMEN_PYTHON).
    known = {"_PyFrame_GetCode", "_PyInterpreterFrame", "_PyStackRef", "_PyType_Lookup",
             "_PyThreadState_UncheckedGet", "_Py_CODEUNIT"}  # fmt: skip
    used = {name for path in sources("python", suffixes=(".cpp", ".h"))
            for name in re.findall(r"\b_Py[A-Za-z_]+\b", path.read_text())}
    assert used <= known


def test_no_folder_or_file_is_a_drawer_for_anything():
    paths = [path for folder in ("src", "include", "python", "tests", "tools")
             for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    assert [path for path in paths if path.stem.lower() in FORBIDDEN_NAMES] == []


def test_no_file_is_longer_than_a_reader_can_hold():
    long = [(str(path.relative_to(ROOT)), length)
            for path in sources("src", "include", "python", "tests", "tools", "examples")
            if (length := len(path.read_text().splitlines())) > LONGEST_FILE]
    assert long == []


def test_no_line_is_longer_than_a_reader_can_see():
    long = [f"{path.relative_to(ROOT)}:{number}"
            for path in sources("src", "include", "python", "tests", "tools", "examples")
            for number, line in enumerate(path.read_text().splitlines(), 1)
            if len(line) > LONGEST_LINE]
    assert long == []


def test_no_python_function_is_longer_than_a_page():
    long = []
    for path in sources("python", "tests", "tools", suffixes=(".py",)):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                length = node.end_lineno - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    long.append(f"{path.relative_to(ROOT)}: {node.name} has {length} lines")
    assert long == []


def test_kernel_libraries_export_only_their_entry_point():
    # Any other shared name would let the linker hand AVX-512 code to a machine without it; this
    # one is looked up in the library that was opened.
    for kind, entry in (("cpu", "numen_cpu_kernel_table"), ("fft", "numen_fft_engine")):
        libraries = sorted((ROOT / "python/numen/native").glob(f"libnumen_{kind}_*.so"))
        assert libraries
        for library in libraries:
            shown = subprocess.run(["nm", "-D", "--defined-only", library], text=True, check=True,
                                   capture_output=True).stdout
            assert {line.split()[-1] for line in shown.splitlines()} == {entry}


def test_fetched_sources_are_under_our_licence():
    headers = [path for path in (ROOT / "build/sources").rglob("*")
               if path.is_file() and path.name != "requirements.txt"]
    assert headers
    for header in headers:
        offered = re.search(r"SPDX-License-Identifier: (.*)\*/", header.read_text()).group(1)
        assert "BSD-3-Clause" in offered.split(), header


def test_files_with_options_of_their_own_have_no_precompiled_header():
    """GCC would compile them with the options of the header, -O2, and say nothing."""
    text = (ROOT / "build/release/build.ninja").read_text()
    own = ("-O3", "-fwrapv", "-ffp-contract=fast", "-fno-trapping-math")
    flags = re.findall(r"^  FLAGS = (.*)$", text, re.MULTILINE)
    kernels = [line for line in flags if any(option in line.split("-O2")[-1] for option in own)]
    assert len(kernels) > 50
    assert not [line for line in kernels if "cmake_pch" in line]


def test_names_at_the_top_are_plain():
    """A file called `<<` is a slip of the shell that `git add -A` takes in."""
    odd = [path.name for path in ROOT.iterdir() if not re.fullmatch(r"[\w.+-]+", path.name)]
    assert odd == []
