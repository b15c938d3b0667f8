"""tools/check_fresh_clone.py: what it runs, and that it says how each command ended."""

import importlib.util
import json
import subprocess

import pytest

from numen.commands.checkout import checkout_root

ROOT = checkout_root("test")
spec = importlib.util.spec_from_file_location("fresh_clone", ROOT / "tools/check_fresh_clone.py")
fresh_clone = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fresh_clone)

COMMAND = """#!/bin/sh
echo "$@" >> "$HOME/said"
case "$1 $2" in {fails}) exit 3;; esac
"""


@pytest.mark.parametrize("fails, ends", [
    ("nothing", (0, 0, 0, 0)), ("'run examples/fusion.py'", (3, 0, 0, 0)),
    ("compare*", (0, 3, 0, 0)), ("'run --profile'", (0, 0, 3, 0)), ("'test '", (0, 0, 0, 3))])
def test_each_command_is_run_and_its_end_recorded(tmp_path, monkeypatch, fails, ends):
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    (checkout / "numen").write_text(COMMAND.format(fails=fails))
    (checkout / "numen").chmod(0o755)
    for words in (["init", "-q"], ["add", "."],
                  ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
        subprocess.run(["git", *words], cwd=checkout, check=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(fresh_clone, "ROOT", checkout)
    monkeypatch.setattr("sys.argv", ["check_fresh_clone.py"])
    with pytest.raises(SystemExit) as ended:
        fresh_clone.main()
    assert bool(ended.value.code) == any(ends)
    said = [line.split() for line in (tmp_path / "said").read_text().splitlines()]
    assert [line[:2] for line in said] == [
        ["run", "examples/fusion.py"], ["compare", said[1][1]], ["run", "--profile"], ["test"]]
    whole, first = (json.loads(next(checkout.glob(f"benchmarks/results/*/{name}.json")).read_text())
                    for name in ("fresh_clone", "first_ten_minutes"))
    assert (whole["run_fusion_exit"], first["compare_exit"], first["profile_exit"],
            whole["test_exit"]) == ends
    assert whole["cores"] > 0 and whole["test_minutes"] >= whole["run_fusion_minutes"] >= 0
