"""What `numen compare` compares: texts number by number, arrays, archives; and the files that runs
change, which are put back."""

import gzip
import os
import pickle

import numpy
import pytest

from numen.commands import outputs, working_folder
from numen.commands.program_runs import Run
from numen.commands.texts import INFINITY, Rule
from numen.commands.verdict import Verdict
from numen.commands.working_folder import WorkingFolder


def worst_of(first, second, *others, rule=Rule(zero=0.0)):
    return outputs.compared(first.encode(), second.encode(), rule,
                            [other.encode() for other in others]).worst


@pytest.mark.parametrize("first, second, worst", [
    ("a 1.0 b", "a 1.0 b", 0), ("[1.5 -2.]", "[ 1.5  -2.000002]", 1e-6), ("nan", "nan", 0),
    ("inf", "1", INFINITY), ("1e-300", "1.1e-300", 0.0909), ("one", "two", INFINITY),
    ("1 2", "1 2 3", INFINITY), ("a\nb", "a", INFINITY), ("0.0", "1e-3", 1.0),
    ("1000000000", "1000000001", INFINITY), ("1", "1.0", 0), ("3.5s", "3.50000035s", 1e-7),
    ("1+1e-7j", "1-1e-7j", 2.0), ("2026-11-28", "2026-11-29", INFINITY),
    ("[1. 2.\n 3.]", "[1.\n 2.00002 3.]", 1e-5), ("a", "a\n\n", INFINITY),
    ("50%\r100%\nend", "25%\r50%\r100%\nend", 0),
])
def test_texts(first, second, worst):
    assert worst_of(first, second) == pytest.approx(worst, rel=1e-2)


@pytest.mark.parametrize("first, other, second, worst", [
    ("took 1 s\nr 1", "took 2 s\nr 1", "took 3 s\nr 1", 0),
    ("took 1 s\nr 1", "took 2 s\nr 1", "took 3 s\nr 2", INFINITY),
    ("r 1.0 in 0.5 s", "r 1.0 in 0.6 s", "r 1.0 in 0.7 s", 0),
    ("r 1.0 in 0.5 s", "r 1.0 in 0.6 s", "r 2.0 in 0.7 s", 0.5),
    ("<a at 0x7fa> 1", "<a at 0x7fb> 1", "<a at 0xc> 2", INFINITY),
    ("step 1\nr 1", "step 1\nstep 2\nr 1", "step 1\nstep 2\nstep 3\nr 1", 0),
    ("step 1\nr 1", "step 1\nstep 2\nr 1", "step 1\nstep 2\nstep 3\nr 2", INFINITY),
])
def test_texts_of_which_numpys_runs_differ(first, other, second, worst):
    assert worst_of(first, second, other) == worst


def test_a_time_of_few_digits_is_known_by_its_word():
    """NumPy's runs may print the same."""
    found = outputs.compared(b"r 1.0, took 0.1 s", b"r 1.0, took 0.2 s", others=[
        b"r 1.0, took 0.1 s"])
    assert found.worst == 0 and found.left_out[0].startswith("a time: line 1")
    assert outputs.compared(b"took 0.1 s, r 1.0", b"took 0.1 s, r 2.0").worst == 0.5


def test_a_whole_number_is_a_time_by_its_unit():
    """How many iterations were made is what differs first."""
    for text in ("finished in {} iterations", "Newton done in {} steps", "took {} samples",
                 "elapsed generations: {}", "completed in {} epochs", "runtime error count {}"):
        found = outputs.compared(text.format(17).encode(), text.format(18).encode())
        assert found.worst > 0.01 and not found.left_out, text
    for text in ("took {} s", "finished in {} seconds", "elapsed 0:00:{}", "took {}.5 on average",
                 "done in {}ms"):
        found = outputs.compared(text.format(17).encode(), text.format(18).encode())
        assert found.left_out and not found.worst, text


def test_numbers_that_are_rounding_errors_both():
    found = outputs.compared(b"1.9e-13", b"-2.7e-13")
    assert found.worst == 0 and found.tiny == "1.9e-13 with NumPy, -2.7e-13 with Numen"
    assert outputs.compared(b"1.9e-13", b"1e-3").worst > 0.9


def saved(folder, array):
    numpy.save(folder / "a.npy", array)
    return (folder / "a.npy").read_bytes()


def test_arrays_in_files(tmp_path):
    def worst(first, second):
        return outputs.compared(saved(tmp_path, first), saved(tmp_path, second)).worst
    base = numpy.array([1.0, numpy.nan, 4.0, numpy.inf])
    assert worst(base, base) == 0
    assert worst(base, base + 4e-9) == pytest.approx(1e-9, rel=1e-2)
    assert worst(base, base.astype("f4")) == INFINITY
    assert worst(base, numpy.array([1.0, 2.0, 4.0, numpy.inf])) == INFINITY
    assert worst(numpy.arange(3), numpy.arange(1, 4)) == INFINITY
    assert worst(numpy.array([None]), numpy.array(["a"], object)) == INFINITY
    signs = outputs.compared(saved(tmp_path, base[:1]), saved(tmp_path, -base[:1]))
    assert signs.worst == 2 and signs.signs


def written(folder, kind, array):
    path = folder / "file"
    if kind in ("savez", "savez_compressed"):
        with open(path, "wb") as file:
            getattr(numpy, kind)(file, a=array, b=numpy.arange(3))
    elif kind == "tofile":
        array.tofile(path)
    elif kind == "gzip":
        numpy.savetxt(path.with_suffix(".gz"), array)
        path = path.with_suffix(".gz")
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["savez", "savez_compressed", "tofile", "gzip"])
def test_files_that_hold_arrays(tmp_path, kind):
    base = numpy.linspace(1, 2, 50)
    first, close, other = (written(tmp_path, kind, base + more) for more in (0, 1e-12, 1e-3))
    found = outputs.compared(first, close)
    assert 0 < found.worst < 1e-11
    assert outputs.compared(first, other).worst > 1e-4
    found = outputs.compared(first, other, others=[other])
    assert found.worst == 0 and found.left_out


RAW = {
    **{kind: lambda rng, kind=kind: rng.integers(0, 120, 256).astype(kind).tobytes()
       for kind in ("i1", "u1", "i2", "i4", "u4", "i8", "u8", ">i4", ">i8", "?")},
    "large integers": lambda rng: rng.integers(1 << 40, 1 << 62, 256).tobytes(),
    "negative integers": lambda rng: (-rng.integers(1, 99, 256)).tobytes(),
    "pickle": lambda rng: pickle.dumps({"best": rng.integers(0, 99, 256).tolist()}),
    "random": lambda rng: rng.bytes(4096), "image": lambda rng: b"P5 64 32 255 " + rng.bytes(2048),
}


@pytest.mark.parametrize("kind", RAW)
def test_other_bytes_are_a_difference(kind):
    """Read as floats, integers are subnormal and a byte of a pickle is nothing beside another."""
    rng = numpy.random.default_rng(0)
    for at in range(0, 1000, 37):
        first = RAW[kind](rng)
        first = first + bytes(-len(first) % 8)
        second = bytearray(first)
        second[at % len(first)] ^= 1 + at % 3
        assert outputs.compared(first, bytes(second)).differs(Rule()), at


@pytest.mark.parametrize("kind", ("f4", "f8"))
def test_raw_numbers_agree_within_rounding(kind):
    rng = numpy.random.default_rng(0)
    for scale in (1e-12, 1.0, 1e15):
        a = (rng.normal(size=200) * scale).astype(kind)
        a[::9] = 0
        b = a * (1 + numpy.finfo(kind).eps)
        for other, differs in ((b, False), (a * 1.01, True)):
            rule = Rule(zero=0.0)
            found = outputs.compared(a.tobytes(), other.astype(kind).tobytes(), rule)
            assert found.differs(rule) == differs


def test_objects_that_differ_are_no_files_that_vary(tmp_path):
    first, second = (saved(tmp_path, numpy.array([[1, 2], text], dtype=object)) for text in "xy")
    found = outputs.compared(first, second, others=[first, first])
    assert found.differs(Rule()) and not found.left_out


def test_pickles_are_not_read():
    class Loud:
        def __reduce__(self):
            return os.abort, ()
    found = outputs.compared(pickle.dumps([1, Loud()]), pickle.dumps([2, Loud()]))
    assert found.worst == INFINITY and found.where.startswith("not a format that compare reads")


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\x1f\x8b", b"\x93NUMPY"])
def test_files_that_are_damaged(start):
    assert outputs.compared(start + b"\xff1", start + b"\xff22").worst == INFINITY


def test_dates_in_files_are_no_difference():
    first, second = (b"%%PDF \xff /CreationDate (D:%d) 1" % day for day in (1, 2))
    assert outputs.compared(first, second).worst == 0
    assert gzip.compress(b"1", mtime=1) != gzip.compress(b"1", mtime=2)
    assert outputs.compared(*(gzip.compress(b"1", mtime=day) for day in (1, 2))).worst == 0


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.fixture
def used(tmp_path):
    """A folder with files, and the WorkingFolder of it."""
    (tmp_path / "inner").mkdir()
    for name in ("a.txt", "inner/b.txt", "large.bin", "own.py"):
        (tmp_path / name).write_text(name)
    (tmp_path / "large.bin").write_bytes(bytes(1000))
    yield tmp_path


def change(folder):
    (folder / "a.txt").write_text("A.TXT")
    (folder / "inner/b.txt").unlink()
    (folder / "inner").rmdir()
    (folder / "new/more").mkdir(parents=True)
    (folder / "new/more/c.txt").write_text("c")
    (folder / "own.py").write_text("saved by its author")


def test_a_folder_is_put_back(used):
    before = names(used)
    os.utime(used / "a.txt", (1000, 1000))
    folder = WorkingFolder(used)
    change(used)
    changes = folder.changes()
    assert {name: digest is None for name, digest in changes.items()} == {
        "a.txt": False, "inner/b.txt": True, "new/more/c.txt": False}
    folder.put_back()
    assert names(used) == before and folder.changes() == {}
    assert (used / "a.txt").read_text() == "a.txt" and (used / "a.txt").stat().st_mtime == 1000
    assert (used / "own.py").read_text() == "saved by its author"
    assert list(folder.sentences()) == []
    folder.end()
    assert not folder.store.folder.exists()


def test_what_is_too_large_is_named(used, monkeypatch):
    monkeypatch.setattr(working_folder, "MOST_KEPT", 100)
    folder = WorkingFolder(used)
    (used / "large.bin").write_bytes(bytes(999))
    (used / "a.txt").write_text("A.TXT")
    folder.put_back()
    assert (used / "a.txt").read_text() == "a.txt"
    assert "large.bin" in "".join(folder.sentences())
    monkeypatch.setattr(working_folder, "MOST_FILES", 2)
    assert "more than 2 files" in "".join(WorkingFolder(used).sentences())


def test_a_file_that_is_too_large_to_read_has_to_have_the_same_bytes(used, monkeypatch):
    monkeypatch.setattr(working_folder, "MOST_COMPARED", 10)
    folder = WorkingFolder(used)
    runs = []
    for way in range(3):
        (used / "large.bin").write_bytes(bytes(999) + bytes([way]))
        (used / "same.bin").write_bytes(bytes(999))
        runs.append(Run(0.0, 1.0, 1.0, 0, 0, b"", b"", folder.changes()))
        folder.put_back()
    found = Verdict(runs[:1], runs[1:2], Rule(), folder.store)
    assert len(found.wrong) == 1 and found.wrong[0].startswith("large.bin: more than the ")
    found = Verdict(runs[:2], runs[2:], Rule(), folder.store)
    assert found.wrong == [] and found.left_out == ["large.bin: the whole file"]


def test_a_file_that_another_program_writes_is_left_to_it(used):
    folder = WorkingFolder(used)
    (used / "new").mkdir()
    with open(used / "a.txt", "a") as file, open(used / "new/b.txt", "w") as other:
        for each in (file, other):
            each.write("a line of its log")
            each.flush()
        folder.put_back()
    assert (used / "a.txt").read_text() == "a.txta line of its log"
    assert (used / "new/b.txt").exists()
    assert "a.txt" in "".join(folder.sentences())


def test_in_a_folder_of_all_programs_nothing_is_put_back(used, monkeypatch):
    monkeypatch.setattr(working_folder, "SHARED", (str(used),))
    folder = WorkingFolder(used)
    (used / "a.txt").write_text("A.TXT")
    (used / "new.txt").write_text("of another program")
    assert set(folder.changes()) == {"a.txt", "new.txt"}
    folder.put_back()
    assert (used / "a.txt").read_text() == "A.TXT" and (used / "new.txt").exists()
    assert "Other programs write to" in "".join(folder.sentences())


@pytest.mark.parametrize("saving", [(1,), (0, 2), (0, 1, 2)])
def test_a_file_that_only_some_runs_have_changed_comes_back(used, saving):
    """Somebody has saved it while the program ran; names that are random do not come back."""
    folder = WorkingFolder(used)
    for run in range(4):
        (used / "out.txt").write_text(str(run))
        (used / f"random{run}.tmp").write_text("")
        if run in saving:
            (used / "a.txt").write_text(f"saved meanwhile, {run}")
        if run in saving[1:]:
            (used / "notes.txt").write_text(f"new, {run}")
        folder.changes()
        if run < 3:
            folder.put_back()
    folder.end()
    assert (used / "a.txt").read_text() == f"saved meanwhile, {saving[-1]}"
    assert (used / "out.txt").read_text() == "3"
    assert [path.name for path in used.glob("*.tmp")] == ["random3.tmp"]
    assert (used / "notes.txt").exists() == (len(saving) > 1)
