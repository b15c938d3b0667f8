"""Writes what pages say of committed benchmark results: README's figures and picture, the summary.

    ./numen python tools/recorded_figures.py           write README.md, docs/programs.svg and
                                                       benchmarks/results/VERSION.md
    ./numen python tools/recorded_figures.py --check   exit 1 if they are not what it would write

Of each benchmark the newest record of a clean commit counts. Between `<!-- recorded NAME -->` and
`<!-- end -->` README holds what the function of that name says.
"""

import json
import re
import statistics
import sys
import textwrap
from pathlib import Path

from programs_picture import picture

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks/results"
BLOCK = re.compile(r"(<!-- recorded ([\w ]+) -->\n).*?(<!-- end -->)", re.S)
SHOWN = "k_means"  # the program that README shows
CALLS = ("a+b", "np.add(a, b)", "a.sum()", "np.dot(a, b)", "np.cross(a, b)", "np.sin(a)",
         "a[1:-1]", "np.stack")  # fmt: skip
# The head of every record; a summary shows what else there is.
HEAD = frozenset("""benchmark date command machine cpu cores system python numpy numen commit
environment load_before remarks cells seconds""".split())


def records():
    """(path, record) of every committed result of a clean commit."""
    for path in sorted(RESULTS.glob("*/*.json")):
        record = json.loads(path.read_text())
        if not record["commit"].endswith("+"):
            yield path, record


def newest(name):
    """The newest record of a benchmark, with the file it is in under `path`."""
    path, record = max((found for found in records() if found[0].stem == name),
                       key=lambda found: found[1]["date"])
    return {**record, "path": path.relative_to(ROOT).as_posix()}


def source(record):
    """Where figures come from: command, file, commit, machine."""
    return (f"`{record['command']}` at {record['commit'][:10]} on {record['date'][:10]}, "
            f"{record['cpu']} with {record['cores']} cores, NumPy {record['numpy']}, Python "
            f"{record['python']}: [{record['path']}]({record['path']})")  # fmt: skip


def paragraph(words):
    return textwrap.fill(words, 100, break_long_words=False, break_on_hyphens=False)


def figure(number):
    """Three figures."""
    return f"{number:.3g}" if number < 1000 else f"{number:.0f}"


def program():
    record = newest("programs")
    cells = {cell["size"]: cell for cell in record["cells"] if cell["case"] == SHOWN}
    rows = [f"| {size} | {figure(cell['numpy_ms'])} ms | {figure(cell['numen_ms'])} ms | "
            f"{cell['error']:.0e} |" for size, cell in cells.items()]  # fmt: skip
    return "\n".join(["| size | NumPy | Numen | largest difference |", "|---|---|---|---|", *rows])


def programs():
    record = newest("programs")
    ratios = [cell["ratio"] for cell in record["cells"]]
    names = {cell["case"] for cell in record["cells"]}
    error = max(cell["error"] for cell in record["cells"])
    return paragraph(
            f"{len(names)} programs at {len(ratios) // len(names)} sizes: the median of Numen's "
            f"time is {statistics.median(ratios):.2f} of NumPy's, {sum(r > 0.9 for r in ratios)} "
            f"of {len(ratios)} take more than 0.9 of it, {sum(r > 1 for r in ratios)} more than "
            f"NumPy's own, and no result differs by more than {error:.0e} of its largest value "
            f"({source(record)}).")  # fmt: skip


def slower():
    rows = [f"`{cell['case']}` ({cell['size']}) {cell['ratio']:.2f}"
            for cell in newest("programs")["cells"] if cell["ratio"] > 1]
    return paragraph("Slower than NumPy of the picture's programs, as multiples of NumPy's time: "
                     f"{', '.join(rows) or 'none'}.")


def small_calls():
    record = newest("small_calls")
    cells = {(cell["case"], cell["size"]): cell for cell in record["cells"]
             if cell["dtype"] == "float64"}
    shown = [cells.get((name, 10)) or cells[name, 3] for name in CALLS]
    return "\n".join([
        "| | " + " | ".join(f"`{name}`" for name in CALLS) + " |",
        "|---|" + "---|" * len(CALLS),
        *(f"| {title} | " + " | ".join(figure(cell[key]) for cell in shown) + " |"
          for title, key in (("NumPy", "numpy_ns"), ("Numen", "numen_ns"))),
        "", paragraph(f"({source(record)})")])  # fmt: skip


def start_up():
    record = newest("start_up")
    cells = {cell["case"]: cell for cell in record["cells"]}
    empty, numpys = cells["program without imports"], cells["program that imports NumPy"]
    times = [f"{1e3 * cell[key]:.0f} ms" for cell in (empty, numpys) for key in ("with", "without")]
    words = ("Processor time of a program that imports nothing: {} where `python` takes {}; "
             "of one that imports NumPy: {} where `python` takes {} ({}).")  # fmt: skip
    return paragraph(words.format(*times, source(record)))


def fresh_clone():
    record = newest("fresh_clone")
    return paragraph(f"From a fresh clone the first command took {record['run_fusion_minutes']} "
                     f"minutes, both together {record['test_minutes']} ({source(record)}).")


WRITERS = {"program": program, "programs": programs, "slower": slower, "fresh clone": fresh_clone,
           "small calls": small_calls, "start up": start_up}


def with_figures(readme):
    return BLOCK.sub(lambda block: f"{block[1]}{WRITERS[block[2]]()}\n{block[3]}", readme)


def summary_row(path, record):
    """A row of the summary: of benchmarks the cells, of other records their numbers."""
    if "cells" in record:
        ratios, errors = ([cell[key] for cell in record["cells"] if cell.get(key) is not None]
                          for key in ("ratio", "error"))
        words = [record["remarks"][0]]
        if ratios:
            words.append(f"ratio to NumPy {statistics.median(ratios):.2f} in the median, "
                         f"{max(ratios):.2f} at most")
        if errors:
            words.append(f"largest difference {max(errors):.0e}")
    else:
        words = [f"{key.replace('_', ' ')} {value}" for key, value in record.items()
                 if key not in HEAD and isinstance(value, (int, float))]
    name = f"[{path.stem}]({path.parent.name}/{path.name})"
    return f"| {name} | {record['date'][:10]} | {record['commit'][:10]} | {'; '.join(words)} |"


def summary(version):
    """The page of one version: machine by machine what was recorded of it."""
    lines = [f"# Results of Numen {version}", "",
             "Made by `./numen python tools/recorded_figures.py`; do not edit. A cell within its",
             "bound is met, else MISSED. FAILED: a wrong answer or an exception; absent: not",
             "measured.", ""]
    machines = {}
    for path, record in records():
        if record["numen"] == version:
            machines.setdefault(path.parent.name, []).append((path, record))
    for found in machines.values():
        head = max((record for _, record in found), key=lambda record: record["date"])
        lines += [f"## {head['cpu']}, {head['cores']} cores", "",
                  "| record | date | commit | result |", "|---|---|---|---|",
                  *(summary_row(*row) for row in found), ""]  # fmt: skip
    return "\n".join(lines)


def pages():
    """{path: text} of everything that is written."""
    readme = ROOT / "README.md"
    made = {readme: with_figures(readme.read_text()),
            ROOT / "docs/programs.svg": picture(newest("programs"))}  # fmt: skip
    for version in {record["numen"] for _, record in records()}:
        made[RESULTS / f"{version}.md"] = summary(version)
    return made


def main(arguments):
    made = pages()
    if arguments == ["--check"]:
        stale = [str(path.relative_to(ROOT)) for path, text in made.items()
                 if not path.exists() or path.read_text() != text]
        return f"stale: {', '.join(stale)}" if stale else 0
    for path, text in made.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
