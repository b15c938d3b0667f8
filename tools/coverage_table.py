"""Writes docs/coverage.md: who computes each public name, as numen.coverage() says.

    ./numen python tools/coverage_table.py           write the page
    ./numen python tools/coverage_table.py --check   exit 1 if the page is not what it would write
"""

import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "coverage.md"
HEAD = """# Coverage

Who computes each public name of NumPy and of scipy.linalg: *native*, Numen's engine; *composite*,
Python over native names; *fallback*, NumPy or SciPy itself on the same memory, counted by `numen
run --profile`. As native count also the libraries' own objects that compute no array (dtypes,
constants, exceptions, settings, `numpy.testing`'s tools, functions about types and text, SciPy's
submodules). The numbers of `numpy.random` are drawn by NumPy's generators into Numen's arrays;
`numen.coverage()` has them under native. Classes that are fallbacks (`polynomial.Polynomial`,
`ma.MaskedArray`, `poly1d`) are the libraries' own: what their methods compute is NumPy's and
counted by nobody.

Made by `./numen python tools/coverage_table.py` from `numen.coverage()`; do not edit.
"""
GENERATORS = "NumPy's generators"
KINDS = ("native", "composite", "fallback", GENERATORS)
# Attributes that ndarray has in some versions of Python only.
OF_PYTHON = ("ndarray.__buffer__", "ndarray.__release_buffer__")


def counted(names):
    """`12 native, 3 fallback` of a dict from name to kind."""
    counts = {kind: list(names.values()).count(kind) for kind in KINDS}
    return ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)


def page(coverage):
    """The page's text, a section for each module or class and a line for each name."""
    sections = {}
    for name, kind in coverage.items():
        if name in OF_PYTHON:
            continue
        owner, _, last = name.rpartition(".")
        sections.setdefault(owner, {})[last] = GENERATORS if owner == "random" else kind
    titles = {owner: owner if owner.startswith("scipy") else f"numpy.{owner}".removesuffix(".")
              for owner in sections}
    parts = [HEAD, "| | |", "|---|---|"]
    parts += [f"| {titles[owner]} | {counted(names)} |" for owner, names in sections.items()]
    for owner, names in sections.items():
        parts += ["", f"## {titles[owner]}", "", "| name | computed by |", "|---|---|"]
        parts += [f"| `{name}` | {names[name]} |" for name in sorted(names)]
    return "\n".join(parts) + "\n"


def main(arguments):
    import numen

    text = page(numen.coverage())
    if arguments == ["--check"]:
        return 0 if PAGE.read_text() == text else f"{PAGE} is stale"
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
