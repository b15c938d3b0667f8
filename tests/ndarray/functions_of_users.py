# Calls of NumPy's functions that once gave another answer; Python and `numen run` must print the
# same.
import warnings

import numpy as np

BYTES = np.array([1, 2], "u1")
THREE = np.arange(9.0).reshape(3, 3)

CALLS = """
np.array(["a", "b"], ndmin=2).shape
np.array([1, None], ndmin=3).shape
np.array([1, 2], dtype="m8[s]", ndmin=2).shape
np.array([(1, 2)], dtype=[("a", int), ("b", int)], ndmin=2).shape
np.array(2.5, dtype=object, ndmin=1).shape
np.ascontiguousarray(2.5, dtype=object).shape
np.asfortranarray(2.5, dtype=object).shape
np.array([["a", "b"], ["c", "d"]], order="F").flags.f_contiguous
np.array([[1, 2], [3, 4]], dtype=object, order="F").flags.f_contiguous
np.asarray([[1, 2], [3, 4]], object, order="F").flags.f_contiguous
np.require([[1, 2], [3, 4]], object, "F").flags.f_contiguous
np.full(2, 2**63)
np.full(2, 2**70)
np.full(2, -2**63 - 1)
np.full(2, 2**63 - 1)
np.full(2, 2**63, "u8")
np.full(2, 2**63, "i8")
np.full(2, 10**400, float)
np.full_like(np.zeros(2, bool), 2**70)
np.polysub([5], BYTES)
np.polysub([5.0], np.array([1, 2], "u2"))
np.polysub([1], np.array([-128, 1], "i1"))
np.polysub(BYTES, [5])
np.polyadd([5], BYTES)
np.trapezoid([1.0, 2, 3], np.arange(6.0).reshape(2, 3))
np.trapezoid([1.0, 2, 3], THREE)
np.trapezoid([1.0, 2, 3], dx=THREE[:, :2])
np.trapezoid(THREE, THREE)
np.trapezoid(THREE, np.arange(3.0))
np.gcd.reduce(np.array([-4]))
np.gcd.reduce(np.array([[-4, 6]]))
np.gcd.reduce(np.array([-4, 6]))
np.hypot.reduce(np.array([-3.0]))
np.hypot.reduce(np.array([[-3.0, 4.0]]), axis=0)
np.gcd.accumulate(np.array([-4, 6]))
np.hypot.reduceat(np.array([-4.0, 6, -2]), [0, 1, 2])
np.delete(np.arange(300), np.uint8(200)).size
np.delete(np.zeros((300, 2)), np.int8(5), axis=0).shape
[p.shape for p in np.array_split([[1, 2, 3], [4, 5, 6]], 2, axis=1)]
[p.shape for p in np.array_split([[1, 2, 3], [4, 5, 6]], 2)]
type(np.isreal(np.matrix([[1, 2]])))
np.inner(2, []).dtype, np.dot(2, []).dtype, np.vdot(np.zeros(0, int), []).dtype
np.einsum("ij", THREE) is THREE, np.einsum(THREE, [0, 1]) is THREE
np.power(2**70, np.array(-1.0)), np.power(2**70, np.array(2.0)), 10**30 ** np.array(1.0)
np.array([-1.0, 0.0, -0.0]).dot(0), np.dot(-0.0, np.array([1.0, 2.0]))
np.arange(3.0).round(None)
[type(f(np.float64(2.5), out=np.zeros(()))) for f in (np.sum, np.max, np.mean, np.prod, np.std)]
np.concat is np.concatenate, np.permute_dims is np.transpose
""".strip().splitlines()

# What gives its argument back gives the object itself, of every size.
SAME = ("np.real(x)", "np.asarray(x)", "np.asanyarray(x)", "np.ravel(x)", "np.squeeze(x)",
        "np.atleast_1d(x)", "np.ascontiguousarray(x)", "np.require(x)", "np.conjugate(x)",
        "x.conj()", "x.real", "np.transpose(x)", "np.broadcast_arrays(x)[0]",
        "np.moveaxis(x, 0, 0)", "np.nan_to_num(x, copy=False)", "np.real_if_close(x)",
        "np.diff(x, 0)", "np.clip(x, 0, 1, x)", "np.round(x, 1, x)", "np.cumsum(x, out=x)",
        "np.sort(x)")  # fmt: skip


def told(text, **names):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = repr(eval(text, globals(), names))
        except Exception as error:
            found = type(error).__name__
    return " ".join(found.split()), [str(warning.message) for warning in caught]


for call in CALLS:
    print(call, *told(call))
for call in SAME:
    for size in (20, 20_000):
        x = np.ones(size)
        print(call, size, *told(f"{call} is x", x=x))

x = np.arange(5.0)
np.meshgrid(x[::-1], [1], copy=False, sparse=True)[0][0, 0] = 99
print(x)
fixed = np.arange(6.0).reshape(2, 3)
fixed[np.array(0)][:] = 9
print(fixed)
