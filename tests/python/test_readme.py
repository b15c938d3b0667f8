"""README's figures and picture are those of committed results, and its program runs.

The figures are read here anew from the records that README names, not by the tool that writes them.
"""

import json
import re
import statistics
import sys
from pathlib import Path

import numpy
import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
sys.path.insert(0, str(ROOT / "tools"))

import programs_picture  # noqa: E402
import recorded_figures  # noqa: E402

BLOCKS = dict(re.findall(r"<!-- recorded ([\w ]+) -->\n(.*?)<!-- end -->", README, re.S))


def record_of(block):
    """The record that a block names, by its link."""
    (path,) = set(re.findall(r"\((benchmarks/results/[^)]+\.json)\)", BLOCKS[block]))
    return json.loads((ROOT / path).read_text())


def numbers(words):
    return [float(number) for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?:e[-+]\d+)?", words)]


def same(shown, value):
    """Equal to the three figures or two decimals that are shown."""
    return abs(shown - value) <= max(0.005 * abs(value), 0.005)


def test_pages_are_what_the_command_writes():
    for path, text in recorded_figures.pages().items():
        assert path.read_text() == text, "run ./numen python tools/recorded_figures.py"


def test_no_figure_of_speed_stands_outside_the_blocks():
    outside = re.sub(r"<!-- recorded .*?<!-- end -->", "", README, flags=re.S)
    assert re.findall(r"\d[\d.,]* ?(?:ns|us|µs|ms|seconds|minutes|times|%)(?!\w)", outside) == []
    assert set(BLOCKS) == set(recorded_figures.WRITERS)


@pytest.mark.parametrize("block", ["programs", "small calls", "start up", "fresh clone"])
def test_sources_are_named_and_clean(block):
    record, words = record_of(block), " ".join(BLOCKS[block].split())
    assert not record["commit"].endswith("+")
    for fact in (f"`{record['command']}`", record["commit"][:10], record["date"][:10],
                 record["cpu"], record["numpy"], record["python"]):  # fmt: skip
        assert fact in words
    assert record["command"].startswith(("numen bench ", "tools/"))


def test_times_of_the_program():
    cells = {cell["size"]: cell for cell in record_of("programs")["cells"]
             if cell["case"] == "k_means"}  # fmt: skip
    rows = re.findall(r"^\| (\w+) \| ([\d.]+) ms \| ([\d.]+) ms \| (\S+) \|$", BLOCKS["program"],
                      re.M)
    assert [row[0] for row in rows] == list(cells) == ["small", "medium", "large"]
    for size, numpys, numens, error in rows:
        assert same(float(numpys), cells[size]["numpy_ms"])
        assert same(float(numens), cells[size]["numen_ms"])
        assert float(error) == float(f"{cells[size]['error']:.0e}")


def test_sentence_on_all_programs():
    cells = record_of("programs")["cells"]
    ratios = sorted(cell["ratio"] for cell in cells)
    head = BLOCKS["programs"].partition("(")[0].replace("Numen's", "")
    programs, sizes, median, over, count, bound, slower, error = [
        numbers(head)[place] for place in (0, 1, 2, 3, 4, 5, 6, 7)]
    # "15 of 120 take more than 0.9 of it, 7 more than NumPy's own"
    assert programs == len({cell["case"] for cell in cells}) and programs * sizes == len(cells)
    assert same(median, statistics.median(ratios)) and count == len(cells) and bound == 0.9
    assert over == sum(ratio > 0.9 for ratio in ratios)
    assert slower == sum(ratio > 1 for ratio in ratios)
    assert error == float(f"{max(cell['error'] for cell in cells):.0e}")
    assert programs == len(list((ROOT / "benchmarks/programs").glob("*.py")))


def test_losses_are_all_named():
    wanted = {(cell["case"], cell["size"], f"{cell['ratio']:.2f}")
              for cell in record_of("programs")["cells"] if cell["ratio"] > 1}
    words = " ".join(BLOCKS["slower"].split())
    assert set(re.findall(r"`(\w+)` \((\w+)\) (\d+\.\d+)", words)) == wanted


def test_table_of_small_calls():
    heads, _, *rows = [[entry.strip() for entry in line.strip("|").split("|")]
                       for line in BLOCKS["small calls"].splitlines() if line.startswith("|")]
    cells = record_of("small calls")["cells"]
    for name, *times in list(zip(heads, *rows))[1:]:
        size = 3 if "cross" in name else 10
        (cell,) = [cell for cell in cells if cell["dtype"] == "float64" and cell["size"] == size
                   and cell["case"] == name.strip("`")]  # fmt: skip
        assert same(float(times[0]), cell["numpy_ns"]) and same(float(times[1]), cell["numen_ns"])


def test_start_up():
    cells = {cell["case"]: cell for cell in record_of("start up")["cells"]}
    shown = numbers(BLOCKS["start up"].partition("(")[0])
    wanted = [1e3 * cells[case][way] for case in
              ("program without imports", "program that imports NumPy")
              for way in ("with", "without")]  # fmt: skip
    assert len(shown) == 4 and all(abs(a - b) <= 0.5 for a, b in zip(shown, wanted))


def test_minutes_of_a_fresh_clone():
    record = record_of("fresh clone")
    assert numbers(BLOCKS["fresh clone"].partition("(")[0]) == [
        record["run_fusion_minutes"], record["test_minutes"]]
    assert record["run_fusion_exit"] == record["test_exit"] == 0


def test_picture_has_every_program_at_its_place():
    """Names, slower ones in red, and a dot for the time and the error of each size."""
    record = record_of("programs")
    svg = (ROOT / "docs/programs.svg").read_text()
    assert "docs/programs.svg" in README
    dots = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', svg)[3:]  # after the legend's
    names = re.findall(r'text-anchor="end" fill="(#\w+)" font-size="\d+">([^<]+)<', svg)
    assert len(dots) == 2 * len(record["cells"]) and len(names) * 3 == len(record["cells"])
    middle = programs_picture.position(1.0, programs_picture.RATIOS, programs_picture.LEFT)
    height = {name.replace(" ", "_"): place for place, (_, name) in enumerate(names)}
    for cell in record["cells"]:
        y = programs_picture.TOP + programs_picture.ROW * height[cell["case"]]
        mine = [float(x) for x, at in dots if float(at) == y]
        times = [x for x in mine if x <= programs_picture.LEFT[1]]
        assert len(times) == 3 and len(mine) == 6
        assert any((x > middle) == (cell["ratio"] > 1) for x in times)
    slower = {cell["case"] for cell in record["cells"] if cell["ratio"] > 1}
    assert {name.replace(" ", "_") for color, name in names
            if color == programs_picture.SLOWER} == slower  # fmt: skip


def test_a_slower_program_moves_its_dot():
    record = record_of("programs")
    before = programs_picture.picture(record)
    record["cells"][0]["ratio"] *= 1.5
    assert programs_picture.picture(record) != before


def test_the_program_is_the_one_that_was_timed(tmp_path):
    (code,) = re.findall(r"^```python\n(.*?)^```$", README, re.M | re.S)
    text = (ROOT / "benchmarks/programs/k_means.py").read_text()
    shown = [line for line in code.splitlines() if line]
    whole = [line for line in text.splitlines() if line]
    assert [line for line in whole if line in shown] == shown and text.rstrip().endswith(
        code[code.index("def run"):].rstrip())
    ours, whole_program = {}, {}
    exec(code.replace("import numpy", "import numen"), ours)
    exec(text, whole_program)
    data = whole_program["prepare"](numpy.random.default_rng(3), 300)
    for found, wanted in zip(ours["run"](*data), whole_program["run"](*data)):
        assert numpy.allclose(found, wanted, rtol=1e-12)


def test_first_screen_has_everything_in_order():
    sections = re.findall(r"^## (.*)$", README, re.M)
    assert sections[:4] == ["One program, both times", "Forty typical programs", "Install",
                            "When it will not help"]
    head = README.splitlines()[:100]
    assert "## When it will not help" in head
