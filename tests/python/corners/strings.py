import numpy as np

s = np.array(["pear", "fig", "apple", "fig"])
print(s, repr(s), s.dtype, s.itemsize, s == "fig", s != s[::-1], s[s == "fig"], np.sort(s))
print(np.unique(s, return_counts=True), np.argsort(s), np.char.upper(s), np.char.add(s, "!"))
print(np.char.str_len(s) * np.arange(4), np.strings.find(s, "p"), np.isin(s, ["fig"]), s.tolist())
counts = np.array([3, 1, 2, 5])
print({k: int(counts[s == k].sum()) for k in np.unique(s)}, s[np.argmax(counts)])
s[1] = "a longer one"
print(s, s.reshape(2, 2).T, np.concatenate([s, ["new"]]), np.where(counts > 2, s, "-"))
print(np.array([1.5, 2]).astype(str), np.array(["1.5", "2"]).astype(float) + np.ones(2))
print(np.array([b"ab", b"c"]), np.array(["a", "b"], "S1"), np.arange(3).astype("U2"))
print(np.array(["x", "y"], dtype=np.dtypes.StringDType()), s.astype(np.dtypes.StringDType()) + "z")
for bad in (lambda: s + 1, lambda: np.sqrt(s), lambda: s.sum(), lambda: np.array(["x"]).astype(int),
            lambda: np.arange(4) + s):
    try:
        print(bad())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
print(np.char.join("-", np.array(["ab", "cd"])), np.loadtxt(["a 1", "b 2"], dtype=str))
print(np.array2string(s, separator=", "), np.array(["a", 1]), np.array("text"), str(np.str_("q")))
print(np.full(2, "ab"), np.zeros(2, "U3"), np.empty(1, "S0").shape, np.char.array(["a "]).rstrip())
