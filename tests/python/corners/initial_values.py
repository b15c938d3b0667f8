"""initial= joins first: what overflows, is rounded or warns on the way depends on it."""

import warnings

import numpy as np

NUMBERS = [0, 0.0, -0.0, 1, 1.0, True, 0.5, 1e-300, 1e300, np.inf, np.nan, 2, np.float64(3),
           np.float32(1e-30), 1e20, 1j, "a", [1], None]
ROWS = [[1e200, 1e200], [0.1, 0.3, 0.7], [np.inf, 2.0], [0.0, 3.0], [1e-200, 1e-200], [-1e20, 1],
        [True, False], [3, 7], []]


def show(label, call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = call()
            label += f" {type(result).__name__} {result.dtype} {result.tolist()}"
        except Exception as error:
            label += f" {type(error).__name__} {error}"
    print(label, [str(warning.message) for warning in caught])


for row in ROWS:
    for dtype in "f8", "f4", "D":
        a = np.array(row)
        if row and a.dtype.kind == "f" or not row:
            with np.errstate(over="ignore"):
                a = a.astype(dtype)
        square = np.array([a, a])
        for initial in NUMBERS:
            # Which of two zeros is the greater one depends on the processor.
            is_zero = isinstance(initial, float) and initial == 0
            for function in (np.prod, np.sum) if is_zero else (np.prod, np.sum, np.max):
                name = f"{function.__name__} {row} {dtype} {initial}"
                show(name, lambda: function(a, initial=initial))
                show(f"{name} down", lambda: function(square, axis=0, initial=initial))
                show(f"{name} along", lambda: function(square.T, axis=0, initial=initial))
            show(f"{name} reduce", lambda: np.multiply.reduce(a, initial=initial))
            show(f"{name} method", lambda: square.prod(axis=1, initial=initial))

print(np.sum(np.array([[-1e20], [1.0]]), axis=0, initial=1e20))
print(np.array([1e200, 1e200]).prod(initial=1e-300), np.array([1e200, 1e200]).prod(initial=0))
