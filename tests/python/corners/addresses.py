import ctypes

import numpy as np

a = np.arange(6.0).reshape(2, 3)
pointer = a.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
pointer[4] = 44
print(a, pointer[0], a.ctypes.data == a.__array_interface__["data"][0], tuple(a.ctypes.shape))
print(tuple(a.ctypes.strides), a.ctypes.shape_as(ctypes.c_long)[1],
      a.ctypes.strides_as(ctypes.c_long)[0])
print(a.T.ctypes.data == a.ctypes.data, a[1].ctypes.data - a.ctypes.data,
      a[:, 1:].ctypes.data - a.ctypes.data)
ctypes.memset(a.ctypes.data, 0, 8)
print(a[0, 0], type(a.ctypes._as_parameter_).__name__, a.data.nbytes, a.data.shape, a.data.readonly)
raw = (ctypes.c_double * 4)(1, 2, 3, 4)
b = np.ctypeslib.as_array(raw)
b[0] = 9
raw[1] = 8
print(b, raw[0], b.flags.owndata, (b + 1).tolist(),
      np.ctypeslib.as_ctypes(np.arange(3, dtype="i4"))[2])
kind = np.ctypeslib.ndpointer(dtype=float, ndim=2, flags="C")
print(kind.from_param(a) is not None)
try:
    kind.from_param(a[:, ::2])
except TypeError as error:
    print(error)
libc = ctypes.CDLL(None)
libc.memcpy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
target = np.zeros(6)
libc.memcpy(target.ctypes.data, a.ctypes.data, a.nbytes)
print(target)
interface = a.__array_interface__
print(sorted(interface), interface["shape"], interface["typestr"], interface["strides"],
      interface["version"])
view = memoryview(a)
view[1, 2] = 5.5
print(a[1, 2], view.format, view.shape, view.strides, view.contiguous, bytes(view[0:0]),
      view.tolist())
taken = np.asarray(memoryview(b"abcd"))
print(taken, taken.flags.writeable, np.array(bytearray(b"xyz")),
      np.asarray(memoryview(a)).base is not None)
print(bytes(np.arange(3, dtype="u1")), bytearray(np.arange(2, dtype="i2")),
      int.from_bytes(np.arange(2, dtype="u1"), "big"))
