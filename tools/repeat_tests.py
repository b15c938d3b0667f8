"""Runs `./numen test` again and again, at rest and on a busy machine, in the usual order and in
others, and writes benchmarks/results/<machine>/repeated_tests.json: how many runs there were, how
many were green, how many of them busy and shuffled, and which tests failed.

    ./numen python tools/repeat_tests.py               # ten runs: some three hours
    ./numen python tools/repeat_tests.py --resume      # goes on, on any machine
    ./numen python tools/repeat_tests.py --runs 4 --results /tmp/results tests/python/test_memory.py

Arguments that are not its own go to `./numen test`. Of three runs one is a usual one, one is busy,
with an endless loop on every core beside it, and one is shuffled.
"""

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from numen.bench import records
from numen.bench.report import circumstances, folder_of

ROOT = Path(__file__).resolve().parents[1]
LOOP = "while True: pass"
TESTED = ("CMakeLists.txt", "include", "numen", "python", "src", "tests", "tools")


def kinds(runs):
    """(busy, shuffled) of each run.

    >>> kinds(4)
    [(False, False), (True, False), (False, True), (False, False)]
    """
    return [(run % 3 == 1, run % 3 == 2) for run in range(runs)]


@contextlib.contextmanager
def busy_cores(is_busy):
    """An endless loop on every core, if wanted."""
    loops = [subprocess.Popen([sys.executable, "-c", LOOP])
             for _ in range(os.cpu_count() if is_busy else 0)]
    try:
        yield loops
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def failed_tests(text):
    """The names in pytest's summary, and what the command says of the suite in C++.

    >>> failed_tests("FAILED tests/a.py::test_b - assert 0\\nERROR tests/c.py\\n1 failed")
    ['tests/a.py::test_b', 'tests/c.py']
    """
    names = re.findall(r"^(?:FAILED|ERROR) (\S+(?: (?!- )\S+)*)", text, re.MULTILINE)
    return names + re.findall(r"^numen test: (the C\+\+ unit tests .*?):?$", text, re.MULTILINE)


def one_run(number, is_busy, is_shuffled, arguments):
    """What a run did; all that it prints goes to the terminal, too."""
    order = ["--shuffle", str(number)] if is_shuffled else []
    start, lines = time.monotonic(), []
    with busy_cores(is_busy):
        process = subprocess.Popen(
            [str(ROOT / "numen"), "test", *order, *arguments], cwd=ROOT, text=True,
            errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
        code = process.wait()
    return {"exit": code, "busy": is_busy, "shuffled": is_shuffled, "seed": number,
            "minutes": round((time.monotonic() - start) / 60, 1),
            "failed": failed_tests("".join(lines))}


def figures(done):
    """The fields of the record."""
    return {"runs": len(done), "green": sum(run["exit"] == 0 and not run["failed"] for run in done),
            "busy": sum(run["busy"] for run in done),
            "shuffled": sum(run["shuffled"] for run in done),
            "failed": sorted({name for run in done for name in run["failed"]}), "each": done}


def runs_so_far(results, arguments):
    """Those of the newest record of a machine, if nothing that they tested has changed since and
    they tested the same."""
    found = [json.loads(path.read_text()) for path in results.glob("*/repeated_tests.json")]
    if not found:
        return []
    record = max(found, key=lambda record: record["date"])
    unchanged = record.get("arguments") == arguments and subprocess.run(
        ["git", "diff", "--quiet", record["commit"], "--", *TESTED], cwd=ROOT).returncode == 0
    new = subprocess.run(["git", "ls-files", "--others", "--exclude-standard", "--", *TESTED],
                         cwd=ROOT, capture_output=True)
    return record["each"] if unchanged and not new.stdout else []


def main(argv):
    """Runs the tests; 0 if all runs are green."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10, metavar="N", help="(default: 10)")
    parser.add_argument("--results", type=Path, default=ROOT, metavar="FOLDER",
                        help="write to FOLDER in the place of the checkout")
    parser.add_argument("--resume", action="store_true",
                        help="count the recorded runs of the same sources")
    given, arguments = parser.parse_known_args(argv)
    facts = circumstances("repeated_tests", ROOT)
    facts |= {"command": " ".join(["tools/repeat_tests.py", *argv]), "arguments": arguments}
    target = folder_of(given.results, facts) / "repeated_tests.json"
    done = runs_so_far(target.parents[1], arguments) if given.resume else []
    for number, (is_busy, is_shuffled) in list(enumerate(kinds(given.runs)))[len(done):]:
        print(f"run {number + 1} of {given.runs}{', busy' * is_busy}{', shuffled' * is_shuffled}",
              flush=True)
        done.append(one_run(number, is_busy, is_shuffled, arguments)
                    | {"machine": facts["machine"]})
        # After every run: what is known stays known when it is stopped.
        target.write_text(records.text({**facts, **figures(done)}))
        if given.results == ROOT:  # a test of the next run compares the summary with the records
            subprocess.run([sys.executable, ROOT / "tools/recorded_figures.py"], check=True)
    found = figures(done)
    print(f"{found['green']} of {found['runs']} runs are green", *found["failed"], sep="\n")
    return 0 if found["green"] == found["runs"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
