"""Cells of the table from what the processes with one thread and with two have measured."""

from . import large, matrices, targets

PEERS = ("jax", "torch")
NATIVE_PEERS = ("scipy", "jax", "torch")
LABELS = ("timed", *map(matrices.label, (*matrices.CONDITIONS, matrices.DEFICIENT)))


def best(parts, names):
    """The fastest of these libraries on any number of threads; None where there is none."""
    found = [part["seconds"][name] for part in parts for name in names if name in part["seconds"]]
    return min(found, default=None)


def quotient(a, b):
    return round(a / b, 4) if a is not None and b else None


def worst_over_bound(part, name):
    """The library's largest error over its bound, at any condition; None where none is known: what
    was not judged is not right.
    """
    over = [found[name][1] for found in part["errors"].values()
            if name in found and found[name][1] is not None]
    return round(max(over), 5) if over else None


def error_fields(part, name):
    """The errors of one library by condition, over the bounds, and those of the others."""
    by_condition = {label: found[name][0] for label, found in part["errors"].items()
                    if name in found}
    worst = worst_over_bound(part, name)
    fields = {"error": by_condition.get("timed"), "error_over_bound": worst,
              "status": "PASSED" if worst is not None and worst <= 1 else "FAILED"}
    fields |= {f"{other}_over_bound": worst_over_bound(part, other)
               for other in ("numpy", *NATIVE_PEERS) if other in part["seconds"]}
    fields |= {f"error_{label}": error for label, error in by_condition.items()
               if label != "timed"}
    return fields


def head(row, part, ours, theirs, suffix):
    """The fields that every cell has: `ours` over `theirs`."""
    seconds = part["seconds"]
    precision = "native" if ours == "native" else "default"
    return {
        "case": row.name + suffix, "size": row.size, "dtype": row.dtype, "precision": precision,
        **row.facts, "numpy_ns": round(1e9 * seconds["numpy"], 1),
        "numen_ns": round(1e9 * seconds[ours], 1),
        **{f"{name}_ns": round(1e9 * seconds[name], 1) for name in NATIVE_PEERS
           if name in seconds},
        "ratio": quotient(seconds[ours], seconds[theirs]), **error_fields(part, ours),
        "errors_of_all": part["errors"], **part.get("facts", {}),
    }


def bound_of_ratio(row, cell, ours):
    """The largest allowed time over NumPy's."""
    if row.name == targets.MILLION and row.dtype == "float32":
        return 1 / (18 if ours == "native" else 10)
    if row.name in targets.BOUNDS:
        return targets.BOUNDS[row.name]
    if "batch of" in row.name:
        return 1.0
    times = targets.WANTED.get(cell["case"], {}).get(row.size)
    return 1 / times if times else None


def bounds(row, cell, ours):
    """What the cell has to reach, by field."""
    found = {"error_over_bound": 1.0, "ratio": bound_of_ratio(row, cell, ours),
             "ratio_to_best_peer": 1.0, "error_to_svd": targets.MOST_OVER_SVD,
             "ratio_to_best": targets.MOST_OVER_BEST, "limit_over_share": 1.0}
    if row.name == large.INVERSE:
        del found["ratio_to_best"]  # it is to be ahead of NumPy's inverse
    if row.name in targets.ON_TWO_THREADS and row.size in targets.ON_TWO_THREADS[row.name]:
        found["ratio_to_one_thread"] = 1 / 1.8
    if (row.name, row.size) in targets.AHEAD_OF_JAX:
        found["ratio_to_jax"] = 1.0
    return {key: round(bound, 4) for key, bound in found.items()
            if bound is not None and (key == "error_over_bound" or cell.get(key) is not None)}


def with_bounds(row, cell, ours):
    cell["bounds"] = bounds(row, cell, ours)
    cell["bound"] = cell["bounds"].get("ratio")
    return cell


def with_peers_not_run(cell, parts, rivals):
    """The cell, not measured where one that it is compared with was not run."""
    lost = {name: reason for part in parts for name, reason in part["refusals"].items()
            if name in rivals}
    if lost:
        cell["absent"] = "a peer was not run: " + "; ".join(map(": ".join, lost.items()))
    return cell


def of_threads(row, parts, ours, of_peers=()):
    """One cell for each number of threads. Against peers the best of any number of threads counts,
    of Numen as of them.
    """
    ahead = best(parts, [ours])
    # float32 by default is computed as NumPy does; what computes in float32 is native's peer
    peers = [] if row.dtype == "float32" and ours == "numen" else (
        NATIVE_PEERS if ours == "native" else PEERS)
    for part, threads in zip(parts, row.threads):
        suffix = ", two threads" if threads == 2 and len(parts) > 1 else ""
        cell = head(row, part, ours, "numpy", (", native" if ours == "native" else "") + suffix)
        cell["threads"] = threads
        cell["ratio_to_best_peer"] = quotient(ahead, best([*parts, *of_peers], peers))
        if peers:
            cell["ratio_to_jax"] = quotient(part["seconds"][ours], part["seconds"].get("jax"))
        if suffix:
            one = parts[0]["seconds"][ours]
            cell["ratio_to_one_thread"] = quotient(part["seconds"][ours], one)
        if row.question == "pinv" and getattr(row, "condition", None):
            of_all = part["errors"]["timed"]
            cell["error_to_svd"] = quotient(of_all[ours][0], of_all["numpy"][0])
        yield with_bounds(row, with_peers_not_run(cell, parts, peers), ours)


def of_large(row, part, ours, products_per_second, of_peers=()):
    """A cell beside the fastest library of the same accuracy, at its best number of threads."""
    cell = head(row, part, ours, "numpy", ", native" if ours == "native" else "")
    if ours == "native":
        rivals = NATIVE_PEERS
    else:
        rivals = ("numpy",) if row.dtype == "float32" else ("numpy", *NATIVE_PEERS)
    seconds = part["seconds"][ours]
    cell["ratio_to_best"] = quotient(seconds, best([part, *of_peers], rivals))
    if row.question == "matmul":
        share = 2 * row.n**3 / seconds / products_per_second
        cell["share_of_limit"] = round(share, 4)
        cell["limit_over_share"] = round(targets.LEAST_SHARE / share, 4)
    return with_bounds(row, with_peers_not_run(cell, [part], rivals), ours)


def kinds(row):
    """Which of ours a row has cells of."""
    has_native = row.dtype == "float32" and row.question != "matmul"
    return ("numen", "native") if has_native else ("numen",)


def keys(row):
    """For every cell of a row the fields that tell it from the others."""
    for ours in kinds(row):
        for threads in row.threads:
            is_second = threads == 2 and len(row.threads) > 1
            yield {"case": row.name + (", native" if ours == "native" else "")
                   + (", two threads" if is_second else ""),
                   "size": row.size, "dtype": row.dtype,
                   "precision": "native" if ours == "native" else "default"}


def unmeasured(row, ours, why):
    """The cells of a row without figures: `why` is the field absent or the field fault."""
    return [{**key, **why, "status": next(iter(why.values()))} for key in keys(row)
            if (key["precision"] == "native") == (ours == "native")]


def of_kind(row, parts, ours, products_per_second, of_peers):
    """The cells of a row for one of ours."""
    for part in parts:
        if ours in part["refusals"]:
            return unmeasured(row, ours, {"fault": f"refused: {part['refusals'][ours]}"})
        if ours not in part["seconds"]:
            return unmeasured(row, ours, {"absent": "not built"})
    if row.threads == ("all",):
        return [of_large(row, parts[0], ours, products_per_second, of_peers)]
    return list(of_threads(row, parts, ours, of_peers))


def of(row, parts, products_per_second=None, of_peers=()):
    """The cells of a row; `parts` in the order of its threads, each measured or with `absent`, and
    `of_peers` what peers took with other numbers of threads.
    """
    for part in parts:
        if "absent" in part:
            return [cell for ours in kinds(row)
                    for cell in unmeasured(row, ours, {"absent": part["absent"]})]
    measured = [part for part in of_peers if "absent" not in part]
    return [cell for ours in kinds(row)
            for cell in of_kind(row, parts, ours, products_per_second, measured)]
