"""`python -m tests.linalg`: the accuracy suite as a command, which can record its outcome.

--full takes every order and more stacks (the tests marked full); --record writes
benchmarks/results/<machine>/linalg_accuracy.json. Further arguments go to pytest.
"""

import argparse
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from tests.fuzz.record import ROOT, write_record


def counted(report):
    """How many tests ran, failed and were skipped, by pytest's report."""
    cases = [{child.tag for child in case} for case in ElementTree.parse(report).iter("testcase")]
    return {"tests": len(cases), "failures": sum(bool(tags & {"failure", "error"})
                                                 for tags in cases),
            "skipped": sum("skipped" in tags for tags in cases)}


def main(argv):
    parser = argparse.ArgumentParser(prog="python -m tests.linalg", description=__doc__)
    parser.add_argument("--full", action="store_true", help="every order, more stacks")
    parser.add_argument("--record", action="store_true", help="write the outcome down")
    options, pytest_arguments = parser.parse_known_args(argv)
    marks = "full or not full" if options.full else "not full"
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        start = time.perf_counter()
        code = subprocess.run([sys.executable, "-m", "pytest", "-q", "-m", marks,
                               f"--junitxml={report}", "tests/linalg", *pytest_arguments],
                              cwd=ROOT).returncode
        seconds = round(time.perf_counter() - start)
        if code not in (0, 1):  # interrupted, or no tests: nothing to be recorded
            return code
        facts = counted(report)
    is_whole = options.full and not pytest_arguments
    if options.record:
        write_record("linalg_accuracy", "python -m tests.linalg",
                     {"full": is_whole, **facts, "seconds": seconds})
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
