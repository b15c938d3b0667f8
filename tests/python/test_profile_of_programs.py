"""`numen run --profile` names where the time of whole programs goes, whatever they do.

Each program spends nearly all of its time on lines that are known, so that no assertion depends
on how quick the machine is, or how busy.
"""

import functools
import operator
import re
import textwrap

import pytest

import numen
from numen.bench.calls import all_cases, public_names
from numen.bench.inputs import Inputs

from .recorded import SIZE
from .test_profile import watched  # noqa: F401
from .test_run_command import NUMEN, python, write

# A program, then what the report has to name: {line: (what, name)}, where "program" and the like
# are kinds; and how many fallbacks there are.
PROGRAMS = {
    "random numbers and sorts": ("""\
        import numpy as np
        rng = np.random.default_rng(1)
        for i in range(10):
            x = rng.normal(size=300_000)
            y = np.sort(x)
            m = np.median(x)
            o = x.argsort()
            p = np.partition(x, 1000)
            s = np.random.rand(300_000)
        """, {4: ("native", "random.normal"), 5: ("library", "sort"), 6: ("native", "median"),
              7: ("library", "ndarray.argsort"), 8: ("native", "partition"),
              9: ("native", "random.rand")}, 0),
    "moving and counting": ("""\
        import numpy as np
        x = np.random.default_rng(1).random(500_000)
        places = np.arange(0, 500_000, 3)
        for i in range(20):
            a = np.take(x, places)
            b = np.roll(x, 7)
            c = np.cumsum(x)
            d = np.pad(x, 10)
            e = np.searchsorted(c, x[:100_000])
            f = np.histogram(x, 50)
            g = x.repeat(2)
            h = x[x > 0.5]
            x[places] = 0.25
        """, {5: ("native", "take"), 6: ("native", "roll"), 7: ("native", "cumsum"),
              8: ("native", "pad"), 9: ("native", "searchsorted"), 10: ("native", "histogram"),
              11: ("native", "ndarray.repeat"), 12: ("native", "x[...]"),
              13: ("native", "x[...] =")}, 0),
    "transforms and matrices": ("""\
        import numpy as np
        rng = np.random.default_rng(1)
        a, x = rng.random((200, 200)), rng.random(200_000)
        for i in range(10):
            b = np.fft.fft(x)
            c = np.linalg.solve(a, a)
            d = np.linalg.svd(a)
            e = np.linalg.eigvalsh(a)
            f = a @ a
            g = np.einsum("ij,kj->ik", a, a)
            h = np.linalg.inv(a)
        """, {5: ("library", "fft.fft"), 6: ("library", "linalg.solve"),
              7: ("library", "linalg.svd"), 8: ("library", "linalg.eigvalsh"),
              9: ("library", "matmul"), 11: ("library", "linalg.inv")}, 0),
    "fused programs": ("""\
        import numpy as np
        x = np.linspace(0, 1, 1_000_000)
        for i in range(30):
            s = (np.sin(x) * 2 + x).sum()
        """, {4: ("program", "sin multiply add sum: 30 runs")}, 0),
    "small arrays and elements": ("""\
        import numpy as np
        v = np.arange(3.0)
        table = np.zeros(100)
        for i in range(20_000):
            v = v * 0.5 + 1
            table[i % 100] = v[1]
            n = np.linalg.norm(v)
            q = np.concatenate([v, v])
        """, {5: ("at once", "multiply"), 6: ("element", "written"), 7: ("native", "linalg.norm"),
              8: ("native", "concatenate")}, 0),
    "text": ("""\
        import io
        import numpy as np
        text = "1.5 2.5 3.5\\n" * 20_000
        for i in range(5):
            a = np.loadtxt(io.StringIO(text))
        print(len(str(a.tolist())), len(np.array2string(a[:2000], threshold=10**6)))
        """, {5: ("native", "loadtxt"), 6: ("native", "array2string")}, 0),
    "fallbacks": ("""\
        import numpy as np
        days = np.arange("2000-01-01", "2020-01-01", dtype="datetime64[D]")
        for i in range(40):
            b = np.is_busday(days)
            c = np.busday_count(days, days)
        """, {4: ("fallback", "is_busday"), 5: ("fallback", "busday_count")}, None),
    "pandas": ("""\
        import numpy as np
        import pandas as pd
        frame = pd.DataFrame({"key": np.arange(200_000) % 1000, "value": np.arange(200_000.0)})
        for i in range(30):
            means = frame.groupby("key")["value"].agg(["mean", "median", "std"])
            text = frame.head(2000).to_csv()
        """, {2: ("importing", "pandas"), 5: ("library", "pandas"), 6: ("library", "pandas")},
        0),
    "scipy": ("""\
        import numpy as np
        from scipy.optimize import minimize, rosen
        for i in range(3):
            found = minimize(rosen, np.full(8, 1.3), method="Nelder-Mead")
        """, {2: ("importing", "scipy"), 4: ("library", "scipy")}, 0),
    "Python": ("""\
        import json
        import numpy as np
        def total(n):
            s = 0
            for k in range(n):
                s += k * k
            return s
        print(total(3_000_000), np.ones(3).sum())
        for i in range(5):
            text = json.dumps(list(range(200_000)))
        """, {5: ("python", "loop of lines 5-6"), 10: ("library", "json")}, 0),
    "threads": ("""\
        import threading
        import numpy as np
        x = np.random.default_rng(1).random(1_000_000)
        def work():
            for i in range(5): np.sort(x)
        threads = [threading.Thread(target=work) for i in range(2)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        """, {5: ("library", "sort"), 8: ("library", "threading")}, 0),
    "garbage": ("""\
        import gc
        import numpy as np
        kept = [{"a": [i]} for i in range(300_000)]
        for i in range(10): gc.collect()
        """, {4: ("garbage", "collections")}, 0),
}
NAMES = sorted(PROGRAMS)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A function: the text of the report on a program of PROGRAMS."""

    @functools.cache
    def run(name):
        folder = tmp_path_factory.mktemp("profile")
        write(folder, "program.py", textwrap.dedent(PROGRAMS[name][0]))
        code, _, err = python(folder, "program.py", command=(*NUMEN, "--profile"))
        assert code == 0, err
        return err[err.rindex("\nnumen: "):]

    return run


def totals(text):
    """{heading: share in tenths of a percent} of the first table."""
    rows = re.findall(r"^  (\S.*?) +[\d.]+ ms +([\d.]+)%", text.partition("\nline ")[0],
                      re.MULTILINE)
    return {heading: round(10 * float(share)) for heading, share in rows}


def lines(text):
    """{number of a line: the texts under it}."""
    found, current = {}, []
    for line in text.partition("\nline ")[2].partition("\nmemory: ")[0].splitlines()[1:]:
        place = re.match(r"(\S+) +[\d.]+ +[\d.]+%", line)
        if place:
            number = place[1].partition(":")[2]
            current = found.setdefault(int(number) if number else None, [])
        else:
            current.append(line.strip())
    return found


@pytest.mark.parametrize("name", NAMES)
def test_nearly_all_of_the_time_is_named(report, name):
    shares = totals(report(name))
    assert sum(shares.values()) == 1000
    assert shares["the rest"] <= 50, report(name)


@pytest.mark.parametrize("name", NAMES)
def test_calls_are_named_with_their_lines(report, name):
    found = lines(report(name))
    for line, (kind, what) in PROGRAMS[name][1].items():
        wanted = re.compile(rf"{kind} +{re.escape(what)}\b" if what[-1].isalnum()
                            else rf"{kind} +{re.escape(what)} ")
        assert any(map(wanted.match, found.get(line, ()))), (line, kind, what, report(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_last_line_counts_fallbacks(report, name):
    text = report(name)
    number = int(re.fullmatch(r"fallbacks: (\d+)", text.splitlines()[-1])[1])
    listed = re.findall(r"^ +fallback +\S+ +(\d+) ", text, re.MULTILINE)
    assert number == sum(map(int, listed))
    wanted = PROGRAMS[name][2]
    assert number == wanted if wanted is not None else number >= 80


def test_time_is_charged_to_what_took_it(report):
    """Not to the call before it or around it."""
    assert totals(report("Python"))["Python"] > 300
    assert totals(report("pandas"))["pandas"] > 200
    assert totals(report("transforms and matrices"))["library calls"] > 300
    assert totals(report("garbage"))["garbage"] > 300


ADVISED = {
    "small arrays of their own": ("""\
        import numpy as np
        arrays = [np.arange(5.0) + i for i in range(200_000)]
        for x in arrays:
            y = x * 2.5
        """, "program.py:4 computes on small arrays, 200,000 times"),
    "elements in a loop": ("""\
        import numpy as np
        x, total = np.arange(400_000.0), 0.0
        for i in range(400_000):
            total += x[i]
        """, "program.py:3-4 reads single elements, 400,000 times"),
    "a growing array": ("""\
        import numpy as np
        x = np.zeros(0)
        for i in range(6_000):
            x = np.append(x, [1.0, 2.0, 3.0])
        """, "program.py:4 makes an array longer, 6,000 times"),
}
# Where following an advice of that kind would win nothing.
NOT_ADVISED = {
    "small steps that follow from one another": """\
        import numpy as np
        v, x = np.arange(3.0), np.zeros(3)
        for i in range(50_000):
            x = x + v
            v = v * 0.999
        """,
    "elements of small results": """\
        import numpy as np
        v = np.arange(3.0)
        for i in range(50_000):
            v = v * 0.999
            s = v[0] + v[1]
        """,
    "pieces that are joined to others": """\
        import numpy as np
        x, y = np.zeros(50_000), np.ones(3)
        for i in range(500):
            z = np.concatenate([x, y])
        """,
    "sorts": """\
        import numpy as np
        x = np.random.default_rng(1).random(500_000)
        for i in range(10):
            y = np.sort(x + 1)
        """,
}


def advice(folder, text):
    write(folder, "program.py", textwrap.dedent(text))
    err = python(folder, "program.py", command=(*NUMEN, "--profile"))[2]
    return re.findall("^- (.*)", err[err.rindex("\nadvice\n"):], re.MULTILINE)


@pytest.mark.parametrize("name", sorted(ADVISED))
def test_advice_is_given_where_something_is_won(tmp_path, name):
    text, wanted = ADVISED[name]
    assert any(said.startswith(wanted) for said in advice(tmp_path, text))


@pytest.mark.parametrize("name", sorted(NOT_ADVISED))
def test_no_advice_is_given_where_nothing_is_won(tmp_path, name):
    assert advice(tmp_path, NOT_ADVISED[name]) == [numen.advice.NOTHING]


SECOND_NAMES = {"row_stack": "vstack"}  # deprecated; NumPy's is a function that calls it
INDEXED = {"mgrid", "ogrid", "r_", "c_", "s_", "index_exp"}  # objects: their calls are seen
CASES = {name: case for name, case in all_cases((100,)).items()
         if name in {*public_names("native"), *public_names("composite")} - INDEXED}


@pytest.mark.parametrize("name", sorted(CASES))
def test_every_function_is_an_event(watched, name):  # noqa: F811
    case = CASES[name]
    dtype = case.dtypes[0]
    inputs = dict(zip(case.inputs, Inputs(case, 100, dtype).draw(), strict=True))
    seen = watched(case.statement_for(100, dtype), **inputs)
    function = operator.attrgetter(name)(numen)
    names = {name, getattr(function, "__name__", name), SECOND_NAMES.get(name)}
    assert names & {row[1] for row in seen["events"]}, seen["events"]


CALLS = {
    "x.sum()": "ndarray.sum", "x.take([0])": "ndarray.take", "x.copy()": "ndarray.copy",
    "x.argsort()": "ndarray.argsort", "x.astype('f4')": "ndarray.astype", "x @ x": "matmul",
    "-x": "negative", "x < 1": "less", "x[1:3]": "x[...]", "x[1:3] = 2": "x[...] =",
    "x *= 2": "multiply", "2 ** x": "power", "repr(x)": "repr()", "str(x)": "str()",
    "1 in x": "in", "bool(x[:1])": "bool()", "np.add.reduce(x)": "ufunc.reduce",
    "np.random.default_rng(1).normal(size=3)": "random.normal", "np.zeros(3)": "zeros",
}


@pytest.mark.parametrize("call", sorted(CALLS))
@pytest.mark.parametrize("kind", ["managed", "exposed"])
def test_operators_and_methods_are_events(watched, call, kind):  # noqa: F811
    x = numen.zeros(SIZE) if kind == "managed" else numen.arange(9.0)
    seen = watched(call, x=x)
    assert CALLS[call] in {row[1] for row in seen["events"]}, seen["events"]
