"""Breaking programs 19 to 33: warnings, memory, fork, order, copies, libraries that write."""

import copy
import ctypes
import gc
import os
import pickle
import random
import threading
import warnings

import numpy

from .breaking_programs import program


@program
def p19_warnings_at_the_call(np, n):
    x = np.arange(n) * 1.0 - 1
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        y = np.log(x)
    with np.errstate(divide='ignore', invalid='ignore'):
        z = 1 / (x + 1)
    with warnings.catch_warnings(record=True) as later:
        warnings.simplefilter("always")
        text = str(z[:3])
    return sorted(str(i.message) for i in w), len(later), text, numpy.isnan(y[0])


@program
def p20_memory_error_at_the_call(np, n):
    a = np.zeros(3_000_000) + 1
    try:
        y = a.reshape(-1, 1) * a
    except MemoryError as error:
        return "MemoryError", str(error)
    return y.shape


@program
def p21_many_dead_operands(np, n):
    total = 0.0
    x = np.ones(n)
    for step in range(300):
        a, b = x + step, x * 2
        y = a + b
        a = None
        b = None
        total += float(y[0])
        x = y * 0.5
    return total, x


@program
def p22_fork_with_pending_work(np, n):
    x = np.arange(n) * 1.0
    y = x * 2
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.write(write, repr(float(y.sum())).encode())
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    text = os.read(read, 100).decode()
    os.close(read)
    status = os.waitpid(child, 0)[1]
    return text, status, y.sum()


@program
def p23_broadcast_views_are_read_only(np, n):
    a = np.arange(n) * 1.0
    b = np.broadcast_to(a, (3, n))
    c = b * 1
    try:
        b += 1
        error = None
    except ValueError as raised:
        error = str(raised)
    return error, c, c.flags.c_contiguous, c.strides, a


@program
def p24_order_is_fixed_when_recorded(np, n):
    rows = max(3, n // 4)
    x = np.ones((rows, 4))
    t = x.T * 2
    flat = t.reshape(-1)
    flat[0] = 9
    c = x * 2
    shared = c.reshape(-1)
    shared[0] = 8
    return t.strides, c.strides, t, c, flat


@program
def p25_read_modify_write_by_index(np, n):
    a = np.arange(n) * 1.0
    mask = a > 2
    a[mask] += 1
    a[[0, 0]] += 1
    b = np.arange(n)
    b[b % 2 == 0] *= 3
    return a, b


class Reversed(numpy.ndarray):
    """A user's subclass with its own __radd__."""

    def __radd__(self, other):
        return "radd"


@program
def p26_subclasses_are_asked_first(np, n):
    u = numpy.arange(float(n)).view(Reversed)
    x = np.arange(n) * 1.0
    numpy_first = x + u
    exposed = np.arange(n) * 1.0
    numpy.asarray(exposed)
    return numpy_first, exposed + u


@program
def p27_storage_never_moves(np, n):
    a = np.arange(n) * 1.0
    p = a.ctypes.data
    a *= 2
    a += a[::-1]
    a[1:] = a[:-1]
    seen = (ctypes.c_double * n).from_address(p)
    return seen[0], seen[n - 1], a, a.ctypes.data == p


@program
def p28_partial_writes_to_pending_roots(np, n):
    a, b = np.arange(n) * 1.0, np.ones(n)
    x = a * b
    x[2:5] = 0
    y = a * b
    np.add(a, b, out=y, where=a > 3)
    return x.sum(), x, y


@program
def p29_keepers_dropped_by_threads(np, n):
    results = []
    for _ in range(20):
        x = np.sort(np.arange(n)[::-1] * 1.0)  # a fallback's result, perhaps
        y = np.unique(x) + 1
        del x
        results.append(float(y[0]))
    worker = threading.Thread(target=results.clear)
    worker.start()
    worker.join()
    gc.collect()
    return results, y


@program
def p30_copies_and_pickles(np, n):
    x = np.arange(n) * 1.0
    v = x[1:4]
    z = copy.deepcopy([x])
    pair = pickle.loads(pickle.dumps((v, v.base if v.base is not None else x)))
    buffers = []
    pickle.dumps(x, 5, buffer_callback=buffers.append)
    x[0] = 9
    shared = bytes(buffers[0])[:8]
    return z[0], pair[0], shared, x, v


@program
def p31_libraries_write_into_x(np, n):
    x = np.arange(n) * 1.0
    numpy.random.default_rng(0).shuffle(x)
    y = np.arange(n) * 1.0
    numpy.put(y, [0, 1], [7, 8])
    z = np.arange(n) * 1.0
    numpy.multiply(z, 3, out=z)
    w = np.arange(n) * 1.0
    random.Random(0).shuffle(w)
    return x, y, z, w


@program
def p32_rebinding_against_in_place(np, n):
    x = np.zeros(n)
    y = x
    x += 1
    x = x + 1
    return x, y


@program
def p33_swaps_hold_arrays(np, n):
    a, b, c = np.arange(n) * 1.0, np.ones(n), np.zeros(n)
    a = a * b
    a[:] = b
    b[:] = c
    d, e = np.arange(n) * 1.0, np.arange(n) * 2.0
    d[:], e[:] = e, d
    return a, b, d, e


@program
def p34_operations_inside_of_functions_stay_pending(np, n):
    x = np.arange(n) * 1.0
    z = np.array([1j, 2, 3])
    return np.correlate(z, z[:2], "full"), np.correlate(x, x[:3]), np.convolve(z, 1j * z)
