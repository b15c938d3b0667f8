"""What Numen reads while the program's own code runs is held, whatever that code does with it."""

import os
import subprocess
import sys

FILTERS = """
import warnings
import numen

class Meta(type):
    def __subclasscheck__(cls, other):
        print("asked")
        warnings.filters.clear()
        return True

class Odd(Warning, metaclass=Meta):
    pass

x = numen.ones(200_000)
warnings.filters.insert(0, ("".join(["ign", "ore"]), None, Odd, None, 0))
warnings._filters_mutated()
y, z = x * 2, x * 3
print(y[0], z[0])
"""

# Warnings of recorded work are told when the first item is asked for.
ITERATOR = """
import warnings
import numen
from numen.native import front

def show(*_):
    print("told", list(items))
    kept.extend(numen.full(3, 7.0)[k:] for k in range(2) for _ in range(50))

kept = []
x = numen.zeros(1 << 17)
warnings.showwarning = show
front.set_deferral(True)
y = 1 / x
print(front.state(y))
items = iter(y[:2])
del y
print(next(items))
"""


def said(program):
    """What the program writes, where memory that was freed holds nonsense."""
    done = subprocess.run([sys.executable, "-c", program], text=True, capture_output=True,
                          env=dict(os.environ, PYTHONMALLOC="debug"))
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


def test_filters_that_a_category_of_theirs_removes():
    assert said(FILTERS) == "asked\n2.0 3.0\n"


def test_an_iterator_that_comes_to_its_end_meanwhile():
    assert said(ITERATOR) == "pending\ntold [np.float64(inf)]\ninf\n"
