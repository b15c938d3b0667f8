"""Writes docs/clients.md: the calls that tests/clients hands Numen arrays to, by library.

    ./numen python tools/client_table.py           write the page
    ./numen python tools/client_table.py --check   exit 1 if the page is not what it would write
"""

import ast
import itertools
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.clients.first_contact import CONTACTS, GIVEN, SIZES, TYPED_CONTACTS  # noqa: E402
from tests.clients.table import CALLS, LIBRARIES, SHAPES  # noqa: E402

PAGE = ROOT / "docs" / "clients.md"
HEAD = """# Calls to other libraries

Calls that hand a Numen array `x` to another library. The tests run each of them (those of PyTorch
with `./numen test --torch`) with `x` small,
large (computed by Numen, seen by no other library before), a view of either, strided, reversed,
0-d, float32 and complex; results, errors and what the call does to `x` equal those for a NumPy
array. Shapes: {shapes}.

Compiled functions that look at the type of `x` before anything else take it, too (`numen.doors`).
Of a large array `type(x) is numpy.ndarray` is false until another library has seen it;
`type(x) == numpy.ndarray` and `isinstance(x, numpy.ndarray)` are true.

Made by `./numen python tools/client_table.py` from `tests/clients`; do not edit.
"""


def descriptions():
    """What each short program of tests/clients/programs.py does: its docstring."""
    tree = ast.parse((ROOT / "tests/clients/programs.py").read_text())
    return {node.name: ast.get_docstring(node) for node in tree.body
            if isinstance(node, ast.FunctionDef)}


def rows(library, programs):
    """A line for each call of a library."""
    for call in CALLS:
        if call.library != library:
            continue
        name = call.text.removeprefix("programs.").removesuffix("(x)")
        text = f"`{call.text}`"
        if call.text == f"programs.{name}(x)":
            text = " ".join(programs[name].split())
        yield f"| {text.replace('|', '&#124;')} | {call.shape} |"


CONTACTS_HEAD = """## First contact from a user's module

The tests run each of these calls in a module of the user's, where `np` is Numen and `x` has just
been computed, with {sizes} elements: it gives what it gives under Python.
{count} calls of {libraries} libraries. Calls marked *typed* are of compiled code that asks for
numpy.ndarray before anything else.

| `x` | how it is made of `n` elements |
|---|---|
"""


def contacts():
    """The part of the page about first contacts."""
    rows = sorted(CONTACTS + TYPED_CONTACTS, key=lambda row: row.library.lower())
    sizes = ", ".join(f"{size:,}" for size in SIZES[:-1]) + f" and {SIZES[-1]:,}"
    yield CONTACTS_HEAD.format(sizes=sizes, count=len(rows),
                               libraries=len({row.library for row in rows}))[:-1]
    yield from (f"| {name} | `{text}` |" for name, text in GIVEN.items())
    for library, calls in itertools.groupby(rows, lambda row: row.library):
        yield f"\n### {library}\n\n| call | `x` | |\n|---|---|---|"
        for row in calls:
            text = row.text.replace("|", "&#124;")
            yield f"| `{text}` | {row.given} | {'typed' * (row in TYPED_CONTACTS)} |"
    yield ""


def page():
    """The page's text."""
    programs = descriptions()
    shapes = ", ".join(f"{name} {small} or {large}" for name, (small, large) in SHAPES.items())
    parts = [HEAD.format(shapes=shapes), f"{len(CALLS)} calls.\n"]
    for library in LIBRARIES:
        parts += [f"## {library}\n", "| call | shape | |", "|---|---|---|",
                  *rows(library, programs), ""]
    parts += contacts()
    return "\n".join(parts)


def main(arguments):
    if arguments == ["--check"]:
        return 0 if PAGE.read_text() == page() else f"{PAGE} is stale"
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
