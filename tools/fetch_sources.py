"""Fetches the sources of tools/requirements-sources.txt, whose hashes pip checks, and unpacks each
into a folder of its own: build/sources/ducc0. What is compiled from them is offline from then on.

Only headers under this project's own licence are unpacked: beside its Fourier transforms, which
offer BSD-3-Clause or the GPL, ducc0 has parts under the GPL alone.
"""

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PINS = ROOT / "tools/requirements-sources.txt"
TARGET = ROOT / "build/sources"
LICENCE = re.compile(rb"SPDX-License-Identifier:[^\n]*BSD-3-Clause")


def download(folder):
    # Without isolation pip asks the package's own build backend, which is installed by now.
    return subprocess.run(
        [sys.executable, "-I", "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
         "--no-deps", "--no-binary", ":all:", "--no-build-isolation", "--require-hashes",
         "-r", str(PINS), "-d", folder]).returncode == 0  # fmt: skip


def unpack(archive):
    """Replaces the folder that has the package's name."""
    name = archive.name.rpartition("-")[0]
    with tempfile.TemporaryDirectory(dir=TARGET) as folder, tarfile.open(archive) as tar:
        for member in tar:
            # Without the first folder, which has the version in its name.
            path = Path(folder, *Path(member.name).parts[1:])
            if not member.isfile() or path.suffix != ".h" or ".." in path.parts:
                continue
            text = tar.extractfile(member).read()
            if LICENCE.search(text):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text)
        shutil.rmtree(TARGET / name, ignore_errors=True)
        shutil.copytree(folder, TARGET / name)


def main():
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        if not download(folder):
            sys.exit(1)
        for archive in Path(folder).glob("*.tar.gz"):
            unpack(archive)


main()
