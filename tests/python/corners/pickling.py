import io
import pickle

import numpy as np

kept = [np.arange(6.0).reshape(2, 3), np.arange(6.0).reshape(2, 3).T, np.arange(10)[::3],
        np.array(3.5), np.array([]), np.array([1 + 2j]), np.array([True, False]),
        np.array(["a", "bc"]), np.array([("x", 1)], dtype=[("n", "U3"), ("v", "i4")]),
        np.array(["2020-01-01"], "M8[D]"), np.array([None, [1]], dtype=object),
        np.asfortranarray(np.arange(6).reshape(2, 3)), np.arange(3, dtype=">i4")]
for a in kept:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        b = pickle.loads(pickle.dumps(a, protocol))
        print(protocol, b.dtype, b.shape, b.strides, b.tolist(), b.flags.writeable)
for a in kept[:6]:
    buffers = []
    text = pickle.dumps(a, 5, buffer_callback=buffers.append)
    b = pickle.loads(text, buffers=buffers)
    print(len(buffers), b.tolist(), b.strides, b.flags.writeable, np.shares_memory(a, b))
a = np.arange(3.0)
readonly = a.copy()
readonly.setflags(write=False)
b = pickle.loads(pickle.dumps(readonly, 5, buffer_callback=(buffers := []).append),
                 buffers=buffers)
print(b.flags.writeable)
one, other = pickle.loads(pickle.dumps((a, a)))
print(one is other)
file = io.BytesIO()
a.dump(file)
print(pickle.loads(a.dumps()).tolist(), pickle.loads(file.getvalue()).tolist())
print(a.__reduce__()[2][1:3], a.__reduce_ex__(2)[2][1:3])
restored = np.empty(0)
restored.__setstate__((1, (2,), np.dtype("f8"), False, np.array([4.0, 5.0]).tobytes()))
print(restored)
for thing in (np.float64(2.5), np.dtype("f4"), np.sin, np.add, np.int8(3), np.median):
    print(pickle.loads(pickle.dumps(thing)) is thing or pickle.loads(pickle.dumps(thing)) == thing)
