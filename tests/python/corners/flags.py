import numpy as np

a = np.arange(6.0).reshape(2, 3)
for b in (a, a.T, a[:, 1:], a[:1], np.array(1.0), a[:0], np.broadcast_to(a, (2, 2, 3)), a[::-1],
          a.copy("F"), a.reshape(3, 2), a.view("i8"), np.arange(3, dtype=">f4"), a[0],
          a.diagonal()):
    flags = b.flags
    print(flags.c_contiguous, flags.f_contiguous, flags.owndata, flags.writeable, flags.aligned,
          flags.forc, flags.fnc, flags.behaved, flags.carray, flags.farray, flags.contiguous,
          flags.num)
print(a.flags)
print(repr(a.T.flags), a.flags["C"], a.flags["WRITEABLE"], a.flags == a.copy().flags)
a.flags.writeable = False
for change in (lambda: a.__setitem__(0, 1), lambda: a.sort(), lambda: a.fill(0),
               lambda: np.add(a, 1, out=a),
               lambda: a.__iadd__(1), lambda: a.resize(2), lambda: a.flat.__setitem__(0, 1),
               lambda: np.put(a, 0, 1), lambda: a[0].__setitem__(0, 1), lambda: np.copyto(a, 1),
               lambda: a.partition(1), lambda: np.fill_diagonal(a, 1),
               lambda: a.byteswap(inplace=True),
               lambda: np.random.default_rng(1).shuffle(a), lambda: a.setfield(1, float),
               lambda: a.real.__setitem__(0, 1), lambda: setattr(a, "real", 1),
               lambda: np.place(a, a > 1, 0)):
    try:
        change()
        print("changed", a)
    except ValueError as error:
        print(error)
view = a[0]
print(view.flags.writeable, (a + 1).flags.writeable, a.copy().flags.writeable,
      a.astype(float).flags.writeable)
try:
    view.flags.writeable = True
except ValueError as error:
    print(error)
a.setflags(write=True)
view.flags["W"] = True
view[0] = 42
print(a[0, 0], view.flags.writeable)
fixed = np.frombuffer(b"\0" * 16)
try:
    fixed.setflags(write=True)
except ValueError as error:
    print(error)
for name in ("owndata", "c_contiguous"):
    try:
        setattr(a.flags, name, False)
    except AttributeError as error:
        print(error)
shape = np.arange(6)
shape.shape = (2, 3)
shape.shape = -1, 2
print(shape, shape.strides)
for bad in ((4, 4), (5,)):
    try:
        shape.shape = bad
    except (ValueError, AttributeError) as error:
        print(error)
z = np.zeros(2, complex)
z.real = [1, 2]
z.imag[:] = 3
print(z, z.real.flags.writeable, z.real.base is z, z.real.strides)
