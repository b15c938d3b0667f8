"""What the calls over NumPy's corners are made with: arrays of every kind, names, descriptions."""

import copy
import ctypes
import io
import pickle
import re
import warnings

import numpy

# How an array of the numbers 0, 1, 2, ... comes: layout, state, shape and type.
KINDS = {
    "matrix": lambda n: n.arange(6.0).reshape(2, 3),
    "vector": lambda n: n.arange(5),
    "strided": lambda n: n.arange(12.0).reshape(3, 4)[:, ::2],
    "reversed": lambda n: n.arange(6.0)[::-1],
    "fortran": lambda n: n.asfortranarray(n.arange(6.0).reshape(3, 2)),
    "cube": lambda n: n.arange(24, dtype="i2").reshape(2, 3, 4).transpose(2, 0, 1),
    "point": lambda n: n.array(2.5),
    "empty": lambda n: n.zeros((0, 3)),
    "one": lambda n: n.ones((1, 1), "f4"),
    "complex": lambda n: n.arange(4.0).reshape(2, 2) * (1 + 2j),
    "boolean": lambda n: n.arange(6).reshape(2, 3) % 2 == 0,
    "bytes": lambda n: n.arange(8, dtype="u1").reshape(2, 4),
    "broadcast": lambda n: n.broadcast_to(n.arange(3.0), (2, 3)),
    "locked": lambda n: locked(n.arange(4.0)),
    "swapped": lambda n: n.arange(3).astype(">i4"),
    "half": lambda n: n.arange(4, dtype="f2").reshape(2, 2),
}


def locked(array):
    array.setflags(write=False)
    return array


def saved(np, x, **settings):
    """What a .npy file of x holds, and what is read from it."""
    file = io.BytesIO()
    np.save(file, x, **settings)
    file.seek(0)
    return file.getvalue(), np.load(file, **settings)


def zipped(np, save, *arrays, **named):
    file = io.BytesIO()
    getattr(np, save)(file, *arrays, **named)
    file.seek(0)
    with np.load(file) as loaded:
        return {name: loaded[name] for name in loaded.files}


def mapped(np, folder, x, mode="w+"):
    """A memory map with the values of x."""
    path = folder / "map"
    path.write_bytes(x.tobytes() or b"\0")
    return np.memmap(path, dtype=x.dtype, mode="r+", shape=x.shape or (1,)) if mode == "w+" else \
        np.memmap(path, dtype=x.dtype, mode=mode)


def changed(x, change, *arguments):
    """x after a method or function that writes into it."""
    (getattr(x, change) if isinstance(change, str) else change)(*arguments)
    return x


def assigned(x, index, value):
    x[index] = value
    return x


def outside(x):
    """Pickle with the memory beside it."""
    buffers = []
    text = pickle.dumps(x, 5, buffer_callback=buffers.append)
    return len(buffers), pickle.loads(text, buffers=buffers)


def subclass(np):
    class Kind(np.ndarray):
        def __array_finalize__(self, parent):
            self.parent = type(parent).__name__
    return Kind


def listening(np):
    """A subclass that tells what it was asked."""
    class Kind(np.ndarray):
        def __array_ufunc__(self, ufunc, method, *inputs, out=None, **settings):
            return ufunc.__name__, method, len(inputs), out is None, sorted(settings)

        def __array_function__(self, function, types, args, kwargs):
            return function.__name__, len(types), len(args), sorted(kwargs)
    return Kind


def names(np, folder):
    """What the calls may use."""
    def call(function, *bound):
        return lambda *arguments: function(np, *bound, *arguments)
    return {"np": np, "pickle": pickle, "copy": copy, "ctypes": ctypes, "changed": changed,
            "assigned": assigned, "outside": outside, "Kind": subclass(np), "io": io,
            "Listening": listening(np), "mapped": call(mapped, folder), "folder": folder,
            "saved": lambda x, **settings: saved(np, x, **settings),
            "zipped": lambda *a, **k: zipped(np, *a, **k),
            "windows": np.lib.stride_tricks.sliding_window_view,
            "as_strided": np.lib.stride_tricks.as_strided}


def described(value):
    """A value as text: class, type, shape, layout, flags and elements of an array."""
    if isinstance(value, numpy.ndarray):
        kind = "ndarray" if type(value).__name__ == "managed" else type(value).__name__
        extra = [described(value.mask), value.fill_value] if hasattr(value, "mask") else []
        extra += [getattr(value, "parent", "").replace("managed", "ndarray")]
        elements = numpy.asarray(value)
        return (f"{kind} {value.dtype.str if value.dtype.names is None else value.dtype} "
                f"{value.shape} {value.strides} {value.flags.num} {elements.tolist()} {extra}")
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__}({', '.join(map(described, value))})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {described(item)}" for key, item in value.items()) + "}"
    return f"{type(value).__name__} {value!r}"


def outcome(np, text, kind, folder):
    """What a call gives with an array of a kind, x afterwards, and the warnings: as text."""
    x = KINDS[kind](np)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = described(eval(text, {**names(np, folder), "x": x}))
        except Exception as error:
            result = f"{type(error).__name__}: {error}"
    raised = [f"{warning.category.__name__}: {warning.message}" for warning in caught]
    lines = [result, f"x afterwards: {described(x)}", *raised]
    return re.sub("0x[0-9a-f]+", "address", "\n".join(lines)).replace("numen.", "numpy.")
