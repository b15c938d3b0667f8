"""`numen run --check` reports what differs from NumPy, and only that."""

import pytest

from .test_run_command import NUMEN, python, write


def test_check_accepts_a_right_program(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import numpy as np
        x = np.arange(6.0).reshape(2, 3)
        x += np.sin(x)
        print(np.sum(x[0] * 2), np.flip(x).shape)
    """,
    )
    code, out, err = python(tmp_path, "program.py", command=(*NUMEN, "--check"))
    assert code == 0 and err.rstrip().split("\n")[-1].startswith("numen: check: no difference in ")


def test_check_reports_a_difference(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import numpy as np
        x = np.ones(3)
        print(np.broken_sum(x))
    """,
    )
    write(
        tmp_path,
        "start.py",
        """
        import numen.check as check, numen.hook as hook, numpy, runpy
        from numen.namespace import module
        numpy.broken_sum = numpy.sum
        module("numpy").broken_sum = check.checked("broken_sum", lambda x: x.sum() + 1)
        hook.install()
        runpy.run_path("program.py")
    """,
    )
    code, out, err = python(tmp_path, "start.py")
    assert (code, out) == (0, "4.0\n")
    assert "program.py:4: broken_sum: NumPy gives 3.0, Numen 4.0" in err


OPERATORS = """
import numpy as np
n = SIZE
x = np.arange(float(n)) + 1
y = np.sin(x) * 2 - (x + 1) * 3
z = -(x * 2) + abs(x - 3.0) ** 2
w = (x.reshape(-1, 1) * 2).T / 3 @ (x.reshape(-1, 1) + 1)
k = ~(np.arange(n) * 2) << 1
x += x * 2
x[1:] *= (x[1:] + 1) * 2
print((x + y).sum() > 0, (x + 1)[::-1][:2] * 3, (z * 2).max() > 0, w.shape, (k * 2 > 3).any())
"""


# NumPy writes results into operands that nobody holds from 256 KiB on, Numen records from 16,384.
@pytest.mark.parametrize("size", [10, 20_000, 40_000, 200_000])
def test_operators_on_temporaries_agree(tmp_path, size):
    write(tmp_path, "program.py", OPERATORS.replace("SIZE", str(size)))
    code, _, err = python(tmp_path, "program.py", command=(*NUMEN, "--check"))
    assert code == 0 and err.startswith("numen: check: no difference in ")
