"""The C++ code on the pages of docs/, as programs."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/cpp.md").read_text()
README = (ROOT / "README.md").read_text()
ERRORS = (ROOT / "docs/errors.md").read_text()
HEAD = """#include <iostream>
#include <memory>
#include <vector>

#include <numen/numen.h>

namespace np = numen;
using np::slice, np::none, np::newaxis, np::ellipsis;

"""
# What the calls of docs/errors.md are made with.
ARRAYS = """    {
        np::Array a = np::arange(6).reshape({2, 3}), f = np::ones({2, 3});
        const double* elements = f.elements<double>().data();
        np::Array read_only = np::from_memory(elements, {2, 3});
"""
PROJECT = """
foreach(program pages readme)
  add_executable(${program} ${program}.cpp)
  target_link_libraries(${program} PRIVATE numen::numen)
endforeach()
foreach(program first pages readme)
  target_compile_options(${program} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wno-unused -Wno-unused-result -Werror)
endforeach()
"""


def blocks(language, text):
    """The code blocks in a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def cells(text, columns):
    """The rows of the tables with so many columns, without heads; code without its backticks."""
    rows = re.findall(r"^\|(.*)\|$", text, re.MULTILINE)
    split = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)] for row in rows]
    heads = {i for i, row in enumerate(split[1:]) if set(row[0]) == {"-"}}
    return [row for i, row in enumerate(split)
            if len(row) == columns and i not in heads and set(row[0]) != {"-"}]


def error_rows():
    """(call, exception, text) as docs/errors.md says."""
    return [tuple(cell.strip("`") for cell in row) for row in cells(ERRORS, 3)]


def fragments():
    """The pieces of code that are no whole programs: each runs by itself."""
    return [text for page in (PAGE, ERRORS) for text in blocks("cpp", page)
            if "int main" not in text]


def translations():
    """The C++ side of the table of translations: (a declaration, an expression) each."""
    table = PAGE[PAGE.index("| Python | C++ |"):PAGE.index("What differs:")]
    return [code for row in cells(table, 2) for code in re.findall(r"`([^`]+)`", row[1])]


def program():
    """Says what the calls of docs/errors.md throw; runs the fragments; holds the translations."""
    lines = [HEAD]
    for i, fragment in enumerate(fragments()):
        lines.append(f"void fragment_{i}() {{\n{fragment}}}\n")
    lines.append("void translations(np::Array a, np::Array b, const np::Array& positions) {\n")
    for code in translations():
        end = " {}" if code.startswith(("if ", "for ")) else ""
        lines.append(f"    {{ {code.removesuffix(';')}{end}; }}\n")
    lines.append("}\n\nint main() {\n")
    lines += [f"    fragment_{i}();\n" for i in range(len(fragments()))]
    for call, _, _ in error_rows():
        lines.append(ARRAYS + f"        try {{\n            {call};\n            "
                     'std::cout << "nothing\\n";\n        }')
        lines += [f" catch (const np::{name}& e) {{\n"
                  f'            std::cout << "{name} " << e.what() << "\\n";\n        }}'
                  for name in exceptions()]
        lines.append("\n    }\n")
    return "".join([*lines, "}\n"])


def exceptions():
    """The classes of errors.h that a program catches by name, the derived before their bases."""
    text = (ROOT / "include/numen/errors.h").read_text()
    names = re.findall(r"class NUMEN_API (\w+)", text)
    return [name for name in reversed(names) if name != "Error"]


def write_project(folder):
    """The first program as the page has it, and beside it the rest of the pages."""
    (folder / "CMakeLists.txt").write_text(blocks("cmake", PAGE)[0] + PROJECT)
    for name, page in (("first", PAGE), ("readme", README)):
        [program_text] = [text for text in blocks("cpp", page) if "int main" in text]
        (folder / f"{name}.cpp").write_text(program_text)
    (folder / "pages.cpp").write_text(program())
