"""Processes that a program of `numen run` starts run on Numen, and its sys.argv is a plain list."""

import os
import subprocess
import sys
import textwrap

import pytest

from .test_run_command import NUMEN, both, python, write


def test_argv_is_a_plain_list(tmp_path):
    write(tmp_path, "program.py", """
        import json, marshal, pickle, sys
        print(type(sys.argv), marshal.loads(marshal.dumps(sys.argv)), json.dumps(sys.argv))
        print(pickle.dumps(sys.argv) == pickle.dumps(list(sys.argv)))
    """)
    write(tmp_path, "__main__.py", (tmp_path / "program.py").read_text())
    text = (tmp_path / "program.py").read_text()
    for form in (("program.py",), ("-m", "program"), ("-c", text), ("-",), (".",)):
        given = text if form == ("-",) else None
        expected, got = both(tmp_path, *form, "a", "--b", text=given)
        assert got == expected and got[0] == 0 and "<class 'list'>" in got[1]


def test_workers_of_pytest(tmp_path):
    """pytest-xdist sends sys.argv by a pickler of its own, which knows lists alone."""
    write(tmp_path, "conftest.py", "import numen\nnumen.install()\n")
    write(tmp_path, "test_it.py", """
        import sys
        import numpy

        def test_sum():
            assert numpy is not sys.modules["numpy"] and numpy.ones(3).sum() == 3
    """)
    code, out, err = python(tmp_path, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider",
                            command=NUMEN)
    assert code == 0 and "1 passed" in out, out + err


# What a process says of itself and of one that it starts.
WORKER = """
    import multiprocessing, sys
    import numpy as np, theirs

    def look(depth):
        seen = [np is not sys.modules["numpy"], theirs.numpy is np, type(sys.argv) is list,
                sys.argv[1:], {type(folder) for folder in sys.path} == {str}]
        if depth:
            context = multiprocessing.get_context(sys.argv[1])
            process = context.Process(target=tell, args=(depth - 1,))
            process.start()
            process.join()
        return seen

    def tell(depth):
        print(look(depth), flush=True)

    if __name__ == "__main__":
"""


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
@pytest.mark.parametrize("first", ["", "import multiprocessing.spawn; "])
def test_processes_of_processes(tmp_path, method, first):
    """Children and theirs get Numen, and what --include gives it to."""
    write(tmp_path, "site-packages/theirs.py", "import numpy\n")
    start = textwrap.indent(f"{first}sys.argv[2:] = ['changed']\ntell(2)\n", "        ")
    write(tmp_path, "program.py", WORKER + start)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(
        filter(None, [str(tmp_path / "site-packages"), os.environ.get("PYTHONPATH")]))}
    done = subprocess.run([sys.executable, *NUMEN, "--include", "theirs", "program.py", method],
                          cwd=tmp_path, env=environment, capture_output=True, text=True,
                          timeout=120)
    wanted = f"[True, True, True, ['{method}', 'changed'], True]"
    assert (done.stdout.splitlines(), done.stderr) == ([wanted] * 3, "")


def test_workers_of_joblib(tmp_path):
    write(tmp_path, "program.py", """
        import sys
        import numpy as np
        from joblib import Parallel, delayed

        def look(x):
            return np is not sys.modules["numpy"], type(sys.argv) is list, float(np.sum(x))

        if __name__ == "__main__":
            print(set(Parallel(2)(delayed(look)(np.ones(3)) for _ in range(4))))
    """)
    assert python(tmp_path, "program.py", command=NUMEN) == (0, "{(True, True, 3.0)}\n", "")


def test_workers_of_a_program_that_installs_numen_itself_are_as_they_were(tmp_path):
    write(tmp_path, "program.py", """
        import multiprocessing.spawn
        import numen
        numen.install()
        assert "numen" not in multiprocessing.spawn.get_preparation_data("name")
    """)
    assert python(tmp_path, "program.py") == (0, "", "")
