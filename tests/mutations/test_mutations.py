"""Every mutation still fits the sources, no guard is missing in the list, and none survived.

`python -m tests.mutations` takes them out one by one and writes the record.
"""

import json
import re

import pytest

from . import MUTATIONS, NEW
from .exceptions import EXCEPTIONS
from .mutation import ROOT

FOLDERS = ("src/graph", "src/array", "python/front/array", "python/front/ufunc")
GUARDS = re.compile(
    r"\b(all_values|values|settle|computed|prepare_write|end_write|bump_version|forget|publish|"
    r"awaits_values|is_pending|reads_pending|keep_pending_bounded|finish_pending|may_overlap|"
    r"is_same_map|is_given_up|is_wanted_outside|is_read_outside|first_alias|held_result|readers|"
    r"add_reader|remove_reader|wait_for_others|is_identity|may_report_later|born_in_library|"
    r"is_whole_pending|is_over_bounds|pins_too_much|charge|newest_missing|publish_results)\(|"
    r"\bwalls_|\bKeepingLock\b|\bLeavingLock\b|\bClaim\b|BufferState::|\bdeferral\(\)|"
    r"reduced_axes [!=]= 0")


@pytest.mark.parametrize("mutation", [*MUTATIONS, *NEW], ids=lambda mutation: mutation.name)
def test_mutation_applies(mutation):
    assert mutation.new != mutation.old
    mutation.place()


def test_each_has_a_name_of_its_own():
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS)


def lines_with_guards():
    """(file, line number, text) of the lines of code in which a guard may stand.

    Headers hold declarations; their two guards, values() and awaits_values(), are in the list.
    """
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).glob("*.cpp")):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                code = line.partition("//")[0].rstrip()
                is_heading = code[:1].strip() != "" and code.endswith(("{", ")", ","))
                if GUARDS.search(code) and not is_heading:
                    yield str(path.relative_to(ROOT)), number, code.strip()


def test_every_guard_is_in_the_list():
    covered = set()
    for mutation in [*MUTATIONS, *NEW]:
        first = mutation.source()[:mutation.place()].count("\n") + 1
        covered |= {(mutation.file, line)
                    for line in range(first, first + mutation.old.rstrip("\n").count("\n") + 1)}
    open_lines = {(file, text) for file, number, text in lines_with_guards()
                  if (file, number) not in covered}
    excepted = {(file, line) for lines in EXCEPTIONS.values() for file, line in lines}
    assert sorted(open_lines - excepted) == []
    assert sorted(excepted - {(file, text) for file, _, text in lines_with_guards()}) == []


def test_no_mutation_survived():
    for file in (ROOT / "benchmarks" / "results").glob("*/mutations.json"):
        record = json.loads(file.read_text())
        assert {row["mutation"] for row in record["rows"]} == {each.name for each in MUTATIONS}
        assert record["survivors"] == 0
        assert all(row["killed_by"] for row in record["rows"])
