"""Arrays as keys of x.flat: masks and positions of any size, in tuples too, and what is refused."""

import numpy as np

MANY = 30_000


def show(label, call):
    try:
        result = call()
        print(label, type(result).__name__, result.shape, result.dtype, result.tolist()[:5])
    except Exception as error:
        print(label, type(error).__name__, error)


def stored(array, key, value):
    array.flat[key] = value
    return array.ravel()


def added(array, key):
    array.flat[key] += 1
    return array.ravel()


def keys(count):
    places = np.arange(count) * 2 // 3
    mask = np.arange(count) * 1.0 % 3 > 1
    shape = (count // 5, 5)
    return {"mask": mask, "tuple": (mask,), "wide": mask.reshape(shape), "some": mask[:5],
            "none": mask[:0], "places": places, "bytes": places % 100, "small": places.astype("i2"),
            "unsigned": places.astype("u8"), "floats": places * 1.0, "few": places[3:6],
            "point": places[3:4].reshape(()), "nowhere": places[:0], "two": (places, places),
            "outside": places + count, "negative": -places - 1}


for count in 20, MANY:
    for target in (lambda: np.zeros(count) + 1, lambda: np.arange(count).reshape(-1, 5).T,
                   lambda: np.arange(5), lambda: np.arange(count).astype(object),
                   lambda: np.ma.array(np.arange(count)), lambda: np.matrix(np.arange(count))):
        for name, key in keys(count).items():
            show((count, name), lambda: target().flat[key])
            show((count, name, "number"), lambda: stored(target(), key, 7))
            show((count, name, "array"), lambda: stored(target(), key, np.arange(count) * 2))
            show((count, name, "added"), lambda: added(target(), key))
