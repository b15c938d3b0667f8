"""Writes docs/reference/cpp.md from the comments of the public headers and the table of operations.

    python tools/cpp_reference.py           writes the page
    python tools/cpp_reference.py --check   fails where the page is not what the headers say

A comment above declarations is theirs up to the next comment or empty line; a declaration without
one is an error. What stands in namespace `internal`, and what is private, is left out.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADERS = ROOT / "include/numen"
TABLE = ROOT / "src/ops/elementwise.def"
TOP = 0  # depth of what stands in no class
PAGE = ROOT / "docs/reference/cpp.md"
ROW = re.compile(r'^NUMEN_ELEMENTWISE\((\w+), *(\d), *(\d),[^"]*?([\d.]+), *\w+, *"([^"]*)"',
                 re.MULTILINE)
OPERATOR = re.compile(r"^NUMEN_BINARY_OPERATOR\((\S+), (\w+)\)", re.MULTILINE)
# Says nothing to a reader: friends, specialisations, destructors, inherited constructors, members
# defined outside their class.
LEFT_OUT = re.compile(r"\s*(friend|static_assert|template <>|~|using [\w:]+::\w+$"
                      r"|[^(]* \w+::\w+\()")
# What a reader meets first comes first.
ORDER = ["array", "creation", "elementwise", "operators", "reductions", "shaping", "selecting",
         "sorting", "products", "linalg", "least_squares", "norms", "tensors", "systems", "spectra",
         "matrix_functions", "structure",
         "special_matrices", "batched", "precision", "fft", "comparison", "printing", "index",
         "span", "arguments", "scalar", "dtype", "element_type", "float_status", "errors",
         "runtime"]


class Scanner:
    """Walks over the text of a header or of a class."""

    def __init__(self, text):
        self.text = text
        self.at = 0

    def comment(self):
        """The lines of the comment here, joined; '' where there is none."""
        lines = []
        while found := re.compile(r"[ \t]*//(.*)\n").match(self.text, self.at):
            lines.append(found[1].removeprefix(" "))
            self.at = found.end()
        return "\n".join(lines)

    def block_end(self, at):
        """Behind the brace that closes the one at `at`."""
        depth = 0
        for i in range(at, len(self.text)):
            depth += {"{": 1, "}": -1}.get(self.text[i], 0)
            if depth == 0:
                return i + 1
        raise ValueError("a brace is not closed")

    def declaration(self):
        """(head, body) of the declaration here; body is None where it ends with a semicolon."""
        start, depth = self.at, 0
        for i in range(start, len(self.text)):
            c = self.text[i]
            depth += {"(": 1, ")": -1}.get(c, 0)
            if depth == 0 and c == ";":
                self.at = i + 1
                return self.text[start:i], None
            if depth == 0 and c == "{" and not is_initialised(self.text[start:i]):
                self.at = self.block_end(i)
                body = self.text[i + 1:self.at - 1]
                if self.text[self.at:self.at + 1] == ";":
                    self.at += 1
                return self.text[start:i], body
            if depth == 0 and c == "{":
                self.at = i = self.block_end(i)
                end = self.text.index(";", i)
                self.at = end + 1
                return self.text[start:end], None
        raise ValueError(f"no end of {self.text[start:start + 80]!r}")


def is_initialised(head):
    """Does a declaration go on with a value (and not with a function's body)?"""
    head = head.split("operator")[0]
    while (outside := re.sub(r"\([^()]*\)|<[^<>]*>", "", head)) != head:
        head = outside
    return "=" in head


def is_type(head):
    return re.match(r"(template\s*<[^{]*?>\s*)?(class|struct)\b", head.strip()) is not None


def tidy(head):
    """A declaration in one piece: without what only a compiler needs."""
    head = re.sub(r"\s*//[^\n]*", "", head)
    head = re.sub(r"\bNUMEN_API |\[\[nodiscard\]\] |\binline (?!constexpr)", "",
                  " ".join(head.split()))
    if not head.startswith("template") or "class... I" not in head:
        head = re.sub(r"(\)( const)?( noexcept)?) : (?!:).*$", r"\1", head)
    return head.strip() + ";"


def entries(text):
    """Yields (comment, [(head, body)]) for the groups of declarations of a namespace or class."""
    scanner, group, words, is_public = Scanner(text), [], "", True
    while scanner.at < len(text):
        rest = text[scanner.at:]
        if blank := re.match(r"\s*\n[ \t]*(?=\n)|\s+", rest):
            ends_group = blank[0].count("\n") > 1
            scanner.at += blank.end()
            if ends_group and group:
                yield words, group
                group, words = [], ""
        elif access := re.match(r"(public|private):", rest):
            is_public = access[1] == "public"
            scanner.at += access.end()
        elif rest.startswith("//"):
            if group:
                yield words, group
            group, words = [], scanner.comment()
            if words.startswith("namespace "):  # behind a closing brace
                words = ""
        elif rest.startswith("#") or rest.startswith("NUMEN_BINARY"):
            scanner.at += re.match(r"(.*\\\n)*.*", rest).end()
        elif inner := re.match(r"namespace (\w+) ", rest):
            scanner.at = scanner.block_end(scanner.at + inner.end())
        else:
            head, body = scanner.declaration()
            is_forward = body is None and re.match(r"\s*(class|struct) \w+$", head)
            if is_public and not is_forward and not LEFT_OUT.match(head):
                group.append((head, body))
    if group:
        yield words, group


def shown(head, body):
    """A declaration as the page shows it: enumerators and structs of plain fields whole."""
    if body is not None and re.match(r"\s*enum\b", head):
        return tidy(head)[:-1] + " { " + " ".join(body.split()).rstrip(",") + " };"
    return tidy(head)[:-1] + " {" + body.rstrip() + "\n};" if is_plain_struct(head, body) else \
        tidy(head)


def is_plain_struct(head, body):
    return bool(body and body.strip()) and is_type(head) and "(" not in body.replace("//", "") \
        and "public:" not in body


def written(text, level, where):
    """The page's lines for the declarations of a piece of a header."""
    lines = []
    for words, group in entries(text):
        if not words and level == TOP and lines:  # a header's comment speaks for what is first
            raise SystemExit(f"{where}: no comment on {tidy(group[0][0])}")
        members = [line for head, body in group
                   if body and is_type(head) and not is_plain_struct(head, body)
                   for line in written(body + "\n", level + 1, where)]
        if members and level == TOP:
            lines += [f"### {tidy(group[0][0])[:-1].split('class ')[-1].split('struct ')[-1]}", ""]
        declared = "\n".join(shown(head, body) for head, body in group)
        lines += ["```cpp", declared, "```", "", *([words, ""] if words else []), *members]
    return lines


def of_header(name):
    """The lines of one header's section."""
    if name == "elementwise":
        return elementwise_section()
    text = (HEADERS / f"{name}.h").read_text()
    scanner = Scanner(text)
    title, _, about = scanner.comment().partition("\n\n")
    space = re.search(r"^namespace ([\w:]+) \{$", text, re.MULTILINE)
    body = text[space.end():text.rindex(f"}}  // namespace {space[1]}")]
    lines = [f"## numen/{name}.h", "", title, "", *([about, ""] if about else [])]
    if space[1] != "numen":
        lines += [f"In namespace `{space[1]}`.", ""]
    if rows := OPERATOR.findall(text):
        lines += ["| operator | function |", "|---|---|"]
        lines += [f"| `a {symbol.replace('|', chr(92) + '|')} b` | `{function}` |"
                  for symbol, function in rows] + [""]
    return lines + written(body, TOP, name)


def elementwise_section():
    template = (ROOT / "include/elementwise.h.in").read_text()
    title, _, about = Scanner(template).comment().partition("\n\n")
    lines = ["## numen/elementwise.h", "", title.split(":")[0] + ".", "", about, "",
             "| function | results | error in ulp | |", "|---|---|---|---|"]
    for name, inputs, outputs, ulp, text in ROW.findall(TABLE.read_text()):
        operands = "x" if inputs == "1" else "x, y"
        results = "a pair" if outputs == "2" else f"an array; `{name}({operands}, Out(a))` too"
        text = text.replace("|", "\\|")
        lines.append(f"| `{name}({operands})` | {results} | {ulp} | {text} |")
    return lines + [""]


def page():
    """The whole page's text."""
    present = {path.stem for path in HEADERS.glob("*.h")} - {"numen", "export"} | {"elementwise"}
    if missing := present ^ set(ORDER):
        raise SystemExit(f"cpp_reference.py: ORDER and the headers differ in {sorted(missing)}")
    lines = ["# C++ reference", "",
             "Made by `tools/cpp_reference.py` from the headers' comments; names are in namespace "
             "`numen` unless said otherwise, and `#include <numen/numen.h>` has all of them. "
             "How to begin: [cpp.md](../cpp.md); what is thrown: [errors.md](../errors.md).", ""]
    for name in ORDER:
        lines += of_header(name)
    return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n")).rstrip() + "\n"


def main():
    text = page()
    if "--check" in sys.argv:
        is_same = PAGE.exists() and PAGE.read_text() == text
        return 0 if is_same else "docs/reference/cpp.md is stale: run tools/cpp_reference.py"
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
