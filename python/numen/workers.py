"""Processes that a program of `numen run` starts by multiprocessing or loky run on Numen too.

A process that is spawned gets a dictionary of what it has to know before it imports the program's
main module. One entry is added that nobody reads: unpickling it installs the hook. Neither sys.argv
nor the environment tells that Numen is there, and forked processes have it anyway.
"""

import functools
import os
import sys

import numen

from . import hook

# Modules whose get_preparation_data() makes that dictionary.
SENDERS = ("multiprocessing.spawn", "multiprocess.spawn", "loky.backend.spawn",
           "joblib.externals.loky.backend.spawn")


# Processes that this one has started since count(), forked and spawned.
started = []


class Arrival:
    """Unpickling it installs the hook as it is installed here."""

    def __reduce__(self):
        return arrive, hook.chosen()


def arrive(include, exclude):
    hook.install(include, exclude)
    follow()
    # A fork server may have imported the main module before: let it be imported again.
    if sys.modules.pop("__mp_main__", None) is not None:
        sys.modules["__main__"] = type(sys)("__main__")


def follow():
    """From now on Numen goes along to the processes that this one starts."""
    numen._TOLD.update(dict.fromkeys(SENDERS, "workers"))
    register()


@functools.cache
def count():
    """From now on the processes that this one starts are counted, for reports that leave them
    out."""
    os.register_at_fork(after_in_parent=lambda: started.append("fork"),
                        after_in_child=started.clear)


def of_this_process():
    """What a report says that covers one process of several."""
    number = "another was" if len(started) == 1 else f"{len(started)} others were"
    return f"of this process only: {number} started, whose work is not in it"


def register():
    """Makes the senders that are imported send Numen along; called when one has been imported."""
    for name in SENDERS:
        prepare = getattr(sys.modules.get(name), "get_preparation_data", None)
        if prepare is not None and not hasattr(prepare, "numens_own"):
            sys.modules[name].get_preparation_data = _with_numen(prepare)


def _with_numen(prepare):
    @functools.wraps(prepare)
    def get_preparation_data(*arguments, **names):
        started.append("spawn")
        return {**prepare(*arguments, **names), "numen": Arrival()}

    get_preparation_data.numens_own = True
    return get_preparation_data
