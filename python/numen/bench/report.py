"""What a benchmark leaves behind: a table on the screen, a JSON file and the table as a page.

The files go to benchmarks/results/<machine>/NAME.json and NAME.md. The JSON holds where, when and
how the figures were taken and the list `cells`, one dict a row; the acceptance table reads it.
"""

import datetime
import importlib.metadata
import os
import platform
import subprocess
import sys

from ..machine import cpu_model, machine_slug, usable_cores
from . import records

MET, MISSED, ABSENT, UNBOUNDED = "met", "MISSED", "absent", "-"


def version_of(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def numen_version():
    from .. import __version__

    return __version__


def commit_of(root):
    """The commit of the checkout, with "+" after it when files were changed; None without git."""
    try:
        commit = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], cwd=root,
                                capture_output=True, text=True, check=True).stdout.strip()
        changed = subprocess.run(["git", "status", "--porcelain", "-uno"], cwd=root,
                                 capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
    return commit + ("+" if changed else "")


def surroundings(command, root):
    """Where, when and how figures were taken, for the head of their record."""
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "command": command,
        "machine": machine_slug(), "cpu": cpu_model(), "cores": usable_cores(),
        "system": platform.platform(), "python": platform.python_version(),
        "numpy": version_of("numpy"), "numen": numen_version(), "commit": commit_of(root),
        "load_before": round(os.getloadavg()[0], 2),
    }


def circumstances(name, root):
    """The head of a benchmark's record."""
    return {"benchmark": name,
            **surroundings(" ".join(["numen bench", *sys.argv[2:]]), root)}


def verdict(cell):
    """met, MISSED, absent, or "-" for a cell without a bound."""
    if cell.get("absent"):
        return ABSENT
    bounds = cell.get("bounds", {})
    if not bounds:
        return UNBOUNDED
    return MET if all(cell[key] <= bound for key, bound in bounds.items()) else MISSED


def text(value):
    """A table entry: numbers to three or four figures, None as "-"."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return str(value)


class Table:
    """Prints rows as they come and keeps them for the page.

    `columns` is a list of (heading, key, width); a positive width aligns to the right.
    """

    def __init__(self, columns):
        self.columns = columns
        self.cells = []

    def entries(self, cell):
        return [text(cell.get(key)) for _, key, _ in self.columns]

    def line(self, entries):
        return "  ".join(
            f"{entry:>{width}}" if width > 0 else f"{entry:<{-width}}"
            for entry, (_, _, width) in zip(entries, self.columns)
        ).rstrip()

    def head(self):
        print(self.line([heading for heading, _, _ in self.columns]), flush=True)

    def add(self, cell):
        cell["verdict"] = verdict(cell)
        self.cells.append(cell)
        print(self.line(self.entries(cell)), flush=True)

    def page(self):
        """The table in Markdown."""
        rows = [[heading for heading, _, _ in self.columns], ["---"] * len(self.columns)]
        rows += [self.entries(cell) for cell in self.cells]
        return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"


def counts(cells):
    """One line: how many cells are met, missed, absent, without bound."""
    verdicts = [cell["verdict"] for cell in cells]
    return ", ".join(f"{verdicts.count(v)} {word}" for v, word in (
        (MET, "met"), (MISSED, "MISSED"), (ABSENT, "absent"), (UNBOUNDED, "without bound")))


def folder_of(root, facts):
    """Where the results of the machine go."""
    folder = root / "benchmarks" / "results" / facts["machine"]
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def write(name, root, facts, table, remarks, more=None, sections=""):
    """Write the JSON file, with the fields of `more`, and the page, `sections` after the table;
    returns the folder.
    """
    folder = folder_of(root, facts)
    recorded = {**facts, "remarks": remarks, "cells": table.cells, **(more or {})}
    (folder / f"{name}.json").write_text(records.text(recorded))
    lines = [f"# {name}", ""]
    lines += [f"- {key}: {value}" for key, value in facts.items() if key != "benchmark"]
    lines += ["", *(f"{remark}  " for remark in remarks), "", table.page(), sections]
    (folder / f"{name}.md").write_text("\n".join(lines))
    return folder


def finish(name, root, facts, table, options, remarks=(), **more):
    """Print the summary, write the files when asked to, and return the exit code."""
    remarks = [counts(table.cells), *remarks]
    print("\n" + "\n".join(remarks))
    if options.json:
        print(f"written to {write(name, root, facts, table, remarks, **more)}/{name}.json and .md")
    failed = any(cell["verdict"] in (MISSED, ABSENT) for cell in table.cells)
    return 1 if options.check and failed else 0
