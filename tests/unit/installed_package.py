"""A Numen for C++ programs: built without Python, installed to a prefix, used from there."""

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

import cmake
import ninja
from numen.native import front

ROOT = Path(__file__).resolve().parents[2]
CMAKE = str(Path(cmake.CMAKE_BIN_DIR) / "cmake")
NINJA = str(Path(ninja.BIN_DIR) / "ninja")
# What a compiler needs of a system. Python is not among it: a call of it leaves a trace.
SYSTEM_TOOLS = ("as", "ld", "ar", "ranlib", "nm", "strip", "objcopy", "objdump", "readelf", "sh",
                "ccache", "cc", "c++", "gcc", "g++")
STAND_IN = '#!/bin/sh\necho "$0 $*" >>"{log}"\nexit 1\n'


def run(command, **options):
    """The output of a command; a failure shows all it said."""
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}"
    return done.stdout


class Package:
    """The installed library, and an environment in which there is no Python."""

    def __init__(self, folder):
        self.prefix = folder / "prefix"
        self.python_calls = folder / "python_calls"
        # The object files stay, as those of the release build do: a new configuration finds them.
        self.build = ROOT / "build" / "without-python"
        tools = folder / "tools"
        tools.mkdir()
        for name in SYSTEM_TOOLS:
            if found := shutil.which(name):
                (tools / name).symlink_to(found)
        if compiler := os.environ.get("CXX"):
            (tools / Path(compiler).name).unlink(missing_ok=True)
            (tools / Path(compiler).name).symlink_to(shutil.which(compiler))
        for name in ("python", "python3"):
            (tools / name).write_text(STAND_IN.format(log=self.python_calls))
            (tools / name).chmod(0o755)
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("PYTHON", "NUMEN", "CMAKE_PREFIX"))}
        self.environment["PATH"] = str(tools)
        self.environment.pop("VIRTUAL_ENV", None)

    def configure(self, source, build, *options):
        return run([CMAKE, "--fresh", "-G", "Ninja", "-S", source, "-B", build,
                    f"-DCMAKE_MAKE_PROGRAM={NINJA}", "-DCMAKE_DISABLE_FIND_PACKAGE_Python=ON",
                    "-DCMAKE_DISABLE_FIND_PACKAGE_Python3=ON", *options], env=self.environment)

    def compile(self, build):
        return run([CMAKE, "--build", build], env=self.environment)

    def make(self):
        """Builds with the kernels of this processor, and installs. All sets are in the wheel."""
        with self.build.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # two of pytest's workers may have tests of it
            self._make()

    def _make(self):
        openblas = Path(front.__file__).with_name("libscipy_openblas64_.so").resolve()
        self.configure(ROOT, self.build, "-DNUMEN_PYTHON=OFF", f"-DNUMEN_OPENBLAS={openblas}",
                       f"-DNUMEN_INSTRUCTION_SETS={front.info()['instruction_set']}",
                       f"-DCMAKE_INSTALL_PREFIX={self.prefix}")
        self.compile(self.build)
        run([CMAKE, "--install", self.build], env=self.environment)
        # Read here: another worker's configuration begins by removing it.
        self.cache = (self.build / "CMakeCache.txt").read_text()

    def make_programs(self, source, build):
        """Configures and builds a project that finds the package by its prefix alone."""
        self.configure(source, build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.compile(build)

    def dependencies(self, build):
        """All files that the compiler read for the objects of a build."""
        listed = run([NINJA, "-C", build, "-t", "deps"], env=self.environment)
        return {line.strip() for line in listed.splitlines() if line.startswith("    ")}
