"""Environment variables that look like settings of Numen's and are none.

Of those that are nearly a setting's name the engine tells which is meant
(python/front/module/switches.cpp); here the others are named, each in one sentence.
"""

import os

PREFIX = "NUMEN_"
SETTINGS = ("MANAGED", "EAGER", "PATCH", "DEBUG", "CPU", "NUM_THREADS")
OPTIONS = ("PROFILE", "CHECK", "STRICT", "TRACE", "INCLUDE", "EXCLUDE")  # of `numen run`
OTHERS = ("PYTHON", "PLANTED")  # of ./numen, and of the tests of tests


def sentences(environment=os.environ):
    """What is said of each such variable.

    >>> list(sentences({"NUMEN_PROFILE": "1"}))
    ['numen: NUMEN_PROFILE is no setting: the option is numen run --profile']
    """
    for variable in environment:
        name = variable.removeprefix(PREFIX)
        if name == variable or name in SETTINGS + OTHERS:
            continue
        if name in OPTIONS:
            yield f"numen: {variable} is no setting: the option is numen run --{name.lower()}"
        elif not any(is_nearly(name, setting) for setting in SETTINGS):
            known = ", ".join(PREFIX + setting for setting in SETTINGS)
            yield f"numen: {variable} is no setting; there are {known}"


def is_nearly(word, setting):
    """The engine's rule."""
    return (distance(word, setting) <= max(1, len(setting) // 3)
            or (setting, word) == ("NUM_THREADS", "THREADS"))


def distance(one, other):
    """How many letters must be put in, left out or exchanged to make one word of the other."""
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        diagonal, row[0] = row[0], i
        for j, wanted in enumerate(other, 1):
            diagonal, row[j] = row[j], min(diagonal + (letter != wanted), row[j] + 1,
                                           row[j - 1] + 1)
    return row[-1]
