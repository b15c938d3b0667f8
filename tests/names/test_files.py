"""Arrays from files, buffers and text, and back."""

import io
import pathlib

import numpy
import pytest

import numen
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


@pytest.mark.parametrize("name", ["array2string", "array_repr", "array_str"])
def test_texts(name):
    assert_agrees(name, numpy.array(["a", "b"]), native=False)
    for array in (*ARRAYS, A + 1j, numpy.arange(2000)):
        assert_agrees(name, array)
        assert_agrees(name, array, precision=2, suppress_small=True)
    assert_agrees(name, A, 40)
    assert_agrees("array2string", A, formatter={"float": "{:.1f}".format}, separator=", ")
