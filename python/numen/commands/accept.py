"""`numen accept N`: are the targets of a step met? Reads acceptance/N.toml, prints a table.

kinds of checks, and what `how` and `wanted` hold:
  pytest   how: folders, files or node ids (without parameters: all of them). With `full = true`
           the long tests too. A test that is skipped is not measured, unless a pattern of `skips`
           is found in its reason
  bench    how: "bench NAME [arguments]", which is run here and now, once for all checks that have
           it; every cell of `case` (or `cases`) with one of `sizes` and `dtypes` is judged singly:
           its `value` (default "ratio") against `wanted` ("<= 0.3"); one with a `fault` (a wrong
           answer, a refusal, a cell that was lost) is missed whatever its value. With
           `share = 0.5`, that share of the cases has to hold in all its cells. Without a case all
           are judged but those that `without` names. `cells = ">= 100"`: so many are there. With
           `reason`, `at_worst` is the bound that missed cells hold, and `most_missed` how many
           there are at most; a fault has no reason. With --recorded this machine's
           benchmarks/results/<machine>/NAME.json (or what `record` names) is read instead, where it
           is of these sources
  command  how: a shell line; wanted: "exit 0", or "prints REGEX" on top of it
  file     how: a path or glob (the newest match is read); wanted: regular expressions, all found
  record   how: a glob of JSON files, of which the newest is read that fulfils all of `where`;
           wanted: "FIELD SIGN VALUE", the sign one of <=, <, >=, >, ==, has. `sources` (default:
           what Numen is built of) must be as they were in the commit that it was made on, or in the
           later one of `older`, a pair of a commit and why the record holds for it, too
  self     no other check is missed without a reason, none is not measured
"""

import argparse
import glob
import json
import operator
import re
import subprocess
import sys
import tempfile
import textwrap
import tomllib
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

from ..machine import machine_slug
from .checkout import checkout_root
from .results_on_record import SOURCES, change_since, git, newest

MET, MISSED, NOT_MEASURED = "met", "missed", "not measured"
COMPARISONS = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}
SIGNS = {**COMPARISONS, "==": operator.eq, "has": operator.contains}


@dataclass
class Outcome:
    state: str
    measured: str
    is_within_reason: bool = True  # of a check that is missed: what its `reason` speaks of


def run_pytest(nodes, root, *options):
    """Runs the files of the node ids in one go; dict from node id to passed, failed, or
    "skipped: REASON"."""
    files = sorted({node.split("::")[0] for node in nodes})
    files = [name for name in files if (root / name).exists()]
    if not files:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-o", "junit_family=xunit1",
             f"--junitxml={report}", *options, *files], cwd=root, stdin=subprocess.DEVNULL)
        cases = ElementTree.parse(report).iter("testcase") if report.exists() else []
        found = dict(outcome_of_case(case) for case in cases)
    if done.returncode != 0 and "failed" not in found.values():  # it says of no test why
        return dict.fromkeys(found, "failed")
    return found


def outcome_of_case(case):
    path = case.get("file")
    module = path.removesuffix(".py").replace("/", ".")
    classes = case.get("classname", "").removeprefix(module).strip(".").split(".")
    node = "::".join([path, *filter(None, classes), case.get("name")])
    children = {child.tag: child for child in case}
    if children.keys() & {"failure", "error"}:
        return node, "failed"
    skipped = children.get("skipped")
    return node, "passed" if skipped is None else f"skipped: {skipped.get('message')}"


def check_pytest(check, context):
    results = context.pytest_results[check.get("full", False)]
    failed, skipped, passed, missing = [], [], 0, []
    known = check.get("skips", ())
    for wanted in check["how"]:
        found = {node: state for node, state in results.items()
                 if node == wanted or re.match(re.escape(wanted) + r"(/|::|\[)", node)}
        failed += [node for node, state in found.items() if state == "failed"]
        passed += sum(state == "passed" for state in found.values())
        skipped += [f"{node}: {state}" for node, state in found.items()
                    if state.startswith("skipped")
                    and not any(re.search(pattern, state) for pattern in known)]
        if "passed" not in found.values():
            missing.append(wanted)
    if failed:
        more = f" and {len(failed) - 1} more" if len(failed) > 1 else ""
        return Outcome(MISSED, f"failed: {failed[0]}{more}")
    if missing:
        return Outcome(NOT_MEASURED, f"no such test ran: {', '.join(missing)}")
    if skipped:
        return Outcome(NOT_MEASURED, f"{len(skipped)} skipped, {skipped[0]}")
    return Outcome(MET, f"{passed} passed")


def matching_cells(check, case, cells):
    """The cells of one case, and the names of those that should be there and are not."""
    sizes, dtypes = check.get("sizes"), check.get("dtypes")
    found = [cell for cell in cells if cell["case"] == case
             and (sizes is None or cell.get("size") in sizes)
             and (dtypes is None or cell.get("dtype") in dtypes)]
    there = {(cell.get("size"), cell.get("dtype")) for cell in found}
    missing = []
    if sizes and dtypes:
        missing = [f"{case} {size} {dtype}" for size in sizes for dtype in dtypes
                   if (size, dtype) not in there]
    elif not found:
        missing = [case]
    return found, missing


def cell_name(cell):
    parts = (cell["case"], cell.get("size"), cell.get("dtype"))
    return " ".join(str(part) for part in parts if part is not None)


def benchmark(how, context):
    """The cells that a benchmark measures now, or a sentence why there are none."""
    name, *arguments = how.removeprefix("bench ").split()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "numen", "bench", name, *arguments, "--json", "--results",
             folder], cwd=context.root, text=True, stdin=subprocess.DEVNULL, capture_output=True)
        path = newest("benchmarks/results/*/*.json", Path(folder))
        if path is None:
            return f"`numen {how}` wrote no result: " + last_line(done)
        return json.loads(path.read_text())["cells"]


def recorded_cells(name, root):
    """The cells of the newest record of this machine, or a sentence why they say nothing."""
    path = root / "benchmarks" / "results" / machine_slug() / f"{name}.json"
    if not path.is_file():
        return f"no {path.relative_to(root)}"
    record = json.loads(path.read_text())
    change = change_since(record["commit"], SOURCES, root)
    if change:
        behind = git(root, "rev-list", "--count", f"{record['commit']}..HEAD") or "?"
        return f"recorded on {record['date'][:10]}, {behind} commits ago: {change}"
    return record["cells"]


def last_line(done):
    return (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]


def check_bench(check, context):
    cells = context.cells_of(check)
    if isinstance(cells, str):
        return Outcome(NOT_MEASURED, cells)
    sign, bound = check["wanted"].split()
    value = check.get("value", "ratio")
    if "case" not in check and "cases" not in check:
        cases = sorted({cell["case"] for cell in cells} - set(check.get("without", ())))
    else:
        cases = check.get("cases") or [check["case"]]
    there = sum(cell["case"] in cases for cell in cells)
    if "cells" in check and not holds(f"cells {check['cells']}", {"cells": there}):
        return Outcome(NOT_MEASURED, f"{there} cells, wanted {check['cells']}")
    holding, bad, values, missing = 0, [], [], []
    for case in cases:
        found, lacking = matching_cells(check, case, cells)
        faulty = [cell for cell in found if cell.get("fault")]
        found = [cell for cell in found if not cell.get("fault")]
        is_absent = [cell.get(value) is None or "absent" in cell for cell in found]
        lacking += [cell_name(cell) for cell, lost in zip(found, is_absent) if lost]
        found = [cell for cell, lost in zip(found, is_absent) if not lost]
        worse = faulty + [cell for cell in found
                          if not COMPARISONS[sign](cell[value], float(bound))]
        holding += bool(found) and not worse
        bad += worse
        missing += lacking
        values += [cell[value] for cell in found]
    if (missing and not bad) or not cases:
        return Outcome(NOT_MEASURED, "no cell " + ", ".join(missing[:3]))
    if "share" in check:
        met = holding >= check["share"] * len(cases)
        return Outcome(MET if met else MISSED, f"{holding} of {len(cases)} cases")
    if bad:
        worst = [f"{cell_name(cell)}: {cell.get('fault') or format(cell[value], '.3g')}"
                 for cell in bad]
        count = len(values) + sum("fault" in cell for cell in bad)
        return Outcome(MISSED, f"{len(bad)} of {count} cells: " + ", ".join(worst),
                       is_within_reason(check, bad))
    return Outcome(MET, f"worst {max(values, key=lambda v: v if sign[0] == '<' else -v):.3g}")


def is_within_reason(check, bad):
    """Whether missed cells are what the check's reason speaks of: no fault is, nor what is worse or
    more than it says."""
    if "at_worst" not in check or any(cell.get("fault") for cell in bad):
        return False
    sign, bound = check["at_worst"].split()
    values = [cell[check.get("value", "ratio")] for cell in bad]
    return len(bad) <= check.get("most_missed", len(bad)) and all(
        COMPARISONS[sign](value, float(bound)) for value in values)


def check_command(check, context):
    done = subprocess.run(["sh", "-c", check["how"]], cwd=context.root, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode in (126, 127):
        return Outcome(NOT_MEASURED, "the command is not there")
    if done.returncode != 0:
        return Outcome(MISSED, f"exit {done.returncode}: {last_line(done)}")
    pattern = check["wanted"].removeprefix("exit 0").removeprefix("prints ")
    if pattern and not re.search(pattern, done.stdout):
        return Outcome(MISSED, f"printed no {pattern}")
    return Outcome(MET, shortened((done.stdout.strip() or "exit 0").splitlines()[-1], 60))


def check_file(check, context):
    path = newest(check["how"], context.root)
    if path is None:
        return Outcome(NOT_MEASURED, f"no {check['how']}")
    text = path.read_text()
    absent = [pattern for pattern in check["wanted"] if not re.search(pattern, text)]
    if absent:
        return Outcome(MISSED, f"{path.relative_to(context.root)} lacks {absent[0]}")
    return Outcome(MET, str(path.relative_to(context.root)))


def holds(condition, record):
    """Whether "FIELD SIGN VALUE" is true of a record; KeyError without such a field."""
    field, sign, value = condition.split(maxsplit=2)
    try:
        value = json.loads(value)
    except ValueError:
        pass  # a word
    return SIGNS[sign](record[field], value)


def check_record(check, context):
    paths = [context.root / name for name in glob.glob(check["how"], root_dir=context.root)]
    records = [(json.loads(path.read_text()), path) for path in paths]
    records = [pair for pair in records if all(holds(condition, pair[0])
                                               for condition in check.get("where", ()))]
    if not records:
        return Outcome(NOT_MEASURED, " and ".join([f"no {check['how']}", *check.get("where", ())]))
    record, path = max(records, key=lambda pair: pair[0]["date"])
    name = str(path.relative_to(context.root))
    missing = [condition for condition in check["wanted"] if condition.split()[0] not in record]
    if missing:
        return Outcome(NOT_MEASURED, f"{name} lacks {missing[0].split()[0]}")
    commit, reason = check.get("older", (record["commit"], ""))
    change = change_since(commit, check.get("sources", SOURCES), context.root)
    if change:
        return Outcome(NOT_MEASURED, f"{name}: {change}")
    wrong = [condition for condition in check["wanted"] if not holds(condition, record)]
    if wrong:
        return Outcome(MISSED, f"{name}: {wrong[0].split()[0]} is {record[wrong[0].split()[0]]}")
    return Outcome(MET, f"{name} of {record['commit']}" + (f": {reason}" if reason else ""))


def check_self(check, context):
    unmeasured = [id for id, outcome in context.outcomes.items() if outcome.state == NOT_MEASURED]
    silent = [id for id, outcome in context.outcomes.items() if outcome.state == MISSED
              and not (id in context.reasons and outcome.is_within_reason)]
    if unmeasured or silent:
        return Outcome(MISSED, f"{len(unmeasured)} not measured, {len(silent)} missed without a "
                               f"reason: {', '.join(unmeasured + silent)}")
    return Outcome(MET, "every check is met or has its reason")


CHECKERS = {"pytest": check_pytest, "bench": check_bench, "command": check_command,
            "file": check_file, "record": check_record, "self": check_self}


class Context:
    """What the checks of one run share: the checkout, pytest's results, what benchmarks have
    measured, earlier outcomes.
    """

    def __init__(self, root, checks, is_recorded=False):
        self.root, self.is_recorded, self.cells = root, is_recorded, {}
        self.reasons = {check["id"] for check in checks if "reason" in check}
        self.outcomes = {}
        self.pytest_results = {}
        for is_full, options in ((False, ()), (True, ("-m", ""))):
            nodes = [node for check in checks if check["kind"] == "pytest"
                     and check.get("full", False) is is_full for node in check["how"]]
            self.pytest_results[is_full] = run_pytest(nodes, root, *options) if nodes else {}

    def cells_of(self, check):
        """The cells of a check's benchmark, or why there are none."""
        how = check["how"]
        if self.is_recorded:
            return recorded_cells(check.get("record", how.split()[1]), self.root)
        if how not in self.cells:
            self.cells[how] = benchmark(how, self)
        return self.cells[how]


def judge(root, checks, is_recorded=False):
    """Dict from id to Outcome; checks of kind `self` come last whatever their place."""
    context = Context(root, checks, is_recorded)
    for check in sorted(checks, key=lambda check: check["kind"] == "self"):
        context.outcomes[check["id"]] = CHECKERS[check["kind"]](check, context)
    return {check["id"]: context.outcomes[check["id"]] for check in checks}


def print_table(checks, outcomes):
    width = max(len(check["id"]) for check in checks)
    for check in checks:
        outcome = outcomes[check["id"]]
        print(f"{check['id']:<{width}}  {outcome.state:<12}  "
              f"{shortened(check['text'], 60)} | {outcome.measured}")
        if outcome.state == MISSED and "reason" in check:
            beyond = "" if outcome.is_within_reason else "(which it is beyond) "
            print(f"{'':<{width}}  reason: {beyond}{check['reason']}")
    counts = [f"{sum(o.state == state for o in outcomes.values())} {state}"
              for state in (MET, MISSED, NOT_MEASURED)]
    print(", ".join(counts))


def shortened(text, length):
    return textwrap.shorten(text, length, placeholder=" …")


def describe(check):
    cell = " ".join(f"{key}={check[key]}" for key in ("case", "cases", "sizes", "dtypes")
                    if key in check)
    how = check["how"] if isinstance(check["how"], str) else ", ".join(check["how"])
    return f"{check['id']}: {check['text']}\n    {check['kind']}: {how} {cell}\n" \
           f"    wanted: {check['wanted']}"


def parse(argv):
    parser = argparse.ArgumentParser(
        prog="numen accept", description=__doc__.partition("\n")[0],
        epilog=__doc__.partition("\n\n")[2], formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", help="the step's number: acceptance/STEP.toml")
    parser.add_argument("--list", action="store_true", help="print the checks, run none")
    parser.add_argument("--recorded", action="store_true",
                        help="read this machine's records of benchmarks instead of running them")
    parser.add_argument("--only", metavar="ID", action="append",
                        help="this check only (may be given again)")
    return parser.parse_args(argv)


def main(argv):
    """Runs the checks of one step; 0 if all are met, 1 otherwise, 2 for a wrong call."""
    options = parse(argv)
    root = checkout_root("accept")
    table = root / "acceptance" / f"{options.step.zfill(2)}.toml"
    if not table.is_file():
        print(f"numen accept: there is no {table.relative_to(root)}", file=sys.stderr)
        return 2
    checks = tomllib.loads(table.read_text())["check"]
    if options.only:
        unknown = set(options.only) - {check["id"] for check in checks}
        if unknown:
            print(f"numen accept: no check {', '.join(sorted(unknown))}", file=sys.stderr)
            return 2
        checks = [check for check in checks if check["id"] in options.only]
    if options.list:
        print("\n".join(describe(check) for check in checks))
        return 0
    outcomes = judge(root, checks, options.recorded)
    print_table(checks, outcomes)
    return 0 if all(outcome.state == MET for outcome in outcomes.values()) else 1
