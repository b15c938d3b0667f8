"""`numen bench NAME`: runs numen.bench.NAME, whose main(argv) measures and prints."""

import importlib
import pkgutil
import sys


def names():
    """The benchmarks there are: modules with a `main`, which the others help."""
    package = importlib.import_module("numen.bench")
    found = (module.name for module in pkgutil.iter_modules(package.__path__))
    return sorted(name for name in found
                  if hasattr(importlib.import_module(f"numen.bench.{name}"), "main"))


def listing():
    """A line for each benchmark: the lines of the package's docstring that begin with a name."""
    lines = importlib.import_module("numen.bench").__doc__.splitlines()
    return "\n".join("  " + line for line in lines if line.partition("  ")[0] in names())


def main(argv):
    """Runs the benchmark that argv[0] names with the other arguments."""
    if not argv or argv[0] in ("-h", "--help"):
        print(f"usage: numen bench NAME [arguments]\n\n{listing()}\n\n"
              "`numen bench NAME --help` prints the arguments.")
        return 0 if argv else 2
    if argv[0] not in names():
        print(f"numen bench: there is no benchmark {argv[0]!r}; there are: {', '.join(names())}",
              file=sys.stderr)  # fmt: skip
        return 2
    return importlib.import_module(f"numen.bench.{argv[0]}").main(argv[1:])
