"""Calls that nobody would make on purpose, in a process of their own: each function of a module
with arrays without elements, of odd shapes and types, full of NaN, infinities or one number, and
with options that mean nothing. What the functions say of them other tests judge; here they must
come back, with a value or an exception that a program can name.

    python -m tests.safety.awkward_calls MODULE FIRST LAST LOG

runs the calls of these numbers. LOG names the one in hand, so that whoever started this can tell
which call ended it; a line on stdout that begins with "fault" names each call with an exception of
a kind that means a fault inside.
"""

import importlib
import inspect
import resource
import sys
import warnings

import numpy

import numen

MODULES = ("numen.linalg", "numen.inverse", "numen.scipy.linalg", "numen.fft", "numen.random")
SHAPES = ((), (0,), (1,), (2,), (3,), (9,), (0, 0), (1, 1), (2, 2), (3, 3), (9, 9), (0, 3), (3, 0),
          (2, 3), (9, 2), (9, 3), (2, 9), (1, 9), (9, 1), (40, 40), (3, 60), (0, 2, 2), (2, 0, 0),
          (2, 0, 3), (3, 2, 2), (2, 3, 2), (9, 5, 5), (2, 12, 12), (2, 2, 2, 2), (2, 0, 2, 2),
          (1, 1, 1, 1, 1))
FITTING = ((9, 3), (9, 2), (9, 1), (9,), (9, 9), (3, 3), (3,), (3, 2), (2, 3, 3), (2, 3, 1))
FILLS = ("zeros", "ones", "ramp", "noise", "nan", "inf", "-inf", "some nan", "huge", "tiny",
         "subnormal", "singular", "symmetric", "positive")
TYPES = ("f8",) * 8 + ("f4", "c16", "c8", "i8", "?", "f2", "u1", "g", "O", "U1", "M8[s]", "i4,f8")
LAYOUTS = ("C",) * 5 + ("F", "reversed", "repeated", "read only", "list", "spread")
COUNTS = (0, 1, 2, 3, 5, -1, 7, 2**31, 2**62, -2**63, 2**63, 2**70)
ODD = (None, True, False, 0.0, 0.5, -1.5, numpy.nan, numpy.inf, 1e308, "x", "", b"x", (), [], {},
       2j, (0,), (1, 0), (-1, -2), (0, 0), (5, 6), (2**62, 2**62), [[]], object, numpy.float64,
       "f4", "c16", "U", numpy.float32(2), numpy.array(3), numpy.zeros(0), numpy.array([None]),
       slice(2))
# An own word for each option that has some.
WORDS = ("fro", "nuc", "reduced", "complete", "raw", "r", "economic", "full", "ortho", "backward",
         "forward", "L", "U", "N", "T", "C", "pos", "sym", "her", "general", "gesvd", "gelsy",
         "pinv", "ridge", "huber", "bayes", "rows", "lower triangular", "positive definite",
         "banded", "valid", "same", "native", "high")
# A fault inside, which no argument is an excuse for.
INTERNAL = (SystemError, AssertionError, UnboundLocalError, RecursionError)


# NumPy's own, which does not come back from large numbers.
ENDLESS = tuple(owner + name for owner in ("", "RandomState(1).", "default_rng(1).")
                for name in ("zipf", "vonmises"))


def functions(module):
    """The public functions of a module, by name; of numen.random a generator's methods too."""
    found = {name: value for name, value in vars(module).items()
             if callable(value) and not name.startswith("_")
             and not (isinstance(value, type) and issubclass(value, Exception))}
    if module.__name__ == "numen.random":
        for owner, made in (("default_rng(1).", module.default_rng(1)),
                            ("RandomState(1).", module.RandomState(1))):
            found |= {owner + name: getattr(made, name) for name in dir(made)
                      if not name.startswith("_") and callable(getattr(made, name))}
    return {name: found[name] for name in sorted(found) if name not in ENDLESS}


def filled(random, shape, fill):
    count = int(numpy.prod(shape))
    ramp = numpy.arange(count, dtype="f8").reshape(shape)
    noise = random.standard_normal(shape)
    if fill in ("singular", "symmetric", "positive") and len(shape) > 1:
        if fill == "singular":
            return numpy.broadcast_to(ramp[..., :1, :], shape) * 3.0
        mirror = noise.swapaxes(-1, -2)
        if mirror.shape == noise.shape:
            return noise + mirror if fill == "symmetric" else noise @ mirror
    some = numpy.where(noise > 1, numpy.nan, noise)
    return {"zeros": 0 * ramp, "ones": 0 * ramp + 1, "ramp": ramp, "nan": ramp * numpy.nan,
            "inf": numpy.full(shape, numpy.inf), "-inf": numpy.full(shape, -numpy.inf),
            "some nan": some, "huge": noise * 1e308, "tiny": noise * 1e-200,
            "subnormal": noise * 1e-310}.get(fill, numpy.asarray(noise))


def an_array(random):
    # Half of them fit each other.
    shapes = FITTING if random.integers(2) else SHAPES
    shape = shapes[random.integers(len(shapes))]
    found = numpy.asarray(filled(random, shape, FILLS[random.integers(len(FILLS))]))
    found = numpy.array(found.astype(TYPES[random.integers(len(TYPES))]))
    layout = LAYOUTS[random.integers(len(LAYOUTS))]
    if layout == "F":
        found = numpy.asfortranarray(found)
    elif layout == "reversed" and shape:
        found = found[::-1]
    elif layout == "repeated" and shape and shape[0]:
        found = numpy.broadcast_to(found[:1], shape)
    elif layout == "read only":
        found.flags.writeable = False
    elif layout == "spread" and shape:
        found = numpy.repeat(found, 2, axis=-1)[..., ::2]
    elif layout == "list":
        return found.tolist()
    if random.integers(4) == 0:
        return found
    return numen.array(found) if layout == "C" else numen.asarray(found)


def a_fit(random):
    try:
        return numen.inverse.fit(random.standard_normal((9, 3)), random.standard_normal((9, 2)))
    except ValueError:
        return None


def a_value(random, name=""):
    """One argument: for the first ones of a function most often an array."""
    if name in ("fitted", "fit"):
        return a_fit(random)
    if name in ("func", "f"):
        return [numpy.exp, None, lambda x: x[:0], lambda x: 1 / 0][random.integers(4)]
    kind = random.integers(10)
    if kind < 4:
        return COUNTS[random.integers(len(COUNTS))]
    if kind < 6:
        return WORDS[random.integers(len(WORDS))]
    if kind < 9:
        return ODD[random.integers(len(ODD))]
    return an_array(random)


def parameters(function):
    try:
        found = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return []
    return [parameter for parameter in found.values()
            if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)]


def arguments(random, function, prefers_arrays):
    known = parameters(function)
    needed = [p for p in known if p.default is p.empty] or known[:1]
    given, named = [], {}
    # Shapes that fit come of two arrays of one shape.
    count = max(1, len(needed)) if random.integers(8) else random.integers(4)
    for position in range(count):
        name = known[position].name if position < len(known) else ""
        if name in ("fitted", "fit", "func", "f") and random.integers(8):
            given.append(a_value(random, name))
        elif prefers_arrays and random.integers(10):
            same = given and random.integers(3) == 0
            given.append(given[-1] if same else an_array(random))
        else:
            given.append(an_array(random) if random.integers(4) == 0 else a_value(random))
    for parameter in known[count:]:
        if random.integers(3) == 0 and parameter.kind != parameter.POSITIONAL_ONLY:
            # NumPy's generators read whatever object is given as `out` as if it were an array.
            is_output = parameter.name == "out" and not prefers_arrays
            named[parameter.name] = numpy.zeros(2) if is_output else a_value(random, parameter.name)
    return given, named


def shown(value):
    text = repr(value).replace("\n", "")
    shape = f" of {value.dtype} {value.shape}" if hasattr(value, "shape") else ""
    return (text if len(text) < 200 else text[:200] + "...") + shape


def run(module_name, first, last, log):
    module = importlib.import_module(module_name)
    table = list(functions(module).items())
    prefers_arrays = module_name != "numen.random"
    for number in range(first, last):
        name, function = table[number % len(table)]
        random = numpy.random.default_rng([number, MODULES.index(module_name)])
        given, named = arguments(random, function, prefers_arrays)
        call = ", ".join([*map(shown, given), *(f"{k}={shown(v)}" for k, v in named.items())])
        log.seek(0)
        log.truncate()
        log.write(f"{number} {module_name}.{name}({call})")
        log.flush()
        try:
            found = function(*given, **named)
            repr(found)
        except INTERNAL as error:
            print(f"fault {module_name}.{name}({call}): {type(error).__name__}: {error}")
        except Exception:
            pass


def main():
    module, first, last, path = sys.argv[1:]
    with open("/proc/self/status") as status:  # of which sanitizers take terabytes
        size = next(int(line.split()[1]) for line in status if line.startswith("VmSize")) << 10
    resource.setrlimit(resource.RLIMIT_AS, (size + (4 << 30), size + (4 << 30)))
    numpy.seterr(all="ignore")
    warnings.simplefilter("ignore")
    with open(path, "w") as log:
        run(module, int(first), int(last), log)


if __name__ == "__main__":
    main()
