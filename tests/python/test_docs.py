"""The generated pages of docs/ say what their sources say now."""

import re
import sys
from pathlib import Path

import numen

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
        elif row := re.fullmatch(r"\| `(\w+)` \| (\w+) \|", line):
            said[owner + row[1]] = row[2]
    wanted = {name: kind for name, kind in numen.coverage().items()
              if name not in coverage_table.OF_PYTHON}
    assert said == wanted, "run ./numen python tools/coverage_table.py"
    assert text == coverage_table.page(numen.coverage())


def test_architecture_has_the_histogram_of_the_examples():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    for program in (ROOT / "examples").glob("*.py"):
        assert program.stem.endswith("_numen") or f"\n| {program.stem} | " in text


def test_architecture_tells_the_life_of_an_expression():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    life = text[text.index("## The life of one expression"):text.index("## The two array types")]
    for path in ("graph/pending.h", "graph/grouping.cpp", "src/program/", "python/front/ufunc",
                 "front/module/clock.cpp", "front/call/later_reports.cpp"):
        assert path.removeprefix("python/") in life
        assert list(ROOT.glob(f"src/{path}")) or list(ROOT.glob(f"python/{path}")) or (
            (ROOT / path).exists())
