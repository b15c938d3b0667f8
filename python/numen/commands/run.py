"""`numen run`: runs a program as python would, with Numen as its numpy.

The program gets a fresh `__main__`, its own sys.argv and sys.path[0], python's exit codes, a stack
that begins with its own frame, and tracebacks without our frames.
"""

import gc
import io
import os
import pkgutil
import runpy
import sys
from importlib.machinery import BuiltinImporter, SourceFileLoader
from types import ModuleType

from .. import doors, hook, workers
from ..native import front

# Files whose frames are no business of the user's: this one, the import hook, the profile.
_package = os.path.dirname(os.path.abspath(hook.__file__))
_hidden = (
    os.path.abspath(__file__),
    os.path.abspath(hook.__file__),
    os.path.join(_package, "profile.py"),
    os.path.join(_package, "check.py"),
    os.path.join(_package, "check_rewriting.py"),
)

# The letters of python's own options, which the running interpreter no longer takes.
PYTHONS_OPTIONS = tuple("bBdEiIOPqsSuvVWxX")

USAGE = "numen run [options] (script.py | folder | -m module | -c code | -) [arguments]"


def main(argv):
    """Runs the program that the command line names; does not return if it fails."""
    options, program = parse(argv)
    if not program:
        if sys.stdin is None or sys.stdin.isatty():
            print(f"usage: {USAGE}\nnumen run: name a program, or give it on stdin",
                  file=sys.stderr)  # fmt: skip
            return 2
    hook.install(options.include or (), options.exclude or ())
    hook.run_by(sys._getframe())
    workers.follow()
    # The report is the last thing on stderr: entered first, atexit calls it last.
    watch(options)
    # What is imported by now lives as long as the process: neither the collections of the program
    # nor the one at its end, which takes 15 ms, need look at it.
    gc.freeze()
    kind, rest = (program or ["-"])[0], program[1:]
    if kind == "-c":
        return run_guarded(run_text, rest[0], "<string>", ["-c", *rest[1:]])
    if kind == "-m":
        return run_guarded(run_module, rest[0], ["-m", *rest[1:]])
    if kind == "-":
        text = sys.stdin.buffer.read()
        named = {"__file__": "<stdin>", "__cached__": None}
        return run_guarded(run_text, text, "<stdin>", program or [""], named)
    return run_guarded(run_path, kind, program)


class Options:
    """What stands before the program, unless it is given."""

    profile = strict = check = False
    trace = include = exclude = None


def parse(argv):
    """(options before the program, [program, its arguments...]); exits on a wrong option."""
    ours, program = split(argv)
    is_cut_off = program[:1] in (["-m"], ["-c"]) and len(program) < 2
    options = Options()
    if ours or is_cut_off:
        parser = make_parser()
        _, unknown = parser.parse_known_args(ours, options)
        if unknown:
            parser.error(refusal(unknown))
        if is_cut_off:
            parser.error(f"argument {program[0]}: expected one argument")
        if options.trace is not None and options.trace.endswith(".py"):
            parser.error(
                f"argument --trace: {options.trace} is no place for a trace, but a program")
        options.include = named("--include", options.include, program, parser)
        options.exclude = named("--exclude", options.exclude, program, parser)
    return options, program


def named(option, given, program, parser):
    """Where the packages, modules and folders lie that an option names; exits on an unknown one."""
    found = []
    for name in ",".join(given).split(",") if given else ():
        places = hook.places(name, [folder_of(program)])
        if option == "--include" and name.partition(".")[0] == "numpy":
            parser.error(f"argument {option}: {name} serves Numen, and is never included")
        if not places:
            parser.error(f"argument {option}: there is no package, module or folder {name!r} "
                         "(of one that only the program will find, name the folder)")
        found += places
    return found


def folder_of(program):
    """Where the modules of a program lie, which its imports find first."""
    path = program[0] if program else "-"
    if path in ("-m", "-c", "-"):
        return os.getcwd()
    return path if os.path.isdir(path) else os.path.dirname(os.path.realpath(path))


def refusal(unknown):
    """The words for options that are not ours, which python's have a place for."""
    text = f"unrecognized arguments: {' '.join(unknown)}"
    if unknown[0][1:2] in PYTHONS_OPTIONS:
        python = "./numen python" if os.path.basename(sys.argv[0]) == "start.py" else "python"
        text += f" (python's own go before: {python} {unknown[0]} ... -m numen run ...)"
    return text


def make_parser():
    import argparse  # takes 5 ms, and most programs are run without options

    parser = argparse.ArgumentParser(
        prog="numen run",
        usage=USAGE,
        description="Run a Python program; its own `import numpy` is Numen.",
        epilog="Everything after the program belongs to the program.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add(
        "--profile",
        action="store_true",
        help="say on stderr at the end where the time went, by line, and what would save some",
    )
    add("--trace", metavar="FILE",
        help="write what ran, when, to a JSON file for Perfetto or chrome://tracing")  # fmt: skip
    add("--strict", action="store_true", help="a fallback is an error naming call and line")
    add(
        "--check",
        action="store_true",
        help="make calls in NumPy too, as many as ten times the program's time allows, and report "
        "the first difference of each line",
    )
    add(
        "--include",
        action="append",
        metavar="NAME",
        help="also give Numen to this installed package, module (a.b) or folder (repeatable)",
    )
    add("--exclude", action="append", metavar="NAME",
        help="leave the real NumPy to this one of yours (repeatable)")  # fmt: skip
    add("-m", dest="module", metavar="module", help="run a module, as python -m")
    add("-c", dest="code", metavar="code", help="run the text, as python -c")
    return parser


def split(argv):
    """Parts the command line where the program begins: -m, -c, - or the first plain word."""
    at = 0
    while at < len(argv):
        word = argv[at]
        if word in ("-m", "-c", "-") or not word.startswith("-"):
            break
        if word[:2] in ("-m", "-c") and not word.startswith("--"):
            return argv[:at], [word[:2], word[2:], *argv[at + 1 :]]
        if word == "--":
            return argv[:at], argv[at + 1 :]
        at += 2 if word in ("--include", "--exclude", "--trace") else 1
    return argv[:at], argv[at:]


def watch(options):
    """Switches on what --profile, --trace, --strict and --check ask for."""
    if options.check:  # first: what it imports is none of the program's time
        from .. import check

        check.start()
        global _compile
        _compile = check.rewrite
    if options.profile or options.strict or options.trace is not None:
        from ..profile import Profile

        try:
            Profile(options.strict, options.profile, options.trace).start()
        except OSError as error:
            sys.exit(f"numen run: --trace: {error}")


def run_guarded(run, *arguments):
    """Runs the program; an uncaught exception ends the process as python would end it."""
    try:
        return run(*arguments) or 0
    except SystemExit:
        raise
    except BaseException as raised:
        error = raised  # reported further down: a hook of the program's does not handle it
    strip_frames(error)
    doors.note_cure(error)
    report_uncaught(error)
    if isinstance(error, KeyboardInterrupt):
        # Python itself then finishes the process and dies by SIGINT.
        sys.excepthook = lambda *_: None
        raise KeyboardInterrupt from None
    sys.exit(1)


def report_uncaught(error):
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
    if sys.version_info >= (3, 12):
        sys.last_exc = error
    if not hasattr(sys, "excepthook"):
        print("sys.excepthook is missing", file=sys.stderr)
        return sys.__excepthook__(type(error), error, error.__traceback__)
    try:
        front.run_outermost(sys.excepthook, type(error), error, error.__traceback__)
        return
    except SystemExit:
        raise
    except BaseException as raised:
        failure = raised
    strip_frames(failure)
    print("Error in sys.excepthook:", file=sys.stderr)
    sys.__excepthook__(type(failure), failure, failure.__traceback__)
    print("\nOriginal exception was:", file=sys.stderr)
    sys.__excepthook__(type(error), error, error.__traceback__)


def strip_frames(error):
    """Takes the frames of the hidden files out of an exception's tracebacks."""
    seen = set()
    waiting = [error]
    while waiting:
        current = waiting.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        current.__traceback__ = without_our_frames(current.__traceback__)
        waiting += [current.__cause__, current.__context__]
        waiting += getattr(current, "exceptions", ())


def without_our_frames(traceback):
    kept = []
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename not in _hidden:
            kept.append(traceback)
        traceback = traceback.tb_next
    following = None
    for entry in reversed(kept):
        entry.tb_next = following
        following = entry
    return following


def fresh_main(**attributes):
    """A new, empty `__main__` with the attributes that python gives it."""
    main_module = ModuleType("__main__")
    main_module.__builtins__ = sys.modules["builtins"]
    main_module.__annotations__ = {}
    for name, value in attributes.items():
        setattr(main_module, name, value)
    # The module this process started with stays alive: its functions are still running.
    fresh_main.started_with = sys.modules["__main__"]
    sys.modules["__main__"] = main_module
    return main_module


def _compile(text, filename):
    """The program's code; --check puts another function here."""
    return compile(text, filename, "exec", dont_inherit=True)


def set_up(argv, first_path):
    sys.argv = argv
    if not sys.flags.safe_path:
        if sys.path:
            sys.path[0] = first_path
        else:
            sys.path.append(first_path)


def execute(text, filename, namespace):
    """Runs the text of a program, with none of our frames on the stack."""
    code = None
    try:
        if isinstance(text, str) or is_decodable(text):
            code = _compile(text, filename)
    except (SyntaxError, ValueError):  # ValueError: null bytes, before Python 3.12
        if isinstance(text, str):
            raise
    if code is not None:
        front.run_outermost(code, namespace)
    else:  # Python complains of files in other words than of texts: let it
        front.run_outermost(front.run_as_file, text, filename, namespace)


def is_decodable(text):
    """Whether the bytes of a script are UTF-8, or declare to be something else.

    In comments compile() lets anything stand, which Python refuses in a file.
    """
    try:
        text.decode()
        return True
    except UnicodeDecodeError:
        import tokenize  # takes 5 ms

    try:
        return not tokenize.detect_encoding(io.BytesIO(text).readline)[0].startswith("utf-8")
    except SyntaxError:
        return False


def run_text(text, filename, argv, attributes=()):
    """Runs the text of -c or of stdin."""
    set_up(argv, "")
    execute(text, filename, vars(fresh_main(__loader__=BuiltinImporter, **dict(attributes))))


def run_module(name, argv):
    """As python -m NAME."""
    set_up(argv, os.getcwd())
    fresh_main()
    front.run_outermost(runpy._run_module_as_main, name)


def run_path(path, argv):
    """Runs a script, or the __main__.py of a folder or zip file."""
    if pkgutil.get_importer(path) is not None:
        set_up(argv, os.path.abspath(path))
        fresh_main()
        front.run_outermost(runpy._run_module_as_main, "__main__", False)
        return
    full_path = os.path.abspath(path)
    try:
        with io.open_code(full_path) as file:
            text = file.read()  # once: a pipe does not go back
    except OSError as error:
        print(f"{sys.executable}: can't open file {full_path!r}: "
              f"[Errno {error.errno}] {error.strerror}", file=sys.stderr)  # fmt: skip
        sys.exit(2)
    set_up(argv, os.path.dirname(os.path.realpath(full_path)))
    loader = SourceFileLoader("__main__", full_path)
    namespace = vars(fresh_main(__loader__=loader, __file__=full_path, __cached__=None))
    code = pkgutil.read_code(io.BytesIO(text))
    if code is None:
        execute(text, full_path, namespace)
    else:
        front.run_outermost(code, namespace)
