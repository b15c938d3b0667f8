"""The records that campaigns and tools leave below benchmarks/results."""

import json
import sys

from . import record


def test_arguments_are_kept_but_no_place_of_this_machine(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["tool.py", "--before", str(tmp_path / "old"), "--jobs", "2"])
    record.write_record("figures", "python tool.py", {"found": 3})
    [file] = tmp_path.glob("benchmarks/results/*/figures.json")
    written = json.loads(file.read_text())
    assert written["command"] == "python tool.py --before PATH --jobs 2"
    assert written["found"] == 3 and str(tmp_path) not in file.read_text()
