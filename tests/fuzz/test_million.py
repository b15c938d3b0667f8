"""The campaign that ends a step: what it keeps, what it refuses."""

import sys

import pytest

from tests.mutations import MUTATIONS
from tests.mutations import __main__ as mutating

from . import million
from .planted.scratch import side_by_side
from .record import FoundRows


@pytest.fixture
def git(monkeypatch):
    """A repository whose answers the test decides."""
    answers = {"status": "", "trees": "a b c d e", "HEAD": "0123456789abcdef"}

    def answer(command, *rest):
        if command == "status":
            return answers["status"]
        return answers["HEAD"] if rest == ("HEAD",) else answers["trees"]

    monkeypatch.setattr(million, "git", answer)
    return answers


def test_a_dirty_tree_is_refused(git, monkeypatch, tmp_path):
    git["status"] = " M src/graph/node.cpp"
    monkeypatch.setattr(sys, "argv", ["million", "--resume", str(tmp_path / "kept")])
    with pytest.raises(SystemExit, match="node.cpp"):
        million.main()


def test_what_is_done_belongs_to_the_trees(git, tmp_path):
    before = million.Stages(tmp_path / "kept", 1).file("numen")
    git["HEAD"] = "fedcba9876543210"
    assert million.Stages(tmp_path / "kept", 1).file("numen") == before
    git["trees"] = "a b c d f"
    assert million.Stages(tmp_path / "kept", 1).file("numen") != before


def test_seconds_of_earlier_runs_are_counted(git, tmp_path):
    stages = million.Stages(tmp_path / "kept", 1)
    with open(stages.file("modes") + ".seconds", "w") as file:
        file.write("100")
    assert stages.timed("modes", lambda: 5) == (5, 100)


def test_rows_that_were_not_found_are_run_again(tmp_path):
    rows = FoundRows(tmp_path / "rows", "patch", "found")
    rows.add({"patch": "one", "found": 0})
    rows.add({"patch": "two", "found": None})
    assert list(FoundRows(tmp_path / "rows", "patch", "found").of) == ["one"]


def test_items_go_to_scratches_in_turn():
    seen = []
    side_by_side(["one", "two"], lambda scratch, item: seen.append((scratch, item)), range(40))
    assert sorted(item for _, item in seen) == list(range(40))

    def fails(scratch, item):
        raise RuntimeError(f"item {item}")

    with pytest.raises(RuntimeError, match="item 0"):
        side_by_side(["one"], fails, range(3))


def test_rows_of_mutations_keep_their_order(monkeypatch, tmp_path):
    def run_mutation(scratch, mutation, programs, known):
        return {"mutation": mutation.name, "killed_by": known, "scratch": scratch}

    monkeypatch.setattr(mutating, "run_mutation", run_mutation)
    rows = mutating.run_all(["one", "two"], MUTATIONS, tmp_path / "rows", True)
    assert [row["mutation"] for row in rows] == [mutation.name for mutation in MUTATIONS]


@pytest.mark.parametrize("seconds, killer", [(1.0, "t.py (hangs)"), (20.0, "t.py")])
def test_a_hang_is_told_from_a_slow_judge(monkeypatch, seconds, killer):
    def status_of(command, package, patience):
        return None if patience == mutating.FIRST_PATIENCE else 1

    class Copies:
        planted = clean = mutating.Package("/")

    monkeypatch.setattr(mutating, "status_of", status_of)
    monkeypatch.setattr(mutating, "clean_seconds", lambda folder, test: seconds)
    assert mutating.killer_among_tests(Copies, ["t.py"]) == killer


def test_the_last_killer_comes_first(monkeypatch, tmp_path):
    class Copies:
        planted = mutating.Package(tmp_path)

        @staticmethod
        def failure_of(seed):
            return {"seed": seed} if seed == 7 else None

    (tmp_path / "t.py").write_text("")
    monkeypatch.setattr(mutating, "judge", lambda scratch, test: None)
    known = "tests.fuzz --against modes --seed 7"
    assert mutating.known_killer(Copies, known) == known and Copies.against == "modes"
    assert mutating.known_killer(Copies, known + "1") is None
    assert mutating.known_killer(Copies, "t.py") == "t.py (hangs)"
    assert mutating.known_killer(Copies, "gone.py (hangs)") is None
