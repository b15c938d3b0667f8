"""The memory of Numen's arrays: what is held, what is kept for reuse, and giving it back.

Memory that arrays have freed is kept, because fresh memory is slow: the system clears every page
of it. The cache never raises a program's peak by more than a tenth or 64 MB; the system may take
what has lain there for a while; and it is emptied before any MemoryError.
"""


def statistics():
    """What the memory of arrays is made of, in a dict.

    `live_bytes` are held by arrays that Numen has made and by recorded operations; random numbers
    and results of libraries lie in NumPy's memory and are not counted. `peak_bytes` is the most
    that were held at a time, `cached_bytes` are kept for reuse. `hits` counts the blocks that came
    from what all threads share of the cache, `misses` those that came from the system.
    `room_requests` counts how often the system was asked for room for what is recorded.
    `huge_page_bytes` is how much of the process lies on huge pages, None where the system does not
    say.

    >>> x = numen.ones(1_000_000)
    >>> numen.memory.statistics()["live_bytes"] >= x.nbytes
    True
    """
    from .native import front

    return {**front.memory_statistics(), "huge_page_bytes": _huge_page_bytes()}


def trim():
    """Give the cached memory back to the system; returns how many bytes it was.

    Nothing has to call this: it is for a program that is done with large arrays and goes on for
    long beside others.

    >>> numen.memory.trim() >= 0
    True
    >>> numen.memory.statistics()["cached_bytes"]
    0
    """
    from .native import front

    return front.memory_trim()


def text(figures):
    """The statistics in one line, for `numen info` and the profile."""
    parts = [f"{figures[name] / 2**20:,.0f} MiB {what}"
             for name, what in (("live_bytes", "held"), ("peak_bytes", "at most"),
                                ("cached_bytes", "cached"), ("huge_page_bytes", "on huge pages"))
             if figures[name] is not None]
    blocks = figures["hits"] + figures["misses"]
    share = figures["hits"] / blocks if blocks else 0
    return ", ".join([*parts, f"{blocks:,} blocks taken, {share:.0%} from the cache"])


def _huge_page_bytes():
    try:
        with open("/proc/self/smaps_rollup") as rollup:
            lines = [line.split() for line in rollup if line.startswith("AnonHugePages:")]
    except OSError:
        return None
    return 1024 * int(lines[0][1]) if lines else None
