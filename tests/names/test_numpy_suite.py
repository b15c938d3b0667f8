"""NumPy's own tests, run as a user's modules, fail on Numen only where numpy_suite_known.toml says.

The normal run takes a sample of files, `--full` all of them, on small arrays and with every array
managed.
"""

import pytest

from tests.names import numpy_suite

pytestmark = pytest.mark.ci
SAMPLE = """_core/tests/test_indexing.py _core/tests/test_numeric.py _core/tests/test_shape_base.py
_core/tests/test_nep50_promotions.py _core/tests/test_item_selection.py
_core/tests/test_function_base.py lib/tests/test_index_tricks.py
lib/tests/test_shape_base.py""".split()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("numpy_suite")
    numpy_suite.copy_tests(folder)
    return folder


@pytest.mark.parametrize("file", SAMPLE)
def test_sample(folder, file):
    assert not numpy_suite.differences(folder, "numen", file)


@pytest.mark.full
@pytest.mark.parametrize("setting", numpy_suite.SETTINGS[1:])
@pytest.mark.parametrize("file", numpy_suite.test_files())
def test_all(folder, file, setting):
    assert not numpy_suite.differences(folder, setting, file)


@pytest.mark.full
@pytest.mark.parametrize("file", sorted({test.split("::")[0]
                                         for _, test, _ in numpy_suite.known()}))
def test_the_known_differences_are_some(folder, file):
    assert not numpy_suite.stale(folder, file)


def test_every_known_difference_has_a_reason():
    entries = numpy_suite.known()
    assert entries and all(reason.strip() for _, _, reason in entries)
    assert all(setting in (*numpy_suite.SETTINGS, "both") for setting, _, _ in entries)
    files = set(numpy_suite.test_files())
    assert all(test.split("::")[0] in files for _, test, _ in entries)


def test_each_known_difference_is_a_test():
    """No file and no class, whose tests that pass nobody would look at."""
    for _, test, _ in numpy_suite.known():
        assert test.partition("[")[0].split("::")[-1].startswith("test_"), test


def test_what_passes_is_stale(monkeypatch):
    """Of a function's parameters each one; an entry that no test has; what passes everywhere."""
    outcomes = {
        "numen": {"f.py::test_a[1]": "failed", "f.py::test_a[2]": "passed",
                  "f.py::test_b": "passed", "f.py::test_d": "passed"},
        "managed": {"f.py::test_a[1]": "passed", "f.py::test_a[2]": "passed",
                    "f.py::test_b": "failed", "f.py::test_c": "passed", "f.py::test_d": "passed"},
    }  # fmt: skip
    entries = [("both", "f.py::test_a", "r"), ("both", "f.py::test_b", "r"),
               ("managed", "f.py::test_c", "r"), ("numen", "f.py::test_e", "r"),
               ("both", "other.py::test_d", "r")]  # fmt: skip
    monkeypatch.setattr(numpy_suite, "known", lambda: entries)
    monkeypatch.setattr(numpy_suite, "run_file", lambda folder, setting, file, chosen: (
        {test: {"outcome": outcome, "text": ""} for test, outcome in outcomes[setting].items()},
        ""))
    assert numpy_suite.stale(None, "f.py") == [
        ("both", "f.py::test_a[2]"), ("managed", "f.py::test_c"), ("numen", "f.py::test_e")]


def test_a_new_difference_is_found():
    entries = numpy_suite.known()
    assert not numpy_suite.is_known("_core/tests/test_numeric.py::TestNew::test_new", "numen",
                                    entries)  # fmt: skip
