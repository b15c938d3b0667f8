"""How records are written: a line a cell, so that changes can be read, and no raw data.

A record in the repository keeps what pages, `numen accept` and README read: figures that sum up the
repeats of a cell. What they were computed from is the run's.
"""

import json

# Fields of cells that the code has (statements), or that others sum up (errors of all libraries).
RAW = frozenset(("errors_of_all", "samples", "statement"))


def without_raw_data(cell):
    return {name: value for name, value in cell.items() if name not in RAW}


def text(record):
    """The JSON text of a record; of `cells` and other lists of dicts a line for each."""
    entries = []
    for name, value in record.items():
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            rows = ",\n".join("  " + json.dumps(without_raw_data(row)) for row in value)
            entries.append(f" {json.dumps(name)}: [\n{rows}\n ]")
        else:
            entries.append(f" {json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(entries) + "\n}\n"
