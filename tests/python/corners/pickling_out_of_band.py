import pickle

import numpy as np

ARRAYS = {
    "c": lambda n: np.arange(float(n)).reshape(4, -1),
    "f": lambda n: np.asfortranarray(np.arange(float(n)).reshape(4, -1)),
    "computed": lambda n: np.arange(float(n)).reshape(4, -1) * 2 + 1,
    "turned": lambda n: np.arange(float(n)).reshape(4, -1).T,
    "stepped": lambda n: np.arange(float(n))[::2],
    "reversed": lambda n: np.arange(float(n))[::-1],
    "rows": lambda n: np.arange(float(n)).reshape(4, -1)[1:3],
    "columns": lambda n: np.arange(float(n)).reshape(4, -1)[:, 1:3],
    "cube turned": lambda n: np.arange(float(n)).reshape(2, 2, -1).transpose(1, 0, 2),
    "of bytes": lambda n: np.frombuffer(bytes(8 * n)),
    "spread": lambda n: np.broadcast_to(np.arange(float(n)), (2, n)),
    "integers": lambda n: np.arange(n, dtype="i2"),
    "flags": lambda n: np.arange(n) % 3 == 0,
    "complex": lambda n: np.arange(n) * (1 + 2j),
    "a part": lambda n: (np.arange(n) * (1 + 2j)).imag,
    "big-endian": lambda n: np.arange(n, dtype=">f4"),
    "texts": lambda n: np.arange(n).astype("U7"),
    "dates": lambda n: np.arange(n).astype("M8[s]"),
    "objects": lambda n: np.arange(n).astype(object),
    "records": lambda n: np.zeros(n, [("a", "i4"), ("b", "f8")]),
    "number": lambda n: np.array(float(n)),
    "nothing": lambda n: np.zeros((n, 0)),
    "one": lambda n: np.arange(float(n))[3:4],
    "matrix": lambda n: np.asmatrix(np.arange(float(n)).reshape(4, -1)),
}


def told(a):
    return (type(a).__name__, a.dtype.str, a.shape, a.strides, a.flags.c_contiguous,
            a.flags.f_contiguous, a.flags.owndata, a.flags.writeable, type(a.base).__name__,
            hash(a.tobytes()) if a.dtype != object else a.tolist()[-1])


def view_of(buffer):
    with memoryview(buffer) as view:
        return view.format, view.shape, view.strides, view.readonly, view.nbytes, view.contiguous


for size in (12, 40_000):
    for name, make in ARRAYS.items():
        for writeable in (True, False):
            a = make(size)
            if not writeable:
                a.flags.writeable = False
            buffers = []
            text = pickle.dumps(a, 5, buffer_callback=buffers.append)
            print(name, size, len(buffers), len(text) < 1000, [view_of(b) for b in buffers],
                  [b.raw().nbytes for b in buffers], [hash(b.raw().tobytes()) for b in buffers])
            loaded = pickle.loads(text, buffers=buffers)
            print(told(loaded), np.shares_memory(a, loaded), np.array_equal(a, loaded))
            for kind in (bytes, bytearray):
                print(kind.__name__, told(pickle.loads(text, buffers=[kind(b.raw())
                                                                      for b in buffers])))
            print(told(pickle.loads(pickle.dumps(a, 5))),
                  len(pickle.dumps(a, 5, buffer_callback=lambda buffer: True)) == len(
                      pickle.dumps(a, 5)))
            constructor, arguments = a.__reduce_ex__(5)[:2]
            print(constructor.__name__, [type(given).__name__ for given in arguments])
            buffers = []
            both = pickle.dumps({"a": a, "again": a, "view": a[:1] if a.shape else a}, 5,
                                buffer_callback=buffers.append)
            both = pickle.loads(both, buffers=buffers)
            print(len(buffers), both["a"] is both["again"], told(both["view"]))
            for buffer in buffers:
                buffer.release()
            del buffers, loaded
            if writeable and a.flags.writeable and a.dtype == "f8":
                a[...] = 5
                print(a.sum())
