"""Every way to write to an array: pieces of np.broadcast_arrays, which NumPy warns of at their
first write by most ways and not by all; and types that are NumPy's alone.
"""

WARNINGS = """
import warnings
import numpy as np

WAYS = '''{ways}'''.split("\\n")
for way in WAYS:
    for dtype in "dfi":
        x, _ = np.broadcast_arrays(np.ones(1, dtype), np.zeros(17))
        y, t, error = np.ones(17, dtype), np.ones((2, 17), dtype), ""
        told = []
        for line in (way, "x[0] = 5"):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                try:
                    exec(line)
                except Exception as caught_error:
                    error += type(caught_error).__name__
            told.append([w.category.__name__ + str(w.message)[:30] for w in caught])
        print(way, dtype, error, told, x.tolist())
"""
WAYS = """\
x[0] = 1
x[...] = 1
x[1:3] = 2
x[[0, 1]] = 3
x[x > 0] = 3
x.fill(2)
x += 1
np.add(y, 1, out=x)
np.add(y, 1, out=x, where=y > 0)
np.divmod(y, 2, out=(x, y))
np.add.at(x, [0], 1)
np.add.at(x, 0, 1)
np.negative.at(x, [0])
np.maximum.at(x, [0, 1], y[:2])
np.add.at(x, slice(0, 2), 1)
np.add.reduce(t, axis=0, out=x)
np.add.accumulate(y, out=x)
np.add.reduceat(y, list(range(17)), out=x)
t.mean(axis=0, out=x)
y.cumsum(out=x)
y.clip(0, 1, out=x)
np.round(y, 1, out=x)
y.take(list(range(17)), out=x)
np.choose([0] * 17, [y, y], out=x)
np.compress([True] * 17, y, out=x)
np.concatenate([y[:8], y[8:]], out=x)
np.einsum("ij,i->j", t, t[:, 0], out=x)
np.copyto(x, y)
np.copyto(x, y, where=y > 0)
np.put(x, [0], 1)
np.putmask(x, y > 0, y)
np.place(x, y > 0, [1.0])
np.put_along_axis(x, np.array([0]), 1, 0)
x.sort()
x.partition(3)
x.flat[0] = 1
x.flat = 1
x.byteswap(inplace=True)
np.nan_to_num(x, copy=False)
np.random.default_rng(0).shuffle(x)
memoryview(x)
x.view("i4")[0] = 1
x.real[0] = 1
x[2:][0] = 1
x.setflags(write=True)
x.flags.writeable
np.median(x, overwrite_input=True)
np.percentile(x, 3, overwrite_input=True)
np.isfinite(y, out=x, casting="unsafe")
np.asarray(x)[0] = 1"""

FILLS = """
import warnings
import numpy as np

TYPES = ["?", "i1", "i4", "i8", "f2", "f4", "f8", "c8", "c16", "q", "Q", "g", "G", ">f8", ">i4"]
VALUES = [np.array(3, dtype) for dtype in TYPES]
VALUES += [np.array(value) for value in (3.5, 300, 2 + 1j, np.nan, "3", "abc", b"ab", True)]
VALUES += [np.array("2020-01-01", "M8[D]"), np.array(5, "m8[h]"), np.array(300, object),
           np.array(None, object), np.zeros((), [("a", "i4")]), np.longlong(4), np.longdouble(2)]
TARGETS = [*TYPES, "S4", "U4", "O", "M8[s]", "m8[s]", [("a", "i4")], "V4"]
for target in TARGETS:
    for value in VALUES:
        for shape in ((), (3,), (20_000,)):
            if target == "V4" and value.dtype.kind in "OMm":
                continue  # NumPy's own answers are what lies in memory
            x = np.zeros(shape, target)
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                try:
                    x.fill(value)
                    error = ""
                except Exception as caught:
                    error = f"{type(caught).__name__}: {caught}"
            said = sorted(str(warning.message) for warning in told)
            print(target, value.dtype, shape, x.reshape(-1)[-2:].tolist(), error, said)
"""


def test_first_writes_warn_as_numpys(same_output):
    printed = same_output(WARNINGS.format(ways=WAYS))
    assert len(printed.splitlines()) == 3 * len(WAYS.splitlines())


def test_every_type_is_filled_with_arrays_of_every_other(same_output):
    printed = same_output(FILLS)
    assert len(printed.splitlines()) > 1500
