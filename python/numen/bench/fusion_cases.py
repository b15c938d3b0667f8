"""The expressions of `numen bench fusion`: large arrays, several operations each.

`bound` is the largest allowed time over NumPy's; inputs are those of inputs.py.
"""

from .cases import Case

MILLIONS = (1_000_000, 10_000_000)
SINGLE, DOUBLE = ("float32",), ("float64",)

# In functions, as programs have it: what they name is gone when the result is looked at.
BLACK_SCHOLES = "; ".join((
    "n = lambda d: 1 / (1 + np.exp(-1.702 * d))",
    "price = lambda spot, strike, d1: spot * n(d1) - strike * 0.951 * n(d1 - 0.25)",
    "call = lambda spot, strike: price(spot, strike, (np.log(spot / strike) + 0.0625) / 0.25)",
    "r = call(50 * a, 50 * b)",
))
SOFTMAX = "; ".join((
    "normalised = lambda e: e / e.sum(axis=1, keepdims=True)",
    "softmax = lambda x: normalised(np.exp(x - x.max(axis=1, keepdims=True)))",
    "r = softmax(m)",
))
HOLDING_SOFTMAX = ("e = np.exp(m - m.max(axis=1, keepdims=True)); "
                   "r = e / e.sum(axis=1, keepdims=True)")
LAYER_NORM = ("d = h - h.mean(axis=1, keepdims=True); "
              "r = d / np.sqrt((d * d).mean(axis=1, keepdims=True) + 1e-5)")
N_BODY = "; ".join((
    "x, y, z = (v[:, None] - v for v in (e, f, e - f))",
    "inverse = (x * x + y * y + z * z + 0.01) ** -1.5",
    "r = (x * inverse).sum(axis=1) + (y * inverse).sum(axis=1) + (z * inverse).sum(axis=1)",
))
STENCIL = ("r = 0.2 * (h[1:-1, 1:-1] + h[:-2, 1:-1] + h[2:, 1:-1] + h[1:-1, :-2] "
           "+ h[1:-1, 2:])")
DISTANCES = ("p, q = matrices.reshape(-1, 16)[:1500], matrices.reshape(-1, 16)[1500:]; "
             "r = np.sqrt(((p[:, None] - q) ** 2).sum(axis=-1))")
LOGISTIC = "r = m.T @ (1 / (1 + np.exp(-(m @ columns))) - rows)"
K_MEANS = "r = ((c[:, None] - c[:16]) ** 2).sum(axis=-1).argmin(axis=1)"

# Rows of three: what is one for all rows, or for all columns.
CENTRED = "p = a.reshape(-1, 3); r = (p - a[:3]) * 2"
MASKED = "p = a.reshape(-1, 3); r = np.where(p[:, :1] > 1.5, p, 0)"
OF_THREE = (30_003, 600_009, 9_000_003)

LARGE = (*MILLIONS, 100_000_000)


def waves(name, bound, sizes):
    return Case(name, "a * b + np.sin(a) + np.cos(b)", ("a", "b"), bound, sizes=sizes,
                dtypes=SINGLE)


# Bounds on one thread; the others are on all.
ONE_THREAD = (waves("a*b+sin(a)+cos(b) 1 thread", 0.2, LARGE),)
FUSION = (
    waves("a*b+sin(a)+cos(b)", 0.125, LARGE),
    waves("a*b+sin(a)+cos(b)", 0.333, (10_000, 100_000)),
    waves("a*b+sin(a)+cos(b)", 1.05, (1, 100, 1000)),
    Case("A*B + C", "m * h + k", ("m", "h", "k"), 0.4, sizes=(4096**2, 16384**2), dtypes=SINGLE),
    Case("(a*b + a)*0.5 - b", "(a * b + a) * 0.5 - b", ("a", "b"), 1.0, sizes=MILLIONS),
    Case("sum((a-b)**2)", "((a - b) ** 2).sum()", ("a", "b"), 1.0, sizes=MILLIONS),
    Case("sum, mean, std", "r = a.sum(), a.mean(), a.std()", ("a",), 0.125, sizes=LARGE,
         dtypes=SINGLE),
    Case("Black-Scholes", BLACK_SCHOLES, ("a", "b"), 0.167, sizes=MILLIONS, dtypes=DOUBLE),
    Case("softmax", SOFTMAX, ("m",), 0.2, sizes=(4096 * 1024,), dtypes=SINGLE),
    Case("softmax, exponentials held", HOLDING_SOFTMAX, ("m",), 0.2, sizes=(4096 * 1024,),
         dtypes=SINGLE),
    Case("layer norm", LAYER_NORM, ("h",), 0.2, sizes=(4096**2,), dtypes=SINGLE),
    Case("n-body by broadcasting", N_BODY, ("e", "f"), 0.167, sizes=(1_000_000,), dtypes=DOUBLE),
    Case("5-point stencil", STENCIL, ("h",), 0.25, sizes=(4000**2,), dtypes=DOUBLE),
    Case("distance matrix", DISTANCES, ("matrices",), 0.111, sizes=(48_000,), dtypes=DOUBLE),
    Case("logistic-regression gradient", LOGISTIC, ("m", "rows", "columns"), 0.667,
         sizes=(1_000_000,), dtypes=DOUBLE),
    Case("k-means step", K_MEANS, ("c",), 0.667, sizes=(300_000,), dtypes=DOUBLE),
    Case("points less their centre", CENTRED, ("a",), 0.667, sizes=OF_THREE),
    Case("points by a mask of rows", MASKED, ("a",), 1.0, sizes=OF_THREE),
)
