"""What a benchmark leaves behind: a table on the screen, a JSON file and a page (pages.py).

The files go to benchmarks/results/<machine>/NAME.json and NAME.md. The JSON holds where, when and
how the figures were taken and the list `cells`, one dict a row; the acceptance table reads it. A
cell's `fault` says in words why its figures do not count: a wrong answer, a refusal, work left
undone when the clock stopped, a cell that was planned and never came.
"""

import datetime
import importlib.metadata
import os
import platform
import subprocess
import sys

from ..machine import cpu_model, machine_slug, usable_cores
from . import pages, records
from .verdicts import ABSENT, FAILED, MISSED, counts, fault_of, verdict


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


# Variables that choose kernels and threads; NumPy sets the last for itself.
SETTINGS = ("OPENBLAS_", "OMP_", "MKL_", "BLIS_", "GOTO_", "NPY_", "NUMEN_")
OF_NUMPY = "OPENBLAS_MAIN_FREE"


def environment():
    """The variables that shape timings, as `NAME=value NAME=value`.

    >>> environment()  # doctest: +SKIP
    'OPENBLAS_CORETYPE=Haswell'
    """
    return " ".join(f"{name}={value}" for name, value in sorted(os.environ.items())
                    if name.startswith(SETTINGS) and name != OF_NUMPY) or "no variables"


def surroundings(command, root):
    """Where, when and how figures were taken, for the head of their record."""
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "command": command,
        "machine": machine_slug(), "cpu": cpu_model(), "cores": usable_cores(),
        "system": platform.platform(), "python": platform.python_version(),
        "numpy": version_of("numpy"), "numen": numen_version(), "commit": commit_of(root),
        "environment": environment(), "load_before": round(os.getloadavg()[0], 2),
    }


def circumstances(name, root):
    """The head of a benchmark's record."""
    return {"benchmark": name,
            **surroundings(" ".join(["numen bench", *sys.argv[2:]]), root)}


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
        self.cells, self.planned = [], []

    def plan(self, keys):
        """What is to be measured: for each cell the fields that tell it from the others. `finish`
        adds a FAILED cell for each that never came.
        """
        self.planned += keys

    def drop(self, key):
        """A planned cell that turns out not to be measured, which a remark counts."""
        self.planned.remove(key)

    def lost(self):
        """A FAILED cell for every planned one of which there is none."""
        found = {fields: {tuple(map(cell.get, fields)) for cell in self.cells}
                 for fields in {tuple(key) for key in self.planned}}
        return [{**key, "fault": "lost: it was planned, and nothing came back"}
                for key in self.planned if tuple(key.values()) not in found[tuple(key)]]

    def entries(self, cell):
        return [text(cell.get(key)) for _, key, _ in self.columns]

    def line(self, entries):
        return "  ".join(
            f"{entry:>{width}}" if width > 0 else f"{entry:<{-width}}"
            for entry, (_, _, width) in zip(entries, self.columns)
        ).rstrip()

    def head(self):
        print(self.line([heading for heading, _, _ in self.columns]), flush=True)

    def judge(self, cell):
        """Keeps the cell with what is to be said of it."""
        if fault := fault_of(cell):
            cell["fault"] = fault
        cell["verdict"] = verdict(cell)
        self.cells.append(cell)

    def add(self, cell):
        self.judge(cell)
        print(self.line(self.entries(cell)), flush=True)


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
    (folder / f"{name}.md").write_text(pages.page(name, facts, table, remarks, sections))
    return folder


def finish(name, root, facts, table, options, remarks=(), **more):
    """Print the summary, write the files when asked to, and return the exit code."""
    for cell in table.lost():
        table.add(cell)
    remarks = [counts(table.cells), *remarks]
    print("\n" + "\n".join(remarks))
    if options.json:
        print(f"written to {write(name, root, facts, table, remarks, **more)}/{name}.json and .md")
    failed = any(cell["verdict"] in (MISSED, FAILED, ABSENT) for cell in table.cells)
    return 1 if options.check and failed else 0
