"""Arrays from files, buffers and text, and back."""

import io
import itertools
import pathlib
import re
import tempfile
import zipfile

import numpy
import pytest

import numen
from numen.composites import deflating
from numen.native import front

from .agreement import assert_agrees, managed

A = numpy.arange(12.0).reshape(3, 4)
OURS = (numen.ndarray, front.managed)
TEXT = "1 2 3\n4 5 6.5\n"
ARRAYS = [A, A.T, A[::2, 1:], A.astype("f4"), A > 3, numpy.array(2.5), numpy.empty((0, 3))]


def test_buffers_and_text():
    data = bytearray(A.tobytes())
    assert_agrees("frombuffer", bytes(data))
    assert_agrees("frombuffer", bytes(data), "i4", 3, 8)
    assert_agrees("frombuffer", b"123", "i4")
    assert_agrees("fromstring", "1 2 3", sep=" ")
    assert_agrees("fromstring", "1, 2, 3", int, sep=",")
    assert_agrees("fromstring", "1 2 3", int, 2, sep=" ", native=False)
    found = getattr(numen, "fromregex")(io.StringIO("a1 b2"), r"[ab](\d)", [("x", "i8")])
    assert found["x"].tolist() == [1, 2]
    found = numen.frombuffer(data)
    assert type(found) in OURS
    found[0] = 7  # the buffer's own memory
    assert numpy.frombuffer(data)[0] == 7


@pytest.mark.parametrize("name", ["loadtxt", "genfromtxt"])
def test_text_files(name):
    for kwargs in ({}, {"usecols": (0, 2)}, {"unpack": True}, {"max_rows": 1}, {"dtype": "f4"}):
        wanted = getattr(numpy, name)(io.StringIO(TEXT), **kwargs)
        given = getattr(numen, name)(io.StringIO(TEXT), **kwargs)
        assert type(given) in OURS and given.dtype == wanted.dtype
        assert numpy.array_equal(given, wanted)
    with pytest.raises(ValueError):
        getattr(numen, name)(io.StringIO("1 2\n3\n"))


def test_fromfile(tmp_path: pathlib.Path):
    path = tmp_path / "numbers"
    numen.array(A).tofile(path)
    found = getattr(numen, "fromfile")(path)
    assert type(found) in OURS and found.tolist() == A.ravel().tolist()
    assert numen.fromfile(path, "i4", 2).tolist() == numpy.fromfile(path, "i4", 2).tolist()


@pytest.mark.parametrize("make", [numen.array, managed])
@pytest.mark.parametrize("array", ARRAYS, ids=range(len(ARRAYS)))
def test_what_is_written(array, make):
    ours = make(array)
    before = front.state(ours)
    for name, kwargs in (("save", {}), ("savez", {"a": 0}), ("savez_compressed", {"a": 0})):
        files = []
        for np, a in ((numpy, array), (numen, ours)):
            files.append(io.BytesIO())
            getattr(np, name)(files[-1], *([] if kwargs else [a]), **{k: a for k in kwargs})
        if name == "save":
            assert files[0].getvalue() == files[1].getvalue()
        files[1].seek(0)
        found = getattr(numen, "load")(files[1])
        found = found["a"] if kwargs else found
        assert type(found) in OURS and found.dtype == array.dtype
        assert numpy.array_equal(numpy.asarray(found), array)
    if array.ndim == 2:
        text = [io.StringIO(), io.StringIO()]
        for np, a, file in ((numpy, array, text[0]), (numen, ours, text[1])):
            getattr(np, "savetxt")(file, a)
        assert text[0].getvalue() == text[1].getvalue()
    assert front.state(ours) == before


def test_archives_and_memory_maps(tmp_path: pathlib.Path):
    numen.savez(tmp_path / "two", numen.array(A), b=[1, 2])
    with numen.load(tmp_path / "two.npz") as archive:
        assert isinstance(archive, numpy.lib.npyio.NpzFile) and archive.files == ["b", "arr_0"]
        assert type(archive["b"]) in OURS and type(archive["arr_0"]) in OURS
        assert {name: value.shape for name, value in archive.items()}["arr_0"] == (3, 4)
    numen.save(tmp_path / "one", A)
    mapped = numen.load(tmp_path / "one.npy", mmap_mode="r")
    assert isinstance(mapped, numpy.memmap) and mapped.sum() == A.sum()
    with pytest.raises(FileNotFoundError):
        numen.load(tmp_path / "none.npy")


DTYPES = ["?", "i1", "u2", "i4", "u8", "f2", "f4", "f8", "c8", "c16", ">f8", ">i2", "S3", "M8[s]"]


def variants(dtype):
    """Arrays of one type in several layouts."""
    with numpy.errstate(all="ignore"):
        a = numpy.arange(24).astype(dtype if dtype[0] != "M" else "i8").astype(dtype)
    yield from (a, a[::3], a[::-1], a.reshape(4, 6), a.reshape(4, 6).T, a.reshape(2, 3, 4)[:, 1:],
                a[:1], a[:0], a[0].reshape(()), a.reshape(2, 3, 4).transpose(1, 0, 2),
                a[:0].reshape(0, 3), numpy.asfortranarray(a.reshape(4, 6)))


def saved(np, array, **kwargs):
    file = io.BytesIO(b"before")
    file.seek(6)
    np.save(file, array, **kwargs)
    return file


@pytest.mark.parametrize("dtype", DTYPES)
def test_saved_bytes_are_those_of_numpy(dtype, tmp_path):
    for array in variants(dtype):
        theirs, ours = saved(numpy, array), saved(numen, front.wrap(array.copy(order="K")))
        for given in (array, numen.array(array)):
            ours = saved(numen, given)
            assert ours.getvalue() == theirs.getvalue() and ours.tell() == theirs.tell()
        numen.save(tmp_path / "one", array)  # the name gets its ending
        assert (tmp_path / "one.npy").read_bytes() == theirs.getvalue()[6:]
        for file in (ours, tmp_path / "one.npy", str(tmp_path / "one.npy")):
            if file is ours:
                file.seek(6)
            found = numen.load(file)
            wanted = numpy.load(tmp_path / "one.npy")
            assert found.dtype == wanted.dtype and found.shape == wanted.shape
            assert found.strides == wanted.strides or not wanted.size
            assert numpy.asarray(found).tobytes() == wanted.tobytes()
        assert ours.read() == b""


def test_plain_arrays_are_read_and_written_natively(tmp_path):
    before = front.fallback_count()
    for value in (A, A.T, [1, 2], 3.5, True, numen.array(A)):
        numen.save(tmp_path / "a.npy", value)
        numen.savez(tmp_path / "a", value, b=value)
        assert numen.load(tmp_path / "a.npy").tolist() == numpy.asarray(value).tolist()
        assert numen.load(tmp_path / "a.npy", allow_pickle=True).shape == numpy.shape(value)
    numen.fromfile(tmp_path / "a.npy", "u1")
    assert front.fallback_count() == before
    numen.save(tmp_path / "a.npy", numpy.array([1, "a"], object))
    assert front.fallback_count() == before + 1


def of_numpy(np, call):
    """What a call gives or says."""
    try:
        return call(np)
    except Exception as error:
        return type(error), str(error)


def heads():
    """Files that begin as .npy files do, or nearly so."""
    whole = saved(numpy, A).getvalue()[6:]
    header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }"
    yield from (whole, whole[:-1], whole[:100], whole[:9], whole[:3], b"", b"PK\x03\x04", b"abc")
    for old, new in (("<f8", "|O"), ("<f8", "<q8"), ("<f8", ">f8"), ("(3, 4)", "(3,)"),
                     ("(3, 4)", "(3, -4)"), ("(3, 4)", "(12)"), ("(3, 4)", "(99999999999, 4)"),
                     ("False", "True"), ("False", "1"), (", }", "}"), ("(3, 4)", "(3,4)"),
                     ("'descr'", '"descr"'), ("shape", "form"), ("(3, 4)", "(03, 4)")):
        text = header.replace(old, new).encode()
        text += b" " * (117 - len(text)) + b"\n"
        yield b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + A.tobytes()
    yield whole.replace(b"\x01\x00", b"\x07\x00", 1)


@pytest.mark.parametrize("data", list(heads()), ids=itertools.count())
def test_files_that_are_no_arrays(data, tmp_path):
    path = tmp_path / "one"
    path.write_bytes(data)
    for make in (lambda: path, lambda: io.BytesIO(data), lambda: open(path, "rb")):
        for kwargs in ({}, {"max_header_size": 20}, {"encoding": "utf-8"}):
            found = [of_numpy(np, lambda np: np.load(make(), **kwargs)) for np in (numpy, numen)]
            if isinstance(found[0], tuple):
                text = [re.sub(r"0x\w+", "", said) for _, said in found]
                assert found[0][0] == found[1][0] and text[0] == text[1]
            else:
                assert found[0].tobytes() == numpy.asarray(found[1]).tobytes()
                assert found[0].shape == found[1].shape and found[0].dtype == found[1].dtype


def test_several_arrays_in_one_stream():
    for np in (numpy, numen):
        file = io.BytesIO()
        for n in range(4):
            np.save(file, np.arange(n))
        file.seek(0)
        assert [numen.load(file).tolist() for _ in range(4)] == [[], [0], [0, 1], [0, 1, 2]]
        with pytest.raises(EOFError, match="No data left in file"):
            numen.load(file)


@pytest.mark.parametrize("save", ["savez", "savez_compressed"])
def test_archives(save, tmp_path):
    arrays = {"a": A, "b": A.T, "c": numpy.array(["x"]), "d": numpy.array([None]),
              "e": A.astype(">f4")}
    for np, name in ((numpy, "theirs"), (numen, "ours.npz")):
        getattr(np, save)(tmp_path / name, A[::2], **arrays)
    for reader, name in ((numen, "theirs.npz"), (numpy, "ours.npz"), (numen, "ours.npz")):
        with reader.load(tmp_path / name, allow_pickle=True) as archive:
            assert archive.files == [*arrays, "arr_0"]
            for key, wanted in {**arrays, "arr_0": A[::2]}.items():
                found = numpy.asarray(archive[key])
                assert found.dtype == wanted.dtype and found.tolist() == wanted.tolist()
    for args, kwargs in (((A,), {"arr_0": A}),
                         ((numpy.array([1, None]),), {"allow_pickle": False})):  # fmt: skip
        given, wanted = (of_numpy(np, lambda np: getattr(np, save)(io.BytesIO(), *args, **kwargs))
                         for np in (numen, numpy))
        assert given == wanted and wanted[0] is ValueError
    with numen.load(tmp_path / "ours.npz") as archive, pytest.raises(KeyError, match="none is not"):
        archive["none"]


def test_long_archives_are_pressed_by_all_cores(tmp_path, monkeypatch):
    rng = numpy.random.default_rng(0)
    arrays = {"digits": rng.integers(0, 10, 700_001), "zeros": numpy.zeros((1000, 400)),
              "numbers": rng.random((300, 700)).T, "short": numpy.arange(5)}
    numpy.savez_compressed(tmp_path / "theirs.npz", **arrays)
    for part in (1 << 26, 1 << 20):
        monkeypatch.setattr(deflating, "_PART", part)
        monkeypatch.setattr(deflating.front, "info", lambda: {"threads": 3})
        numen.savez_compressed(tmp_path / "ours.npz", **arrays)
        sizes = [(tmp_path / name).stat().st_size for name in ("ours.npz", "theirs.npz")]
        assert sizes[0] < 1.01 * sizes[1]
        with zipfile.ZipFile(tmp_path / "ours.npz") as archive:
            assert archive.testzip() is None
        with numpy.load(tmp_path / "ours.npz") as archive:
            for name, wanted in arrays.items():
                assert numpy.array_equal(archive[name], wanted)


@pytest.mark.parametrize("dtype", ["f8", "i2", ">f4", "S3", "c8"])
def test_numbers_of_files(dtype, tmp_path):
    path = tmp_path / "raw"
    path.write_bytes(bytes(range(100)))
    cases = [{}, {"count": 3}, {"count": 0}, {"count": 99}, {"offset": 7}, {"offset": 200},
             {"count": 2, "offset": 3}, {"sep": ","}, {"count": -5}, {"offset": -1}]
    for kwargs in cases:
        for skipped in (0, 5):
            found, places = [], []
            for np in (numpy, numen):
                with open(path, "r+b") as file:
                    file.read(skipped)
                    found.append(of_numpy(np, lambda np: np.fromfile(file, dtype, **kwargs)))
                    places.append(file.tell())
                found.append(of_numpy(np, lambda np: np.fromfile(path, dtype, **kwargs)))
            assert places[0] == places[1]
            for given, wanted in zip(found[2:], found[:2]):
                if isinstance(wanted, tuple):
                    assert given == wanted
                else:
                    assert given.dtype == wanted.dtype
                    assert numpy.asarray(given).tobytes() == wanted.tobytes()
    with tempfile.TemporaryFile() as file:  # what was written is there before it is flushed
        file.write(A.tobytes())
        file.seek(8)
        assert numen.fromfile(file).tolist() == A.ravel()[1:].tolist()


@pytest.mark.parametrize("name", ["array2string", "array_repr", "array_str"])
def test_texts(name):
    assert_agrees(name, numpy.array(["a", "b"]), native=False)
    for array in (*ARRAYS, A + 1j, numpy.arange(2000)):
        assert_agrees(name, array)
        assert_agrees(name, array, precision=2, suppress_small=True)
    assert_agrees(name, A, 40)
    assert_agrees("array2string", A, formatter={"float": "{:.1f}".format}, separator=", ")
