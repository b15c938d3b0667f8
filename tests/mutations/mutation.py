"""One mutation: a guard taken out of one file, and the tests that should see it."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Mutation:
    """kind: wall, wait, version, store, write or one of elsewhere.py (see __main__.py).

    old, new: the text taken out, which stands once in the file, and what takes its place.
    tests: the cheapest test files, or tests, that should fail; the first of them first.
    """

    name: str
    kind: str
    file: str
    old: str
    new: str
    tests: tuple

    def source(self, folder=ROOT):
        return (Path(folder) / self.file).read_text()

    def place(self, folder=ROOT):
        """Where the text begins in the file; ValueError unless it stands there once."""
        text = self.source(folder)
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: {text.count(self.old)} places in {self.file}")
        return text.index(self.old)

    def apply(self, folder):
        """Writes the changed file below another copy's folder; what was there before."""
        self.place(folder)
        before = self.source(folder)
        (Path(folder) / self.file).write_text(before.replace(self.old, self.new))
        return before


def of_file(file, *tests):
    """A maker of mutations of one file: (kind, what is taken out, old text, new text, *tests)."""
    def make(kind, what, old, new, *own_tests):
        return Mutation(f"{Path(file).name}: {what}", kind, file, old, new, own_tests or tests)
    return make
