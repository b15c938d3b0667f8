import numpy as np

a = np.arange(6.0).reshape(2, 3)
print([float(v) for v in np.nditer(a)], [float(v) for v in np.nditer(a.T, order="F")])
with np.nditer(a, op_flags=["readwrite"]) as rows:
    for v in rows:
        v[...] = 2 * v
print(a)
it = np.nditer(a, flags=["multi_index"])
print([(it.multi_index, float(v)) for v in it])
print([c.tolist() for c in np.nditer(a, flags=["external_loop"], order="F")])
for x, y, z in (it := np.nditer([a, np.arange(3), None])):
    z[...] = x + y
print(it.operands[2], type(it.operands[2]).__name__, it.operands[0] is a)
total = np.zeros(3)
with np.nditer([a, total], ["reduce_ok"], [["readonly"], ["readwrite"]],
               op_axes=[[0, 1], [-1, 0]]) as it:
    for x, y in it:
        y[...] += x
print(total)
with np.nditer(np.arange(3), ["buffered"], op_dtypes=["f8"]) as it:
    print([v.dtype.name for v in it])
print(list(np.ndenumerate(a)), list(np.ndindex(2, 2)), [float(v) for v in a.flat], a.flat[4],
      len(a.flat))
a.flat[[0, 5]] = 7
a.flat[1::2] = np.array([-1.0, -2, -3])
print(a, a.flat[1:4], a.flat.index, a.flat.coords, a.T.flat[1], (a.flat == 7), a.flat.base is a)
flat = a.flat
next(flat)
print(flat.index, flat.coords, float(next(flat)), np.asarray(flat).shape, flat.copy())
a.flat = 3
print(a, [row.sum() for row in a], list(zip(*a)), max(a[0]), sorted(np.array([3, 1, 2])))
for i, j in np.nested_iters(a, [[0], [1]])[0:0] if False else np.ndindex(a.shape):
    a[i, j] = i - j
outer, inner = np.nested_iters(a, [[0], [1]])
print([[float(v) for v in inner] for _ in outer], np.lib.Arrayterator(a, 2).shape)
print(sum(block.sum() for block in np.lib.Arrayterator(a, 2)),
      np.fromiter((v for v in range(3)), float))
for bad in (lambda: list(np.nditer([a, np.ones(5)])), lambda: iter(np.array(1)),
            lambda: len(np.array(1))):
    try:
        bad()
    except (ValueError, TypeError) as error:
        print(error)
