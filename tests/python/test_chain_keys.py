"""Machine code is kept by what decides it: of two expressions of one form, one whose operands are
numbers or repeated elements and one whose operands lie in a row, neither gets the other's.

Which was computed first mattered, so each pair runs in both orders, in a process of its own.
"""

import subprocess
import sys

import pytest

from numen.native import front

PROGRAM = """
import itertools, sys
import numpy
import numen as np
from numen.native import front

front.force_deferral(True)
front.set_habits(False)  # some forms have one operation only
SIZE = 70_000
rows = {"row": np.arange(float(SIZE)) % 97 - 40, "other row": np.arange(float(SIZE)) % 89 - 30}
repeated = {"four": np.broadcast_to(np.full(20_000, 4.0)[:1], SIZE),
            "three": np.broadcast_to(np.full(20_000, 3.0)[:1], SIZE)}
numbers = {"half": 0.5, "seventh": 1 / 7}
operands = {**rows, **repeated, **numbers}
forms = [lambda a, b, c: np.abs(a - b) * c, lambda a, b, c: (a + b) / c,
         lambda a, b, c: np.square(a * b - c)]

wrong = 0
order = list(itertools.product(operands, repeat=3))
if sys.argv[1] == "backwards":
    order.reverse()
for form, names in itertools.product(forms, order):
    if set(names) <= set(numbers):
        continue
    x = form(*(operands[name] for name in names))
    assert front.state(x) == "pending"
    front.evaluate(x)
    wanted = form(*(numpy.asarray(front.look(operands[name])) if name not in numbers
                    else numbers[name] for name in names))
    if not numpy.array_equal(front.look(x), wanted, equal_nan=True):
        wrong += 1
        print(names, front.look(x)[:3], wanted[:3])
print("wrong:", wrong, "chains:", front.work_counts()["chains"])
"""


@pytest.mark.parametrize("order", ["forwards", "backwards"])
def test_expressions_of_one_form_get_their_own_code(order):
    done = subprocess.run([sys.executable, "-c", PROGRAM, order], capture_output=True, text=True,
                          timeout=300)
    assert done.returncode == 0, done.stderr
    found = done.stdout.splitlines()[-1].split()
    assert found[:2] == ["wrong:", "0"], done.stdout
    assert int(found[3]) > 100 or front.info()["instruction_set"] not in ("v3", "v4")
