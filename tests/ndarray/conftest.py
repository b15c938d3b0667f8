"""Programs that a user writes, run by Python and by `numen run`: both must print the same."""

import subprocess
import sys
import textwrap

import pytest


def output(command, folder, name):
    done = subprocess.run([sys.executable, *command, name], cwd=folder, capture_output=True,
                          text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def same_output(tmp_path):
    """same_output(program, **modules): what both print; fails where they differ."""

    def run(program, **modules):
        for name, text in modules.items():
            (tmp_path / f"{name}.py").write_text(textwrap.dedent(text))
        (tmp_path / "program.py").write_text(textwrap.dedent(program))
        wanted = output([], tmp_path, "program.py")
        given = output(["-m", "numen", "run"], tmp_path, "program.py")
        assert wanted[0] == 0, wanted[2]
        assert given == wanted
        return given[1]

    return run


@pytest.fixture
def numen_output(tmp_path):
    """numen_output(program): what it prints under `numen run`."""

    def run(program, *options):
        (tmp_path / "program.py").write_text(textwrap.dedent(program))
        code, out, err = output(["-m", "numen", "run", *options], tmp_path, "program.py")
        assert code == 0, err
        return out

    return run
