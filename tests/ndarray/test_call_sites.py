"""Which call of a code object is which: found for all of them at once."""

import dis
import subprocess
import sys
import textwrap

import pytest

from numen.call_sites import called_names

CALLS = [
    ("x.sum(axis=0)", {".sum"}), ("isinstance(x, np.ndarray)", {"isinstance"}),
    ("f(g(x), y.z(1, *[2]))", {"f", "g"}), ("x.a.b(1)[0](2)", {".b"}),
    ("f(a if b else c)", set()), ("(f or g)(x)", set()), ("f(**k)", set()),
    ("lambda: 3", set()), ("np.linalg.inv(x.astype('f4'))", {".inv", ".astype"}),
]


@pytest.mark.parametrize("text, names", CALLS)
def test_the_names_of_calls(text, names):
    code = compile(text, "example", "eval")
    found = called_names(code)
    assert set(found.values()) == names
    at = {instruction.offset: instruction.opname for instruction in dis.get_instructions(code)}
    assert all(at[offset].startswith(("CALL", "PRECALL")) for offset in found)


def test_a_long_module_is_read_once():
    """Not once for each of its calls, which takes minutes."""
    lines = ["import numen as np", "from numen import call_sites", "import dis", "times = 0",
             "x = np.asarray(np.arange(20_000.0))"]
    lines += [f"y = x.astype('f4') if isinstance(x, np.ndarray) else x.sum(axis={i} * 0)"
              for i in range(500)]
    script = textwrap.dedent("""
        import dis
        read = dis.get_instructions
        codes = []
        def counted(code):
            codes.append(code)
            return read(code)
        dis.get_instructions = counted
        """) + "\n".join(lines) + "\nprint(len(codes), len(set(codes)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          timeout=120)
    assert done.returncode == 0, done.stderr
    times, different = map(int, done.stdout.split())
    assert times == different >= 1
