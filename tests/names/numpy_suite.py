"""Runs NumPy's own tests, which its wheel contains, as a user's modules: on Numen or on NumPy.

The test files are copied into a temporary folder, so that they are the user's, and run in
subprocesses, file by file:

    ./numen python -m tests.names.numpy_suite [--setting managed] [FILE ...]

prints the tests that fail on Numen and pass on plain NumPy in the same place, but for those that
numpy_suite_known.toml names. Settings: "numpy" is plain NumPy, "numen" is `numen run`, "managed"
is `numen run` where every array that may be managed is, whatever its size.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy
from numpy._core._multiarray_umath import __cpu_features__

HERE = Path(__file__).parent
SETTINGS = ("numpy", "numen", "managed")
# These compile extensions, check types or describe NumPy's installation: no call of ours.
LEFT_OUT = ("f2py", "distutils", "typing", "_pyinstaller")
INI = """[pytest]
norecursedirs = *.egg
xfail_strict = false
"""
FAILURES = ("failed", "error", "crashed", "timed out")


def test_files():
    """The test files of the installed NumPy, by their path in its package."""
    root = Path(numpy.__file__).parent
    found = [path.relative_to(root) for path in root.rglob("tests/test_*.py")]
    return sorted(str(path) for path in found if path.parts[0] not in LEFT_OUT)


def copy_tests(target):
    """Copies the tests with their data; the folder is then one of a user's."""
    root = Path(numpy.__file__).parent
    for folder in {(root / path).parent for path in test_files()}:
        shutil.copytree(folder, target / folder.relative_to(root), dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
    shutil.copy(root / "conftest.py", target)
    shutil.copy(HERE / "numpy_suite_plugin.py", target)
    (target / "pytest.ini").write_text(INI)


def command(setting, file, options):
    """Runs the file, or the tests in it that the options name."""
    chosen = () if any(option.startswith(f"{file}::") for option in options) else (file,)
    program = ["-m", "pytest", "-p", "numpy_suite_plugin", "-p", "no:cacheprovider", "-q",
               "--tb=short", "-m", "not slow", *options, *chosen]  # fmt: skip
    return [sys.executable, *([] if setting == "numpy" else ["-m", "numen", "run"]), *program]


def run_once(folder, setting, file, record, options, limit):
    environment = {
        **os.environ,
        "NUMPY_SUITE_RECORD": str(record),
        "NUMPY_SUITE_MANAGED": str(int(setting == "managed")),
        "NPY_AVAILABLE_MEM": "1GB",
        "PYTHONPATH": str(folder),
        "PYTHONHASHSEED": "0",
    }
    try:
        done = subprocess.run(command(setting, file, options), cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", timeout=limit)  # fmt: skip
    except subprocess.TimeoutExpired as late:
        return "timed out", str(late.stdout or "")
    ended = done.returncode in range(6)
    return ("" if ended else "crashed"), done.stdout + done.stderr


def outcomes(record):
    """{test: outcome} of what a run wrote down; a test that began and never ended says "begun"."""
    found = {}
    for line in record.read_text().splitlines() if record.exists() else ():
        entry = json.loads(line)
        found[entry["test"]] = entry
    return found


def run_file(folder, setting, file, options=(), limit=900):
    """({test: {"outcome", "text"}}, output): after a crash the rest of the file goes on."""
    handle, name = tempfile.mkstemp(suffix=".jsonl")
    os.close(handle)
    record, output = Path(name), ""
    try:
        for _ in range(20):
            end, text = run_once(folder, setting, file, record, options, limit)
            output += text
            broken = [e for e in outcomes(record).values() if e["outcome"] == "begun"]
            if not end or not broken:
                break
            with record.open("a") as log:
                for entry in broken:
                    log.write(json.dumps({**entry, "outcome": end, "text": text[-3000:]}) + "\n")
        found = outcomes(record)
    finally:
        record.unlink()
    if not found:
        found[file] = {"test": file, "outcome": "error", "text": output[-3000:]}
    return found, output


def failures(found):
    return {test for test, entry in found.items() if entry["outcome"] in FAILURES}


def known(file=HERE / "numpy_suite_known.toml"):
    """[(setting or "both", test, reason)] of the differences that are named for this processor;
    a test without parameters stands for all that it has."""
    table = tomllib.loads(file.read_text())
    return [
        (entry.get("setting", "both"), test, entry["reason"])
        for entry in table["known"]
        if __cpu_features__.get(entry.get("where_numpy_has"), "where_numpy_has" not in entry)
        for test in entry["tests"]
    ]


def is_known(test, setting, entries):
    """Whether a test, with its parameters or without, is among the named differences."""
    return any(where in ("both", setting) and prefix in (test, test.partition("[")[0])
               for where, prefix, _ in entries)  # fmt: skip


def differences(folder, setting, file, options=()):
    """{test: text}: what fails in `setting`, passes on plain NumPy, and is not named."""
    entries = known()
    found, _ = run_file(folder, setting, file, options)
    wrong = {test for test in failures(found) if not is_known(test, setting, entries)}
    if wrong:
        wrong -= failures(run_file(folder, "numpy", file, options)[0])
    return {test: found[test]["text"] for test in sorted(wrong)}


def stale(folder, file):
    """The named differences of a file that are none any more: [(setting, test)].

    Just the named tests run. One that passes is reported, and an entry that no test has; an entry
    for both settings stands for a test as long as that differs in either.
    """
    entries = [entry for entry in known() if entry[1].split("::")[0] == file]
    passed, failed = set(), set()  # (setting or "both", what names it, test)
    for setting in SETTINGS[1:]:
        named = [entry for entry in entries if entry[0] in ("both", setting)]
        chosen = sorted({test for _, test, _ in named})
        found = run_file(folder, setting, file, chosen)[0] if chosen else {}
        for entry in named:
            for test in found:
                if is_known(test, setting, [entry]):
                    here = failed if found[test]["outcome"] in FAILURES else passed
                    if found[test]["outcome"] != "skipped":
                        here.add((*entry[:2], test))
    unseen = {entry[:2] for entry in entries} - {key[:2] for key in failed}
    return sorted(unseen | {(where, test) for where, _, test in passed - failed})


def main():
    parser = argparse.ArgumentParser(prog="numpy_suite")
    parser.add_argument("--setting", choices=SETTINGS[1:], action="append")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("-k", default="", help="as pytest's -k")
    parser.add_argument("--report", help="write the failures with their texts to this JSON file")
    parser.add_argument("files", nargs="*", help="parts of the paths in numpy; default: all")
    options = parser.parse_args()
    chosen = [f for f in test_files() if any(p in f for p in options.files or [""])]
    report = {}
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        folder = Path(temporary)
        copy_tests(folder)
        selection = ("-k", options.k) if options.k else ()
        tasks = [(setting, file) for setting in options.setting or SETTINGS[1:] for file in chosen]
        runs = pool.map(lambda task: differences(folder, *task, selection), tasks)
        for (setting, file), found in zip(tasks, runs, strict=True):
            report.setdefault(setting, {}).update(found)
            for test in found:
                print(f"{setting}: {test}", flush=True)
    if options.report:
        Path(options.report).write_text(json.dumps(report, indent=1))
    return int(any(report.values()))


if __name__ == "__main__":
    sys.exit(main())
