"""`numen info`: what this installation is and what it found on this machine."""

import argparse
import os
import platform

import numpy

from .. import __version__
from ..native import front


def rows(found):
    """(heading, text) pairs from front.info(); nested dicts become `name value` lists."""
    yield "numen", __version__
    yield "python", f"{platform.python_version()} ({platform.platform()})"
    yield "numpy", numpy.__version__
    for name, value in found.items():
        yield name.replace("_", " "), text_of(value)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    yield "memory", f"{memory / 2**30:.1f} GiB"
    if "devices" not in found:
        yield "devices", "none"


def text_of(value):
    if isinstance(value, dict):
        return ", ".join(f"{name.replace('_', ' ')} {text_of(v)}" for name, v in value.items())
    if isinstance(value, (list, tuple, set)):
        return " ".join(str(item) for item in value) or "none"
    return "none" if value in (None, "") else str(value)


def main(argv):
    """Prints version, processor, instruction set, threads, memory, BLAS, devices and caches."""
    argparse.ArgumentParser(prog="numen info", description=main.__doc__).parse_args(argv)
    table = list(rows(front.info()))
    width = max(len(name) for name, _ in table)
    for name, text in table:
        print(f"{name:{width}}  {text}")
    return 0
