"""One run of a program with NumPy or with Numen, in a process of its own: what it did and took."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

WAYS = ("NumPy", "Numen")
GRACE = 2.0  # seconds that an interrupted program has to end
TRACEBACK = "Traceback (most recent call last):"
WARNING = re.compile(r".*?:\d+: (\w*Warning: .*)")
MOST_LINES, LONGEST_TRACEBACK = 12, 40  # of what a program that failed said last


@dataclass
class Run:
    """What one run of the program did."""

    start: float  # time.monotonic()
    seconds: float
    processor: float
    peak: int  # bytes of memory
    code: int
    out: bytes
    error: bytes
    files: dict = field(default_factory=dict)  # digests of those written, by their names
    floor: int = 0  # bytes: the kernel says no peak below that of the process that started it

    def error_lines(self):
        lines = self.error.decode(errors="replace").splitlines()
        return [line for line in lines if not line.startswith("numen: NUMEN_")]

    def uncaught(self):
        """The last line of the traceback that the program ended with, or ""."""
        lines = self.error_lines()
        return exception_line(lines, last_traceback(lines)) if self.code else ""


def last_traceback(lines):
    """The index of the last traceback's first line, or None."""
    return max((at for at, line in enumerate(lines) if line == TRACEBACK), default=None)


def exception_line(lines, start):
    """The first line after a traceback's own, which are indented."""
    if start is None:
        return ""
    return next((line for line in lines[start + 1:] if line[:1] != " "), "")


def described(code):
    """
    >>> described(3), described(-11)
    ('3', '-11 (SIGSEGV)')
    """
    try:
        return f"{code} ({signal.Signals(-code).name})" if code < 0 else str(code)
    except ValueError:
        return str(code)


def last_words(run):
    """The end of what a program that failed said on standard error, in whole lines."""
    lines = run.error_lines()
    start = last_traceback(lines)
    if start is None or len(lines) - start > LONGEST_TRACEBACK:
        start = max(len(lines) - MOST_LINES, 0)
    return "\n".join("  " + line for line in lines[start:])


def comparable_error(run):
    """What a program said on standard error, without what differs for no reason of its own.

    Of a traceback the type of the exception stays: frames and words of NumPy's code are not
    Numen's. Warnings stay without their place, each once, as their order may be another.
    """
    kept, warned, lines, at = [], set(), run.error_lines(), 0
    last = last_traceback(lines) if run.code else None
    while at < len(lines):
        warning = WARNING.fullmatch(lines[at])
        if lines[at] == TRACEBACK:
            is_last = at == last
            at += 1
            while at < len(lines) and lines[at][:1] == " ":
                at += 1
            if is_last:
                kept.append(exception_line(lines, last).partition(":")[0])
                break
        elif warning:
            warned.add(warning[1])
            at += lines[at + 1:at + 2] != [] and lines[at + 1][:2] == "  "
        elif not is_between_tracebacks(lines, at, last):
            kept.append(lines[at])
        at += 1
    return "\n".join([*kept, *sorted(warned)]).encode()


def is_between_tracebacks(lines, at, last):
    """Whether the line joins the tracebacks of one exception, whose causes are not compared."""
    return last is not None and at < last and (
        not lines[at] or "exception" in lines[at] and lines[at].endswith(":"))


def command(way, program, *options):
    return [sys.executable, *(() if way == "NumPy" else ("-m", "numen", "run", *options)), *program]


def run(way, program, given, folder, *options):
    """Runs the program one way in a WorkingFolder; what it reads from stdin is `given`."""
    folder.put_back()
    floor = own_peak()
    start = time.monotonic()
    child = subprocess.Popen(command(way, program, *options), stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    parts = {}
    readers = [threading.Thread(target=lambda name=name: parts.update(
        {name: getattr(child, name).read()}), daemon=True) for name in ("stdout", "stderr")]
    for reader in readers:
        reader.start()
    try:
        give(child, given)
        for reader in readers:
            reader.join()
        _, status, used = os.wait4(child.pid, 0)
    except KeyboardInterrupt:
        stop(child)
        raise
    child.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - start
    return Run(start, seconds, used.ru_utime + used.ru_stime, 1024 * used.ru_maxrss,
               child.returncode, parts["stdout"], parts["stderr"], folder.changes(), floor)


def own_peak():
    """Bytes of memory; getrusage knows no peak below that of the process that started this one."""
    with open("/proc/self/status", encoding="ascii") as file:
        peaks = [line.split()[1] for line in file if line.startswith("VmHWM:")]
    return 1024 * int(peaks[0]) if peaks else 0


def give(child, text):
    try:
        child.stdin.write(text)
        child.stdin.close()
    except BrokenPipeError:
        pass  # it reads no more


def stop(child):
    """Ends a program that is not wanted any more; a terminal has interrupted it as well."""
    child.send_signal(signal.SIGINT)
    try:
        child.wait(GRACE)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        child.kill()
