import numpy as np

PLACES = {
    "whole": lambda shape, dtype: np.full(shape, 7, dtype),
    "fortran": lambda shape, dtype: np.asfortranarray(np.full(shape, 7, dtype)),
    "rows of every other": lambda shape, dtype: np.full((2 * shape[0], shape[1]), 7, dtype)[::2],
    "columns of every third":
        lambda shape, dtype: np.full((shape[0], 3 * shape[1]), 7, dtype)[:, 1::3],
    "reversed": lambda shape, dtype: np.full(shape, 7, dtype)[::-1, ::-1],
    "turned": lambda shape, dtype: np.full((shape[1] + 2, shape[0]), 7, dtype).T[:, 1:-1],
    "inner": lambda shape, dtype: np.full((shape[0] + 2, shape[1] + 2, 2), 7, dtype)[1:-1, 2:, 1],
    "unaligned": lambda shape, dtype: np.full(np.prod(shape) * np.dtype(dtype).itemsize + 1, 7,
                                              "u1")[1:].view(dtype).reshape(shape),
    "a part of numbers": lambda shape, dtype: np.full(shape, 7 + 7j, "c16").imag
        if dtype == "f8" else np.full((*shape, 2), 7, dtype)[..., 0],
}


def shown(a):
    return [f"{number:.6g}" for number in np.round(a, 9).ravel() + 0.0]


for rows, columns in ((4, 6), (5, 9), (40, 120)):
    x = np.sin(np.arange(float(rows * columns))).reshape(rows, columns)
    z = x + 1j * np.cos(x)
    for function, given, dtype in ((np.fft.fft, z, "c16"), (np.fft.ifft, z, "c16"),
                                   (np.fft.fft, x, "c16"), (np.fft.rfft, x, "c16"),
                                   (np.fft.ihfft, x, "c16"), (np.fft.irfft, z, "f8"),
                                   (np.fft.hfft, z, "f8"), (np.fft.fft2, z, "c16"),
                                   (np.fft.fftn, z, "c16"), (np.fft.ifftn, z, "c16"),
                                   (np.fft.rfftn, x, "c16"), (np.fft.irfft2, z, "f8")):
        several = function.__name__.endswith(("2", "n"))
        for axis in ((None,) if several else (0, 1)):
            options = {} if several else {"axis": axis}
            wanted = function(given, **options)
            for name, place in PLACES.items():
                out = place(wanted.shape, dtype)
                root = out if out.base is None else out.base
                back = function(given, out=out, **options)
                print(function.__name__, axis, name, back is out, out.shape, out.strides,
                      np.allclose(out, wanted), shown(out)[:5],
                      np.count_nonzero(root == 7) if name != "unaligned" else 0)
            print(np.shape(given), function(given.T[::-1], out=place(
                function(given.T).shape, dtype), **({} if several else {"axis": 1}))[0, 0].round(6)
                + 0.0)

SAME_PLACE = {
    "itself": lambda whole: (whole[:6], whole[:6]),
    "turned": lambda whole: (whole[:6, :6], whole[:6, :6].T),
    "turned back": lambda whole: (whole[:6, :6].T, whole[:6, :6]),
    "every other row": lambda whole: (whole[:6], whole[::2]),
    "from every other row": lambda whole: (whole[::2], whole[:6]),
    "every other column": lambda whole: (whole[:, :6], whole[:, ::2]),
    "the next row": lambda whole: (whole[:6], whole[1:7]),
    "the row before": lambda whole: (whole[1:7], whole[:6]),
    "backwards": lambda whole: (whole[:6], whole[5::-1]),
    "the next column": lambda whole: (whole[:, :6], whole[:, 1:7]),
    "packed": lambda whole: (whole[:6, :6], whole.reshape(-1)[:36].reshape(6, 6)),
    "unpacked": lambda whole: (whole.reshape(-1)[:36].reshape(6, 6), whole[:6, :6]),
}
for name, pair in SAME_PLACE.items():
    for function in (np.fft.fft, np.fft.ifft, np.fft.fft2):
        for axis in (0, 1):
            whole = np.exp(1j * np.arange(144.0).reshape(12, 12) ** 2)
            given, out = pair(whole)
            options = {} if function is np.fft.fft2 else {"axis": axis}
            wanted = function(given.copy(), **options)
            print(name, function.__name__, axis, function(given, out=out, **options) is out,
                  np.allclose(out, wanted), shown(whole)[::7])
