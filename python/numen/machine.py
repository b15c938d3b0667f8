"""Which machine this is, for records of measurements."""

import os
import platform
import re


def described(field):
    """What the system says of the first processor under this name; "" if it says nothing."""
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                name, _, value = line.partition(":")
                if name.strip() == field:
                    return value.strip()
    except OSError:
        pass
    return ""


def cpu_model():
    """The processor's name as the system gives it."""
    return described("model name") or platform.processor() or platform.machine()


def machine_slug():
    """A folder name for this machine: processor, "avx2" if it has no AVX-512, number of cores.

    Processors of one name ("AMD EPYC") may have either, and their records do not compare.

    >>> machine_slug()  # doctest: +SKIP
    'intel-xeon-processor-2-cores'
    """
    words = re.sub(r"\((R|TM)\)|CPU|@.*", " ", cpu_model())
    flags = described("flags").split()
    vectors = ["avx2"] if "avx2" in flags and "avx512f" not in flags else []
    model = re.findall(r"[a-z0-9.]+", words.lower())
    return "-".join([*model, *vectors, f"{usable_cores()}-cores"])


def usable_cores():
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count()
