"""Short programs of the libraries that take more than an expression. Each takes an array."""

import functools
import io
import os
import tempfile


def saved_and_loaded(x):
    """np.save(file, x), then np.load(file)"""
    import numpy as np

    file = io.BytesIO()
    np.save(file, x)
    file.seek(0)
    return np.load(file)


def text_file():
    return io.StringIO()


def added_in_place(x):
    """real = np.ones(x.shape); real += x"""
    import numpy as np

    real = np.ones(x.shape, x.dtype)
    real += x
    return real


def read_as_memory(x):
    """memoryview(x).tobytes()"""
    return memoryview(x).tobytes()


def sound_file(x):
    """scipy.io.wavfile.write(file, 8000, x), then read"""
    from scipy.io import wavfile

    file = io.BytesIO()
    wavfile.write(file, 8000, x)
    return wavfile.read(file)[1]


def matlab_file(x):
    """scipy.io.savemat(file, {"x": x}), then loadmat"""
    from scipy.io import loadmat, savemat

    file = io.BytesIO()
    savemat(file, {"x": x})
    return loadmat(file)["x"]


# --- numba: compiled once per type, not once per call -------------------------------------------


@functools.cache
def compiled(name):
    """The kernels, made when first asked for."""
    import numba

    def total(x):
        found = 0 * x[0]
        for i in range(len(x)):
            found += x[i]
        return found

    def shifted(x):
        return x[1:] * 2 + x[0]

    def doubled_in_place(x):
        for i in range(len(x)):
            x[i] = x[i] * 2

    def maximum(x):
        return x.max()

    def trace(x):
        found = 0 * x[0, 0]
        for i in range(x.shape[0]):
            found += x[i, i]
        return found

    def parallel_rows(x):
        for i in numba.prange(x.shape[0]):
            x[i, 0] = x[i].sum()
        return x

    kernels = locals()
    return numba.njit(kernels[name], parallel=name == "parallel_rows")


def numba_total(x):
    """a loop over the elements, compiled by numba.njit"""
    return compiled("total")(x)


def numba_shifted(x):
    """x[1:] * 2 + x[0] in numba.njit"""
    return compiled("shifted")(x)


def numba_doubled_in_place(x):
    """x[i] *= 2 in numba.njit"""
    compiled("doubled_in_place")(x)
    return x


def numba_maximum(x):
    """x.max() in numba.njit"""
    return compiled("maximum")(x)


def numba_trace(x):
    """a loop over the diagonal in numba.njit"""
    return compiled("trace")(x)


def numba_parallel_rows(x):
    """rows summed in numba.prange"""
    return compiled("parallel_rows")(x)


@functools.cache
def ufuncs():
    import numba

    types = ["float32(float32)", "float64(float64)", "complex128(complex128)"]
    one = numba.vectorize(types)(lambda value: value * value + 1)
    whole = numba.guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")(running)
    return one, whole


def running(values, out):
    total = 0.0
    for i in range(len(values)):
        total += values[i]
        out[i] = total


def numba_ufunc(x):
    """a ufunc made by numba.vectorize"""
    return ufuncs()[0](x)


def numba_gufunc(x):
    """running sums by numba.guvectorize"""
    return ufuncs()[1](x)


# --- tables, files, pictures --------------------------------------------------------------------


def column_assigned(x):
    """frame["b"] = x"""
    import numpy as np
    import pandas as pd

    frame = pd.DataFrame({"a": np.arange(x.shape[0])})
    frame["b"] = x
    frame.loc[1:3, "b"] = x[1:4]
    return frame


def drawn(draw):
    """the pixels of a figure"""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure((2, 2), dpi=40)
    canvas = FigureCanvasAgg(figure)
    draw(figure.add_subplot())
    canvas.draw()
    return np.array(canvas.buffer_rgba())


def hdf5():
    """An HDF5 file in memory."""
    import h5py

    return h5py.File("memory", "w", driver="core", backing_store=False)


def hdf5_data_set(x):
    """file.create_dataset("x", data=x)[...]"""
    with hdf5() as file:
        return file.create_dataset("x", data=x)[...]


def hdf5_written_in_place(x):
    """file["x"][...] = x"""
    with hdf5() as file:
        file.create_dataset("x", x.shape, x.dtype)[...] = x
        return file["x"][...]


def hdf5_attribute(x):
    """file.attrs["x"] = x[:9]"""
    with hdf5() as file:
        file.attrs["x"] = x[:9]
        return file.attrs["x"]


def hdf5_read_into(x):
    """file["x"].read_direct(x)"""
    with hdf5() as file:
        file["x"] = 2 * x
        file["x"].read_direct(x)
        return x


def hdf5_selected(x):
    """file["x"][x > 0]"""
    with hdf5() as file:
        file["x"] = x
        return file["x"][x > 0]


def picture_file(x):
    """Image.fromarray(x).save(file, "PNG"), then Image.open"""
    import numpy as np
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.png")
        Image.fromarray(x).save(path)
        with Image.open(path) as read:
            return np.asarray(read)
