"""Measure the accuracy of the vector mathematics, and of NumPy's, in units in the last place.

    python tools/measure_ulp.py [--functions exp,sin] [--sets v3,v4] [--count 200000]

Builds the measuring library once per instruction set in a temporary folder, feeds every function
dense random samples of the ranges that matter (ordinary, whole domain, near zero, near its zeros
and poles, huge, subnormal, special values) and prints the largest error of each beside NumPy's as
this machine runs it and as an AVX2 machine would. The judge is ulp_judge.cpp (x87 long double).
"""
import argparse
import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = {"v2": ["-march=x86-64-v2"], "v3": ["-march=x86-64-v3"],
         "v4": ["-march=x86-64-v4", "-mprefer-vector-width=512"]}
UNARY = ["exp", "sin", "cos", "log", "exp2", "expm1", "log2", "log10", "log1p", "tanh", "tan",
         "arctan", "arcsin", "arccos", "sinh", "cosh", "arcsinh", "arccosh", "arctanh", "cbrt",
         "erf"]
BINARY = ["power", "arctan2", "hypot"]
HALF_PI = float(np.pi / 2)


def compile_library(folder, source, name, flags=()):
    """Compile one file of tools/ into a shared library and return the loaded ctypes library."""
    target = pathlib.Path(folder) / f"{name}.so"
    command = ["g++", "-std=c++20", "-O2", "-shared", "-fPIC", "-ffp-contract=off",
               "-fno-math-errno", "-I", str(ROOT / "src"), "-I", str(ROOT / "include"), *flags,
               "-o", str(target), str(ROOT / "tools" / source)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(target))


def signed(random, magnitude):
    return magnitude * random.choice([-1.0, 1.0], magnitude.size)


def powers_of_two(random, count, low, high):
    """Values whose exponents are spread evenly over [low, high)."""
    mantissa = 1 + random.random(count)
    return np.ldexp(mantissa, random.integers(low, high, count))


def special_values(dtype):
    info = np.finfo(dtype)
    edges = [0.0, info.tiny, info.smallest_subnormal, info.max, np.inf, 1.0, 0.5, 2.0, 3.0, np.pi,
             HALF_PI, info.eps, 1 + info.eps, 1 - info.eps / 2, 709.782712893384, 710.4758600739439,
             708.3964185322641, 745.1332191019411, 745.2, 88.72283, 88.3762626647949, 103.97208,
             1024.0, 1075.0, 1074.0, 1022.0, 128.0, 149.0, 150.0, 126.0, 1e22, 8.0, 27.0]
    values = np.array(edges + [-e for e in edges] + [np.nan])
    with np.errstate(all="ignore"):
        return values.astype(dtype)


def samples(name, dtype, count):
    """A dict from range name to sample values of one dtype for a one-argument function."""
    random = np.random.default_rng(7)
    info = np.finfo(dtype)
    huge, tiny = int(info.maxexp) - 1, int(info.minexp)
    overflow = float(np.log(info.max))
    result = {
        "unit": random.uniform(-1, 1, count),
        "ordinary": random.uniform(-10, 10, count),
        "wide": random.uniform(-overflow * 1.06, overflow * 1.01, count),
        "thousands": random.uniform(-20000, 20000, count),
        "near zero": signed(random, powers_of_two(random, count, -40, 0)),
        "near one": 1 + signed(random, powers_of_two(random, count, -50, -1)),
        "every exponent": signed(random, powers_of_two(random, count, tiny, huge)),
        "huge": signed(random, powers_of_two(random, count, 20, huge)),
        "subnormal": signed(random, random.integers(1, 2**20, count) * 1.0)
        * float(info.smallest_subnormal),
        "near k pi/2": np.rint(random.uniform(-1e4, 1e4, count)) * HALF_PI,
        "special": special_values(dtype),
    }
    with np.errstate(all="ignore"):
        result = {key: value.astype(dtype) for key, value in result.items()}
    if name in ("arcsin", "arccos", "arctanh"):
        result = {key: value for key, value in result.items() if key not in ("wide", "thousands")}
    return result


def pair_samples(name, dtype, count):
    """As `samples`, for functions of two arguments."""
    random = np.random.default_rng(8)
    info = np.finfo(dtype)
    huge, tiny = int(info.maxexp) - 1, int(info.minexp)
    overflow = float(np.log(info.max))
    special = special_values(dtype)
    result = {
        "ordinary": (random.uniform(0, 10, count), random.uniform(-10, 10, count)),
        "both signs": (random.uniform(-10, 10, count), random.uniform(-10, 10, count)),
        "near one": (1 + signed(random, powers_of_two(random, count, -30, -1)),
                     signed(random, powers_of_two(random, count, -10, 30))),
        "every exponent": (signed(random, powers_of_two(random, count, tiny, huge)),
                           signed(random, powers_of_two(random, count, tiny, huge))),
        "whole exponents": (random.uniform(-10, 10, count),
                            np.rint(random.uniform(-40, 40, count))),
        "special": (np.repeat(special, special.size), np.tile(special, special.size)),
    }
    if name == "power":
        base = powers_of_two(random, count, tiny, huge)
        goal = random.uniform(-overflow * 1.04, overflow * 1.01, count)
        result["whole range"] = (base, goal / np.log(base))
    else:
        a = powers_of_two(random, count, tiny, huge)
        result["near equal"] = (a, a * random.uniform(0.25, 4, count))
    with np.errstate(all="ignore"):
        return {key: tuple(v.astype(dtype) for v in pair) for key, pair in result.items()}


class Judge:
    """Calls the judging library; `worst` gives (largest error, arguments where it is met)."""

    def __init__(self, library):
        self.library = library

    def worst(self, name, arguments, result):
        function = getattr(self.library, f"judge_f{result.itemsize * 8}")
        function.restype = ctypes.c_double
        pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in arguments] + [None] * 2
        position = ctypes.c_int64()
        error = function(name.encode(), pointers[0], pointers[1],
                         result.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(result.size),
                         ctypes.byref(position))
        return error, tuple(float(a[position.value]) for a in arguments)


def our_function(library, name, dtype):
    """A callable over arrays for one of the library's entry points."""
    entry = getattr(library, f"numen_{name}_f{np.dtype(dtype).itemsize * 8}")
    entry.restype = None

    def run(*arguments):
        out = np.empty_like(arguments[0])
        pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (*arguments, out)]
        entry(*pointers, ctypes.c_int64(out.size))
        return out

    return run


def candidates(name, dtype, libraries):
    """Yield (label, callable) of everything to be measured for one function."""
    for label, library in libraries.items():
        if hasattr(library, f"numen_{name}_f{np.dtype(dtype).itemsize * 8}"):
            yield label, our_function(library, name, dtype)
    if hasattr(np, name):
        yield "numpy", getattr(np, name)


def measure(names, libraries, judge, count, verbose):
    """Return {(name, dtype): {label: largest error}} over all samples."""
    table = {}
    for name in names:
        for dtype in (np.float64, np.float32):
            make = samples if name in UNARY else pair_samples
            row = table.setdefault((name, np.dtype(dtype).name), {})
            for region, arguments in make(name, dtype, count).items():
                arguments = arguments if isinstance(arguments, tuple) else (arguments,)
                for label, function in candidates(name, dtype, libraries):
                    with np.errstate(all="ignore"):
                        error, where = judge.worst(name, arguments, function(*arguments))
                    row[label] = max(row.get(label, 0.0), error)
                    if verbose:
                        print(f"{name:8} {np.dtype(dtype).name} {region:16} {label:6} "
                              f"{error:10.4f} at {where}")
    return table


def numpy_without_avx512(names, count):
    """NumPy's errors with its AVX-512 code switched off, measured in a process of its own."""
    environment = dict(os.environ, NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL AVX512_SPR")
    command = [sys.executable, __file__, "--sets", "", "--functions", ",".join(names),
               "--count", str(count), "--bare"]
    output = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    rows = (line.split() for line in output.stdout.splitlines())
    return {(name, dtype): float(error) for name, dtype, error in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--functions", default=",".join(UNARY + BINARY))
    parser.add_argument("--sets", default="v2,v3,v4")
    parser.add_argument("--count", type=int, default=100000)
    parser.add_argument("--bare", action="store_true", help="NumPy only, without a heading")
    parser.add_argument("--verbose", action="store_true", help="one line for every range")
    options = parser.parse_args()
    names = options.functions.split(",")
    sets = [s for s in options.sets.split(",") if s]
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(compile_library(folder, "ulp_judge.cpp", "judge"))
        libraries = {s: compile_library(folder, "measure_vector_math.cpp", s,
                                        [*FLAGS[s], f"-DNUMEN_ISA={s}"]) for s in sets}
        table = measure(names, libraries, judge, options.count, options.verbose)
    if options.bare:
        for (name, dtype), row in table.items():
            print(name, dtype, row.get("numpy", np.nan))
        return
    plain = numpy_without_avx512(names, options.count)
    print(f"{'function':9} {'dtype':8}" + "".join(f"{s:>9}" for s in sets)
          + f"{'numpy':>9}{'no avx512':>11}")
    for (name, dtype), row in table.items():
        cells = "".join(f"{row.get(s, np.nan):9.3f}" for s in sets)
        print(f"{name:9} {dtype:8}{cells}{row.get('numpy', np.nan):9.3f}"
              f"{plain[name, dtype]:11.3f}")


if __name__ == "__main__":
    main()
