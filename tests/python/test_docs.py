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
    assert text.count("| hole |") == sum(call.hole for call in CALLS)


def test_coverage_table_is_what_coverage_says():
    text = (ROOT / "docs/coverage.md").read_text()
    said, owner = {}, ""
    for line in text.splitlines():
        if line.startswith("## numpy"):
            owner = (line.removeprefix("## numpy") + ".").removeprefix(".")
        elif row := re.fullmatch(r"\| `(\w+)` \| (\w+) \|", line):
            said[owner + row[1]] = row[2]
    wanted = {name: kind for name, kind in numen.coverage().items()
              if name not in coverage_table.OF_PYTHON}
    assert said == wanted, "run ./numen python tools/coverage_table.py"
    assert text == coverage_table.page(numen.coverage())
