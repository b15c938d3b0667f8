"""Calls about memory: what is kept of an array, copied, shared and written to files."""

PICKLING = """
    [pickle.loads(pickle.dumps(x, number)) for number in range(6)]
    outside(x)
    outside(x.T)
    outside(x[..., ::2])
    [len(pickle.dumps(x, number)) for number in range(6)]
    pickle.loads(x.dumps())
    x.__reduce__()[1:]
    x.__reduce_ex__(4)[1]
    x.__reduce_ex__(5)[1][1:3]
    changed(np.empty(3), "__setstate__", x.__reduce__()[2])
    changed(np.empty(3), "__setstate__", (1, (2,), x.dtype, False, bytes(2 * x.itemsize)))
    changed(np.empty(3), "__setstate__", "nonsense")
    pickle.loads(pickle.dumps({"a": x, "b": [x, x]}))["b"][1]
    pickle.loads(pickle.dumps(x.view(np.recarray) if x.dtype.names else x[..., None]))
    pickle.loads(pickle.dumps(np.ma.masked_equal(x, 1)))
    pickle.loads(pickle.dumps(x.astype(object)))
    pickle.loads(pickle.dumps(x.astype(str)))
    pickle.dumps(x, 9)
    x.dump(folder / "dumped") or np.load(folder / "dumped", allow_pickle=True)
"""

COPYING = """
    copy.copy(x)
    copy.deepcopy(x)
    x.__copy__()
    x.__deepcopy__({})
    x.copy()
    x.copy("F")
    x.copy("A")
    x.copy("K")
    x.copy("Q")
    x.copy(order=None)
    x.copy(1, 2)
    np.copy(x)
    np.copy(x, order="C", subok=True)
    np.array(x)
    np.array(x, copy=False)
    np.array(x, copy=None) is x
    np.array(x, ndmin=4)
    np.array(x, dtype="f4", copy=None)
    np.array(x, dtype="c8", copy=False)
    np.array(x, order="F")
    np.asarray(x, order="F")
    np.asarray(x, dtype=x.dtype) is x
    np.asarray(x, copy=True)
    np.ascontiguousarray(x)
    np.asfortranarray(x)
    np.require(x, requirements=["F", "O", "W"])
    np.require(x, "f4", "C")
    np.require(x, requirements="E")
    x.astype("i8")
    x.astype("f8", copy=False) is x
    x.astype("f8", order="F")
    x.astype("u1", casting="safe")
    x.astype("nonsense")
    x.astype(x.dtype, subok=False, copy=False)
    copy.copy([x, x])[0] is x
    copy.deepcopy([x, x])
    np.copyto(x, 7) or x
    np.copyto(x, [1, 2], casting="no")
    np.copyto(x, x > 1, where=x > 0) or x
    np.copyto(x, x[..., ::-1] if x.ndim else x) or x
"""

FILES = """
    saved(x)
    saved(x.T)
    saved(x[..., :1] if x.ndim else x)
    saved(x.astype(object))
    saved(x.astype(object), allow_pickle=True)
    saved(x, allow_pickle=False)
    zipped("savez", x)
    zipped("savez", x, x.T, named=x)
    zipped("savez_compressed", x, other=x)
    zipped("savez", x, arr_0=x)
    np.save(folder / "file", x) or np.load(folder / "file.npy")
    np.save(folder / "file", x) or np.load(folder / "file.npy", mmap_mode="r")
    np.save(folder / "file", x) or np.load(folder / "file.npy", mmap_mode="c")
    np.save(folder / "file", x) or np.load(folder / "file.npy", mmap_mode="nonsense")
    np.load(folder / "missing")
    np.load(io.BytesIO(b"nonsense"))
    np.load(io.BytesIO(b""))
    np.load(io.BytesIO(saved(x)[0][:-3]))
    np.load(io.BytesIO(saved(x)[0]), allow_pickle=True, max_header_size=10)
    np.lib.format.open_memmap(folder / "m.npy", "w+", x.dtype, x.shape)
    np.lib.format.header_data_from_array_1_0(x)
    x.tofile(folder / "raw") or np.fromfile(folder / "raw", x.dtype)
    x.tofile(folder / "raw") or np.fromfile(folder / "raw", x.dtype, count=1, offset=1)
    x.tofile(folder / "raw", ",") or (folder / "raw").read_text()
    x.tofile(folder / "raw", sep=" ", format="%s!") or (folder / "raw").read_text()
    x.tofile(folder / "none" / "raw")
    x.tobytes(), x.tobytes("F"), x.tobytes("A"), x.tobytes("K")
    x.tobytes("nonsense")
    np.fromfile(folder / "none")
    np.savetxt(folder / "t", x) or (folder / "t").read_text()
    np.savetxt(folder / "t", x, fmt="%d", delimiter=",", header="h", footer="f", comments="!")
    np.savetxt(folder / "t", x, fmt=["%d"] * 9)
    np.savetxt(folder / "t", x, fmt="%s") or np.loadtxt(folder / "t", dtype=x.dtype, ndmin=2)
"""

BUFFERS = """
    np.frombuffer(x, "u1")
    np.frombuffer(x, x.dtype)
    np.frombuffer(x.tobytes(), x.dtype)
    np.frombuffer(bytearray(x.tobytes()), x.dtype)
    np.frombuffer(x.tobytes(), x.dtype, count=1)
    np.frombuffer(x.tobytes(), x.dtype, count=2, offset=1)
    np.frombuffer(x.tobytes(), x.dtype, count=-1, offset=x.itemsize)
    np.frombuffer(x.tobytes(), x.dtype, 99)
    np.frombuffer(x.tobytes(), "S3")
    np.frombuffer(x.tobytes(), "O")
    np.frombuffer(x.tobytes(), offset=-1)
    np.frombuffer(x.tobytes(), "V0")
    np.frombuffer(memoryview(x.tobytes())[::2], "u1")
    np.frombuffer(7)
    np.frombuffer()
    bytes(memoryview(x))
    memoryview(x).tolist()
    memoryview(x).format, memoryview(x).shape, memoryview(x).strides, memoryview(x).readonly
    np.asarray(memoryview(x))
    np.asarray(memoryview(x)).base is not None
    np.array(memoryview(x.tobytes()))
    bytearray(x)
    bytes(x)
    x.data.contiguous
    x.data
    x.tobytes() == bytes(x.data.tobytes())
    np.ndarray(x.shape, x.dtype, x)
    np.ndarray(x.shape, x.dtype, x.tobytes())
    np.ndarray(x.size, x.dtype, bytearray(x.tobytes()), order="F")
    np.ndarray((9, 9), "f8", x)
    np.ndarray((2,), "u1", x, offset=1, strides=(2,))
    np.ndarray((2,), "u1", x, offset=1, strides=(2, 2))
    np.ndarray(x)
"""

ADDRESSES = """
    x.ctypes.data == x.__array_interface__["data"][0]
    tuple(x.ctypes.shape), tuple(x.ctypes.strides)
    list(x.ctypes.shape_as(ctypes.c_int)), list(x.ctypes.strides_as(ctypes.c_longlong))
    x.ctypes.data_as(ctypes.POINTER(ctypes.c_ubyte))[:2] if x.size else None
    type(x.ctypes.data_as(ctypes.c_void_p)).__name__
    x.ctypes._as_parameter_.value == x.ctypes.data
    x.ctypes.nonsense
    np.ctypeslib.as_ctypes(x)
    np.ctypeslib.as_array(np.ctypeslib.as_ctypes(x))
    np.ctypeslib.as_ctypes_type(x.dtype)
    np.ctypeslib.ndpointer(x.dtype, x.ndim).from_param(x) is None
    np.ctypeslib.ndpointer("f8").from_param(x) is None
    np.ctypeslib.ndpointer(ndim=2).from_param(x) is None
    np.ctypeslib.ndpointer(shape=(2, 3)).from_param(x) is None
    np.ctypeslib.ndpointer(flags="C").from_param(x) is None
    np.ctypeslib.ndpointer(flags="W").from_param(x) is None
    np.ctypeslib.ndpointer().from_param([1])
    {k: v for k, v in x.__array_interface__.items() if k != "data"}
    x.__array_interface__["data"][1]
    x.__array_struct__ is None
    type(x.__array_priority__).__name__
    np.lib.array_utils.byte_bounds(x)[0] - x.ctypes.data
    np.shares_memory(x, x[..., :1]), np.may_share_memory(x, x.T)
    x.__array__().tolist(), x.__array__("i2"), x.__array__(copy=True)
    x.__array__("nonsense")
    x.__dlpack_device__()
"""

FLAGS = """
    x.flags
    repr(x.flags)
    x.flags["C"], x.flags["FORTRAN"], x.flags["O"], x.flags["W"], x.flags["A"], x.flags["B"]
    x.flags["nonsense"]
    x.flags[0]
    x.flags.c_contiguous, x.flags.f_contiguous, x.flags.owndata, x.flags.writeable, x.flags.num
    x.flags.forc, x.flags.fnc, x.flags.behaved, x.flags.carray, x.flags.farray, x.flags.aligned
    x.flags.writebackifcopy
    x.flags == x.flags, x.flags != x.T.flags, x.flags == 3
    setattr(x.flags, "writeable", False) or assigned(x, ..., 1)
    setattr(x.flags, "owndata", False)
    setattr(x.flags, "aligned", False) or x.flags
    setattr(x.flags, "nonsense", 1)
    changed(x, "setflags", False)
    changed(x, "setflags", 0, 0, 0).flags
    changed(x, "setflags", 1)
    changed(x, "setflags", None, None, True)
    x.setflags(nonsense=True)
    x.setflags(write=False) or x[..., :1].flags.writeable
    x.setflags(write=False) or x.copy().flags.writeable
    x.setflags(write=False) or x.__iadd__(1)
    x.setflags(write=False) or x.sort()
    x.setflags(write=False) or x.fill(0)
    x.setflags(write=False) or x.put(0, 1)
    x.setflags(write=False) or np.add(x, 1, out=x)
    x.setflags(write=False) or np.copyto(x, 1)
    x.setflags(write=False) or np.putmask(x, x > 1, 0)
    x.setflags(write=False) or x.byteswap(True)
    x.setflags(write=False) or x.partition(0)
    x.setflags(write=False) or x.resize(2)
    x.setflags(write=False) or x.itemset(0)
    x.setflags(write=False) or setattr(x, "flat", 1)
    x.setflags(write=False) or setattr(x, "real", 1)
    x.setflags(write=False) or np.random.default_rng(1).shuffle(x)
    setattr(x, "shape", -1) or x
    setattr(x, "shape", (2, 2)) or x
    setattr(x, "shape", "nonsense") or x
    setattr(x, "strides", x.strides) or x
    setattr(x, "strides", (8, 8, 8))
    setattr(x, "dtype", x.dtype) or x
    setattr(x, "dtype", "i1") or x
    setattr(x, "data", x.data)
    setattr(x, "imag", 1) or x
    setattr(x, "nonsense", 1)
    delattr(x, "shape")
    delattr(x, "data")
    x.nonsense
    x.T.flags, x[..., None].flags, x.view().flags, x.swapaxes(0, -1).flags
    x.reshape(-1).flags.c_contiguous, x.reshape(-1).flags.writeable, x.ravel().flags.owndata
    x.view("u1").flags
    x.real.flags, x.imag.flags, x.squeeze().flags, x.swapaxes(0, -1).flags
"""

RESIZING = """
    changed(x, "resize", (2, 2))
    changed(x, "resize", 3, 3)
    changed(x, "resize", 1)
    changed(x, "resize")
    changed(x, "resize", None)
    changed(x, "resize", x.shape)
    changed(x, "resize", ())
    changed(x, "resize", -1)
    changed(x, "resize", "nonsense")
    changed(x, "resize", 2.5)
    x.resize((1, 1), refcheck=False) or x
    x.copy().resize((3, 3), refcheck=False) or x
    changed(x.copy(), lambda: None).resize(7, refcheck=False)
    x.resize(0, refcheck=False) or x
    x.resize(2, nonsense=1)
    x.resize(new_shape=2)
    [x, x.view()][0].resize(9)
    [x.copy(), x.copy()][0].resize(9)
    np.resize(x, (2, 5))
    np.resize(x, 0)
    np.resize(x, 7)
    np.resize(x, (-1, 2))
    np.resize(x, ())
    np.resize(x, "nonsense")
    np.resize([], 3)
    x.copy().resize(4)
    x.T.resize(4)
    x.reshape(-1)[:4].resize(4)
"""

STRIDES = """
    as_strided(x)
    as_strided(x, (2,), (0,)).strides
    as_strided(x, x.shape, x.strides)
    as_strided(x, x.shape[::-1], x.strides[::-1])
    as_strided(x, (2, 1), (0, 0), writeable=False).flags
    as_strided(x, subok=True)
    as_strided(x, (2,), (0, 0))
    as_strided(x, (-1,), (0,))
    as_strided(x, (2,), "nonsense")
    as_strided(x[..., 0] if x.ndim else x, (0,), (1,))
    windows(x, 1)
    windows(x, 2)
    windows(x, 2, axis=0)
    windows(x, 2, axis=-1)
    windows(x, (1, 1), axis=(0, 0))
    windows(x, 2, axis=5)
    windows(x, (2, 2))
    windows(x, -1)
    windows(x, 99)
    windows(x, (1,) * x.ndim, writeable=True)
    windows(x, 1.5)
    np.broadcast_to(x, (2, *x.shape))
    np.broadcast_to(x, x.shape, subok=True)
    np.broadcast_to(x, (7, 7))
    np.broadcast_to(x, -1)
    assigned(np.broadcast_to(x, (2, *x.shape)), 0, 1)
    np.broadcast_arrays(x, 1.0)
    np.broadcast_arrays(x, x[..., :1] if x.ndim else x)
    np.broadcast_arrays(x, np.zeros(7))
    np.broadcast_arrays(x, subok=True, nonsense=1)
    np.broadcast(x, 1).shape, np.broadcast(x, 1).ndim, np.broadcast(x).size, np.broadcast(x).index
    [tuple(pair) for pair in np.broadcast(x, np.ones(()))]
    np.broadcast(x, np.zeros(7))
    np.broadcast_shapes(x.shape, (1,)), np.broadcast_shapes()
    np.broadcast_shapes(x.shape, (7,))
"""

MAPS = """
    mapped(x)
    mapped(x) + 1
    mapped(x)[..., :1]
    mapped(x).sum()
    mapped(x, "r").flags.writeable
    assigned(mapped(x, "r"), 0, 1)
    assigned(mapped(x, "c"), 0, 1)
    assigned(mapped(x), ..., x)
    mapped(x).flush()
    (x + mapped(x)).tolist(), type(x + mapped(x)).__name__
    np.add(x, mapped(x), out=mapped(x))
    changed(mapped(x), "__iadd__", x)
    np.concatenate([mapped(x).ravel(), x.ravel()])
    np.asarray(mapped(x))
    np.asarray(mapped(x)).base is not None
    np.array(mapped(x))
    np.sort(mapped(x), axis=None)
    mapped(x).offset, mapped(x).mode, mapped(x).filename is None
    type(mapped(x)).__name__, isinstance(mapped(x), np.ndarray)
    copy.copy(mapped(x))
    pickle.loads(pickle.dumps(mapped(x)))
    np.memmap(folder / "none", x.dtype)
    np.memmap(folder / "none", x.dtype, "nonsense")
    np.memmap(folder / "new", x.dtype, "w+")
    np.memmap(folder / "new", x.dtype, "w+", shape=3)
    np.memmap(folder / "new", x.dtype, "w+", shape=(2, 2), order="F")
    mapped(x) @ mapped(x)
    np.where(mapped(x) > 1, mapped(x), 0)
    np.mean(mapped(x), axis=0)
    mapped(x).T, mapped(x).reshape(-1), mapped(x).view("u1"), mapped(x).astype("f4")
"""

TABLES = {name: text for name, text in globals().items() if name.isupper()}
