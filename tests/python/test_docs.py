"""The generated pages of docs/ say what their sources say now, and the examples of pages run."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import numen
from numen.__main__ import COMMANDS
from numen.commands import bench as benchmarks
from numen.commands.run import parse

from tests.clients.table import CALLS

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import client_table  # noqa: E402
import coverage_table  # noqa: E402


def test_client_table_names_every_call():
    text = (ROOT / "docs/clients.md").read_text()
    assert text == client_table.page(), "run ./numen python tools/client_table.py"
    programs = client_table.descriptions()
    for call in CALLS:
        name = call.text.removeprefix("programs.").removesuffix("(x)")
        wanted = " ".join(programs[name].split()) if name in programs else call.text
        assert wanted in text, call


def test_coverage_table_is_what_coverage_says():
    text = (ROOT / "docs/coverage.md").read_text()
    said, owner = {}, ""
    for line in text.splitlines():
        if line.startswith("## "):
            owner = (line.removeprefix("## ") + ".").removeprefix("numpy.")
        elif row := re.fullmatch(r"\| `(\w+)` \| ([\w' ]+) \|", line):
            said[owner + row[1]] = row[2]
    wanted = {name: kind for name, kind in numen.coverage().items()
              if name not in coverage_table.OF_PYTHON}
    generators = {name: "NumPy's generators" for name in wanted if name.startswith("random.")}
    assert len(generators) > 50
    wanted |= generators
    if sys.version_info >= (3, 12):  # where numpy.typing's aliases can no longer be called
        said, wanted = ({name: kind for name, kind in kinds.items()
                         if not name.startswith("typing.")} for kinds in (said, wanted))
    else:
        assert text == coverage_table.page(numen.coverage())
    assert said == wanted, "run ./numen python tools/coverage_table.py"


WRITTEN = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", *(
    f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))
    if path.name not in ("coverage.md", "clients.md")),
    *(f"docs/design/{path.name}" for path in sorted((ROOT / "docs/design").glob("*.md")))]


def code_of(page, language):
    """The code blocks of a page in a language ("": in none), in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / page).read_text(), re.M | re.S)


@pytest.mark.parametrize("page", [page for page in WRITTEN if code_of(page, "python")])
def test_examples_in_python_run(page, tmp_path):
    """All of a page are one program, as they are to who reads it."""
    (tmp_path / "program.py").write_text("\n".join(code_of(page, "python")))
    done = subprocess.run([sys.executable, "-m", "numen", "run", "program.py"], cwd=tmp_path,
                          capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")


# Words of ./numen that are not the installed command's.
CHECKOUT = {"help", "python"}


@pytest.mark.parametrize("page", WRITTEN)
def test_commands_that_are_named_exist(page):
    """`numen COMMAND ...` in a line or a block names a command, its options and its files."""
    text = (ROOT / page).read_text()
    plain = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    quoted = re.findall(r"`((?:\./)?numen [^`]+)`", plain)
    lines = [line for block in code_of(page, "") for line in block.splitlines()]
    lines = [re.split(r"  +", line)[0] for line in lines if line.startswith("./numen ")]
    for line in [*quoted, *lines]:
        _, command, *words = shlex.split(line.replace("\n", " "))
        assert command in COMMANDS.keys() | CHECKOUT | {"COMMAND"}, line
        if command == "run":
            parse(words)
        if command == "bench":
            assert words[0] in benchmarks.names() or words[0] == "NAME", line
        for word in words:
            if re.fullmatch(r"(tools|tests|examples)/[\w/]+(\.py)?", word):
                assert (ROOT / word).exists(), line
            if re.fullmatch(r"tests(\.\w+)+", word):
                path = ROOT / word.replace(".", "/")
                assert path.is_dir() or path.with_suffix(".py").exists(), line


def test_the_sign_that_the_page_fixes_is_numpys_too():
    """What docs/linear_algebra.md advises who compares vectors."""
    (fixed,) = [block for block in code_of("docs/linear_algebra.md", "python") if "sign" in block]
    found = []
    for module in (numpy, numen):
        names = {}
        exec(fixed.replace("import numpy as np", ""), {"np": module}, names)
        found.append(numpy.asarray(names["v"]))
    assert numpy.allclose(*found)
    assert (numpy.abs(found[0]).max(axis=0) == found[0].max(axis=0)).all()


NOTES = sorted((ROOT / "docs/design").glob("*.md"))


def note(topic):
    """The text of the design note on a topic."""
    (path,) = [path for path in NOTES if path.stem[11:] == topic]
    return path.read_text()


def test_a_note_has_the_histogram_of_the_examples():
    text = note("recorded_operations_of_the_examples")
    for program in (ROOT / "examples").glob("*.py"):
        assert program.stem.endswith("_numen") or f"\n| {program.stem} | " in text


def test_a_note_tells_the_life_of_an_expression():
    text = note("life_of_an_expression")
    for path in ("graph/pending.h", "graph/grouping.cpp", "src/program/", "front/ufunc",
                 "front/module/clock.cpp", "front/call/later_reports.cpp"):
        assert path in text


def test_notes_are_dated():
    for path in NOTES:
        date = path.name[:10]
        assert re.fullmatch(r"\d{4}-\d\d-\d\d-\w+\.md", path.name)
        assert path.read_text().splitlines()[2].startswith(f"{date}. "), path.name


def test_architecture_is_two_screens_of_map():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    assert len(text.splitlines()) <= 120
    folders = {f"{path.relative_to(ROOT)}/" for top in (ROOT / "src", ROOT / "python")
               for path in top.iterdir() if path.is_dir() and path.name != "__pycache__"}
    folders |= {f"{name}/" for name in ("include/numen", "tests", "docs", "benchmarks",
                                        "acceptance", "tools", "examples")}
    rows = set(re.findall(r"^\| `([^`]+)` \| ", text, re.M))
    assert rows == folders


# What the set-up and the benchmarks make, and files of the user's.
MADE = {"build/release", "build/"}
# Files are named by their path, with or without an ending, or from one of these on.
STARTS = ("", "src/", "src/backends/", "src/backends/cpu/", "src/fft/", "src/linalg/", "include/",
          "python/", "python/numen/", "python/front/")
PATHS = re.compile(r"`((?:\w[\w.]*/)+[\w.]*)(?::\w+)?`")


@pytest.mark.parametrize("page", WRITTEN)
def test_files_that_are_named_exist(page):
    for name in PATHS.findall((ROOT / page).read_text()):
        assert name in MADE or any(list(ROOT.glob(f"{start}{name.rstrip('/')}*"))
                                   for start in STARTS), name


@pytest.mark.parametrize("page", [*WRITTEN, "benchmarks/README.md"])
def test_links_lead_somewhere(page):
    """To a file, and to a heading that it has."""
    for target, heading in re.findall(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)",
                                      (ROOT / page).read_text()):
        path = (ROOT / page).parent / target if target else ROOT / page
        assert path.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.*)$", path.read_text(), re.M)
            anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
            assert heading in anchors, heading
