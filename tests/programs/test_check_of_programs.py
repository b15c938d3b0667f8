"""Every program here, of the examples and of the benchmarks is clean under `numen run --check`.

It prints what it prints under `numen run`, and no difference is reported.
"""

import pathlib
import re
import subprocess
import sys

import pytest

from tests.python.test_examples import EXAMPLES, differences, environment, tolerance

from .test_programs import PROGRAMS

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "benchmarks" / "programs"
# Programs of the benchmarks are two functions: small data for the one, the other's results.
RUN = """
for _part in run(*prepare(np.random.default_rng(0), SIZES["small"])):
    print(np.sum(np.asarray(_part)))
"""
BENCHMARKS = sorted(FOLDER.glob("*.py"))
# Of the examples these take a second, the others up to half a minute.
SHORT = {"teaching_ones", "teaching_ones_numen", "reductions", "life"}


def marked(path):
    is_long = path in EXAMPLES and path.stem not in SHORT
    return pytest.param(path, id=path.stem, marks=[pytest.mark.full] if is_long else [])


def outcome(path, text, *options):
    """(exit status, standard output, what the check said, the other lines of standard error)."""
    program = path.parent / f"{path.stem}.py" if text is None else text
    done = subprocess.run([sys.executable, "-m", "numen", "run", *options, program],
                          capture_output=True, text=True, timeout=900, cwd=path.parent,
                          env=environment(True))
    lines = done.stderr.splitlines()
    said = [line for line in lines if line.startswith("numen: check: ")]
    return done.returncode, done.stdout, said, [line for line in lines if line not in said]


@pytest.mark.parametrize("path", [marked(path) for path in [*EXAMPLES, *PROGRAMS, *BENCHMARKS]])
def test_is_clean_under_check(tmp_path, path):
    program = None
    if path in BENCHMARKS:
        program = tmp_path / path.name
        program.write_text(path.read_text() + RUN)
    wanted = outcome(path, program)
    status, text, said, others = outcome(path, program, "--check")
    assert (status, others) == (0, []) == (wanted[0], wanted[3])
    assert differences(wanted[1], text, tolerance(path.stem)) == []
    assert len(said) == 1, said
    found = re.match(r"numen: check: no difference in (\d+) calls checked of (\d+)", said[0])
    assert found and 0 < int(found[1]) <= int(found[2]), said
