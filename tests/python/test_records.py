"""Committed results are as their writer writes them: a line a cell, summed up, no raw data."""

import json
from pathlib import Path

from numen.bench import records

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "benchmarks/results").glob("*/*.json"))


def test_a_line_is_a_cell():
    record = {"date": "today", "cells": [{"case": "a", "ratio": 0.5}, {"case": "b", "ratio": 1.0}],
              "names": ["x"], "none": []}
    lines = records.text(record).splitlines()
    assert sum('"case"' in line for line in lines) == 2 and json.loads("\n".join(lines)) == record


def test_raw_data_are_left_out():
    cell = {"case": "a", "errors_of_all": {"numpy": [1.0]}, "samples": [1, 2], "statement": "a + b"}
    assert json.loads(records.text({"cells": [cell]})) == {"cells": [{"case": "a"}]}


def test_committed_results_are_as_the_writer_writes_them():
    assert FILES
    for path in FILES:
        text = path.read_text()
        assert records.text(json.loads(text)) == text, path.relative_to(ROOT)


def test_committed_results_have_no_lists_of_repeats():
    """A number stands by itself: what a list of them sums up to is written, not the list."""
    for path in FILES:
        for cell in json.loads(path.read_text()).get("cells", []):
            assert not any(isinstance(value, list) and value and isinstance(value[0], float)
                           for value in cell.values()), path.relative_to(ROOT)


def test_there_is_one_summary_of_each_version():
    versions = {json.loads(path.read_text())["numen"] for path in FILES}
    assert {path.stem for path in (ROOT / "benchmarks/results").glob("*.md")} == versions
