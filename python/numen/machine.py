"""Which machine this is, for records of measurements."""

import os
import platform
import re


def cpu_model():
    """The processor's name as the system gives it."""
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def widest_vectors():
    """The name of the widest vector instructions if the processor's own name leaves them open:
    an AMD EPYC may have AVX-512 or AVX2 alone.
    """
    try:
        with open("/proc/cpuinfo") as file:
            flags = next((line.split() for line in file if line.startswith("flags")), [])
    except OSError:
        return ""
    return "avx2" if "avx2" in flags and "avx512f" not in flags else ""


def machine_slug():
    """A folder name for this machine: processor, vectors (if AVX2 is all) and number of cores.

    >>> machine_slug()  # doctest: +SKIP
    'intel-xeon-processor-2-cores'
    """
    words = re.sub(r"\((R|TM)\)|CPU|@.*", " ", cpu_model())
    model = "-".join(re.findall(r"[a-z0-9.]+", words.lower()))
    return "-".join(filter(None, [model, widest_vectors(), f"{usable_cores()}-cores"]))


def usable_cores():
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count()
