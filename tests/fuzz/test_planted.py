"""The planted bugs still fit the sources, and the last record says that the fuzzer finds them.

`python -m tests.fuzz.planted` plants them one by one and writes that record.
"""

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "planted"
PATCHES = {"planted_bugs": sorted(FOLDER.glob("*.patch")),
           "planted_bugs_of_deferral": sorted((FOLDER / "deferral").glob("*.patch"))}


@pytest.mark.parametrize("patch", sum(PATCHES.values(), []), ids=lambda patch: patch.stem)
def test_patch_applies(patch):
    result = subprocess.run(["git", "apply", "--check", "--recount", str(patch)], cwd=ROOT,
                            capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("name", PATCHES)
def test_every_patch_was_found(name):
    for file in (ROOT / "benchmarks" / "results").glob(f"*/{name}.json"):
        rows = json.loads(file.read_text())["patches"]
        assert {row["patch"] for row in rows} == {patch.stem for patch in PATCHES[name]}
        assert all(row["programs_until_found"] is not None for row in rows)
