"""`numen info`: what this installation is and what it found on this machine."""

import argparse
import os
import pathlib
import platform
import sys

import numpy

from .. import __version__, memory
from ..native import front


def rows(found):
    """(heading, text) pairs from front.info(); nested dicts become `name value` lists."""
    yield "numen", __version__
    yield "python", f"{platform.python_version()} ({platform.platform()})"
    yield "numpy", numpy.__version__
    yield "processor", processor()
    yield "cpu features", " ".join(cpu_features()) or "not known here"
    for name, value in found.items():
        if name == "memory":
            yield "caches", memory.text(memory.statistics())
        elif name in EXPLAINED:
            yield name.replace("_", " "), EXPLAINED[name](value)
        else:
            yield name.replace("_", " "), text_of(value)
    if "blas" not in found:
        folder = pathlib.Path(front.__file__).parent
        yield "blas", " ".join(sorted(file.name for file in folder.glob("*blas*"))) or "none"
    installed = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    yield "memory", f"{installed / 2**30:.1f} GiB"
    if "devices" not in found:
        yield "devices", "none: Numen computes on the processor"


# What the engine's settings mean.
EXPLAINED = {
    "recording": lambda on: "on: operations on large arrays wait and are fused (NUMEN_EAGER=1: off)"
                            if on else "off: every operation runs at once",
    "managed_threshold": lambda count: "off: arrays are NumPy's (NUMEN_MANAGED=0)"
                                       if count > sys.maxsize // 2 else
                                       f"arrays of more than {count:,} elements are managed "
                                       "(README, Limits)",
}

# What Numen's kernels are compiled for, in the kernel's spelling.
FEATURES = "sse4_2 avx avx2 fma f16c avx512f avx512bw avx512dq avx512vl asimd sve".split()


def cpu_lines(heading):
    """The first line of /proc/cpuinfo with this heading, after the colon."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2] for line in lines if line.startswith(heading)), "").strip()


def processor():
    """The processor's name and how many of them this process may use."""
    name = cpu_lines("model name") or platform.processor() or platform.machine()
    return f"{name}, {len(os.sched_getaffinity(0))} usable"


def cpu_features():
    """Those of FEATURES that this machine has."""
    present = (cpu_lines("flags") or cpu_lines("Features")).split()
    return [feature for feature in FEATURES if feature in present]


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
