"""The command `numen`: `numen run program.py`, `numen info`, `numen bench NAME` ..."""

import importlib
import os
import signal
import sys

COMMANDS = {
    "run": "run a program on Numen: script.py, -m module, -c code, or from stdin",
    "compare": "run a program with NumPy and with Numen: outputs, times, where ours went",
    "info": "version, processor, threads, memory, BLAS, devices, caches",
    "bench": "run a benchmark: numen bench NAME",
    "accept": "check a step's targets: numen accept N (in a checkout)",
    "test": "run the tests (in a checkout)",
    "build": "build the libraries or a wheel (in a checkout)",
}


# Those that compute, and need the engine to be there and its settings to mean something.
COMPUTING = ("run", "compare", "info", "bench")


def usage():
    lines = ["usage: numen COMMAND [arguments]", ""]
    lines += [f"  {name:7} {text}" for name, text in COMMANDS.items()]
    lines += ["", "numen COMMAND --help tells more."]
    return "\n".join(lines)


def main(argv=None):
    """Runs the command that `argv` names and returns its exit code."""
    argv = sys.argv[1:] if argv is None else argv
    if argv[:1] == ["help"] and len(argv) > 1:
        argv = [argv[1], "--help"]
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(usage(), file=sys.stdout if argv else sys.stderr)
        return 0 if argv else 2
    if argv[0] in ("-V", "--version"):
        from . import __version__

        print(f"numen {__version__}")
        return 0
    if argv[0] not in COMMANDS:
        print(f"numen: there is no command {argv[0]!r}; there are: {', '.join(COMMANDS)}",
              file=sys.stderr)  # fmt: skip
        return 2
    if argv[0] in COMPUTING:
        try:
            importlib.import_module("numen.native")
        except ImportError as error:
            print(f"numen: {error}", file=sys.stderr)
            return 2
        if any(name.startswith("NUMEN_") for name in os.environ):
            from .unknown_settings import sentences

            for sentence in sentences():
                print(sentence, file=sys.stderr)
    command = importlib.import_module(f"numen.commands.{argv[0]}")
    return command.main(argv[1:]) if argv[0] == "run" else told(command, argv[1:])


def told(command, arguments):
    """The exit code of a command whose reader may have read enough, as `head` does."""
    try:
        code = command.main(arguments)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("numen: interrupted", file=sys.stderr)
        end_by(signal.SIGINT)
    except BrokenPipeError:
        # What is left is flushed once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def end_by(number):
    """Ends the process by a signal, which its parent then sees, as Python ends uncaught
    interrupts."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def shown_command():
    """What the user types for this command: ./numen in a checkout."""
    started = os.path.basename(sys.argv[0])
    return {"start.py": "./numen", "__main__.py": "python -m numen"}.get(started, "numen")


if __name__ == "__main__":
    sys.exit(main())
