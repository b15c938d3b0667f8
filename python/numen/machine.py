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


def machine_slug():
    """A folder name for this machine: processor and number of cores.

    >>> machine_slug()  # doctest: +SKIP
    'intel-xeon-processor-2-cores'
    """
    words = re.sub(r"\((R|TM)\)|CPU|@.*", " ", cpu_model())
    model = "-".join(re.findall(r"[a-z0-9.]+", words.lower()))
    return f"{model}-{usable_cores()}-cores"


def usable_cores():
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count()
