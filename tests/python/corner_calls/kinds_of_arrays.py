"""Calls about other kinds of arrays and elements: masked, structured, strings, dates, objects."""

MASKED = """
    np.ma.masked_array(x, x > 1)
    np.ma.masked_array(x, mask=[True, False])
    np.ma.array(x, mask=True)
    np.ma.masked_greater(x, 2)
    np.ma.masked_equal(x, 1) + x
    x + np.ma.masked_equal(x, 1)
    x * np.ma.masked_where(x > 1, x)
    x > np.ma.masked_equal(x, 1)
    np.sqrt(np.ma.masked_equal(x, 1))
    np.add(x, np.ma.masked_equal(x, 1))
    np.ma.masked_equal(x, 1).sum(), np.ma.masked_equal(x, 1).count()
    np.ma.masked_equal(x, 1).std(axis=0)
    np.ma.masked_equal(x, 1).filled(9)
    np.ma.filled(x, 9)
    np.ma.masked_equal(x, 1).compressed()
    np.ma.getmask(x), np.ma.getmaskarray(x), np.ma.getdata(x)
    np.ma.masked_invalid(x)
    np.ma.fix_invalid(x)
    np.ma.median(np.ma.masked_equal(x, 1))
    np.ma.concatenate([np.ma.masked_equal(x, 1), x])
    np.concatenate([np.ma.masked_equal(x, 1), x])
    np.where(x > 1, np.ma.masked_equal(x, 1), x)
    np.ma.where(x > 1, x, np.ma.masked)
    np.ma.average(np.ma.masked_equal(x, 1), axis=0)
    repr(np.ma.masked_equal(x, 1)), str(np.ma.masked_equal(x, 1))
    assigned(np.ma.array(x), 0, np.ma.masked)
    assigned(np.ma.masked_equal(x, 1), x > 1, 7)
    assigned(x, ..., np.ma.masked_equal(x, 1))
    changed(x, "__iadd__", np.ma.masked_equal(x, 1))
    np.ma.masked_equal(x, 1)[..., :1], np.ma.masked_equal(x, 1).T
    np.ma.sort(np.ma.masked_equal(x, 1)), np.ma.argmax(x), np.ma.cumsum(x)
    np.ma.dot(np.ma.masked_equal(x, 1), x.T)
    np.ma.allclose(x, x), np.ma.allequal(x, x), np.ma.is_masked(x)
    np.ma.notmasked_edges(np.ma.masked_equal(x, 1))
    np.ma.masked_array(x, mask=np.ones(99))
    np.ma.masked_array(x).harden_mask() is None
    np.ma.make_mask(x), np.ma.mask_or(x > 1, x > 2)
    np.median(np.ma.masked_equal(x, 1)), np.mean(np.ma.masked_equal(x, 1))
    np.ma.ones(x.shape), np.ma.zeros_like(x), np.ma.empty(0)
    np.ma.polyfit(x, x, 1)
    np.ma.cov(x), np.ma.corrcoef(x)
    np.ma.apply_along_axis(lambda v: v.sum(), 0, x)
"""

STRUCTURED = """
    np.zeros(2, [("a", x.dtype), ("b", "i4")])
    assigned(np.zeros(x.shape, [("a", x.dtype), ("b", "i4")]), "a", x)
    assigned(np.zeros(x.shape, [("a", x.dtype), ("b", "i4")]), "a", x)["a"] + x
    assigned(np.zeros(x.shape, [("a", x.dtype)]), ..., x)
    assigned(np.zeros(1, [("a", x.dtype, x.shape)]), "a", x)
    np.zeros(2, [("a", x.dtype, x.shape)])["a"]
    np.rec.fromarrays([x, x], names="a,b")
    np.rec.fromarrays([x, x], names="a,b").a + x
    np.rec.array([(1, 2.0)], dtype=[("a", x.dtype), ("b", "f4")])
    np.zeros(2, "i4,f8")["nonsense"]
    np.zeros(2, "i4,f8") + x
    x + np.zeros(2, "i4,f8")
    np.zeros(2, "i4,f8") == np.zeros(2, "i4,f8")
    np.sort(assigned(np.zeros(x.shape, [("a", x.dtype)]), "a", x), order="a")
    np.concatenate([np.zeros(2, "i4,f8"), np.ones(1, "i4,f8")])
    x.view([("a", x.dtype)])
    x.view("V1")
    x.astype([("a", "f8"), ("b", "i2")])
    x.view(np.recarray)
    np.lib.recfunctions.unstructured_to_structured(np.atleast_2d(x))
    np.array([(1, x)], [("a", "i4"), ("b", "O")])["b"][0]
    np.array([(1, 2), (3,)], "i4,i4")
    np.empty(0, "i4,i4")
    np.zeros(2, "i4,f8")["f0"] * np.arange(2)
    np.sqrt(np.zeros(2, "i4,f8"))
    np.zeros(2, "i4,f8").sum()
    np.unique(np.zeros(2, "i4,f8"))
    np.zeros(2, "i4,f8")[["f0"]]
    np.lib.recfunctions.append_fields(np.zeros(5, "i4,f8"), "z", x, usemask=False)
    x["a"]
    x[["a", "b"]]
    x.getfield("u1"), x.getfield("u1", 0)
    changed(x, "setfield", 1, "u1")
    x.dtype.fields, x.dtype.names
"""

STRINGS = """
    x.astype(str)
    x.astype("U2")
    x.astype("S")
    x.astype(str) == x.astype(str)
    np.char.add(x.astype(str), "!")
    np.char.upper(x.astype(str)), np.strings.str_len(x.astype("U5"))
    x.astype(str) + x
    x + x.astype(str)
    x == "a"
    x == x.astype(str)
    x < "a"
    np.sort(x.astype(str), axis=None), np.unique(x.astype(str))
    np.where(x > 1, "yes", "no")
    np.where(x > 1, x, "no")
    np.concatenate([x, x.astype(str)])
    np.array([x, "a"])
    np.array(["a", "b"])[x.astype(bool).ravel()[:2]]
    x.astype(np.dtypes.StringDType())
    x.astype(np.dtypes.StringDType()) + "a"
    np.array(["1", "2"]).astype(x.dtype)
    np.array(["a", "b"]).astype(x.dtype)
    assigned(x, ..., "1")
    assigned(x, ..., "a")
    assigned(np.zeros(x.shape, "U3"), ..., x)
    np.full(x.shape, "ab")
    np.full_like(x, "3")
    np.full_like(x, "ab")
    np.isin(x, ["1"]), np.isin(x.astype(str), ["1"])
    np.sqrt(x.astype(str))
    x.astype(str).sum()
    np.strings.multiply("a", x)
    np.char.mod("%d", x)
    np.array2string(x), np.array_repr(x), np.array_str(x)
    np.array2string(x, precision=2, separator=";", threshold=2, edgeitems=1)
    np.format_float_positional(x), np.format_float_scientific(x)
    f"{x}", f"{x!r:>5}", "%s" % (x,)
    f"{x:3.1f}"
    str(x), repr(x)
    np.loadtxt(["1 2"], dtype=str), np.genfromtxt(["a,1"], dtype=None, delimiter=",")
    np.fromstring("1 2", x.dtype, sep=" ")
    np.fromstring("1 a", x.dtype, sep=" ")
    np.fromstring("12345678", x.dtype)
"""

DATES = """
    np.datetime64("2024-01-01") + x
    np.timedelta64(2, "h") * x
    x * np.timedelta64(2, "h")
    x / np.timedelta64(2, "h")
    x + np.timedelta64(2, "h")
    x.astype("m8[s]")
    x.astype("M8[D]")
    x.astype("m8[s]") / np.timedelta64(1, "m")
    x.astype("m8[s]") * x
    x.astype("m8[s]") + x.astype("m8[m]")
    x.astype("M8[D]") - x.astype("M8[h]")
    x.astype("m8[s]") > x.astype("m8[m]")
    x > x.astype("m8[s]")
    x.astype("m8[s]").sum(), x.astype("m8[s]").mean(), x.astype("m8[s]").max()
    x.astype("M8[D]").min(axis=0)
    x.astype("M8[D]").astype("M8[M]"), x.astype("M8[D]").astype(str)
    np.diff(x.astype("M8[D]")), np.sort(x.astype("M8[D]"))
    np.unique(x.astype("M8[D]")), np.isnat(x.astype("M8[D]"))
    np.isnat(x)
    np.arange("2024-01-01", "2024-01-04", dtype="M8[D]")[x.astype(int)]
    np.busday_offset("2024-01-01", x)
    np.busday_offset("2024-01-01", x, roll="forward")
    np.busday_count(x.astype("M8[D]"), "2024-01-01")
    np.is_busday(x)
    np.where(x > 1, np.datetime64("2024-01-01"), np.datetime64("NaT"))
    np.concatenate([x.astype("M8[D]"), x])
    np.concatenate([x.astype("M8[D]"), x.astype("M8[s]")])
    assigned(x.astype("M8[D]"), ..., "2020-02-02")
    assigned(x.astype("M8[D]"), ..., x)
    assigned(x, ..., np.datetime64("2020-02-02"))
    np.sqrt(x.astype("m8[s]"))
    -x.astype("m8[s]"), abs(x.astype("m8[s]")), x.astype("m8[s]") // 2
    x.astype("M8[D]") + x.astype("M8[D]")
    np.maximum(x.astype("M8[D]"), np.datetime64("1970-01-03"))
    np.datetime_as_string(x.astype("M8[D]"))
    np.array([np.datetime64("2024"), x])
    np.linspace(0, 1, 3).astype("m8[s]"), np.zeros_like(x, "m8[s]"), np.ones(2, "M8[D]")
    np.cumsum(x.astype("m8[s]")), np.percentile(x.astype("m8[s]"), 50), np.median(x.astype("m8[s]"))
"""

TABLES = {name: text for name, text in globals().items() if name.isupper()}
