"""The file of `numen run --trace`: single events in the Trace Event Format of Chrome and Perfetto.

Each thread is a row, Numen's workers too, whose events are the pieces of work that large operations
are cut into. An event has its kind as category, the line that asked for it, the bytes that
it read and wrote and, for programs, the line that wanted the values. Arrows lead from the recording
of an operation to the program that computed it. Times are microseconds since the program began.
"""

import json
import os
import threading

from .profile import place_text


def write(path, seen):
    """Writes what front.watched() gave as one JSON object."""
    process = os.getpid()
    events = [*names_of_threads(process, {thread for *_, thread in seen["singles"]},
                                {thread for *_, thread in seen["pieces"]}),
              *(complete(process, *row) for row in seen["singles"])]
    events += [event(process, "piece", "piece", *piece) for piece in seen["pieces"]]
    for number, arrow in enumerate(seen["arrows"], 1):
        events += both_ends(process, number, *arrow)
    events.append({"name": "the program", "cat": "run", "ph": "X", "pid": process,
                   "tid": process, "ts": 0, "dur": seen["seconds"] * 1e6})
    with open(path, "w") as file:
        json.dump({"traceEvents": events, "displayTimeUnit": "ms",
                   "otherData": {"events left out": seen["dropped"]}}, file)


def complete(process, kind, name, place, looker, start, seconds, read, written, thread):
    """One event with its duration."""
    about = {"line": place_text(place)}
    if looker is not None:
        about["wanted by"] = place_text(looker)
    if read or written:
        about |= {"bytes read": int(read), "bytes written": int(written)}
    return event(process, kind, name, start, seconds, thread) | {"args": about}


def event(process, kind, name, start, seconds, thread):
    return {"name": name, "cat": kind, "ph": "X", "pid": process, "tid": thread,
            "ts": start * 1e6, "dur": seconds * 1e6}


def both_ends(process, number, recorded, computed, recording_thread, computing_thread):
    """An arrow: where it starts and where it ends, each inside an event of its thread."""
    about = {"name": "recorded", "cat": "recorded", "id": number, "pid": process}
    yield about | {"ph": "s", "tid": recording_thread, "ts": recorded * 1e6}
    yield about | {"ph": "f", "bp": "e", "tid": computing_thread, "ts": computed * 1e6}


def names_of_threads(process, callers, workers):
    """Rows are named as the program names its threads, those that still live. `callers` are the
    threads that made events, the program's own; `workers` those that ran pieces of operations,
    Numen's if they are none of these.
    """
    yield {"name": "process_name", "ph": "M", "pid": process, "args": {"name": "numen run"}}
    names = dict.fromkeys(workers, "a worker of Numen's")
    names |= dict.fromkeys(callers, "a thread that has ended")
    names |= {thread.native_id: thread.name for thread in threading.enumerate()}
    for number, name in sorted(names.items()):
        yield {"name": "thread_name", "ph": "M", "pid": process, "tid": number,
               "args": {"name": name}}
