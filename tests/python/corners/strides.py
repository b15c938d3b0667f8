import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view

a = np.arange(10.0)
windows = sliding_window_view(a, 3)
print(windows.shape, windows.strides, windows.mean(axis=1), windows.flags.writeable)
print(sliding_window_view(np.arange(12).reshape(3, 4), (2, 2)).sum(axis=(2, 3)))
print(sliding_window_view(a, 3, writeable=True).base is not None, windows[::2, ::-1].tolist())
hankel = as_strided(a, (4, 4), (8, 8))
hankel[0, 0] = 99
print(hankel, a[0], np.shares_memory(hankel, a), hankel.sum(), hankel @ np.ones(4), hankel.T[0])
diagonal = as_strided(np.eye(3), (3,), (32,))
diagonal += 1
print(diagonal, as_strided(a, (3,), (0,)), as_strided(a[::-1], (3,), (-8,)).tolist())
wide = np.broadcast_to(np.arange(3), (2, 3))
print(wide, wide.strides, wide.flags.writeable, (wide + 1).strides, wide.sum(axis=0),
      wide.copy().strides)
try:
    wide[0, 0] = 1
except ValueError as error:
    print(error)
x, y = np.broadcast_arrays(np.arange(3), np.arange(2)[:, None])
print(x, y, x.strides, y.strides, np.broadcast_shapes((3,), (2, 1)), np.broadcast(x, y).shape)
print([pair for pair in np.broadcast(np.arange(2), np.arange(2)[:, None])])
patches = as_strided(np.arange(16.0).reshape(4, 4), (2, 2, 2, 2), (64, 16, 32, 8))
print(patches.max(axis=(2, 3)), patches.reshape(4, 4), patches.transpose(0, 2, 1, 3).tolist())
moving = a.cumsum()
print((moving[3:] - moving[:-3]) / 3, np.lib.array_utils.byte_bounds(a)[1] > 0)
field = np.arange(24).reshape(2, 3, 4)
for view in (field.T, field[::-1], field[:, ::2], field[..., None], field.swapaxes(0, 2), field[1],
             field.reshape(6, 4), field.ravel(), np.moveaxis(field, 0, -1), field.squeeze(),
             field[:, 1:1], np.rollaxis(field, 2), field.diagonal(), np.flip(field, 1)):
    print(view.shape, view.strides, np.shares_memory(view, field), view.base is not None,
          view.flags.c_contiguous, view.flags.f_contiguous, view.flags.writeable)
