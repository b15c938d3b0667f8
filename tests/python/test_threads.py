"""Threads: readers, writers and exporters of one array at a time; fork with work under way."""

import os
import threading

import numpy
import pytest

import numen
from numen.native import front

SIZES = [50, 40_000]


@pytest.fixture(autouse=True, params=[False, True], ids=["eager", "pending"])
def stub(request):
    """Managed arrays, with and without pending work."""
    old = front.managed_threshold()
    front.set_managed_threshold(0)
    front.set_defer_stub(request.param)
    yield request.param
    front.set_managed_threshold(old)
    front.set_defer_stub(False)


def in_threads(*functions):
    """Runs functions at the same time; the first exception of any is raised here."""
    errors, barrier = [], threading.Barrier(len(functions))

    def guarded(function):
        try:
            barrier.wait()
            function()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "a thread hangs"
    if errors:
        raise errors[0]


@pytest.mark.parametrize("size", SIZES)
def test_two_threads_look_at_one_pending_array(size):
    for _ in range(20):
        y = numen.arange(float(size)) * 2 + 1
        seen = []
        in_threads(*[lambda: seen.append(float(y[size - 1])) for _ in range(3)])
        assert seen == [2 * size - 1.0] * 3


@pytest.mark.parametrize("size", SIZES)
def test_a_writer_waits_for_readers(size):
    for _ in range(20):
        x = numen.arange(float(size)) + 0
        y = x * 2

        def write():
            for _ in range(5):
                x.__iadd__(1)

        in_threads(write, lambda: y.sum(), lambda: (y + 1).sum())
        assert y.tolist() == (numpy.arange(float(size)) * 2).tolist()
        assert x[0] == 5


@pytest.mark.parametrize("size", SIZES)
def test_exporting_while_others_compute(size):
    for _ in range(20):
        x = numen.arange(float(size)) + 0
        views = [x[i:] for i in range(4)]
        in_threads(lambda: numpy.asarray(views[0]), lambda: [v.sum() for v in views],
                   lambda: [v * 2 for v in views], lambda: memoryview(views[3]))
        assert {front.state(v) for v in views} == {"exposed"}
        assert x.tolist() == numpy.arange(float(size)).tolist()


def test_many_small_arrays_in_many_threads():
    def work():
        total = 0.0
        for step in range(3000):
            a = numen.array([1.0, 2.0, float(step)])
            total += float((a * a).sum())
        assert total == sum(5.0 + step * step for step in range(3000))

    in_threads(*[work] * 4)


def test_large_operations_in_several_threads():
    x = numpy.arange(300_000.0)
    wanted = (x * 2 + 1).sum()

    def work():
        for _ in range(5):
            assert float((numen.asarray(x) * 2 + 1).sum()) == wanted

    in_threads(*[work] * 3)


@pytest.mark.parametrize("size", [50, 300_000])
def test_fork_with_work_under_way(size):
    x = numen.arange(float(size)) + 0
    y = x * 2
    (x + 1).sum()  # the pool has threads now
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.write(write, repr((float(y.sum()), float((x + y).sum()))).encode())
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    text = os.read(read, 200).decode()
    os.close(read)
    assert os.waitpid(child, 0)[1] == 0
    assert eval(text) == (float(y.sum()), float((x + y).sum()))


def test_errstate_belongs_to_its_thread():
    seen = []

    def loud():
        with numen.errstate(divide="raise"):
            for _ in range(50):
                try:
                    numen.ones(3) / numen.zeros(3)
                except FloatingPointError:
                    seen.append("raised")

    def quiet():
        with numen.errstate(all="ignore"):
            for _ in range(50):
                numen.ones(3) / numen.zeros(3)

    in_threads(loud, quiet)
    assert seen == ["raised"] * 50
