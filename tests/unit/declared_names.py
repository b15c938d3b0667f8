"""What the public headers declare, found without the tool that writes the reference."""

import re

from .installed_package import run

TYPE = re.compile(r"\b(?:class|struct|concept|enum class|using)\s+(?:\[\[\w+\]\]\s+)?"
                  r"(?:NUMEN_API\s+)?(\w+)\s*(?=[{:=])(?!::)")
CONSTANT = re.compile(r"\bconstexpr\s+[\w:]+\s+(\w+)(?:\[\w+\])?\s*[={;]")
# A name before a parenthesis with a type, a keyword or nothing but a class's indent before it.
FUNCTION = re.compile(r"^(?: {4})?(?:(?:template|requires)\b.*> *)?(?:[\w:<>,&* ]*[\w>&*] +)?"
                      r"(operator *(?:\(\)|\[\]|[^\s(]+)|\w+)\((?!\()", re.MULTILINE)
# What opens a function's body, members' initialisers included.
BODY = re.compile(r"\)(?: const)?(?: noexcept)?(?:\s*requires\(.*\))?"
                  r"(?:\s*:\s(?:\((?:[^()]|\([^()]*\))*\)|[^;{}()])*)?\s*\{")
NO_NAMES = {"requires", "return", "if", "for", "while", "static_assert", "else", "throw",
            "decltype"}


def without_bodies(text):
    """A header's text without comments, private parts, inner namespaces and functions' bodies."""
    text = re.sub(r"//[^\n]*|^#(?:[^\n]*\\\n)*[^\n]*|^NUMEN_BINARY\w+\(.*\)$", "", text,
                  flags=re.MULTILINE)
    text = re.sub(r"^private:.*?^(?=\};)", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^namespace internal \{.*?^\}", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^template <> .*$", "", text, flags=re.MULTILINE)
    while found := BODY.search(text):
        depth, at = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        text = text[:found.start()] + ");" + text[at:]
    return text


def names_in(header):
    """The names that a header declares."""
    text = without_bodies(header.read_text())
    functions = {" ".join(name.split()) for name in FUNCTION.findall(text)} - NO_NAMES
    return {*TYPE.findall(text), *CONSTANT.findall(text), *functions}


def exported_functions(library):
    """{name: how many overloads} of the functions, members aside, that programs can link to;
    `linalg::solve` for what is in a namespace within."""
    counts = {}
    for line in run(["nm", "-DC", "--defined-only", library]).splitlines():
        found = re.match(r"numen::((?:(?:linalg|fft)::)?(?:operator[^(]+|\w+))"
                         r"(?:\[abi:\w+\])?\(", line.split(maxsplit=2)[2])
        if found:
            counts[found[1]] = counts.get(found[1], 0) + 1
    return counts
