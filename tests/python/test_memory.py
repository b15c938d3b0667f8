"""The caching allocator as a program sees it: statistics, bounds, giving back, the last resort."""

import ctypes
import errno
import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import numen
from tests import held

MB = 1 << 20


def large(megabytes, dtype="u1"):
    """A managed array of so many MB whose pages are all in use."""
    return numen.full(megabytes * MB // numpy.dtype(dtype).itemsize, 1, dtype)


def figure(name):
    return numen.memory.statistics()[name]


def place_of(x):
    """(address, bytes) of an array's memory."""
    return numpy.asarray(x).ctypes.data, x.nbytes


def in_memory(places):
    return sum(held.bytes_in_memory(*place) for place in places)


@pytest.fixture(autouse=True)
def empty_cache():
    """Nothing is cached when a test begins, and none of its blocks when it has ended."""
    numen.memory.trim()
    yield
    numen.memory.trim()


def test_statistics_follow_what_arrays_hold():
    before = figure("live_bytes")
    x = large(40)
    held = figure("live_bytes") - before
    assert x.nbytes <= held <= x.nbytes * 9 // 8
    assert figure("peak_bytes") >= before + held
    del x
    assert figure("live_bytes") == before
    assert figure("cached_bytes") >= held


def test_hits_and_misses_are_counted():
    x = large(30)
    hits, misses = figure("hits"), figure("misses")
    del x
    x = large(30)
    assert (figure("hits"), figure("misses")) == (hits + 1, misses)
    y = large(30)
    assert (figure("hits"), figure("misses")) == (hits + 1, misses + 1)
    del x, y


def test_trim_gives_memory_back_and_says_how_much():
    x = large(200)
    places = [place_of(x)]
    assert in_memory(places) >= 200 * MB
    del x
    assert figure("cached_bytes") >= 200 * MB
    returned = numen.memory.trim()
    assert returned >= 200 * MB
    assert in_memory(places) <= 10 * MB
    assert figure("cached_bytes") == 0
    assert numen.memory.trim() == 0


@pytest.mark.no_sanitizer  # which keeps what was freed
def test_trim_gives_small_blocks_back():
    rows = [numen.ones(10_000) for _ in range(2000)]  # 160 MB in blocks of 96 KB
    places = [place_of(x) for x in rows]
    before = in_memory(places)
    del rows
    assert numen.memory.trim() >= 50 * MB
    assert before - in_memory(places) >= 40 * MB


def test_the_cache_is_bounded():
    for megabytes in (70, 10, 90, 25, 110, 33, 50, 61, 17, 40, 120, 3, 29):
        x = large(megabytes)
        kept = [large(megabytes // 3 + 1) for _ in range(2)]
        found = numen.memory.statistics()
        allowed = found["peak_bytes"] + max(64 * MB, found["peak_bytes"] // 10)
        assert found["live_bytes"] + found["cached_bytes"] <= allowed
        del x, kept


@pytest.mark.skipif(sys.platform != "linux", reason="MADV_PAGEOUT is Linux's")
@pytest.mark.no_sanitizer  # whose memory is more
def test_a_system_short_of_memory_takes_what_is_cached():
    pageout = 21
    libc = ctypes.CDLL(None, use_errno=True)
    blocks = [large(32) for _ in range(8)]
    places = [place_of(x) for x in blocks]
    blocks.clear()
    assert figure("cached_bytes") >= 256 * MB
    for address, size in places:  # what the kernel does for itself when memory is short
        if libc.madvise(ctypes.c_void_p(address & -4096), ctypes.c_size_t(size), pageout):
            assert ctypes.get_errno() == errno.EINVAL, os.strerror(ctypes.get_errno())
            pytest.skip("this kernel has no MADV_PAGEOUT")
    # All but the 64 MB that a loop would take again next.
    assert in_memory(places) <= (64 + 8) * MB
    x = large(32)
    assert x.min() == 1 and x.sum() == 32 * MB


def test_large_arrays_lie_on_huge_pages():
    setting = Path("/sys/kernel/mm/transparent_hugepage/enabled")
    if not setting.exists() or "[never]" in setting.read_text():
        pytest.skip("this machine has no huge pages, or they are switched off")
    before = figure("huge_page_bytes")
    x = large(64)
    assert figure("huge_page_bytes") - before >= 48 * MB
    del x


def test_info_names_the_cache(capsys):
    from numen.commands import info

    x = large(20)
    info.main([])
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("caches"))
    assert f"{figure('live_bytes') / MB:,.0f} MiB held" in line
    assert "blocks taken" in line and "from the cache" in line
    del x


# Each leaves little memory and asks for more than that: `need` MB when `left` MB are to be had.
LIMITED = """
import resource
import numen as np
from numen.native import front

MB = 1 << 20
np.linalg.det(np.eye(300))  # the library of factorisations is there
front.force_deferral(True)
front.set_starting(False)
{prepare}
assert "b" not in dir() or front.state(b) == "pending"
with open("/proc/self/status") as status:
    size = next(int(line.split()[1]) for line in status if line.startswith("VmSize")) << 10
resource.setrlimit(resource.RLIMIT_AS, (size + {left} * MB, resource.RLIM_INFINITY))
try:
    {call}
    print("done")
except MemoryError as error:
    print(str(error)[:18], np.memory.statistics()["cached_bytes"])
"""
FILL = "x = [np.ones(40 * MB, 'u1') for _ in range(10)]; del x[1:]"  # 360 MB are cached
DEAD = "d = np.ones(10 * MB, 'f4'); b = d > 0.5; del d"  # 40 MB that only b needs
# A thread that takes Python's lock whenever it is left, and leaves it.
THREAD = """
import sys, threading, time
turns = 0
def take_turns():
    global turns
    while True:
        turns += 1
        time.sleep(0)
sys.setswitchinterval(1e6)
threading.Thread(target=take_turns, daemon=True).start()"""
# Called once before: whose code a file is, is asked of the file system, without Python's lock.
LIBRARY = """
exec(compile("def take(n): return np.empty(n, 'u1')", "/lib/site-packages/taking.py", "exec"))
take(MB)"""
RESORTS = {
    "an empty cache serves": (FILL, 10, "y = np.ones(50 * MB, 'u1')", "done"),
    "work spaces too": (FILL + "; a = np.ones((1500, 1500))", 6, "np.linalg.det(a)", "done"),
    "and results of small arrays": (FILL, 1, "k = [np.ones(4000) for i in range(500)]", "done"),
    "inputs of recorded work are released":
        (DEAD, 24, "y = np.ones(50 * MB, 'u1'); assert front.state(b) == 'host'", "done"),
    "before a result is recorded":
        (DEAD + "; e = np.ones(6 * MB, 'f8')", 24, "y = e * 2; y[0]", "done"),
    "before a result is computed":
        (DEAD + "; e = np.ones(6 * MB); y = e * 2; np.memory.trim()", 24, "y[0]", "done"),
    "while no other thread runs":
        (DEAD + THREAD, 24, "before = turns, front.times_unlocked(); y = np.empty(50 * MB, 'u1'); "
         "print((turns, front.times_unlocked()) == before)", "True\ndone"),
    "for a library's arrays, too":
        (DEAD + THREAD + LIBRARY, 24, "before = turns, front.times_unlocked(); y = take(50 * MB); "
         "unchanged = (turns, front.times_unlocked()) == before; "
         "print(front.state(y), front.state(b), unchanged)", "exposed host True\ndone"),
    "before an error": (FILL, 10, "y = np.ones(4000 * MB, 'u1')", "Unable to allocate 0"),
}


# Arrays of 240 MB have gone where 400 MB of addresses were left.
OTHERS = {
    "bytes": "bytearray(300 * MB)",
    "a list": "[0] * (36 * MB)",
    "a mapping": "mmap.mmap(-1, 300 * MB)",
}
GONE = """
import mmap
x = [np.ones(8 * MB, 'u1') * 2 for _ in range(30)]
assert sum(int(y[5]) for y in x) == 60
del x
"""


@pytest.mark.no_sanitizer  # which needs memory of its own
@pytest.mark.parametrize("what", OTHERS)
def test_addresses_that_are_limited_are_left_to_others(what):
    text = LIMITED.format(prepare="", left=400, call=GONE.replace("\n", "\n    ") + OTHERS[what])
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True,
                          timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_no_other_thread_runs_while_memory_is_relieved():
    """Before large memory is taken recorded work lets its dead inputs go."""
    program = """
import numen as np
from numen.native import front
front.force_deferral(True)
front.set_starting(False)
d = np.ones(13 << 20)
b = d > 0.5
del d
THREAD
before = turns, front.times_unlocked()
y = np.empty(50 << 20, "u1")
assert (turns, front.times_unlocked()) == before and front.state(b) == "host"
print("done")
""".replace("THREAD", THREAD)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


@pytest.mark.no_sanitizer  # these need memory of their own where the limit leaves none
@pytest.mark.parametrize("name", RESORTS)
def test_last_resorts(name):
    prepare, left, call, wanted = RESORTS[name]
    program = LIMITED.format(prepare=prepare, left=left, call=call)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, wanted + "\n"), done.stderr
