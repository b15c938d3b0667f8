"""The page of a benchmark: a summary, what the columns mean, the losses, then what is held."""

from .verdicts import FAILED, LOSSES, MET, excess

# What the fields of cells mean, for the legend of a page.
MEANINGS = {
    "size": "elements of the arrays, or the order of matrices",
    "dtype": "the type of the elements",
    "batch": "matrices of a stack",
    "threads": "threads of the process",
    "layout": "of the inputs in memory",
    "after": "what went before the clock started: work, or rest",
    "ratio": "Numen's time over NumPy's, below 1 faster; the best of some repeats, in turns",
    "bound": "the most that the ratio may be",
    "ratio_of_bound": "the ratio over its bound",
    "ratio_to_best_peer": "Numen's time over the fastest peer's, at its best number of threads",
    "jax_ms": "JAX's milliseconds",
    "ratio_to_best": "Numen's time over that of the fastest library",
    "ratio_to_loop": "Numen's time over that of a loop in C++ written by hand",
    "share_of_limit": "the time of a loop in C++ that only moves these bytes, or only multiplies "
                      "and adds as often, over Numen's time: 1 is all that the machine allows",
    "memory_of_bound": "the process's peak memory over the allowed one (NumPy's and a tenth or 64 "
                       "MB more)",
    "numpy_MB": "the process's peak memory with NumPy", "numen_MB": "with Numen",
    "error": "the largest difference from the right answer (NumPy's where nothing else is said) "
             "over its largest value; inf: another type or shape, or no number",
    "error_1": "the same of matrices of condition 1", "error_1e4": "of condition 1e4",
    "error_1e8": "of condition 1e8", "error_deficient": "of half the rank (a residual)",
    "error_over_bound": "the largest error over 10 n u kappa: above 1 the answer is wrong",
    "numpy_over_bound": "NumPy's largest error over that bound",
    "jax_over_bound": "JAX's", "torch_over_bound": "PyTorch's",
    "status": "PASSED: the error is within its bound", "deviation": "|unread - read| over read",
    "unread_ms": "the time of an expression whose result nobody reads",
    "read_ms": "of the same expression, its result read",
    "without": "seconds without what the row names", "with": "seconds with it",
    "seconds": "what is added, best of some repeats", "median": "the same by medians",
    "run_s": "seconds of `numen run`", "check_s": "of `numen run --check`",
    "checked": "the share of the calls that NumPy made too",
    "expression": "what is recorded", "microseconds": "of one operation or evaluation",
    "job_ms": "the time of a job on one thread",
    "processor_ms": "the processor's time of a job, of all threads",
    "processor_ratio": "the same over that of one thread alone",
    "woken": "threads woken for a job",
    "verdict": "met: all bounds are held; MISSED: one is not; FAILED: a wrong answer, a refusal, "
               "or a cell that was lost; absent: not measured; -: nothing is demanded",
}
LOST = "Losses"
UNITS = {"_ns": "nanoseconds of one call", "_ms": "milliseconds", "_s": "seconds of the process"}


def meaning(key):
    """What a column holds; None for the name of the row."""
    if key in MEANINGS or key == "case":
        return MEANINGS.get(key)
    for suffix, words in UNITS.items():
        if key.endswith(suffix):
            return words
    raise KeyError(f"numen.bench.pages: a column without a meaning: {key}")


def legend(columns):
    """A line for each column that is not the name of the row."""
    return [f"- {heading}: {meaning(key)}" for heading, key, _ in columns if meaning(key)]


def name_of(cell):
    parts = (cell["case"], cell.get("size"), cell.get("dtype"), cell.get("layout"),
             cell.get("after"))
    return " ".join(str(part) for part in parts if part is not None)


def summary(cells):
    """How many cells there are and how they are, the worst and the best of them."""
    count = {word: sum(cell["verdict"] == word for cell in cells) for word in (MET, *LOSSES)}
    lost = ", ".join(f"{number} {word}" for word, number in count.items())
    lines = [f"- {len(cells)} cells: {lost}"]
    ranked = sorted((over, name_of(cell)) for cell in cells if (over := excess(cell)) is not None
                    and cell["verdict"] != FAILED)
    if ranked:
        (best, first), (worst, last) = ranked[0], ranked[-1]
        lines += [f"- worst: {last}, {worst:.3g} of its bound",
                  f"- best: {first}, {best:.3g} of its bound"]
    return lines


def losses(cells):
    """The cells that are not met, FAILED first, then those that are the farthest from it."""
    lost = [cell for cell in cells if cell["verdict"] in LOSSES]
    return sorted(lost, key=lambda cell: (LOSSES.index(cell["verdict"]), -(excess(cell) or 0)))


def parted(cells):
    """(title, cells) of the parts of a page: what is lost, where something is, then the others."""
    lost = losses(cells)
    held = [cell for cell in cells if cell["verdict"] not in LOSSES]
    return [(title, part) for title, part in ((LOST, lost), ("Held", held)) if part]


def markdown(headings, rows):
    """A table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def table_of(table, cells, with_reason=False):
    """The rows of these cells; a FAILED or absent one says why in one more column."""
    headings = [heading for heading, _, _ in table.columns]
    rows = [table.entries(cell) for cell in cells]
    if with_reason:
        headings = [*headings, "why"]
        rows = [[*row, reason(cell)] for row, cell in zip(rows, cells)]
    return markdown(headings, rows)


def reason(cell):
    """Why a cell is lost, for a cell of a table: in one line, without its separators."""
    words = str(cell.get("fault") or cell.get("absent") or "").replace("|", "/")
    return " ".join(words.split()) or "-"


def page(name, facts, table, remarks, sections=""):
    """The whole page in Markdown."""
    lines = [f"# {name}", "", *summary(table.cells), *(f"- {remark}" for remark in remarks[1:]), ""]
    lines += ["## How to read it", "", *legend(table.columns), ""]
    for title, cells in parted(table.cells):
        lines += [f"## {title}", "", table_of(table, cells, with_reason=title == LOST)]
    lines += [sections, "## Where and when", ""]
    lines += [f"- {key}: {value}" for key, value in facts.items() if key != "benchmark"]
    return "\n".join([*lines, ""])
