"""What is said of a cell: met, MISSED, FAILED, absent, or "-" where nothing is demanded of it.

`bounds` maps a field of the cell to the most that it may be. FAILED is a cell whose figures say
nothing: its answer is wrong, or it has a `fault`.
"""

MET, MISSED, FAILED, ABSENT, UNBOUNDED = "met", "MISSED", "FAILED", "absent", "-"
LOSSES = (FAILED, MISSED, ABSENT)  # the worst first
ERRORS = ("error", "error_over_bound")


def is_held(cell, field):
    """Whether the field is within its bound; what is no number is not."""
    return cell[field] <= cell["bounds"][field]


def unmeasured(cell):
    """The fields that have a bound and no value."""
    return [field for field in cell.get("bounds", ()) if cell.get(field) is None]


def fault_of(cell):
    """Why the figures do not count, in words; None where they do."""
    if cell.get("fault"):
        return cell["fault"]
    wrong = [field for field in ERRORS if field in cell.get("bounds", ())
             and cell.get(field) is not None and not is_held(cell, field)]
    return f"wrong answer: {wrong[0]} {cell[wrong[0]]:.3g}" if wrong else None


def verdict(cell):
    """The word for a cell."""
    if fault_of(cell):
        return FAILED
    if "absent" in cell or unmeasured(cell):
        return ABSENT
    bounds = cell.get("bounds", {})
    if not bounds:
        return UNBOUNDED
    return MET if all(is_held(cell, field) for field in bounds) else MISSED


def excess(cell):
    """The largest of the fields over its bound, errors left out: 1 is at the bound."""
    over = [cell[field] / bound for field, bound in cell.get("bounds", {}).items()
            if field not in ERRORS and bound and cell.get(field) is not None]
    return max(over, default=None)


def counts(cells):
    """One line: how many cells are met, missed, failed, absent, without bound.

    >>> counts([{"verdict": "met"}])
    '1 met, 0 MISSED, 0 FAILED, 0 absent, 0 without bound'
    """
    verdicts = [cell["verdict"] for cell in cells]
    return ", ".join(f"{verdicts.count(v)} {word}" for v, word in (
        (MET, "met"), (MISSED, "MISSED"), (FAILED, "FAILED"), (ABSENT, "absent"),
        (UNBOUNDED, "without bound")))
