"""Counts which operations met which layouts and index kinds, and how often each way of computing
was taken; demands minimum counts."""

from collections import Counter

LAYOUTS = ("contiguous", "fortran", "strided", "reversed", "broadcast", "0-d", "empty",
           "unaligned", "byte-swapped")
INDEX_KINDS = ("integer", "slice", "negative step", "newaxis", "ellipsis", "element", "0-d view",
               "integer array", "list", "mask", "partial mask", "mixed", "separated",
               "boolean scalar")
FREQUENT = ("getitem", "setitem", "+", "*", "+=", "out=", "sum", "astype", "reshape", "copy",
            "overlap", "export asarray", "foreign setitem", "real + x", "concatenate", "where",
            "pickle 4", "del")


# How often each way of computing (front.work_counts) must have been taken in 1,000 programs; a
# third of what it was when this was written, on the processor (AVX2 or AVX-512) where it was less.
LEAST_WORK = {"shared jobs": 2_000, "pieces of other threads": 6_000,
              "woken threads": 1_000, "programs": 500,
              "blocks": 1_200, "merged rows": 80, "row programs": 3, "chains": 60,
              "written chains": 20, "searched chains": 40,
              "refused chains": 18, "replayed chains": 5, "streamed": 18,
              "overwritten inputs": 15}


class Coverage:
    """Counts of (operation, layout), of (operation, index kind) and of ways of computing."""

    def __init__(self):
        self.layouts = Counter()
        self.indices = Counter()
        self.work = Counter()

    def add(self, program):
        """Counts the statements of one program."""
        for statement in program.statements:
            self.layouts[statement.operation, statement.layout] += 1
            if statement.index != "none":
                self.indices[statement.operation, statement.index] += 1

    def add_work(self, before, after):
        """Counts what was computed between two answers of front.work_counts."""
        self.work.update({name: count - before[name] for name, count in after.items()})

    def to_data(self):
        """Lists of [operation, column, count], and a dictionary, that json can write."""
        return {"work": dict(self.work),
                "layouts": [[*key, n] for key, n in sorted(self.layouts.items())],
                "indices": [[*key, n] for key, n in sorted(self.indices.items())]}

    def merge(self, data):
        """Adds the counts of to_data."""
        self.work.update(data.get("work", {}))
        for operation, layout, count in data["layouts"]:
            self.layouts[operation, layout] += count
        for operation, index, count in data["indices"]:
            self.indices[operation, index] += count

    def missing_work(self, programs):
        """Sentences about ways of computing; none where what was judged does not count them."""
        return [f"{name}: {self.work[name]}" for name, least in LEAST_WORK.items()
                if name in self.work and self.work[name] < least * programs / 1_000]

    def missing(self, programs):
        """Sentences about cells below their minimum, which grows with the number of programs."""
        scale = programs / 20_000
        found = self.missing_work(programs)
        by_operation = Counter()
        for (operation, layout), count in self.layouts.items():
            by_operation[operation] += count
        for operation in FREQUENT:
            if by_operation[operation] < 400 * scale:
                found.append(f"{operation}: {by_operation[operation]} times")
        for operation in ("getitem", "setitem", "+", "sum", "astype", "copy"):
            for layout in LAYOUTS:
                if operation == "setitem" and layout == "broadcast":
                    continue  # read-only: it can only raise
                if self.layouts[operation, layout] < 10 * scale:
                    found.append(f"{operation} on {layout}: {self.layouts[operation, layout]}")
        for operation in ("getitem", "setitem"):
            for kind in INDEX_KINDS:
                if self.indices[operation, kind] < 15 * scale:
                    found.append(f"{operation} by {kind}: {self.indices[operation, kind]}")
        return found
