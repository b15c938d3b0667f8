"""Documents, docstrings and comments use the field's words, not this project's private ones.

A row is a pattern of what is not written, and what is written instead.
"""

import inspect
import io
import re
import tokenize
from pathlib import Path

import pytest

import numen
from numen import documentation, fits, inverse, memory, precision

ROOT = Path(__file__).resolve().parents[2]

# Words of evaluation and memory, of kernels, of linear algebra, of fallbacks; then plain English.
INSTEAD = {
    r"\b(some|no)body (looks|wants)\b|\b(a|the) look\b(?!-)|\blooks? at (it|them|(its|their) )":
        "evaluate, evaluation; read a value",
    r"\bin turn (are|is) wanted\b|\bvalues are wanted\b": "evaluation",
    r"\b(from|at) birth\b|\bborn\b": "created as, from the start",
    r"\bbirthplaces?\b": "call site",
    r"\blater reports?\b": "deferred warnings",
    r"\bwalls? (in|between|of) (programs?|groups?)\b|\bis a wall\b|\bare walls\b": "fusion barrier",
    r"\blent\b|\blends?\b": "marked as reclaimable (MADV_FREE)",
    r"\bgives? (it|them|memory|the cache) back\b": "frees, releases",
    r"\bpast (it|the caches?)\b": "streaming (non-temporal) stores",
    r"\bat rest\b": "cache-resident",
    r"\bchains?\b": "JIT kernel, sequence of operations",
    r"\bnear loops?\b": "bounded-domain loop",
    r"\bquick (ways?|paths?|forms?)\b": "fast path",
    r"\bshar(e|es|ed) (what they find|out)\b": "moments cache; distributed over threads",
    r"\bforgets?\b|\bremembers?\b": "invalidates; caches",
    r"\bstrips?\b": "short-and-wide matrix, panel",
    r"\bhalves\b(?! to even)": "divide and conquer, subproblems",
    r"\bin (the )?lanes\b|\bpacks?\b": "interleaved batch kernel, one matrix per vector lane",
    r"\bturned matri(x|ces)\b|\bthe turned\b": "transposed",
    r"\bfound structures?\b": "structure detection",
    r"\bhand(s|ed|ing)? (\w+ )?over\b|\bhandovers?\b": "fallback to NumPy",
    r"\bstand-ins?\b": "dummy operands",
    r"\brefusals?\b": "error, exception",
    r"\bwithout gain\b|\bwon nothing\b": "no faster: measured a, b",
    r"\btall(y|ies)\b|\bstretches\b": "bincount, ranges",
    r"\bpress(es)? (long|large)\b": "compress",
    r"\bmend(s|ed)?\b": "fix",
    r"\bby what it is\b|\bwhat is no\b|\bthat is no (array|function|file|plain|setting)\b":
        "what is not a ...",
    r"\bhow much of .* is gone\b|\barrays that are gone\b": "freed, deallocated arrays",
    r"\ball the same\b": "anyway, nevertheless",
    r"\bwho reads it\b|\bwhoever\b": "the reader, any caller",
    r"\bare to be had\b|\bis to be had\b": "are available",
}
# These are judged in comments of sources, too; others are names of files and functions there.
IN_COMMENTS = {
    r"\b(some|no)body (looks|looked|wants)\b|\bvalues are wanted\b|\bwaits for a look\b":
        "evaluate, evaluation",
    r"\b(from|at) birth\b|\bborn\b": "made, from the start",
    r"\bpast the caches\b": "streaming (non-temporal) stores",
    r"\bis a wall\b": "fusion barrier",
    r"\b(lent|lends?) (back|to the system)\b": "reclaimable (MADV_FREE)",
    r"\bshar(e|es|ed) (out|what they find)\b": "distributed over threads; moments cache",
    r"\bstand-ins?\b": "dummy operands",
}
# Here a word of the list is a name: `Handover` and `hand_over_to_scipy` of the code.
CODE = re.compile(r"```.*?```|`[^`\n]+`|\(https?:[^)]+\)|\]\([^)]+\)", re.S)

PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md",
         *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))
           if path.name != "clients.md")]  # fmt: skip


def own_functions():
    """What help() shows of Numen's own names."""
    for module in (numen, memory, precision, fits, inverse):
        for name, found in sorted(vars(module).items()):
            is_own = getattr(found, "__module__", "").startswith("numen")
            if is_own and not name.startswith("_") and inspect.getdoc(found):
                yield f"{module.__name__}.{name}", inspect.getdoc(found)
    for word, text in documentation.KEYWORDS.items():
        yield f"keyword {word}", text


DOCSTRINGS = dict(own_functions())


def found_in(text, words=INSTEAD):
    """(line, words, what is written instead) of each hit, code and links left out."""
    blank = CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for pattern, instead in words.items():
        for match in re.finditer(pattern.replace(" ", r"\s+"), blank, re.I):
            yield blank.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), instead


def comments_of(path):
    """The comments of a source, in its lines: all else is blank."""
    text = path.read_text()
    if path.suffix == ".py":
        lines = [""] * (text.count("\n") + 2)
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                lines[token.start[0] - 1] = token.string.lstrip("# ")
        return "\n".join(lines)
    return "\n".join(line.partition("//")[2].lstrip("/ ") for line in text.splitlines())


def sources(folder):
    return [path for path in sorted((ROOT / folder).rglob("*"))
            if path.suffix in (".py", ".cpp", ".h", ".def") and "__pycache__" not in path.parts]


@pytest.mark.parametrize("folder", ["include", "src", "python", "tools", "examples"])
def test_comments(folder):
    assert sources(folder)
    assert [(str(path.relative_to(ROOT)), *hit) for path in sources(folder)
            for hit in found_in(comments_of(path), IN_COMMENTS)] == []


@pytest.mark.parametrize("page", PAGES)
def test_pages(page):
    assert sorted(found_in((ROOT / page).read_text())) == []


@pytest.mark.parametrize("name", sorted(DOCSTRINGS))
def test_docstrings(name):
    assert sorted(found_in(DOCSTRINGS[name])) == []


def test_words_are_found_across_lines_and_outside_code():
    text = "Numen hands\nit over, `a chain`, [a strip](strips.md)\n```\nchain\n```\nthe strip"
    assert [(line, word) for line, word, _ in found_in(text)] == [
        (2, "strip"), (6, "strip"), (1, "hands it over")]


def test_words_are_found_in_comments(tmp_path):
    (tmp_path / "a.cpp").write_text("int born = 1;  // made\n// somebody\n// looks\n")
    (tmp_path / "b.py").write_text('born = 1\nx = "is a wall"  # a wall: it is\n# a wall\n')
    hits = [[hit[:2] for hit in found_in(comments_of(tmp_path / name), IN_COMMENTS)]
            for name in ("a.cpp", "b.py")]
    assert hits == [[(2, "somebody looks")], [(2, "is a wall")]]


def test_there_are_pages_and_docstrings():
    assert len(PAGES) > 15 and len(DOCSTRINGS) > 25
