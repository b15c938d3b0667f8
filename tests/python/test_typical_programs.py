"""The page of the forty typical programs, and why some gain little."""

import json
from pathlib import Path

import pytest

from numen.bench import programs

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks/results"
RECORDS = sorted(RESULTS.glob("*/programs.json"))
NAMES = {path.stem for path in (ROOT / "benchmarks/programs").glob("*.py")}


def test_every_slow_program_has_its_reason():
    reasons = programs.reasons_of(ROOT / "benchmarks/programs")
    assert RECORDS and reasons
    for record in RECORDS:
        slow = {cell["case"] for cell in json.loads(record.read_text())["cells"]
                if cell["ratio"] > programs.WITH_REASON}
        assert slow <= reasons.keys(), record


def test_reasons_are_of_programs_and_sentences():
    for name, reason in programs.reasons_of(ROOT / "benchmarks/programs").items():
        assert name in NAMES
        assert len(reason) > 40 and reason.endswith("."), name


def test_a_reason_is_printed_for_what_is_slow_alone():
    cells = [{"case": "a", "size": "small", "ratio": 0.7}, {"case": "b", "ratio": 0.67},
             {"case": "c", "ratio": 1.2}, {"case": "a", "size": "large", "ratio": 0.1}]
    lines = programs.section_of_reasons(cells, {"a": "It waits.", "b": "It does not."})
    assert "- a: It waits." in lines and "- b" not in lines
    assert "- c: no reason is written" in lines


@pytest.mark.parametrize("name", ["programs", "sweep"])
def test_the_pages_are_committed(name):
    """Of a commit without changes of its own, each with its table."""
    records = sorted(RESULTS.glob(f"*/{name}.json"))
    assert records
    for path in records:
        record = json.loads(path.read_text())
        assert not record["commit"].endswith("+"), path
        page = path.with_suffix(".md").read_text()
        assert len(record["cells"]) > 100
        assert all(cell["case"] in page for cell in record["cells"])
        if name == "programs":
            assert {cell["case"] for cell in record["cells"]} == NAMES
            assert len(record["cells"]) == 3 * len(NAMES)
