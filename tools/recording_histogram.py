"""What recording operations would gain in the examples: runs each with a recorder that only counts
and prints a table in Markdown. `./numen python tools/recording_histogram.py` takes some minutes."""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
COUNTED = """
import json, sys
from numen.native import front
from numen.commands import run
path, program = sys.argv[1:]
front.count_recording(True)
try:
    run.main([program])
finally:
    looks, at_once = front.recording_counts()
    with open(path, "w") as file:
        json.dump([[[*key, times] for key, times in looks.items()], at_once], file)
"""


def counted(program):
    """(looks, at_once) of one program; looks are [looker, operations, elements, times]."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run([sys.executable, "-c", COUNTED, file.name, str(program)], cwd=ROOT,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        text = pathlib.Path(file.name).read_text()
    return json.loads(text) if text else ([], {})


def spread(values):
    """"least-most" of a counter's keys, and the one in the middle of all that it counts."""
    ordered = sorted(values.elements())
    middle = ordered[len(ordered) // 2]
    return f"{middle}" if len(values) == 1 else f"{middle} ({ordered[0]}-{ordered[-1]})"


def row(name, looks, at_once):
    chains, sizes, lookers = (collections.Counter() for _ in range(3))
    for looker, operations, elements, times in looks:
        chains[operations] += times
        sizes[elements] += times
        lookers[looker] += times
    rest = ", ".join(f"{reason}: {operations}" for reason, (operations, _) in at_once.items()
                     if operations)
    if not looks:
        return f"| {name} | 0 | | | | {rest} |"
    most = ", ".join(f"{looker} {times}" for looker, times in lookers.most_common(4))
    return f"| {name} | {sum(chains.values())} | {spread(chains)} | {spread(sizes)} | {most} | " \
           f"{rest} |"


def main():
    print("| example | looks | operations a look | elements | who looks | run at once |")
    print("|---|---|---|---|---|---|")
    for program in sorted((ROOT / "examples").glob("*.py")):
        if not program.stem.endswith("_numen"):  # these import it by name and are run as they are
            print(row(program.stem, *counted(program)), flush=True)


if __name__ == "__main__":
    main()
