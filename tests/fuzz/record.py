"""Stores the facts of a long run under the machine's results."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def write_record(name, command, facts):
    """Writes benchmarks/results/<machine>/NAME.json: where, when and how, then the facts.

    command: what was run, without its arguments.
    """
    from numen.bench.report import surroundings  # not at import: NumPy alone can be judged

    head = surroundings(" ".join([command, *sys.argv[1:]]), ROOT)
    file = ROOT / "benchmarks" / "results" / head["machine"] / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({**head, **facts}, indent=1) + "\n")
    print(f"written to {file}")
