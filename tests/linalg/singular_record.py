"""Which of 100,000 singular and nearly singular matrices NumPy and Numen call singular, with every
instruction set of this machine; the counts are stored under the machine's results:

    python -m tests.linalg.singular_record
"""

import argparse
import collections
import sys

import numpy

from tests.fuzz.record import write_record
from tests.instruction_sets import AVAILABLE

from .singular_matrices import agreement

PARTS, COUNT = 10, 10_000


def main():
    argparse.ArgumentParser(prog="python -m tests.linalg.singular_record",
                            description=__doc__).parse_args()
    facts = {"numpy": numpy.__version__, "matrices": PARTS * COUNT, "instruction_sets": AVAILABLE}
    singular, wrong = 0, collections.Counter()
    for level in AVAILABLE:
        for seed in range(100, 100 + PARTS):
            part, differences = agreement(level, seed, COUNT)
            singular += part
            wrong.update({f"{level}: {question}": times
                          for question, times in differences.items()})
        print(f"{level}: {singular} singular so far, {wrong.total()} differences", flush=True)
    write_record("singular_matrices", "python -m tests.linalg.singular_record",
                 {**facts, "singular": singular // len(AVAILABLE), "differences": wrong.total(),
                  "wrong": wrong})
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
