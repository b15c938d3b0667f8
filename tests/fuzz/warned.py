"""What statements warn of: category, text, and the statement and line that are named."""

import warnings

from .statement import PLACE

ELSEWHERE = "elsewhere"  # where NumPy's own Python code stands


class WarningLog:
    """Collects warnings, each with its statement and line; quiet=True ignores them instead."""

    def __init__(self):
        self.seen = []

    def install(self, quiet):
        warnings.resetwarnings()
        if quiet:
            warnings.simplefilter("ignore")
        else:
            warnings.simplefilter("always")
            warnings.showwarning = self.show

    def show(self, message, category, file, line, *_):
        place = f"{file}, line {line}" if file.startswith(PLACE) else ELSEWHERE
        self.seen.append((category.__name__, str(message), place))

    def take(self):
        if not self.seen:
            return set()
        result, self.seen = set(self.seen), []
        return result


def statement_of(place):
    """The part of a place that names the statement."""
    return place[:place.index(">") + 1]


def place_number(place):
    """The position of the statement that a place names."""
    return int(place[len(PLACE):place.index(">")])


def within(warned, statement):
    """The same warnings, those from elsewhere with the statement that led there."""
    return {(category, message, f"{statement} {ELSEWHERE}" if place == ELSEWHERE else place)
            for category, message, place in warned}


def different_warnings(wanted, given):
    """(more, less): where NumPy names a line of its own code, ours may name the program's."""
    if not wanted and not given:
        return wanted, given
    anywhere = {(category, message, statement_of(place)) for category, message, place in wanted
                if place.endswith(ELSEWHERE)}

    def as_wanted(warning):
        category, message, place = warning
        loose = category, message, statement_of(place)
        return (category, message, f"{loose[2]} {ELSEWHERE}") if loose in anywhere else warning

    given = {as_wanted(warning) for warning in given}
    wanted = {as_wanted(warning) for warning in wanted}
    return given - wanted, wanted - given
