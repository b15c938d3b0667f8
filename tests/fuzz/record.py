"""Stores the facts of a long run under the machine's results."""

import json
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).parents[2]


class FoundRows:
    """Rows by name, kept in a file while they come; several threads may add.

    key: what names a row; found: what a row must have to count as done when work goes on.
    """

    def __init__(self, resume, key, found):
        self.path = Path(resume) if resume else None
        self.key = key
        self.lock = threading.Lock()
        known = json.loads(self.path.read_text()) if resume and self.path.exists() else []
        self.of = {row[key]: row for row in known if row[found] is not None}

    def add(self, row):
        """Keeps one more."""
        with self.lock:
            self.of[row[self.key]] = row
            if self.path:
                self.path.write_text(json.dumps(list(self.of.values())))


def last_record(name):
    """What write_record wrote last under that name, on whatever machine; {} if nothing."""
    files = (ROOT / "benchmarks" / "results").glob(f"*/{name}.json")
    newest = max(files, key=lambda file: json.loads(file.read_text())["date"], default=None)
    return json.loads(newest.read_text()) if newest else {}


def write_record(name, command, facts):
    """Writes benchmarks/results/<machine>/NAME.json: where, when and how, then the facts.

    command: what was run, without its arguments. Of those, absolute paths are written as PATH:
    where files lie on one machine is nothing to keep.
    """
    # Not at import: NumPy alone can be judged.
    from numen.bench import records
    from numen.bench.report import surroundings

    given = ["PATH" if Path(argument).is_absolute() else argument for argument in sys.argv[1:]]
    head = surroundings(" ".join([command, *given]), ROOT)
    file = ROOT / "benchmarks" / "results" / head["machine"] / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(records.text({**head, **facts}))
    print(f"written to {file}")
