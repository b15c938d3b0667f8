"""`numen compare program.py`: a program with NumPy and with Numen, beside each other.

Both ways run in turns, each in a process of its own, as `python` and `numen run` would: what they
print and which files they write is compared, both times are printed, and where Numen's went.
"""

import argparse
import os
import re
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from . import outputs

WAYS = ("NumPy", "Numen")
MOST_RUNS, BUDGET = 5, 20.0  # of each way, seconds for all but the first
MOST_FILES = 20_000  # of a folder that is watched for what the program writes
LEAST_SHOWN = 1e-3  # seconds


@dataclass
class Run:
    """What one run of the program did."""

    seconds: float
    processor: float
    peak: int  # bytes
    code: int
    out: bytes
    error: bytes
    files: dict = field(default_factory=dict)  # of those written, by their names


def split(argv):
    """(our options, the program and its arguments)."""
    at = 0
    while at < len(argv) and argv[at][:1] == "-" and argv[at] not in ("-m", "-c"):
        at += 2 if argv[at] in ("--runs", "--tolerance") else 1
    return argv[:at], argv[at:]


def parse(argv):
    parser = argparse.ArgumentParser(
        prog="numen compare", description=__doc__.partition("\n\n")[0].split(": ", 1)[1],
        usage="numen compare [options] (script.py | -m module | -c code) [arguments]",
        epilog="Exit code: 0 where both ways do the same, 1 where they differ, 2 for a wrong call.")
    parser.add_argument("--runs", type=int, metavar="N",
                        help=f"runs of each way (default: up to {MOST_RUNS}, as many as fit in "
                             f"{BUDGET:.0f} s)")
    parser.add_argument("--tolerance", type=float, default=1e-6, metavar="T",
                        help="relative difference up to which numbers count as equal "
                             "(default: %(default)g)")
    ours, program = split(argv)
    options = parser.parse_args(ours)
    options.program = program
    wanted = 2 if options.program[:1] in (["-m"], ["-c"]) else 1
    if len(options.program) < wanted:
        parser.error("name a program")
    if wanted == 1 and not os.path.exists(options.program[0]):
        parser.error(f"there is no file {options.program[0]!r}")
    if options.runs is not None and options.runs < 1:
        parser.error(f"argument --runs: wants a number above 0, got {options.runs}")
    return options


def command(way, program, *options):
    return [sys.executable, *(() if way == "NumPy" else ("-m", "numen", "run", *options)), *program]


def written_files(folder):
    """{path: (time of the last change, bytes)} of a folder, without hidden ones and caches."""
    found = {}
    for where, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name[0] != "." and name != "__pycache__"]
        for name in files:
            path = Path(where, name)
            try:
                state = path.stat()
            except OSError:
                continue
            found[path] = state.st_mtime_ns, state.st_size
        if len(found) > MOST_FILES:
            return {}
    return found


def run(way, program, given, *options):
    """Runs the program one way; what it reads from stdin is `given`."""
    folder = Path.cwd()
    before = written_files(folder)
    start = time.perf_counter()
    child = subprocess.Popen(command(way, program, *options), stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    parts = {}
    readers = [threading.Thread(target=lambda name=name: parts.update(
        {name: getattr(child, name).read()})) for name in ("stdout", "stderr")]
    for reader in readers:
        reader.start()
    try:
        child.stdin.write(given)
        child.stdin.close()
    except BrokenPipeError:
        pass  # it reads no more
    for reader in readers:
        reader.join()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    files = {path.relative_to(folder): path.read_bytes()
             for path, state in written_files(folder).items() if before.get(path) != state}
    return Run(seconds, used.ru_utime + used.ru_stime, 1024 * used.ru_maxrss, child.returncode,
               parts["stdout"], parts["stderr"], files)


def all_runs(options, given, told=sys.stderr):
    """{way: its runs}, taken in turns."""
    found = {way: [] for way in WAYS}
    start = time.perf_counter()
    for turn in range(options.runs or MOST_RUNS):
        spent = time.perf_counter() - start
        if options.runs is None and turn and spent + spent / turn > BUDGET:
            break
        for way in WAYS if turn % 2 == 0 else WAYS[::-1]:
            print(f"numen compare: run {turn + 1}, {way}", file=told, flush=True)
            found[way].append(run(way, options.program, given))
    return found


def table(found):
    """The lines of the times, the best run of each way."""
    best = {way: min(runs, key=lambda each: each.seconds) for way, runs in found.items()}
    count = len(found["NumPy"])
    yield f"{'':7}{'seconds':>9}{'processor':>11}{'peak memory':>13}   best of {count}"
    for way, each in best.items():
        yield (f"{way:7}{each.seconds:9.3f}{each.processor:11.3f}"
               f"{each.peak / 2**20:9.0f} MiB")
    ratio = best["NumPy"].seconds / max(best["Numen"].seconds, LEAST_SHOWN)
    yield (f"Numen takes {1 / ratio:.2f} of NumPy's time, start-up included"
           + (f": {ratio:.1f} times as fast" if ratio >= 1.05 else ""))


def differences(numpys, numens, tolerance):
    """Sentences about what the two runs did differently; and about what agrees but for rounding."""
    wrong, rounded = [], []
    if numpys.code != numens.code:
        wrong.append(f"exit code: {numpys.code} with NumPy, {numens.code} with Numen")
    pairs = {"what it prints": (numpys.out, numens.out)}
    for name in sorted(numpys.files.keys() | numens.files.keys()):
        if name not in numpys.files or name not in numens.files:
            wrong.append(f"{name}: written by {'NumPy' if name in numpys.files else 'Numen'} only")
        else:
            pairs[str(name)] = numpys.files[name], numens.files[name]
    for name, pair in pairs.items():
        worst, where = outputs.compared(*pair)
        if worst > tolerance:
            wrong.append(f"{name}: {where}")
        elif worst:
            rounded.append(f"{name}: numbers agree to {worst:.1e}")
    return wrong, rounded


def profile_of(program, given):
    """The report of `numen run --profile`, which is the last that the program says."""
    said = run("Numen", program, given, "--profile").error.decode(errors="replace")
    starts = [match.start() for match in re.finditer(r"^numen: [\d.e+-]+ s$", said, re.MULTILINE)]
    return said[starts[-1]:].rstrip() if starts else "(the program ended without a profile)"


def main(argv):
    """Runs the program both ways; 0 where they do the same, 1 where they differ."""
    options = parse(argv)
    given = b"" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.buffer.read()
    found = all_runs(options, given)
    last = {way: runs[-1] for way, runs in found.items()}
    print("\n".join(table(found)))
    if last["NumPy"].code:
        print(f"\nWith NumPy it ends with exit code {last['NumPy'].code}:\n"
              + last["NumPy"].error.decode(errors="replace")[-600:].rstrip())
    wrong, rounded = differences(last["NumPy"], last["Numen"], options.tolerance)
    again = len(found["NumPy"]) > 1 and differences(*found["NumPy"][-2:], options.tolerance)[0]
    if wrong and again:
        print("\nTwo runs with NumPy differ from each other (a seed, a time?): so may these.")
    elif wrong:
        print("\nDIFFERENT\n" + "\n".join("  " + text for text in wrong))
        print("\nTo find the first call that differs: numen run --check "
              + " ".join(options.program))
    else:
        print("\nThe same outputs" + "".join("\n  " + text for text in rounded))
    if last["Numen"].code == 0:
        print("\nWhere Numen's time went (numen run --profile)\n"
              + profile_of(options.program, given))
    return 1 if wrong and not again else 0
