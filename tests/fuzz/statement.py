"""A fuzz program as data: a list of statements in Python source and what the judge must know.

A program says nothing about the module it runs in: `np` is NumPy in one run and Numen in the
other, `numpy` is always the real one.
"""

import functools
from dataclasses import asdict, dataclass, field


PLACE = "<statement "


@functools.lru_cache(maxsize=128)  # a program that runs once more, or is made small
def code_at(source, position):
    """The statement's code in a file of its own, which its warnings name."""
    return compile(source, f"{PLACE}{position}>", "exec")


@dataclass(slots=True)
class Statement:
    """One statement.

    source: Python text, one or more lines.
    operation: the row of the coverage table.
    target: the variable that is bound or written, "" for none.
    reads: the variables whose values decide the result.
    rule: how exactly the result must agree (a key of tolerance.rules).
    operands: expressions that the rule evaluates in NumPy's run before the statement.
    writes: True if the memory of `target` changes, False if the name is bound.
    layout, index: the other two columns of the coverage table.
    """

    source: str
    operation: str
    target: str = ""
    reads: tuple = ()
    rule: str = "exact"
    operands: tuple = ()
    writes: bool = False
    layout: str = "none"
    index: str = "none"

    @staticmethod
    def from_data(data):
        """The statement of one dictionary as to_data wrote it."""
        return Statement(**{**data, "reads": tuple(data["reads"]),
                            "operands": tuple(data["operands"])})


@dataclass(slots=True)
class Program:
    """A list of statements with the seed and the sizes it was made from."""

    seed: int
    statements: list = field(default_factory=list)
    big: bool = False  # sizes lie around the default managed threshold

    def to_data(self):
        """A dictionary that json can write."""
        return {"seed": self.seed, "big": self.big,
                "statements": [asdict(statement) for statement in self.statements]}

    @staticmethod
    def from_data(data):
        """The program of a dictionary as to_data wrote it."""
        statements = [Statement.from_data(statement) for statement in data["statements"]]
        return Program(data["seed"], statements, data["big"])

    def with_statements(self, statements):
        """The same program with other statements; the shrinker's tool."""
        return Program(self.seed, list(statements), self.big)

    def text(self):
        """The program as Python source."""
        return "\n".join(statement.source for statement in self.statements)


def codes_of(program):
    """What a run executes: the code of each statement."""
    return [code_at(statement.source, position)
            for position, statement in enumerate(program.statements)]
