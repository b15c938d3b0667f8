"""Counts which operations met which layouts and index kinds, and demands minimum counts."""

from collections import Counter

LAYOUTS = ("contiguous", "fortran", "strided", "reversed", "broadcast", "0-d", "empty",
           "unaligned", "byte-swapped")
INDEX_KINDS = ("integer", "slice", "negative step", "newaxis", "ellipsis", "element", "0-d view",
               "integer array", "list", "mask", "partial mask", "mixed", "separated",
               "boolean scalar")
FREQUENT = ("getitem", "setitem", "+", "*", "+=", "out=", "sum", "astype", "reshape", "copy",
            "overlap", "export asarray", "foreign setitem", "real + x", "concatenate", "where",
            "pickle 4", "del")


class Coverage:
    """Counts of (operation, layout) and of (operation, index kind)."""

    def __init__(self):
        self.layouts = Counter()
        self.indices = Counter()

    def add(self, program):
        """Counts the statements of one program."""
        for statement in program.statements:
            self.layouts[statement.operation, statement.layout] += 1
            if statement.index != "none":
                self.indices[statement.operation, statement.index] += 1

    def to_data(self):
        """Lists of [operation, column, count] that json can write."""
        return {"layouts": [[*key, n] for key, n in sorted(self.layouts.items())],
                "indices": [[*key, n] for key, n in sorted(self.indices.items())]}

    def merge(self, data):
        """Adds the counts of to_data."""
        for operation, layout, count in data["layouts"]:
            self.layouts[operation, layout] += count
        for operation, index, count in data["indices"]:
            self.indices[operation, index] += count

    def missing(self, programs):
        """Sentences about cells below their minimum, which grows with the number of programs."""
        scale = programs / 20_000
        found = []
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
