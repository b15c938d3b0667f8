import numpy as np

SHAPE = (3, 4, 5)
whole = np.arange(60.0).reshape(SHAPE)
layouts = {
    "c": lambda a: a.copy(),
    "f": lambda a: np.asfortranarray(a),
    "turned": lambda a: a.copy().transpose(1, 0, 2),
    "turned whole": lambda a: a.copy().T,
    "stepped": lambda a: a.copy()[:, ::2],
    "reversed": lambda a: a.copy()[::-1, :, ::-1],
    "spread": lambda a: np.broadcast_to(a[0], SHAPE),
    "column": lambda a: np.asfortranarray(a[0])[:, 1],
    "one row": lambda a: np.asfortranarray(a[:1]),
    "empty": lambda a: np.asfortranarray(a)[:, :0],
    "read-only": lambda a: np.frombuffer(a.tobytes(), a.dtype).reshape(5, 12).T,
}


def layout(a):
    flags = a.flags
    return a.dtype.str, a.shape, a.strides, flags.c_contiguous, flags.f_contiguous, \
        flags.owndata, flags.writeable


for dtype in ("c16", "c8", "f8", "f4", "i2", "?", ">c16", "O"):
    for name, make in layouts.items():
        if dtype == "O" and name == "read-only":
            continue
        a = make((whole + (1j * whole if "c" in dtype else 0)).astype(dtype))
        for get in (lambda a: a.real, lambda a: a.imag, np.real, np.imag):
            part = get(a)
            print(dtype, name, layout(part), part is a, part.base is None,
                  part.base is a or part.base is a.base, np.shares_memory(part, a),
                  complex(part.sum()) if part.size else 0)
            for order in "CFAK":
                print(order, layout(part.copy(order)), layout(np.array(part, order=order)))
            print(layout(np.copy(part)), layout(part + 0), layout(np.zeros_like(part)),
                  layout(part.astype("f4")), layout(np.conj(part)))
