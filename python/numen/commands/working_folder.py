"""The files of the folder that a program is run in: what each run made of them, and put back.

A program that is run several times must find the same files each time: a checkpoint of the first
run would be read by the second. Contents are kept in a temporary folder, equal ones once.
"""

import collections
import glob
import hashlib
import os
import shutil
import stat
import tempfile
from pathlib import Path

MOST_FILES = 20_000  # of a folder that is watched
MOST_KEPT = 1 << 28  # bytes of files that are kept to be put back, the small ones first
MOST_COMPARED = 1 << 28  # bytes of a file that is compared by its numbers
PART = 1 << 20
PREFIX = "numen-compare-"
# Other programs write there at any time.
SHARED = ("/", "/dev/shm", "/var/tmp", tempfile.gettempdir(), os.path.expanduser("~"))
SOURCES = (".py", ".ipynb")  # which their author may save meanwhile


class Store:
    """Contents of files by their digests."""

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix=PREFIX)  # goes with this object, too
        self.folder = Path(self.temporary.name)

    def put(self, path, most):
        """The digest of a file, which is kept unless it has more than `most` bytes."""
        found = hashlib.sha256()
        with open(path, "rb") as file:
            while part := file.read(PART):
                found.update(part)
            digest = found.hexdigest()
            if file.tell() <= most and not (self.folder / digest).exists():
                shutil.copyfile(path, self.folder / digest)
        return digest

    def put_text(self, text):
        """The digest of what a symbolic link says."""
        digest = hashlib.sha256(text.encode()).hexdigest()
        (self.folder / digest).write_text(text)
        return digest

    def has(self, digest):
        return (self.folder / digest).exists()

    def read(self, digest):
        """The content of a file that was not too large."""
        return (self.folder / digest).read_bytes()

    def close(self):
        self.temporary.cleanup()


class WorkingFolder:
    """A folder as it is before the first run."""

    def __init__(self, root):
        self.root = Path(root)
        self.store = Store()
        self.lost = set()  # names of files that a run has changed and that are not put back
        self.held = set()  # names of files that other programs write to, such as a log of ours
        self.found = []  # of each run, what changes() gave
        found = scan(self.root)
        self.is_watched = found is not None
        self.is_shared = os.path.realpath(root) in map(os.path.realpath, SHARED)
        self.files, self.folders = found or ({}, set())
        self.kept = {}
        if self.is_watched and not self.is_shared:
            self.keep()

    def keep(self):
        """Copies what may have to be put back."""
        left = MOST_KEPT
        for name, state in sorted(self.files.items(), key=lambda item: item[1].st_size):
            left -= state.st_size
            if left < 0:
                break
            if stat.S_ISREG(state.st_mode):
                try:
                    self.kept[name] = self.store.put(self.root / name, MOST_KEPT)
                except OSError:
                    continue  # not ours to read

    def changes(self):
        """{name: digest of its content, None if it has been removed} since the folder was put
        back."""
        found = self.is_watched and scan(self.root)
        if not found:
            return {}
        self.held |= open_elsewhere(self.root)
        changed = {name: None for name in self.files.keys() - found[0].keys()}
        for name, state in found[0].items():
            if name in self.held:
                continue
            before = self.files.get(name)
            if before is not None and identity(before) == identity(state):
                continue
            try:
                changed[name] = self.digest(name, state)
            except OSError:
                continue
        self.found.append(changed)
        return changed

    def digest(self, name, state):
        if stat.S_ISLNK(state.st_mode):
            return self.store.put_text(os.readlink(self.root / name))
        return self.store.put(self.root / name, MOST_COMPARED)

    def put_back(self):
        """Makes the folder what it was before the first run, as far as its files are kept."""
        found = self.is_watched and not self.is_shared and scan(self.root)
        if not found:
            return
        self.held |= open_elsewhere(self.root)
        left = self.lost | self.held
        for name in found[0].keys() - self.files.keys() - left:
            self.remove(name)
        for name in sorted(found[1] - self.folders, reverse=True):
            if not any(Path(name) in Path(each).parents for each in left):
                self.remove(name)
        for name in sorted(self.folders - found[1]):
            (self.root / name).mkdir(exist_ok=True)
        for name, state in self.files.items():
            now = found[0].get(name)
            if name not in left and (now is None or identity(now) != identity(state)):
                self.restore(name)

    def remove(self, name):
        """Of a file, link or folder that a run has made."""
        path = self.root / name
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        except OSError:
            self.lost.add(name)

    def restore(self, name):
        path, state = self.root / name, self.files[name]
        try:
            if name not in self.kept:
                if path.exists() and self.digest_unchanged(path, state):
                    return
                self.lost.add(name)
                return
            if not path.exists() or self.store.put(path, 0) != self.kept[name]:
                shutil.copyfile(self.store.folder / self.kept[name], path)
                path.chmod(stat.S_IMODE(state.st_mode))
            os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
            self.files[name] = path.lstat()
        except OSError:
            self.lost.add(name)

    @staticmethod
    def digest_unchanged(path, state):
        """Whether a file that was too large to keep looks as it did."""
        now = path.lstat()
        return (now.st_size, now.st_mtime_ns) == (state.st_size, state.st_mtime_ns)

    def end(self):
        """Brings back what some runs have made or changed and others have not: somebody may have
        saved it meanwhile. Names are random where several runs made a file of one kind, in the
        same folder, that no other run made."""
        counts = collections.Counter(name for found in self.found for name in found)
        newest = {name: digest for found in self.found for name, digest in found.items() if digest}
        kinds = collections.Counter(
            kind for found in self.found
            for kind in {kind_of(name) for name in found if self.is_made_once(name, counts)})
        for name, digest in newest.items():
            is_there = counts[name] == len(self.found) or name in self.found[-1]
            is_random = self.is_made_once(name, counts) and kinds[kind_of(name)] > 1
            if not is_there and not is_random:
                self.bring_back(name, digest)
        self.store.close()

    def is_made_once(self, name, counts):
        return counts[name] == 1 and name not in self.files

    def bring_back(self, name, digest):
        path = self.root / name
        if path.parent.exists() and self.store.has(digest):
            shutil.copyfile(self.store.folder / digest, path)

    def sentences(self):
        """What could not be compared or put back."""
        if not self.is_watched:
            yield (f"The folder has more than {MOST_FILES:,} files: what runs wrote there is "
                   "neither compared nor put back. Run the program in a folder of its own.")
        elif self.is_shared:
            yield (f"Other programs write to {self.root} as well: what runs wrote there is "
                   "compared, and not put back. Run the program in a folder of its own.")
        if self.held:
            names = ", ".join(sorted(self.held)[:5])
            yield f"Neither compared nor put back, as other programs write to them: {names}"
        if self.lost:
            names = ", ".join(sorted(self.lost)[:5])
            yield (f"Not put back between runs (more than {MOST_KEPT >> 20} MiB of files, no "
                   f"regular file, or not ours to write): {names}")


def kind_of(name):
    """The folder and the suffix of a file."""
    return os.path.dirname(name), os.path.splitext(name)[1]


def identity(state):
    return (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino)


def open_elsewhere(root):
    """Names of files below a folder that a process has open to write: none of ours, which ended."""
    found = set()
    start = os.path.realpath(root) + os.sep
    for link in glob.iglob("/proc/[0-9]*/fd/*"):
        try:
            path = os.readlink(link)
            if path.startswith(start) and os.lstat(link).st_mode & stat.S_IWUSR:
                found.add(path[len(start):])
        except OSError:
            continue  # it has ended, or is another user's
    return found


def is_watched_file(name, state):
    return (stat.S_ISREG(state.st_mode) or stat.S_ISLNK(state.st_mode)) and not name.endswith(
        SOURCES)


def scan(root):
    """({name: lstat}, names of folders) below a folder, or None where it has too many files.

    Not what lies in hidden folders, caches of Python's code, and sources.
    """
    files, folders = {}, set()
    for where, inside, names in os.walk(root):
        inside[:] = [name for name in inside
                     if name != "__pycache__" and not name.startswith(PREFIX)]
        folders.update(os.path.relpath(os.path.join(where, name), root) for name in inside)
        inside[:] = [name for name in inside if name[0] != "."]
        for name in names:
            path = os.path.join(where, name)
            try:
                state = os.lstat(path)
            except OSError:
                continue
            if is_watched_file(name, state):
                files[os.path.relpath(path, root)] = state
        if len(files) > MOST_FILES:
            return None
    return files, folders
