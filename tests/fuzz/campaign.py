"""Runs ranges of seeds in worker processes, survives their deaths and keeps a record.

One order of sixteen goes to a worker with NUMEN_DEBUG=1: there every C function checks every
invariant when it ends.
A worker that dies or says nothing for five minutes is a failure of the seed it had begun; the rest
of its range goes to a new worker. With a resume file finished ranges are not run again.
"""

import json
import os
import queue
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time

from .coverage import Coverage

RANGE = 200  # seeds per order to a worker
CHECKED = 16  # of so many orders one runs with NUMEN_DEBUG=1, which takes six times as long
SILENCE_SECONDS = 900  # some programs make NumPy, or the checks of NUMEN_DEBUG=1, busy for minutes
COMPLAINT_BYTES = 700  # of a dead worker's last words


def end(worker):
    """Lets a worker without orders go."""
    worker.stdin.close()
    worker.wait()


class Campaign:
    """A run over seeds [start, end) against one judged module.

    jobs: worker processes; max_failures: stop after that many; resume: path of a JSON file;
    shrinks: whether failing programs are made small; again: the seeds that failed by the resume
    file run once more, and the record names them.
    """

    def __init__(self, judged_name, start, end, jobs=2, max_failures=10, resume=None,
                 shrinks=True, again=False):
        self.judged_name = judged_name
        self.jobs = jobs
        self.max_failures = max_failures
        self.resume = resume
        self.shrinks = shrinks
        self.coverage = Coverage()
        self.failures = []
        self.run_again = []
        self.finished = []
        self.counts = {"programs": 0, "statements": 0, "invalid": 0, "worker_seconds": 0.0}
        self.began = time.perf_counter()
        self.earlier_seconds = 0.0
        self.lock = threading.Lock()
        self.orders = queue.Queue()
        self.load()
        if again:
            self.repeat_failures()
        done = {tuple(pair) for pair in self.finished}
        # Ranges in which a worker died are done in parts.
        parts = {seed for pair in done if pair[1] - pair[0] < RANGE for seed in range(*pair)}
        for first in range(start, end, RANGE):
            order = (first, min(first + RANGE, end))
            if order not in done and not parts.issuperset(range(*order)):
                self.orders.put(order)

    def load(self):
        """Reads the resume file if it exists."""
        if self.resume and os.path.exists(self.resume):
            with open(self.resume) as file:
                data = json.load(file)
            self.finished, self.counts = data["finished"], data["counts"]
            self.failures, self.earlier_seconds = data["failures"], data["seconds"]
            self.run_again = data.get("run_again", [])
            self.coverage.merge(data["coverage"])

    def repeat_failures(self):
        """Orders the seeds that failed once more; they are counted already."""
        for failure in self.failures:
            self.run_again.append({"seed": failure["seed"], "message": failure["message"]})
            self.orders.put((failure["seed"], failure["seed"] + 1))
            self.counts["programs"] -= 1
        self.failures = []

    def save(self):
        """Writes the resume file; a reader never sees half of it."""
        if self.resume:
            with open(self.resume + ".part", "w") as file:
                json.dump({**self.record(), "finished": self.finished}, file)
            os.replace(self.resume + ".part", self.resume)

    def record(self):
        """The result so far as a dictionary for json."""
        return {"judged": self.judged_name, "counts": self.counts, "failures": self.failures,
                "run_again": self.run_again,
                "seconds": self.earlier_seconds + time.perf_counter() - self.began,
                "coverage": self.coverage.to_data()}

    def run(self):
        """Runs all orders; the list of failures."""
        threads = [threading.Thread(target=self.serve) for _ in range(self.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.save()
        return self.failures

    def serve(self):
        """One thread: a worker process after the other until no order is left."""
        worker = None
        while len(self.failures) < self.max_failures:
            try:
                order = self.orders.get_nowait()
            except queue.Empty:
                break
            is_checked = order[0] // RANGE % CHECKED == 0
            if worker is not None and worker.is_checked != is_checked:
                end(worker)
                worker = None
            worker = worker or self.new_worker(is_checked)
            worker.stdin.write(f"{order[0]} {order[1]}\n".encode())
            worker.stdin.flush()
            if not self.follow(worker, order):
                worker = None
        if worker is not None:
            end(worker)

    def new_worker(self, is_checked):
        """A worker process; what it writes to its standard error is kept for the report."""
        environment = {**os.environ, "NUMEN_DEBUG": "1" if is_checked else "0"}
        complaints = tempfile.TemporaryFile()
        worker = subprocess.Popen([sys.executable, "-X", "faulthandler", "-m", "tests.fuzz",
                                   "--worker", "--against", self.judged_name,
                                   *([] if self.shrinks else ["--no-shrink"])], bufsize=0,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=complaints, env=environment)
        worker.complaints = complaints
        worker.is_checked = is_checked
        return worker

    def follow(self, worker, order):
        """Reads a worker's lines until its range is done; False if it died or had to be ended."""
        seed, pending = order[0], b""
        while True:
            if not select.select([worker.stdout], [], [], SILENCE_SECONDS)[0]:
                worker.send_signal(signal.SIGKILL)
                return self.died(worker, seed, order, f"silent for {SILENCE_SECONDS} seconds")
            block = os.read(worker.stdout.fileno(), 1 << 16)
            if not block:
                return self.died(worker, seed, order, None)
            *lines, pending = (pending + block).split(b"\n")
            for line in lines:
                if line.startswith(b"begin "):
                    seed = int(line[6:])
                elif self.event(json.loads(line)):
                    return True

    def event(self, event):
        """Stores a failure or a finished range; True if the range is finished."""
        with self.lock:
            if event.pop("event") == "failure":
                self.failures.append(event)
                print(f"\n{event['script']}", flush=True)
                return False
            self.finished.append([event["start"], event["end"]])
            self.counts["programs"] += event["end"] - event["start"]
            self.counts["statements"] += event["statements"]
            self.counts["invalid"] += event["invalid"]
            self.counts["worker_seconds"] += event["seconds"]
            self.coverage.merge(event["coverage"])
            self.save()
            return True

    def died(self, worker, seed, order, reason):
        """Records the program that killed a worker and orders the seeds after it."""
        status = worker.wait()
        reason = reason or (f"signal {-status}" if status < 0 else f"exit status {status}")
        worker.complaints.seek(0)
        complaint = worker.complaints.read()[-COMPLAINT_BYTES:].decode(errors="replace")
        with self.lock:
            self.failures.append({
                "seed": seed, "kind": "crash", "message": reason, "configuration": "",
                "script": f"# {reason}: python -m tests.fuzz --shrink-crash {seed}"})
            print(f"\nseed {seed}: the worker died, {reason}\n{complaint}", flush=True)
            self.counts["programs"] += seed + 1 - order[0]
            self.finished.append([order[0], seed + 1])
            self.save()
        if seed + 1 < order[1]:
            self.orders.put((seed + 1, order[1]))
        return False
