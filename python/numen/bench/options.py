"""The command line that the benchmarks share, and how a module under test is found."""

import argparse
import importlib
import sys
from pathlib import Path

import numpy

from ..commands.checkout import checkout_root


def parser(name, description):
    """An argument parser with the options that every benchmark has."""
    result = argparse.ArgumentParser(prog=f"numen bench {name}", description=description)
    result.add_argument("--only", action="append", metavar="WORD",
                        help="rows whose name contains WORD (may be repeated)")
    result.add_argument("--quick", action="store_true", help="fewer repeats")
    result.add_argument("--check", action="store_true", help="exit 1 when a bound is missed")
    result.add_argument("--json", action="store_true",
                        help="write benchmarks/results/<machine>/NAME.json and .md")
    result.add_argument("--results", metavar="FOLDER",
                        help="for --json: FOLDER in the place of the checkout")
    result.add_argument("--module", default="numen", metavar="NAME",
                        help="module to time over numpy; `numpy` shows the noise")
    return result


def refuse_unknown(only, names):
    """Ends the program where a word of --only is in no row's name: it would measure nothing."""
    for word in only or ():
        if not any(word in name for name in names):
            print(f"numen bench: no row has {word!r} in its name; there are: "
                  f"{', '.join(dict.fromkeys(names))}", file=sys.stderr)
            raise SystemExit(2)


def wanted(name, only):
    return not only or any(word in name for word in only)


def modules(name):
    """(real numpy, the module under test)."""
    return numpy, importlib.import_module(name)


def results_root(options):
    """Where the results are written to: the checkout, or what --results says."""
    return checkout_root("bench") if options.results is None else Path(options.results)
