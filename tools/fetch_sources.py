"""Fetches the sources of tools/requirements-sources.txt, whose hashes pip checks, and unpacks each
into a folder of its own: build/sources/ducc0. What is compiled from them is offline from then on.
"""

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PINS = ROOT / "tools/requirements-sources.txt"
TARGET = ROOT / "build/sources"


def download(folder):
    # Without isolation pip asks the package's own build backend, which is installed by now.
    return subprocess.run(
        [sys.executable, "-I", "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
         "--no-deps", "--no-binary", ":all:", "--no-build-isolation", "--require-hashes",
         "-r", str(PINS), "-d", folder]).returncode == 0  # fmt: skip


def unpack(archive):
    """Replaces the folder that has the package's name."""
    name = archive.name.rpartition("-")[0]
    with tempfile.TemporaryDirectory(dir=TARGET) as folder:
        with tarfile.open(archive) as tar:
            # Older versions of Python have no filters; the archive's hash has been checked.
            tar.extraction_filter = getattr(tarfile, "data_filter", lambda member, path: member)
            tar.extractall(folder)
        (unpacked,) = Path(folder).iterdir()
        shutil.rmtree(TARGET / name, ignore_errors=True)
        unpacked.rename(TARGET / name)


def main():
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        if not download(folder):
            sys.exit(1)
        for archive in Path(folder).glob("*.tar.gz"):
            unpack(archive)


main()
