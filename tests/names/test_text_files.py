"""Text files: what is read and written equals NumPy's, natively or not, and so do refusals."""

import gzip
import io
import itertools
import random
import re

import numpy
import pytest

import numen
from numen.native import front

from .agreement import differences, outcome

SEEDS = range(60)
ADDRESS = re.compile("0x[0-9a-f]{6,}")  # of a stream, in a message about it
NUMBERS = ["0", "-0", "1", "+1", "12", "-7", "1.5", "-2.25", ".5", "3.", "1e3", "2E-5", "1e-320",
           "0.1", "123456789.123456789", "9007199254740993", "1e22", "1.7976931348623157e308",
           "4.9e-324", "nan", "inf", "-inf", "+Infinity", "NaN", "1e400", "-1e-400",
           "0.30000000000000004", "8.41470984807896482e-01", "-nan"]
WHOLE = ["0", "-0", "7", "+7", "-128", "127", "255", "32768", "-2147483648", "4294967295",
         "9223372036854775807", "-9223372036854775808", "007"]
PLAIN_WORDS = {*NUMBERS, *WHOLE}
ODD = ["", " ", "x", "1_0", "0x10", "1e", "e5", "--1", "+-1", "1 2", "1,2", "1j", "True", "é",
       "１", "1\u00a0", "9223372036854775808", "1.0", "'1'", "1#2", "infinit", "nan(1)", "1\r", "\0"]


def said(np, name, make, **kwargs):
    """The outcome of a call on a stream or list made for it, and what is left in the stream."""
    source = make()
    kind, result, warned, _ = outcome(np, name, (source,), kwargs, "contiguous")
    rest = source.read() if hasattr(source, "read") and not source.closed else None
    if kind != "value":
        result = ADDRESS.sub("", result)
    return kind, result, [(what, ADDRESS.sub("", text)) for what, text in warned], rest


def assert_same(name, make, native=None, **kwargs):
    """The call agrees with NumPy's; `native` says whether NumPy may or must not be asked."""
    wanted = said(numpy, name, make, **kwargs)
    before = front.fallback_count()
    given = said(numen, name, make, **kwargs)
    fell_back = front.fallback_count() - before
    about = f"{name}({make()!r}, {kwargs})"
    assert given[0] == wanted[0], (about, given, wanted)
    if wanted[0] == "value":
        assert not list(differences(given[1], wanted[1], 0)), (about, given, wanted)
    else:
        assert given[1] == wanted[1], about
    assert given[2:] == wanted[2:], (about, given, wanted)
    if native is not None:
        assert bool(fell_back) != native, about


def table(rng, words, delimiter, comment):
    """A text with a row a line: comments, empty lines and rows of another length among them."""
    columns = rng.randrange(1, 5)
    lines = []
    for _ in range(rng.randrange(1, 7)):
        row = [rng.choice(words) for _ in range(columns)]
        if rng.random() < 0.03:
            row.append("1")
        line = (delimiter or rng.choice([" ", "\t", "  "])).join(row)
        lines.append(rng.choice(["", " ", "\t"]) + line if rng.random() < 0.1 else line)
        extra = rng.random()
        if extra < 0.1:
            lines.append(rng.choice(["", comment + "note", " " + comment, "  "]))
        elif extra < 0.2:
            lines[-1] += rng.choice([comment + " 1 é", " ", " " + comment + "x", "\t"])
    return rng.choice(["\n", "\n", "\n", "\r\n"]).join(lines) + rng.choice(["", "\n"])


@pytest.mark.parametrize("name", ["loadtxt", "genfromtxt"])
@pytest.mark.parametrize("seed", SEEDS)
def test_generated_tables(name, seed):
    rng = random.Random(seed)
    for _ in range(12):
        dtype = rng.choice([float, float, "f4", int, "i4", "u1", "u8", bool, complex, "f2"])
        words = NUMBERS if numpy.dtype(dtype).kind in "fc" else WHOLE
        words = words + rng.sample(ODD, 1) if rng.random() < 0.3 else words
        delimiter, comment = rng.choice([None, ",", ";", "\t", " ", None]), rng.choice("#%")
        text = table(rng, words, delimiter, comment)
        kwargs = {"dtype": dtype, "delimiter": delimiter, "comments": comment}
        choices = {
            "skiprows" if name == "loadtxt" else "skip_header": rng.randrange(4),
            "usecols": rng.choice([0, [0], (1, 0), [-1], [0, -1, 0], range(2), [5], []]),
            "unpack": rng.random() < 0.5, "ndmin": rng.choice([0, 1, 2]),
            "max_rows": rng.choice([1, 2, 3]), "encoding": rng.choice([None, "utf-8", "latin1"]),
        }
        for key in rng.sample(sorted(choices), rng.randrange(3)):
            kwargs[key] = choices[key]
        lines = text.splitlines(keepends=True)
        assert_same(name, lambda: io.StringIO(text, newline="\n"), **kwargs)
        assert_same(name, lambda: list(lines), **kwargs)
        assert_same(name, lambda: tuple(line.rstrip("\n") for line in lines), **kwargs)
        assert_same(name, lambda: io.BytesIO(text.encode()), **kwargs)


PLAIN = "1 2.5 3\n4 5 6e2 # end\n\n# note\n7 8 9\n"


@pytest.mark.parametrize("name", ["loadtxt", "genfromtxt"])
def test_plain_tables_are_read_natively(name):
    for kwargs in ({}, {"usecols": (2, 0)}, {"usecols": -1}, {"unpack": True}, {"ndmin": 2},
                   {"encoding": "utf-8"}):
        for make in (lambda: io.StringIO(PLAIN), lambda: io.BytesIO(PLAIN.encode()),
                     PLAIN.splitlines):
            assert_same(name, make, native=True, **kwargs)
    assert_same(name, lambda: ["1,2", " 3 , 4"], native=True, delimiter=",")
    assert_same(name, lambda: ["1 2", "3 4"], native=True, dtype=int)
    assert_same(name, lambda: ["5"], native=True)
    assert_same("loadtxt", lambda: ["a 1", "b 2"], native=True, usecols=1)
    assert_same("loadtxt", lambda: ["a", "1 2", "3 4"], native=True, skiprows=1, max_rows=1)
    assert_same(name, lambda: ["a 1"], native=False)


@pytest.mark.parametrize("name", ["loadtxt", "genfromtxt"])
def test_named_files(name, tmp_path):
    plain, packed, wide = tmp_path / "a.txt", tmp_path / "a.txt.gz", tmp_path / "wide.txt"
    plain.write_text(PLAIN)
    packed.write_bytes(gzip.compress(PLAIN.encode()))
    wide.write_text(PLAIN, encoding="utf-16")
    for path, kwargs in ((plain, {}), (str(plain), {"usecols": 1}), (packed, {}),
                         (wide, {"encoding": "utf-16"}), (wide, {}), (tmp_path / "none", {})):
        assert_same(name, lambda: path, **kwargs)
    long = "".join(f"{i} {i / 7}\n" for i in range(3000))
    plain.write_text(long)
    assert_same(name, lambda: plain, native=True)
    with open(plain) as ours, open(plain) as theirs:  # a stream goes on after the last row
        for _ in range(2):
            first = numen.loadtxt(ours, max_rows=2), numpy.loadtxt(theirs, max_rows=2)
            assert numpy.array_equal(*first) and ours.readline() == theirs.readline()


def test_parts_of_long_texts():
    class Slow(io.StringIO):
        """Gives a few characters at a time."""

    rng = random.Random(3)
    numbers = [rng.uniform(-1e3, 1e3) for _ in range(500)]
    for ending in ("\n", "\r\n"):
        text = ending.join(map(repr, numbers)) + rng.choice(["", ending])
        for size in (1, 7, 64):
            stream = io.StringIO(text, newline="")
            found = front.read_table(lambda _: stream.read(size), float, "", "#", 0, -1, None, 0)
            assert found.tolist() == numbers
    assert numen.loadtxt(Slow("1 2\n3 4")).tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_strings(seed):
    rng = random.Random(seed)
    for _ in range(20):
        dtype = rng.choice([float, "f4", int, "i2", "u8", complex])
        words = NUMBERS if numpy.dtype(dtype).kind != "i" else WHOLE[:6]
        words = words + rng.sample(ODD, 1) if rng.random() < 0.2 else words
        sep = rng.choice([" ", ",", ";", ", ", "\t", "x"])
        between = rng.choice([sep, sep, sep + " ", "\n", " " + sep])
        length = rng.randrange(8)
        text = between.join(rng.choice(words) for _ in range(length))
        text = rng.choice(["", " "]) + text + rng.choice(["", "", sep, " ", "\n"])
        kwargs = {"sep": sep}
        if rng.random() < 0.2:  # NumPy leaves what it does not find undefined
            kwargs["count"] = rng.choice([-1, 0, 1]) if length and set(words) <= PLAIN_WORDS \
                else 0
        for string in (text, text.encode()):
            assert_same("fromstring", lambda: string, dtype=dtype, **kwargs)


def test_plain_strings_are_read_natively():
    assert_same("fromstring", lambda: "1 2.5\n3 ", native=True, sep=" ")
    assert_same("fromstring", lambda: b"1,2, 3", native=True, sep=",", dtype=int)


def test_regular_expressions():
    for text in ("a1 b2.5 c-3", "a1 b", ""):
        for dtype in ([("x", "f8")], [("x", "f4")], [("x", "i8")], [("x", "S3")], "f8",
                      [("x", "f8"), ("y", "i4")]):
            for regexp in (r"[a-c](-?[\d.]+)", r"[a-c](.)(.)", re.compile(r"(\w)")):
                assert_same("fromregex", lambda: io.StringIO(text), regexp=regexp, dtype=dtype)
    assert_same("fromregex", lambda: io.BytesIO(b"1 2"), regexp=r"(\d)", dtype=[("x", "i8")])


VALUES = [0.0, -0.0, 1.0, -1.5, 2.5, 0.5, 1.5, 1e-5, 123456.789, 1e22, 1e300, 5e-324, 1e15, 0.1,
          -0.3, 99999.95, 1e-300, numpy.nan, numpy.inf, -numpy.inf, 2.0**63, -2.0**63]


def written(np, array, target, **kwargs):
    file = target()
    found = outcome(np, "savetxt", (file, array), kwargs, "contiguous")
    return found[0], found[1], found[2], file.getvalue()


def assert_written(array, native=None, targets=(io.StringIO, io.BytesIO), **kwargs):
    for target in targets:
        wanted = written(numpy, array, target, **kwargs)
        before = front.fallback_count()
        given = written(numen, array, target, **kwargs)
        assert given == wanted, (array, kwargs)
        if native is not None:
            assert (front.fallback_count() == before) == native, (array, kwargs)


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_formats(seed):
    rng = random.Random(seed)
    for _ in range(40):
        flags = "".join(rng.sample("-+ 0#", rng.randrange(3)))
        width = rng.choice(["", "1", "8", "30"])
        precision = rng.choice(["", ".", ".0", ".1", ".3", ".18", ".40"])
        fmt = "%" + flags + width + precision + rng.choice("deEfgGisuxr")
        fmt = rng.choice(["", "", "<", "é "]) + fmt + rng.choice(["", "", ">"])
        dtype = rng.choice(["f8", "f8", "f4", "i8", "u8", "i1", "u2", "?", "f2", "c16"])
        with numpy.errstate(all="ignore"):
            values = numpy.array(rng.choices(VALUES, k=6))
            array = values.astype(dtype) if dtype[0] in "fc" else \
                numpy.array(rng.choices([0, 1, 7, 100], k=6)).astype(dtype)
        array = rng.choice([array, array.reshape(2, 3), array.reshape(3, 2).T, array[::2]])
        kwargs = {"fmt": fmt, "delimiter": rng.choice([" ", ",", ", ", "%", ""])}
        if rng.random() < 0.3:
            kwargs.update(header="a\nb", footer=rng.choice(["", "end"]), newline="\r\n")
        if array.ndim == 2 and rng.random() < 0.4:
            pieces = [rng.choice(["%d", "%.2f", "%g", fmt]) for _ in range(array.shape[1])]
            kwargs["fmt"] = rng.choice([pieces, tuple(pieces), "|".join(pieces)])
        assert_written(array, **kwargs)


def test_plain_tables_are_written_natively():
    a = numpy.arange(12.0).reshape(3, 4) / 7
    for fmt in ("%.18e", "%g", "%8.3f", "%d", ["%d", "%e", "%g", "%f"], "%d %d %d %f"):
        assert_written(a, native=True, fmt=fmt)
        assert_written(a.T[:, :1], native=fmt[0] == "%" and fmt.count("%") == 1, fmt=fmt)
    assert_written(a[0] > 0.2, native=True, fmt="%d")
    assert_written(a.astype(int), native=True, fmt="%s", header="x y", comments="% ")
    assert_written(a, native=True, delimiter=",", newline=";", footer="end", encoding="utf-8")
    assert_written(a, encoding="utf-16")
    assert_written(numpy.array([1.0, numpy.nan, 2.0]), native=True, fmt="%d")  # Python refuses
    assert_written(numpy.array([1.0, 2.0**70, 2.0]), native=True, fmt="%d")
    assert_written(numpy.array([1.0, numpy.inf, 2.0]), native=True, fmt="%05.1f")
    for array in (numpy.array(1.0), numpy.zeros((2, 2, 2)), numpy.zeros(0), numpy.array(["a"])):
        assert_written(array)


@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_digits_are_those_of_python(dtype):
    bits = numpy.random.default_rng(0).integers(0, 2**32, 3000, "u4").view("f4")
    if dtype == "f8":
        bits = numpy.random.default_rng(0).integers(0, 2**64 - 1, 1500, "u8").view("f8")
    ties = numpy.arange(1, 200, 2) / 2.0**7
    for array, fmt in itertools.product((bits, ties.astype(dtype)), ("%.18e", "%.3f", "%.5g")):
        assert_written(array, native=True, targets=(io.StringIO,), fmt=fmt)
    texts = [repr(float(x)) for x in bits if numpy.isfinite(x)]
    assert_same("loadtxt", lambda: texts, native=True)


def test_written_files_by_name(tmp_path):
    a = numpy.arange(6.0).reshape(2, 3)
    for name in ("a.txt", "a.txt.gz"):
        for np, array, kind in ((numpy, a, "numpy"), (numen, numen.array(a), "numen")):
            np.savetxt(tmp_path / f"{kind}-{name}", array, header="é", encoding="utf-8")
        assert numpy.array_equal(numen.loadtxt(tmp_path / f"numen-{name}"), a)
    assert (tmp_path / "numen-a.txt").read_bytes() == (tmp_path / "numpy-a.txt").read_bytes()
