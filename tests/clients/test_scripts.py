"""A data scientist's scripts over many libraries print the same with `python` and `numen run`."""

import pathlib
import subprocess
import sys

import pytest

from tests.python.test_examples import environment

pytestmark = [pytest.mark.no_sanitizer, pytest.mark.ci]
FOLDER = pathlib.Path(__file__).parent / "scripts"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


def output(name, *command):
    done = subprocess.run(
        [sys.executable, *command, FOLDER / f"{name}.py"], capture_output=True, text=True,
        timeout=600, cwd=FOLDER, env=environment("numen" in command))
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_prints_the_same_under_numen(name):
    status, text, errors = output(name)
    assert status == 0, errors
    assert len(text.splitlines()) >= 12, "prints too little to be judged"
    assert output(name, "-m", "numen", "run") == (status, text, errors)


def test_there_are_scripts_over_the_libraries_of_the_field():
    text = "\n".join((FOLDER / f"{name}.py").read_text() for name in NAMES)
    assert len(NAMES) >= 10
    for library in ("pandas", "sklearn", "matplotlib", "scipy", "PIL"):
        assert f"from {library}" in text or f"import {library}" in text
