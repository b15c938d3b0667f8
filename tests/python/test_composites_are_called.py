"""Each composite is compared with NumPy: by a case of test_composites.py, or called in tests/names.
"""

import ast
import pathlib

from numen.composites import composites

from .test_composites import CASES


def texts_in(nodes):
    """The string literals below syntax nodes."""
    return {node.value for top in nodes for node in ast.walk(top)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def names_used_in_calls(text):
    """The names of functions that a test module calls: called as attributes, or handed to a call
    (assert_agrees, parametrize) or a loop, by themselves or in a table that goes by a name.

    What is only compared with, a key or part of a longer text is not among them.
    """
    tree = ast.parse(text)
    tables = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                tables.setdefault(ast.unparse(target), []).append(node.value)
    found, handed = set(), []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            handed += [*node.args, *(keyword.value for keyword in node.keywords)]
            if isinstance(node.func, ast.Attribute):
                found.add(ast.unparse(node.func).partition(".")[2])
        elif isinstance(node, (ast.For, ast.comprehension)):
            handed.append(node.iter)
    named = [value for top in handed for node in ast.walk(top) if isinstance(node, ast.Name)
             for value in tables.get(node.id, ())]
    return found | texts_in(handed) | texts_in(named)


def test_every_composite_is_compared():
    folder = pathlib.Path(__file__).parents[1] / "names"
    elsewhere = set().union(*(names_used_in_calls(file.read_text())
                              for file in folder.glob("test_*.py")))
    left = set(composites) - {case[0] for case in CASES} - {"linalg.matrix_transpose"}
    assert left - elsewhere == set()


def test_a_mention_is_no_call():
    used = names_used_in_calls(
        '''"of flip"\nTABLE = [("roll", 1)]\nKNOWN = {"median": 1}\nname = "tile"\n'''
        '''assert_agrees("eye", 3)\nassert x == "diff" or name in {"trace", "flip"}\n'''
        '''numen.fft.fft2(x)\n@parametrize("case", TABLE)\ndef test(case): same(name)\n''')
    assert used == {"fft.fft2", "case", "roll", "tile", "eye"}
