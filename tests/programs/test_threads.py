"""What the threads do, in processes of their own: counted by the kernel's own figures of each
thread (how often it ran) and by the pool's (whom it woke), with more threads than cores.

The pool by itself is tested in tests/unit/thread_pool_test.cpp; `numen bench threads` prints the
processor time.
"""

import json
import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc/self/task")

HEAD = """
import json, os, threading, time
import numpy
import numen
from numen.native import front

def slices():
    '''How often each thread of the process was given a processor.'''
    found = {}
    for task in os.listdir("/proc/self/task"):
        try:
            with open(f"/proc/self/task/{task}/schedstat") as file:
                found[int(task)] = int(file.read().split()[2])
        except FileNotFoundError:
            pass
    return found

def all_asleep():
    '''The same, once no other thread has run for 50 ms.'''
    me = threading.get_native_id()
    while True:
        before = slices()
        time.sleep(0.05)
        after = slices()
        if {k: v for k, v in before.items() if k != me} == {
                k: v for k, v in after.items() if k != me}:
            return after

def workers_that_ran(work):
    '''Of all threads but this one.'''
    before = all_asleep()
    work()
    after = all_asleep()
    me = threading.get_native_id()
    return sum(after[task] != before.get(task, 0) for task in after if task != me)

def woken(work):
    before = front.work_counts()["woken threads"]
    work()
    return front.work_counts()["woken threads"] - before

def filled(size, seed=0):
    array = numen.zeros(size)
    array[...] = numpy.random.default_rng(seed).random(size) + 0.5
    return array

def roots(size):
    values, results = filled(size), numen.zeros(size)
    def run():
        numen.sqrt(values, out=results)
        results[0]
    run()
    assert numpy.array_equal(numpy.asarray(results), numpy.sqrt(numpy.asarray(values)))
    return run
"""


def printed(program, **environment):
    """What the program prints, as JSON."""
    done = subprocess.run([sys.executable, "-c", HEAD + program], capture_output=True, text=True,
                          check=False, timeout=120, env=dict(os.environ, **environment))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_fewer_threads_are_used_at_once_where_fewer_are_wanted():
    ran = printed("""
ran = []
job = roots(3_000_000)
for threads in (8, 2, 1, 8):
    front.set_threads(threads)
    job()  # starts them
    ran.append(workers_that_ran(lambda: [job() for _ in range(20)]))
print(json.dumps(ran))
""")
    assert ran[1] == 1 and ran[2] == 0
    assert ran[0] > 1 and ran[3] > 1  # the instrument sees them


def test_of_64_threads_a_job_wakes_as_many_as_it_has_pieces_for():
    counts = printed("""
front.set_threads(64)
large, small = roots(8_000_000), roots(150_000)
large()
found = {"large": [], "small": [], "none": []}
tiny = roots(500)
for _ in range(10):
    for name, job in (("large", large), ("small", small), ("none", tiny)):
        all_asleep()
        found[name].append(woken(job))
print(json.dumps(found))
""")
    assert all(1 <= count <= 63 for count in counts["large"])
    assert sum(counts["small"]) < sum(counts["large"])  # which has pieces for all
    assert max(counts["small"]) <= 8 and max(counts["none"]) == 0


def test_of_64_threads_those_with_no_piece_do_not_run():
    """Nobody spins who has nothing to do."""
    ran = printed("""
front.set_threads(64)
large, small = roots(8_000_000), roots(150_000)
large()
print(json.dumps([workers_that_ran(small) for _ in range(10)]))
""")
    assert max(ran) <= 8


def test_several_callers_share_the_threads():
    answers = printed("""
front.set_threads(8)
def call(seed):
    values = filled(2_000_000, seed)
    for _ in range(20):
        result = numen.sqrt(values) * 2.0 + values
        total = float(result.sum())
    array = numpy.asarray(values)
    right.append(abs(total / float((numpy.sqrt(array) * 2.0 + array).sum()) - 1.0) < 1e-12)
right = []
callers = [threading.Thread(target=call, args=(seed,)) for seed in range(4)]
before = front.work_counts()
for caller in callers: caller.start()
for caller in callers: caller.join()
after = front.work_counts()
print(json.dumps([right, {key: after[key] - before[key] for key in after}]))
""")
    right, counts = answers
    assert right == [True] * 4
    assert counts["shared jobs"] >= 20 and counts["pieces of other threads"] > 0


def test_the_number_of_threads_is_what_the_process_may_use():
    threads = printed("print(json.dumps(front.info()['threads']))", NUMEN_NUM_THREADS="",
                      OMP_NUM_THREADS="")
    assert 1 <= threads <= len(os.sched_getaffinity(0))
    alone = printed("print(json.dumps(front.info()['threads']))", NUMEN_NUM_THREADS="3")
    assert alone == 3
