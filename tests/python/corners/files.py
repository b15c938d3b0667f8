import io
import os
import tempfile

import numpy as np

folder = tempfile.mkdtemp()
path = os.path.join(folder, "a.npy")
a = np.arange(24.0).reshape(2, 3, 4)
for b in (a, a.T, a[:, ::2], a.astype("f4"), a + 1j, a > 3, np.array(2), np.empty((0, 3)),
          np.array(["x", "yz"]), np.array([(1, 2.0)], [("a", "i4"), ("b", "f8")])):
    np.save(path, b)
    loaded = np.load(path)
    print(loaded.dtype, loaded.shape, loaded.strides, loaded.flags.writeable, loaded.tolist())
    with open(path, "rb") as file:
        print(np.lib.format.read_magic(file), np.lib.format.read_array_header_1_0(file))
np.save(path, a)
mapped = np.load(path, mmap_mode="r")
print(type(mapped).__name__, mapped.sum(), mapped[1, 2], mapped.flags.writeable)
changing = np.load(path, mmap_mode="r+")
changing[0, 0] = -1
changing.flush()
print(np.load(path)[0, 0])
np.savez(os.path.join(folder, "b.npz"), a, named=a[0], other=a.T)
np.savez_compressed(os.path.join(folder, "c.npz"), first=a * 2)
with np.load(os.path.join(folder, "b.npz")) as file:
    print(sorted(file.files), file["arr_0"].shape, file["named"].tolist(), "other" in file)
    for name, value in sorted(file.items()):
        print(name, value.shape, value.strides)
print(np.load(os.path.join(folder, "c.npz"))["first"].sum())
np.save(path, np.array([{"k": 1}, None], dtype=object), allow_pickle=True)
try:
    np.load(path)
except ValueError as error:
    print(str(error)[:40])
print(np.load(path, allow_pickle=True))
a.tofile(path)
print(np.fromfile(path).sum(), np.fromfile(path, count=3, offset=16), os.path.getsize(path))
a[0].tofile(path, sep=",", format="%.1f")
with open(path) as file:
    print(file.read())
print(np.fromfile(path, sep=","))
text = io.StringIO()
np.savetxt(text, a[0], fmt="%.2f", delimiter=";", header="h")
print(text.getvalue())
text.seek(0)
print(np.loadtxt(text, delimiter=";"), np.loadtxt(["1 2", "3 4"], dtype=int, unpack=True))
print(np.genfromtxt(["1,2", "3,"], delimiter=","), np.fromstring("1 2 3", sep=" "))
stream = io.BytesIO()
np.save(stream, a)
np.save(stream, a[0] * 2)
stream.seek(0)
print(np.load(stream).shape, np.load(stream).tolist())
