"""`numen compare program.py`: a program with NumPy and with Numen, beside each other.

The program is run several times, as `python` and `numen run` would, each time in a process of its
own that finds the files of the working folder as they were at first. What it prints, which files it
writes and how it ends is compared, both times are printed, and where Numen's went.
"""

import argparse
import os
import re
import shlex
import signal
import sys
import time

from ..__main__ import shown_command
from .program_runs import WAYS, described, last_words, run
from .texts import INFINITY, Rule
from .verdict import Verdict
from .working_folder import WorkingFolder

MOST_RUNS, BUDGET = 5, 20.0  # of each way, seconds for all but the first
LEAST_SHOWN = 1e-3  # seconds
START_UP = 0.3  # seconds, below which a program does little else than start
NOISE, WAITING = 1.4, 1.5  # of a way's slowest run to its best, of seconds to processor time
# Seconds between the first and the last start of NumPy's runs that a difference is judged by: times
# that are printed without fractions differ then.
APART = 1.1

HINTS = {
    "-": "the program is run several times and has to be a file: give its name instead of -",
    "--profile": "compare ends with that report anyway: numen compare program.py",
    "--check": "that is an option of numen run: numen run --check program.py",
    "--strict": "that is an option of numen run: numen run --strict program.py",
    "--trace": "that is an option of numen run: numen run --trace FILE program.py",
}
VALUED = ("--runs", "--tolerance", "--zero")

DESCRIPTION = """\
Run a program several times with NumPy and with Numen, in turns, and compare the text that it
prints, what it says on standard error, the files that it writes in the working folder and its exit
code. What differs between two runs with NumPy (a time, a random number) is named and left out.
"""
EPILOG = """\
Files: before each run the files of the working folder are put back as they were before the first
(up to 256 MiB of them; not .py, .ipynb and what lies in hidden folders); at the end there is what
the last run with NumPy left. What the program does elsewhere (other folders, databases, the
network) it does in every run.
Numbers: integers agree exactly; others where they differ by at most T of the larger of the two
(in .npy, .npz and raw binary files of the largest element), or are both smaller than Z: rounding
errors. Exit code: 0 where both ways do the same, 1 where they differ, 2 for a wrong call.
"""


def split(argv):
    """(our options, the program and its arguments)."""
    at = 0
    while at < len(argv) and argv[at][:1] == "-" and argv[at] not in ("-m", "-c", "-", "--"):
        at += 2 if argv[at] in VALUED else 1
    program = argv[at + 1:] if argv[at:at + 1] == ["--"] else argv[at:]
    return argv[:at], program


def make_parser():
    parser = argparse.ArgumentParser(
        prog="numen compare", description=DESCRIPTION, epilog=EPILOG, allow_abbrev=False,
        usage="numen compare [options] (script.py | -m module | -c code) [arguments]",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, metavar="N",
                        help=f"runs of each way (default: up to {MOST_RUNS}, as many as fit in "
                             f"{BUDGET:.0f} s); one more with the profile, and up to four "
                             "with NumPy where a difference is to be judged")
    parser.add_argument("--tolerance", type=float, default=Rule.tolerance, metavar="T",
                        help="difference of two numbers that counts as none, relative to the "
                             "larger magnitude (default: %(default)g)")
    parser.add_argument("--zero", type=float, default=Rule.zero, metavar="Z",
                        help="two numbers with magnitudes below this are rounding errors "
                             "(default: %(default)g)")
    return parser


def parse(argv):
    parser = make_parser()
    ours, program = split(argv)
    for word in [*ours, *program[:1]]:
        if word in HINTS:
            parser.error(f"{word}: {HINTS[word]}")
    options = parser.parse_args(ours)
    options.program = program
    wanted = 2 if options.program[:1] in (["-m"], ["-c"]) else 1
    if len(options.program) < wanted:
        parser.error("name a program")
    if wanted == 1 and not os.path.exists(options.program[0]):
        parser.error(f"there is no file {options.program[0]!r}")
    if options.runs is not None and options.runs < 1:
        parser.error(f"argument --runs: wants a number above 0, got {options.runs}")
    for name in ("tolerance", "zero"):
        if not 0 <= getattr(options, name) < INFINITY:
            parser.error(f"argument --{name}: wants a number of at least 0, "
                         f"got {getattr(options, name)}")
    options.rule = Rule(options.tolerance, options.zero)
    return options


class Comparison:
    """All runs of one program, both ways, and what they did differently."""

    def __init__(self, options, given, folder, told=sys.stderr):
        self.options, self.given, self.folder, self.told = options, given, folder, told
        self.runs = {way: [] for way in WAYS}
        self.profile = ""

    def run(self, way, heading, *options):
        print(f"numen compare: {heading}, {way}", file=self.told, flush=True)
        return run(way, self.options.program, self.given, self.folder, *options)

    def run_all(self):
        """In turns; NumPy last, whose files stay."""
        self.profile = report_in(self.run("Numen", "run with the profile", "--profile"))
        start = time.monotonic()
        for turn in range(self.options.runs or MOST_RUNS):
            spent = time.monotonic() - start
            if self.options.runs is None and turn and spent + spent / turn > BUDGET:
                break
            for way in WAYS[::-1]:
                self.runs[way].append(self.run(way, f"run {turn + 1}"))

    def judged(self):
        """The Verdict; a difference is judged by two runs with NumPy at least."""
        numpys = self.runs["NumPy"]
        verdict = self.verdict(numpys)
        if verdict.wrong and (len(numpys) < 2 or numpys[-1].start - numpys[0].start < APART):
            time.sleep(max(APART - (time.monotonic() - numpys[0].start), 0))
            numpys = [*numpys, self.run("NumPy", "once more, to judge what differs")]
            verdict = self.verdict(numpys)
        # Of random numbers two runs have some in common: three more leave few.
        if verdict.wrong and verdict.left_out and 3 * numpys[-1].seconds < BUDGET:
            numpys = [*numpys, *(self.run("NumPy", "once more, as NumPy's runs differ")
                                 for _ in range(3))]
            verdict = self.verdict(numpys)
        return verdict

    def verdict(self, numpys):
        return Verdict(numpys, self.runs["Numen"], self.options.rule, self.folder.store)


def report_in(profiled):
    """The report of `numen run --profile`, which is the last that the program says."""
    said = profiled.error.decode(errors="replace")
    starts = [match.start() for match in re.finditer(r"^numen: [\d.e+-]+ s$", said, re.MULTILINE)]
    return said[starts[-1]:].rstrip() if starts else "(the program ended without a profile)"


def table(found):
    """The lines of the times, the best run of each way."""
    best = {way: min(runs, key=lambda each: each.seconds) for way, runs in found.items()}
    count = len(found["NumPy"])
    yield f"{'':7}{'seconds':>9}{'processor':>11}{'peak memory':>13}   best of {count}"
    for way, each in best.items():
        peak = f"{each.peak / 2**20:.0f}" if each.peak > each.floor else (
            f"< {each.floor / 2**20:.0f}")
        yield f"{way:7}{each.seconds:9.3f}{each.processor:11.3f}{peak:>9} MiB"
    ratio = best["NumPy"].seconds / max(best["Numen"].seconds, LEAST_SHOWN)
    yield (f"Numen takes {1 / ratio:.2f} of NumPy's time, start-up included"
           + (f": {ratio:.1f} times as fast" if ratio >= 1.05 else ""))
    yield from doubts(found, best)


def doubts(found, best):
    """Why the times may say little."""
    if max(each.seconds for each in best.values()) < START_UP:
        yield ("Most of this is start-up: a run that takes longer says more about the program's "
               "work.")
    waiting = [way for way, each in best.items()
               if each.seconds > START_UP and each.seconds > WAITING * each.processor]
    if waiting:
        yield (f"The best run with {' and '.join(waiting)} took much longer than its processor "
               "time: the program waits, or the machine was busy with other work. Compare the "
               "processor times, or repeat it on an idle machine.")
    spread = max(max(each.seconds for each in runs) / max(best[way].seconds, LEAST_SHOWN)
                 for way, runs in found.items())
    if spread > NOISE and not waiting:
        yield (f"Runs of one way differ by a factor of {spread:.1f}: the machine was busy, and the "
               "ratio is uncertain.")


def failures(numpy_run, numen_run):
    """What a program said last that failed one way or both."""
    ends = [last_words(each).rpartition("\n")[2].partition(":")[0]
            for each in (numpy_run, numen_run)]
    if numpy_run.code and numpy_run.code == numen_run.code and ends[0] == ends[1]:
        failed = [(f"Both ways end with exit code {described(numpy_run.code)}", numpy_run)]
    else:
        failed = [(f"With {way} it ends with exit code {described(each.code)}", each)
                  for way, each in zip(WAYS, (numpy_run, numen_run)) if each.code]
    for heading, each in failed:
        words = last_words(each)
        yield f"\n{heading}" + (f":\n{words}" if words else ", and nothing on standard error")


def conclusion(verdict, program, has_failed):
    """The lines of the verdict."""
    if verdict.wrong:
        yield "\nDIFFERENT"
        yield from ("  " + text for text in verdict.wrong)
        if verdict.only_signs:
            yield ("  The numbers agree but for their signs. Of eigenvectors and singular vectors "
                   "both are right: docs/linear_algebra.md, \"Signs\".")
    else:
        yield ("\nBoth ways fail alike" if has_failed else "\nThe same outputs") + (
            ", as far as they are compared" if verdict.left_out else "")
    yield from ("  " + text for text in verdict.notes)
    if verdict.left_out:
        yield "\nNot compared: times, and what differs between runs with NumPy"
        yield from ("  " + text for text in verdict.left_out)
        if verdict.wrong:
            yield ("  Where the program draws random numbers, the differences above may come from "
                   "other draws: seed its generator and compare again.")
    if verdict.wrong and verdict.in_numbers and not verdict.only_signs:
        yield ("\nThis names the first call whose result differs, if one does by more than "
               f"rounding: {shown_command()} run --check {shlex.join(program)}")


def main(argv):
    """Runs the program both ways; 0 where they do the same, 1 where they differ."""
    options = parse(argv)
    folder = WorkingFolder(os.getcwd())
    ended = end_as_if_interrupted()
    try:
        return compare(options, folder)
    except KeyboardInterrupt:
        print("numen compare: puts the files of the working folder back", file=sys.stderr)
        folder.put_back()
        if not ended:
            raise
        return 128 + ended[0]
    finally:
        folder.end()


def end_as_if_interrupted():
    """From here on a closed terminal and a wish to terminate interrupt this process, which puts the
    files back; the numbers of such signals that came."""
    found = []

    def interrupt(number, frame):
        found.append(number)
        raise KeyboardInterrupt

    for number in (signal.SIGHUP, signal.SIGTERM):
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, interrupt)
    return found


def compare(options, folder):
    given = b"" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.buffer.read()
    comparison = Comparison(options, given, folder)
    comparison.run_all()
    verdict = comparison.judged()
    print("\n".join(table(comparison.runs)))
    numpy_run, numen_run = (comparison.runs[way][-1] for way in WAYS)
    for text in failures(numpy_run, numen_run):
        print(text)
    print("\n".join(conclusion(verdict, options.program, bool(numpy_run.code))))
    for sentence in folder.sentences():
        print("\n" + sentence)
    if numen_run.code == 0:
        print("\nWhere Numen's time went (numen run --profile)\n" + comparison.profile)
    return 1 if verdict.wrong else 0
