"""Rows of first_contact.py: libraries of files and of compressed arrays."""

FILES = {
    "h5py": ("""
import h5py


def file():
    return h5py.File("memory", "w", driver="core", backing_store=False)


def stored(x):
    with file() as f:
        return f.create_dataset("x", data=x)[...]


def assigned(x):
    with file() as f:
        f.create_dataset("x", x.shape, x.dtype)[...] = x
        return f["x"][::3]


def attribute(x):
    with file() as f:
        f.attrs["x"] = x[:9]
        return f.attrs["x"]
""", {
        "vector": "stored(x)\nassigned(x)\nattribute(x)",
        "matrix": "stored(x)",
    }),
    "netCDF4": ("""
import netCDF4


def stored(x):
    with netCDF4.Dataset("memory", "w", diskless=True, persist=False) as f:
        f.createDimension("t", x.size)
        f.createVariable("x", x.dtype, ("t",))[:] = x
        return np.asarray(f["x"][:])


def attribute(x):
    with netCDF4.Dataset("memory", "w", diskless=True, persist=False) as f:
        f.x = x[:9]
        return f.x
""", {"vector": "stored(x)\nattribute(x)"}),
    "PyTables": ("""
import tables


def file():
    return tables.open_file("memory", "w", driver="H5FD_CORE", driver_core_backing_store=0)


def stored(x):
    with file() as f:
        return f.create_array("/", "x", x)[:]


def compressed(x):
    with file() as f:
        return f.create_carray("/", "x", obj=x)[1:-1]


def appended(x):
    with file() as f:
        made = f.create_earray("/", "x", obj=x)
        made.append(x)
        return made.nrows
""", {
        "vector": "stored(x)\ncompressed(x)\nappended(x)",
        "matrix": "stored(x)",
    }),
    "Zarr": ("import zarr\n\n\ndef changed(x):\n    made = zarr.array(x)\n    made[2:5] = x[:3]\n"
             "    return made[:9]", {
        "vector": """
            zarr.array(x)[...]
            changed(x)
        """,
        "matrix": "zarr.array(x)[:, 1]",
    }),  # fmt: skip
    "Blosc2": ("import blosc2", {
        "vector": """
            blosc2.asarray(x)[:]
            blosc2.unpack_array2(blosc2.pack_array2(x))
            blosc2.decompress2(blosc2.compress2(x)) == x.tobytes()
        """,
    }),
}
