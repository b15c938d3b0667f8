"""A pytest plugin of the processes that numpy_suite.py starts: writes down each test's outcome.

Each test is written down when it begins and when it ends, so that a crash has a name; a process
started again on the same record runs what is left.
"""

import json
import os
import signal

import pytest

SECONDS = 60  # of one test


def _record(**entry):
    with open(os.environ["NUMPY_SUITE_RECORD"], "a") as log:
        log.write(json.dumps(entry) + "\n")


def _done():
    with open(os.environ["NUMPY_SUITE_RECORD"]) as log:
        return {json.loads(line)["test"] for line in log}


def pytest_sessionstart(session):
    if os.environ["NUMPY_SUITE_MANAGED"] == "1":
        from numen.native import front

        front.set_managed_threshold(0)


def pytest_collection_modifyitems(items):
    done = _done()
    items[:] = [item for item in items if item.nodeid not in done]


class TestTimeout(BaseException):
    pass


def _stop(*_):
    raise TestTimeout(f"the test took more than {SECONDS} s")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    _record(test=item.nodeid, outcome="begun", text="")
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(SECONDS)
    try:
        return (yield)
    finally:
        signal.alarm(0)


_worst = {}


def pytest_runtest_logreport(report):
    order = ("passed", "skipped", "failed")
    earlier = _worst.get(report.nodeid, ("passed", ""))
    now = (report.outcome, report.longreprtext if report.failed else "")
    if order.index(now[0]) > order.index(earlier[0]):
        _worst[report.nodeid] = now
    if report.when == "teardown":
        outcome, text = _worst.pop(report.nodeid, ("passed", ""))
        _record(test=report.nodeid, outcome=outcome, text=text[-3000:])


def pytest_collectreport(report):
    if report.failed:
        _record(test=report.nodeid, outcome="error", text=report.longreprtext[-3000:])
