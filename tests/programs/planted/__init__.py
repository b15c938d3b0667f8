"""A copy of the package whose kernel library has one wrong loop (wrong_kernels.cpp).

Nothing is built anew but a library that stands before those of all instruction sets: it opens the
right one and hands its tables on, changed.
"""

import os
import pathlib
import shutil
import subprocess

import numen

HERE = pathlib.Path(__file__).parent
PACKAGE = pathlib.Path(numen.__file__).parent
SOURCES = HERE.parents[2]


def make_package(folder):
    """Makes `folder`/numen, of which the environment variable NUMEN_PLANTED spoils a loop."""
    copied = folder / "numen"
    native = copied / "native"
    native.mkdir(parents=True)
    for entry in PACKAGE.iterdir():
        if entry.name not in ("native", "__pycache__"):
            (copied / entry.name).symlink_to(entry)
    wrong = folder / "wrong_kernels.so"
    subprocess.run(
        [os.environ.get("CXX", "c++"), "-std=c++20", "-O1", "-shared", "-fPIC",
         f"-I{SOURCES / 'src'}", f"-I{SOURCES / 'include'}", "-o", wrong,
         HERE / "wrong_kernels.cpp"], check=True)  # fmt: skip
    for entry in (PACKAGE / "native").iterdir():
        is_kernels = entry.name.startswith("libnumen_cpu_")
        if entry.is_file():  # copied: the loader asks where a library really lies
            shutil.copy(entry, native / (entry.name + ".right" * is_kernels))
        if is_kernels:
            shutil.copy(wrong, native / entry.name)
    return folder


def environment(folder, fault):
    """The environment of a program that runs on the package of `make_package`."""
    return {**os.environ, "PYTHONPATH": str(folder), "NUMEN_PLANTED": fault,
            "NUMEN_NUM_THREADS": "2"}
