# Calls of all that Numen has under NumPy's names, in processes of their own, with lists of which
# each item replaces or removes the others when it is asked for its value. Prints the names of calls
# that ended their process. Follows changing_items.py.
import os
import signal
import types
import warnings

import numen as np


def floats():
    return np.arange(6.0)


def objects():
    return np.array([None, 1, "a", 2.0, (), 5], dtype=object)


# By what is called with a list: alone, beside arrays, as an option.
FORMS = [
    lambda call, items: call(items),
    lambda call, items: call(floats(), items),
    lambda call, items: call(items, floats()),
    lambda call, items: call(np.arange(7.0), items),
    lambda call, items: call(np.ones((6, 6)), items),
    lambda call, items: call(objects(), items),
    lambda call, items: call(items, objects()),
    lambda call, items: call([items, items]),
    lambda call, items: call(floats(), items, items),
    lambda call, items: call(items, out=np.zeros(6)),
    lambda call, items: call(floats(), where=items),
    lambda call, items: call(np.ones((2, 3, 4)), axis=items),
]


def calls():
    for prefix, names in (("", np), ("linalg.", np.linalg), ("fft.", np.fft),
                          ("random.", np.random)):
        for name in sorted(dir(names)):
            call = getattr(names, name)
            # NumPy's own classes and functions are not Numen's to serve.
            is_numens = callable(call) and not isinstance(call, (type, types.FunctionType))
            if is_numens and not name.startswith(("_", "save")):
                yield prefix + name, call
    generator = np.random.default_rng(1)
    for name in ("choice", "normal", "permutation", "integers", "multinomial"):
        yield f"generator.{name}", getattr(generator, name)
    for name in sorted(vars(type(np.ones(50_000) * 2))):
        if not name.startswith("__") or name in ("__getitem__", "__add__", "__ior__"):
            yield f"array.{name}", lambda *given, name=name, **named: getattr(
                np.ones(50_000) * 2, name)(*given, **named)


def call_in_every_form(call):
    for form in FORMS:
        for change in ("pop", "replace"):
            try:
                form(call, changing((1, 2, 0, 3, 1, 0), change))
            except BaseException:  # of functions of tests, too
                pass


warnings.simplefilter("ignore")
for name, call in calls():
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        call_in_every_form(call)
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        print(name)
