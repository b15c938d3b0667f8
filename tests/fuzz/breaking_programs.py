"""The 33 programs that break a naive implementation of exposed and managed arrays.

Each takes the array module and a length, and returns what it saw; NumPy's answer is the right one.
`numpy` below is always the real NumPy: it plays the library that knows nothing of Numen.
"""

import gc
import json
import threading
import warnings

import numpy

programs = []


def program(function):
    """Registers a program; its number is the one in its name."""
    programs.append(function)
    return function


def square(np, n):
    """A square matrix of about n elements, 3 rows at least."""
    side = max(3, int(n ** 0.5))
    return np.arange(float(side * side)).reshape(side, side) * 1.0


@program
def p01_views_of_a_dying_root(np, n):
    a, b = np.arange(n) * 1.0, np.ones(n)
    t = a * b
    v, w = t[:5], t[3:]
    del t
    v[4] = -1
    return w[1], v, w


@program
def p02_index_arrays_change_later(np, n):
    x = np.arange(n) * 1.5
    i = np.arange(n)[::-1] * 1
    y = x[i]
    i[0] = 2
    mask = x > 3
    z = x[mask]
    mask[:] = False
    condition = x > 2
    w = np.where(condition, x, 0)
    condition[:] = False
    out = np.zeros(n)
    here = x > 1
    np.add(x, 1, out=out, where=here)
    here[:] = True
    return y, z, w, out


@program
def p03_zero_dimensional_operand_changes(np, n):
    x, s = np.arange(n) * 1.0, np.array(2.)
    y = x * s
    s[...] = 5
    return y, x * s


@program
def p04_become_settles_readers(np, n):
    x = np.arange(n) * 1.0
    y = x + 1
    m = memoryview(x)
    m[0] = 7.0
    y2 = x + 1
    m[1] = 8.0
    return y[0], y2[0], y2[1], x[1]


@program
def p05_aliases_of_another_type(np, n):
    c = np.arange(n) * (1 + 2j)
    z = c * 2
    z.imag += 1
    f = np.arange(n, dtype='f4') * 1
    u = f.view('u4')
    q = f + 1
    u[:] = 0
    return z, q, f, u


@program
def p06_overlap_with_other_maps(np, n):
    x = square(np, n)
    x -= x[0]
    a = np.arange(n) * 1.0
    a += a[::-1]
    m = square(np, n)
    m += m.T
    s = np.arange(n) * 1.0
    s[1:] = s[:-1]
    i = np.arange(n)[::-1] * 1
    t = np.arange(n) * 2
    t[i] = t
    o = np.arange(n) * 1.0
    np.add(o[:-1], o[1:], out=o[1:])
    return x, a, m, s, t, o


@program
def p07_node_keeps_its_view(np, n):
    a = np.arange(2 * (n // 2)) * 1.0
    y = a * 2
    a.shape = (2, -1)
    b = np.arange(n, dtype='f4') * 1
    z = b * 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        b.dtype = 'u4'
    return y, a, z, b


@program
def p08_alias_follows_its_exposed_parent(np, n):
    a = np.arange(n) * 1.0
    b = a[::2]
    numpy.asarray(a)[0] = 5
    first = b[0]
    numpy.asarray(b)[1] = 6
    return first, a[2], a, b


@program
def p09_integers_and_ellipsis_make_a_view(np, n):
    a = square(np, n)
    v = a[1, ...]
    w = a[1, 2, ...]
    w[...] = 9
    return a, v, w, a[1, 2], a[1, 2].ndim


@program
def p10_rows_are_live_views(np, n):
    x = square(np, n)
    for r in x:
        r *= 2
    it = iter(x)
    next(it)
    x *= 10
    return x, next(it), list(x)[2]


@program
def p11_moments_follow_writes_and_views(np, n):
    x = np.arange(n) * 1.0
    m = x.mean()
    x[3] = 1e6
    s = x.max()
    v = x[::2]
    v.max()
    return m, s, x.max(), v.max(), x.min(), x.sum()


@program
def p12_threads_that_read_and_write(np, n):
    x = np.arange(n) * 1.0
    y = x * 2
    seen = []

    def read():
        for _ in range(20):
            seen.append(float(y[1]))

    def write():
        for _ in range(20):
            x.__iadd__(1)

    threads = [threading.Thread(target=read), threading.Thread(target=write)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seen, y, x


@program
def p13_methods_fetched_before_become(np, n):
    def lib(x):
        memoryview(x)
        return numpy.asarray(x)

    x = np.arange(n) * 1.0
    r = x.dot(lib(x))
    y = np.arange(n) * 1.0
    f = y.sum
    lib(y)
    z = np.arange(n) * 1.0
    return r, f(), z + lib(z), z.reshape(lib(z).shape), z.take(lib(np.arange(3)))


@program
def p14_numpy_scalars_on_the_left(np, n):
    x = np.arange(n) * 1.0
    k = 1 / (x.sum() + 1)
    return k * x, np.float64(2) * x, np.float64(2) < x, np.float64(2) - x, numpy.ones(n) * x


@program
def p15_reductions_give_scalars(np, n):
    x = np.arange(n) * 1.0
    numpy.asarray(x)
    values = [numpy.max(x), numpy.mean(x), numpy.median(x), numpy.var(x), numpy.all(x),
              numpy.add.reduce(x), x.sum(), numpy.trapezoid(x)]
    text = json.dumps(float(np.max(x)))
    table = {x.sum(): 1}
    return values, [isinstance(v, (numpy.generic, float)) for v in values], text, \
        list(table.items()), isinstance(np.mean(x), float), [type(v).__name__ for v in values]


@program
def p16_flags_of_owners(np, n):
    a = np.arange(n) * 1.0
    a.flags.writeable = False
    a.flags.writeable = True
    owner, base = a.flags.owndata, a.base is None
    a.resize(n + 20, refcheck=False)
    return a, owner, base


@program
def p17_setflags_keeps_the_memory(np, n):
    a = np.arange(n) * 1.0
    a.setflags(uic=False)
    gc.collect()
    noise = [np.zeros(n) for _ in range(5)]
    return a[0], a[n - 1], a, noise[0][0]


@program
def p18_dimension_blocks_stay_private(np, n):
    a = np.arange(10) * 1.0
    a.shape = (10,)
    y = np.zeros(7)
    del a
    small = [np.zeros(4) for _ in range(50)]
    plain = [numpy.zeros(3) for _ in range(50)]
    return y.shape, y, small[-1].shape, {p.shape for p in plain} == {(3,)}


from . import later_breaking_programs  # noqa: E402, F401  (registers programs 19 to 33)
