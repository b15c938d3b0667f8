"""`numen test`: the C++ unit tests, then the Python tests, against the build of this checkout."""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from .checkout import checkout_root

# Each file has to include what it uses.
AS_WRITTEN = "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON"
SANITIZERS = "address,undefined,float-cast-overflow"


def tool(name):
    """A build tool of the environment this Python runs in."""
    return str(Path(sys.executable).parent / name)


def build_targets(root, build, targets, options=()):
    """Configures `build` with the tests and builds these targets; True where that went well."""
    configure = [tool("cmake"), "-G", "Ninja", "-S", str(root), "-B", str(build),
                 f"-DCMAKE_MAKE_PROGRAM={tool('ninja')}", f"-DPython_EXECUTABLE={sys.executable}",
                 "-DNUMEN_TESTS=ON", *options]
    if subprocess.run(configure, stdout=subprocess.DEVNULL).returncode != 0:
        return False
    compile_all = [tool("cmake"), "--build", str(build), "--target", *targets]
    return subprocess.run(compile_all, stdout=sys.stderr).returncode == 0


def build_unit_tests(root, build, options):
    """Builds all and the target numen_unit in `build`; the path of the program or None."""
    is_built = build_targets(root, build, ["all", "numen_unit"], options)
    return build / "tests" / "unit" / "numen_unit" if is_built else None


def shared_out():
    """pytest's arguments that give each processor a worker; tests pass to whichever is free."""
    return ["-n", str(os.cpu_count() or 1), "--dist", "worksteal"]


def run_unit_tests(root, program, environment):
    """What was wrong with the C++ suite, as far as its last lines tell; empty where it passed."""
    if program is None:
        return "the C++ unit tests could not be built"
    suite = subprocess.run([program], cwd=root, env=environment, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, errors="replace")
    print(suite.stdout, end="", flush=True)
    if suite.returncode == 0:
        return ""
    return (f"the C++ unit tests ended with status {suite.returncode}:\n"
            + "".join(suite.stdout.splitlines(keepends=True)[-40:]))


def run_suites(root, program, pytest_arguments, unit_environment=None, python_environment=None):
    """Runs both suites, the C++ one first; True where both pass."""
    fault = run_unit_tests(root, program, unit_environment)
    python_passed = subprocess.run([sys.executable, "-m", "pytest", *pytest_arguments], cwd=root,
                                   env=python_environment).returncode == 0
    if fault:  # said again, below the long output of the other suite
        print(f"numen test: {fault}", file=sys.stderr)
    return not fault and python_passed


def test_release(root, pytest_arguments):
    # The release build's objects are used again: only the tests themselves are compiled.
    program = build_unit_tests(root, root / "build/release", [])
    return run_suites(root, program, [*shared_out(), *pytest_arguments])


def sanitizer_libraries():
    """The run-time libraries that have to be loaded before Python's own code."""
    compiler = os.environ.get("CXX", "g++")
    names = ("libasan.so", "libubsan.so")
    return [subprocess.run([compiler, f"-print-file-name={name}"], check=True, text=True,
                           capture_output=True).stdout.strip() for name in names]


def sanitized_environment(package, reports, preloads):
    """Environment in which Python and its children load the sanitized copy of the package.

    Python's own small-object allocator is off, so that each object has its own guarded block.
    Leaks of the Python suite are judged by the reference-count tests: the interpreter itself
    never frees everything. The address sanitizer's reports go to files, because tests swallow
    what children write; beside it, the other one writes to standard error only.
    """
    return dict(
        os.environ,
        PYTHONPATH=str(package.parent),
        PYTHONMALLOC="malloc",
        LD_PRELOAD=" ".join(sanitizer_libraries()) if preloads else "",
        ASAN_OPTIONS=f"detect_leaks={int(not preloads)}:allocator_may_return_null=1:"
                     f"detect_stack_use_after_return=1:log_path={reports}/address",
        UBSAN_OPTIONS="print_stacktrace=1:print_summary=1:halt_on_error=1",
    )


def link_package(source, package):
    """Fills `package` with links to the checkout's Python files; its libraries are its own."""
    package.mkdir(parents=True, exist_ok=True)
    for entry in package.iterdir():
        if entry.is_symlink():
            entry.unlink()
    for entry in source.iterdir():
        if entry.name not in ("native", "__pycache__"):
            (package / entry.name).symlink_to(entry)
    native = package / "native"
    native.mkdir(exist_ok=True)
    (native / "__init__.py").unlink(missing_ok=True)
    (native / "__init__.py").symlink_to(source / "native/__init__.py")


def test_sanitized(root, pytest_arguments):
    build = root / "build/sanitize"
    package = build / "package/numen"
    reports = build / "reports"
    link_package(root / "python/numen", package)
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir()
    # A configuration of our own: no NDEBUG, so assertions hold too.
    program = build_unit_tests(root, build, [
        f"-DNUMEN_SANITIZE={SANITIZERS}", "-DCMAKE_BUILD_TYPE=Sanitize", "-DCMAKE_CXX_FLAGS=-O1",
        AS_WRITTEN, f"-DNUMEN_PACKAGE_DIR={package}/native"])
    if program is None:
        print("numen test: the sanitized build failed", file=sys.stderr)
        return False
    # A report on standard error must not die with the process that pytest captures it in.
    passed = run_suites(root, program, ["--capture=sys", *pytest_arguments],
                        sanitized_environment(package, reports, preloads=False),
                        sanitized_environment(package, reports, preloads=True))
    texts = [path.read_text(errors="replace") for path in sorted(reports.iterdir())]
    found = [text for text in texts if "ERROR: " in text]  # not: refused allocations
    print("\n".join(found), file=sys.stderr, end="")
    return passed and not found


def test_threads_sanitized(root, arguments):
    """The C++ suite under ThreadSanitizer, with the kernels of this processor alone.

    Python is no part of it: its lock would hide what the engine does without one. Nor is
    OpenBLAS, whose threads are not instrumented. Arguments go to the suite's program.
    """
    from ..native import front

    build = root / "build/threads-sanitize"
    program = build_unit_tests(root, build, [
        "-DNUMEN_PYTHON=OFF", "-DNUMEN_SANITIZE=thread", "-DCMAKE_BUILD_TYPE=Sanitize",
        "-DCMAKE_CXX_FLAGS=-O1", AS_WRITTEN, f"-DNUMEN_PACKAGE_DIR={build}/lib",
        f"-DNUMEN_INSTRUCTION_SETS={front.info()['instruction_set']}"])
    if program is None:
        print("numen test: the sanitized build failed", file=sys.stderr)
        return False
    # A forked child may have threads of its own: the pool's do not come along.
    environment = dict(os.environ, TSAN_OPTIONS="die_after_fork=0:second_deadlock_stack=1")
    return subprocess.run([program, *arguments], cwd=root, env=environment).returncode == 0


def refused_by_pytest(root, arguments):
    """What pytest says to options that it does not know, "" where it knows all."""
    if not any(word.startswith("-") for word in arguments):
        return ""
    # It reads its options, lists its marks and runs nothing.
    asked = subprocess.run([sys.executable, "-m", "pytest", *arguments, "--markers"], cwd=root,
                           capture_output=True, text=True)
    return asked.stderr if asked.returncode else ""


def marks(options, pytest_arguments):
    """pytest's expression of the tests that run: of tests that are named the longer ones too."""
    names_tests = any(not word.startswith("-") for word in pytest_arguments)
    has_longer_ones = options.ci or options.full or options.sanitize or names_tests
    excluded = [mark for mark, is_out in (("full", not options.full), ("ci", not has_longer_ones),
                                          ("no_sanitizer", options.sanitize)) if is_out]
    return " and ".join(f"not {mark}" for mark in excluded)


def main(argv):
    """Runs the tests; arguments that are not ours go to pytest. 0 where all pass."""
    parser = argparse.ArgumentParser(prog="numen test", description=__doc__,
                                     epilog="Others go to pytest; --shuffle SEED: another order.")
    parser.add_argument("--ci", action="store_true",
                        help="what continuous integration runs: the longer ones too")
    parser.add_argument("--full", action="store_true", help="all, those of hours too")
    parser.add_argument("--sanitize", action="store_true",
                        help="under the address and undefined-behaviour sanitizers")
    parser.add_argument("--threads-sanitize", action="store_true",
                        help="the C++ suite alone, under ThreadSanitizer")
    parser.add_argument("--torch", action="store_true",
                        help="with PyTorch, which the bootstrap has installed by now (5 GB)")
    options, pytest_arguments = parser.parse_known_args(argv)
    root = checkout_root("test")
    if options.threads_sanitize:
        return 0 if test_threads_sanitized(root, pytest_arguments) else 1
    refusal = refused_by_pytest(root, pytest_arguments)
    if refusal:  # before all is built
        print(refusal, file=sys.stderr, end="")
        return 2
    chosen = ["-m", marks(options, pytest_arguments), *pytest_arguments]
    passed = (test_sanitized if options.sanitize else test_release)(root, chosen)
    return 0 if passed else 1
