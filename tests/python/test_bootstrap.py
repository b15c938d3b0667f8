"""The bootstrap script, judged in a small checkout where python, g++ and apt-get are stand-ins
that write down each call; and the rules of the tree that a script can check."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

# Scripts and texts are judged here; what they start is no sanitized build.
pytestmark = pytest.mark.no_sanitizer

ROOT = Path(__file__).resolve().parents[2]

# What the script uses of a plain Debian system; the compiler and Python come as stand-ins.
SYSTEM_TOOLS = ("sh", "dirname", "readlink", "cmp", "find", "mkdir", "touch", "mv", "rm", "cp",
                "cat", "flock", "env", "sed")

# As /proc/cpuinfo has them, for the processors that want each set of kernels.
FLAGS = {"v2": "fpu sse4_2 popcnt avx avx2 bmi2", "v3": "fpu avx2 fma bmi2 f16c abm popcnt avx512f"}
FLAGS["v4"] = FLAGS["v3"] + " avx512bw avx512cd avx512dq avx512vl"

# One stand-in for every tool. FAIL_AT makes the call fail whose line it matches.
STAND_IN = """#!/bin/sh
name=${0##*/}
echo "$name $*" >>"$LOG"
case "$name $*" in *"${FAIL_AT:-no such call}"*) echo "$name: broken" >&2; exit 1 ;; esac
case "$name $*" in
  python*" -m venv "*)
    for venv; do :; done
    mkdir -p "$venv/bin" "$venv/lib/python3.13/site-packages"
    for tool in python cmake; do cp "$0" "$venv/bin/$tool"; done ;;
  python*" -I -c "*) echo "${PROBE:-whole 3.13}" ;;
  "cmake --build "*)
    cd "$2/../.."
    mkdir -p python/numen/native
    : >python/numen/native/libnumen.so ;;
  "id "*) echo "${USER_ID:-1000}" ;;
  "apt-get install"*) cp "$0" "${0%/*}/g++" ;;
  python*"/tools/start.py "*) shift; echo "numen got: $*" ;;
esac
"""


class Checkout:
    """A copy of the bootstrap with stand-ins for all that it calls."""

    def __init__(self, folder):
        self.root = folder / "a checkout"
        self.tools = folder / "tools"
        self.log = folder / "log"
        for name in ("tools", "include", "src", "python/front", "python/numen"):
            (self.root / name).mkdir(parents=True)
        script = (ROOT / "numen").read_text()
        self.processor = folder / "cpuinfo"
        self.set_flags(FLAGS["v4"])
        (self.root / "numen").write_text(script.replace("/proc/cpuinfo", str(self.processor)))
        (self.root / "numen").chmod(0o755)
        for path in (ROOT / "tools").glob("requirements-*.txt"):
            shutil.copy(path, self.root / "tools")
        shutil.copy(ROOT / "tools/package.cmake", self.root / "tools")
        (self.root / "CMakeLists.txt").touch()
        (self.root / "acceptance").mkdir()
        (self.root / "acceptance/02.toml").touch()
        self.tools.mkdir()
        for name in SYSTEM_TOOLS:
            (self.tools / name).symlink_to(shutil.which(name))
        for name in ("python3.13", "g++", "id", "apt-get"):
            self.add_stand_in(name)

    def set_flags(self, flags):
        self.processor.write_text(f"processor\t: 0\nflags\t\t: {flags}\nbugs\t\t: none\n")

    def add_stand_in(self, name):
        path = self.tools / name
        path.write_text(STAND_IN)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def call(self, *arguments, **environment):
        """Runs ./numen; the finished process and the calls it made."""
        self.log.write_text("")
        done = subprocess.run(
            [self.root / "numen", *arguments], text=True, capture_output=True,
            stdin=subprocess.DEVNULL,
            env={"PATH": str(self.tools), "LOG": str(self.log), **environment})
        return done, self.log.read_text().splitlines()


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


def test_settings_that_name_nothing(checkout):
    """One sentence, before anything is installed for them."""
    nothing = "wants the name or path of a Python, and there is none"
    compiler = "wants the name or path of a C++ compiler, and there is no such command"
    for settings, sentence in (
            ({"NUMEN_PYTHON": "python9"}, f"NUMEN_PYTHON=python9: {nothing}"),
            ({"NUMEN_PYTHON": "python3.13", "PROBE": "old 3.9"},
             "NUMEN_PYTHON=python3.13: wants CPython 3.11 to 3.14, and found 3.9"),
            ({"CXX": "no-such-compiler"}, f"CXX=no-such-compiler: {compiler}")):
        done, calls = checkout.call("run", "program.py", USER_ID="0", **settings)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"numen: {sentence}\n"
        assert not any("apt-get" in call or " -m venv" in call for call in calls)


def test_environment_of_another_python(checkout):
    checkout.call("run", "program.py")
    (checkout.root / ".venv/pyvenv.cfg").write_text("home = /usr/bin\nversion = 3.12.4\n")
    done, _ = checkout.call("run", "program.py", NUMEN_PYTHON="python3.13")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == ("numen: NUMEN_PYTHON=python3.13: wants Python 3.13, and .venv has "
                           "Python 3.12; remove .venv to make it anew\n")
    (checkout.root / ".venv/pyvenv.cfg").write_text("version = 3.13.0\n")
    assert checkout.call("run", "program.py", NUMEN_PYTHON="python3.13")[0].returncode == 0


def test_first_call_sets_up_and_hands_over(checkout):
    done, calls = checkout.call("run", "program.py", "an argument")
    assert done.returncode == 0
    assert done.stdout == "numen got: run program.py an argument\n"
    for stage in ("making .venv", "requirements-build.txt", "requirements-run.txt",
                  "requirements-sources.txt", "building"):
        assert stage in done.stderr
    assert not any("requirements-test" in call for call in calls)
    assert all("--require-hashes" in call for call in calls if "pip install" in call)


@pytest.mark.parametrize("told, wanted", [({}, "--no-compile"), ({"PYTHONDONTWRITEBYTECODE": ""},
                                                                 "--no-compile"),
                                          ({"PYTHONDONTWRITEBYTECODE": "1"}, "--compile")])
def test_pip_compiles_where_python_may_not_write_byte_code(checkout, told, wanted):
    _, calls = checkout.call("run", "program.py", **told)
    installs = [call.split() for call in calls if "pip install" in call]
    assert installs and all(wanted in call for call in installs)


@pytest.mark.parametrize("arguments, wanted", [
    (["run", "--torch"], "build run"),
    (["test"], "build run test clients"),
    (["test", "-x", "--torch"], "build run test clients torch"),
    (["accept", "02"], "build run test clients torch"),
    (["accept", "2"], "build run test clients torch"),
    (["build", "--wheel"], "build run wheel"),
    (["accept", "99"], ""),  # there is no such step
])
def test_each_command_installs_what_it_needs(checkout, arguments, wanted):
    _, calls = checkout.call(*arguments)
    installed = [call.rpartition("requirements-")[2] for call in calls if "pip install" in call]
    assert installed == [name + ".txt" for name in wanted.split()]


def test_finished_set_up_needs_no_network(checkout):
    checkout.call("run", "program.py")
    done, calls = checkout.call("run", "program.py")
    assert calls == [f"python {checkout.root}/tools/start.py run program.py"]
    assert done.stderr == ""


@pytest.mark.parametrize("stage, not_again", [
    ("-m venv", ()),
    ("requirements-build", ("-m venv",)),
    ("requirements-run", ("-m venv", "requirements-build")),
    ("fetch_sources", ("-m venv", "pip install")),
    ("cmake -G", ("-m venv", "pip install", "fetch_sources")),
    ("cmake --build", ("-m venv", "pip install", "fetch_sources")),
])
def test_interrupted_set_up_continues(checkout, stage, not_again):
    done, _ = checkout.call("info", FAIL_AT=stage)
    assert done.returncode == 1
    assert done.stdout == ""
    done, calls = checkout.call("info")
    assert done.returncode == 0
    assert any(stage in call for call in calls)
    assert not [call for call in calls for done_before in not_again if done_before in call]
    assert checkout.call("info")[1] == [f"python {checkout.root}/tools/start.py info"]


def test_an_edited_source_is_built_again(checkout):
    checkout.call("info")
    edited = checkout.root / "src/new.cpp"
    edited.touch()
    later = (checkout.root / "build/release/numen-built").stat().st_mtime + 5
    os.utime(edited, (later, later))
    _, calls = checkout.call("info")
    assert any(call.startswith("cmake --build") for call in calls)
    assert not any("pip install" in call for call in calls)


def built(calls):
    """What `cmake --build` was asked for."""
    return [call.partition(" --target ")[2] for call in calls if call.startswith("cmake --build")]


@pytest.mark.parametrize("wanted", FLAGS)
def test_a_program_waits_for_its_processors_kernels_alone(checkout, wanted):
    checkout.set_flags(FLAGS[wanted])
    assert built(checkout.call("run", "program.py")[1]) == [wanted]
    assert built(checkout.call("info")[1]) == []


@pytest.mark.parametrize("command", ["test", "build"])
def test_all_kernels_are_built_where_they_are_wanted(checkout, command):
    checkout.call("run", "program.py")
    assert built(checkout.call(command)[1]) == ["all"]
    assert built(checkout.call("run", "program.py")[1]) == []
    edited = checkout.root / "src/new.cpp"
    edited.touch()
    later = (checkout.root / "build/release/numen-built").stat().st_mtime + 5
    os.utime(edited, (later, later))
    assert built(checkout.call("run", "program.py")[1]) == ["all"]  # none is left out of date


@pytest.mark.parametrize("wish, wanted", [("v3", "v3"), ("nonsense", "v4"), ("", "v4")])
def test_a_wish_for_other_kernels_builds_them(checkout, wish, wanted):
    assert built(checkout.call("run", "program.py", NUMEN_CPU=wish)[1]) == [wanted]


def test_another_processor_gets_its_kernels_beside_the_first_ones(checkout):
    checkout.call("run", "program.py")
    checkout.set_flags(FLAGS["v3"])
    assert built(checkout.call("run", "program.py")[1]) == ["v4 v3"]
    checkout.set_flags(FLAGS["v4"])
    assert built(checkout.call("run", "program.py")[1]) == []


def test_a_processor_that_nobody_describes_gets_all_kernels(checkout):
    checkout.processor.unlink()
    assert built(checkout.call("run", "program.py")[1]) == ["all"]


def test_changed_pins_are_installed(checkout):
    checkout.call("info")
    with (checkout.root / "tools/requirements-run.txt").open("a") as pins:
        pins.write("# changed\n")
    _, calls = checkout.call("info")
    installs = [call for call in calls if "pip install" in call]
    assert len(installs) == 1 and "requirements-run" in installs[0]


def test_a_moved_checkout_starts_again(checkout):
    checkout.call("info")
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    done, calls = checkout.call("info")
    assert done.returncode == 0
    assert any("-m venv" in call for call in calls)


@pytest.mark.parametrize("probe, wanted", [
    ("whole 3.13", "g++"),
    ("bare 3.12", "g++ python3.12-dev python3.12-venv"),
    ("old 3.9", "g++ python3-dev python3-venv"),
])
def test_missing_system_packages_are_named_in_one_line(checkout, probe, wanted):
    (checkout.tools / "g++").unlink()
    done, calls = checkout.call("info", PROBE=probe)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"lacks {wanted}; install it with 'sudo apt-get install {wanted}'" in done.stderr
    assert not any(call.startswith("apt-get") for call in calls)


def test_root_installs_missing_system_packages(checkout):
    (checkout.tools / "g++").unlink()
    done, calls = checkout.call("info", USER_ID="0")
    assert done.returncode == 0
    assert [call for call in calls if call.startswith("apt-get")] == \
        ["apt-get install -qq -y --no-install-recommends g++"]


def test_unreachable_packages_are_one_clear_line(checkout):
    done, _ = checkout.call("info", FAIL_AT="pip install")
    assert done.returncode == 1
    assert "is the package index reachable" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("arguments, code, said", [
    ((), 2, "usage: ./numen COMMAND"), (("help",), 0, "usage: ./numen COMMAND"),
    (("walk",), 2, "there is no command 'walk'"),
], ids=["nothing", "help", "unknown"])  # fmt: skip
def test_usage_needs_no_set_up(checkout, arguments, code, said):
    done, calls = checkout.call(*arguments)
    assert (done.returncode, calls) == (code, [])
    assert said in (done.stderr if code else done.stdout)


@pytest.mark.parametrize("command", ["run", "test", "bench", "accept", "info", "build"])
def test_every_command_answers(command):
    done = subprocess.run([sys.executable, "-m", "numen", command, "--help"], text=True,
                          capture_output=True)
    assert done.returncode == 0, done.stderr
    assert f"numen {command}" in done.stdout


def test_requirements_are_pinned_with_hashes():
    for name in ("build", "run", "test", "clients", "torch", "sources"):
        text = (ROOT / f"tools/requirements-{name}.txt").read_text()
        blocks = re.split(r"\n(?=\S)", text.strip())
        assert blocks
        for block in blocks:
            assert re.match(r"[\w.-]+==[\w.]+", block), block
            assert "--hash=sha256:" in block, block


def test_ccache_is_used_when_present():
    cache = (ROOT / "build/release/CMakeCache.txt").read_text()
    rules = (ROOT / "build/release/build.ninja").read_text()
    found = shutil.which("ccache")
    assert ("NUMEN_CCACHE:FILEPATH=NUMEN_CCACHE-NOTFOUND" in cache) == (found is None)
    assert ("ccache" in rules) == (found is not None)


def test_compile_times_count_the_last_compilation():
    from numen.commands.build import compile_times

    log = "# ninja log v6\n0\t9000\t0\ta.cpp.o\tx\n10\t2510\t0\tb.cpp.o\tx\n" \
          "100\t1100\t0\ta.cpp.o\tx\n0\t70000\t0\tlibnumen.so\tx\n"
    assert compile_times(log) == [(2.5, "b.cpp.o"), (1.0, "a.cpp.o")]
