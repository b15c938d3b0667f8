"""The results that a checkout holds: the newest of them, and whether its sources are theirs."""

import glob
import re
import subprocess

# What Numen is built of.
SOURCES = ("src", "include", "python", "CMakeLists.txt", "tools/package.cmake",
           "tools/requirements-build.txt", "tools/requirements-run.txt",
           "tools/requirements-sources.txt")


def newest(pattern, root):
    """The newest file that matches, by its own "date" (JSON) or else by the file system."""
    matches = [root / name for name in glob.glob(pattern, root_dir=root)]

    def age(path):
        recorded = re.search(r'"date": "([^"]+)"', path.read_text()) if path.is_file() else None
        return recorded.group(1) if recorded else "", path.stat().st_mtime

    return max(matches, key=age, default=None)


def git(root, *arguments):
    """What git says, or None where it fails."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def change_since(commit, sources, root):
    """In words what of the sources is not as that commit has it; None if all is."""
    if git(root, "rev-parse", "--verify", f"{commit}^{{commit}}") is None:
        return f"{commit} is no commit here"
    changed = git(root, "diff", "--name-only", commit, "--", *sources).splitlines()
    changed += git(root, "status", "--porcelain", "--", *sources).splitlines()
    return f"since {commit} {changed[0]} has changed" if changed else None
