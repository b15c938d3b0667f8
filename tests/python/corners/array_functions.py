# Who is asked by a function of NumPy's, how often, and with which objects: __array_function__.
import re

import numpy as np

asked = []
known = {}


def name_of(thing):
    for name, value in known.items():
        if thing is value:
            return name
    if isinstance(thing, (tuple, list)):
        return type(thing)(name_of(item) for item in thing)
    if isinstance(thing, dict):
        return {key: name_of(value) for key, value in thing.items()}
    return "another" if isinstance(thing, np.ndarray) else repr(thing)


class Answers:
    answer = "answered"
    shape, ndim = (3,), 1

    def __array_function__(self, function, types, args, kwargs):
        asked.append((function.__module__, function.__name__, sorted(t.__name__ for t in types),
                      name_of(args), name_of(kwargs)))
        if self.answer is TypeError:
            raise TypeError("mine")
        return self.answer

    def __len__(self):
        return 3

    def __iter__(self):
        return iter([1, 2, 3])

    def __getitem__(self, place):
        return [1, 2, 3][place]


class Derived:
    answer = "answered"

    def __array_function__(self, function, types, args, kwargs):
        asked.append((function.__name__, name_of(args), name_of(kwargs)))
        if self.answer is TypeError:
            raise TypeError("mine")
        return self.answer


class DerivedArray(Derived, np.ndarray):
    pass


class DerivedList(Derived, list):
    pass


class DerivedFloat(Derived, float):
    pass


LEFT_OUT = """copy reshape empty empty_like full_like frompyfunc ediff1d info show_config
show_runtime get_include fromfile fromregex genfromtxt loadtxt load memmap set_printoptions
printoptions from_dlpack errstate test seterr seterrcall setbufsize""".split()
MODULES = {"": np, "linalg.": np.linalg, "fft.": np.fft}
NAMES = [prefix + name for prefix, module in MODULES.items() for name in sorted(dir(module))
         if not name.startswith("_") and name not in LEFT_OUT
         and callable(getattr(module, name)) and not isinstance(getattr(module, name), type)
         and not isinstance(getattr(module, name), np.ufunc)]  # fmt: skip


def told(name, args, kwargs):
    asked.clear()
    function = np
    for part in name.split("."):
        function = getattr(function, part)
    try:
        result = function(*args, **kwargs)
        answer = result if isinstance(result, str) else type(result).__name__
    except Exception as error:
        answer = f"{type(error).__name__}: {error}" if asked else "refused"
    print(re.sub("0x[0-9a-f]+", "", f"{name} {answer} {asked}"))


for size in (3, 300):
    a, b, out = np.arange(size) * 1.0, np.arange(size) * 2.0, np.zeros(size) * 1.0
    m = np.arange(9.0).reshape(3, 3) * 1.0
    for o in (Answers(), (np.arange(3) * 1.0).view(DerivedArray), DerivedList([1, 2, 3]),
              DerivedFloat(2)):  # fmt: skip
        known.update(a=a, b=b, out=out, m=m, o=o)
        for answer in ("answered", NotImplemented, TypeError):
            type(o).answer = answer
            for name in NAMES:
                for args, kwargs in (((o,), {}), ((a, o), {}), ((o, a), {}), ((m, o), {})):
                    told(name, args, kwargs)
                if answer == "answered":
                    told(name, ([a, o],), {})
                    told(name, (a, b, o), {})
                    told(name, (a, b), {"out": o})
                    told(name, (a,), {"out": o})
                    told(name, (o, a), {"out": out})
