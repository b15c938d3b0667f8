"""How `numen run --check` changes the source of a main program.

Its operators, reads by index and method calls go through the checker (check.py), which is a
constant of its code: a name would be among the program's own.
"""

import ast
import operator
from types import CodeType

# The operators that are checked, by the names of their nodes.
OPERATORS = {
    "Add": operator.add, "Sub": operator.sub, "Mult": operator.mul, "Div": operator.truediv,
    "FloorDiv": operator.floordiv, "Mod": operator.mod, "Pow": operator.pow,
    "MatMult": operator.matmul, "BitAnd": operator.and_, "BitOr": operator.or_,
    "BitXor": operator.xor, "LShift": operator.lshift, "RShift": operator.rshift,
    "USub": operator.neg, "UAdd": operator.pos, "Invert": operator.invert, "Eq": operator.eq,
    "NotEq": operator.ne, "Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt,
    "GtE": operator.ge,
}  # fmt: skip
IN_PLACE = {
    "Add": operator.iadd, "Sub": operator.isub, "Mult": operator.imul,
    "Div": operator.itruediv, "FloorDiv": operator.ifloordiv, "Mod": operator.imod,
    "Pow": operator.ipow, "MatMult": operator.imatmul, "BitAnd": operator.iand,
    "BitOr": operator.ior, "BitXor": operator.ixor, "LShift": operator.ilshift,
    "RShift": operator.irshift,
}  # fmt: skip

# numba's decorators.
COMPILERS = {"jit", "njit", "vectorize", "guvectorize", "cfunc", "stencil"}

# What stands among the constants for the checker, which the compiler would not take.
_CHECKER = "the checker of numen run --check"


class Rewriter(ast.NodeTransformer):
    """Sends operators, index reads and method calls through the checker."""

    def _call(self, node, method, *arguments):
        function = ast.Attribute(ast.Constant(_CHECKER), method, ast.Load())
        made = ast.Call(function, list(arguments), [])
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def _name(self, node):
        return ast.Constant(type(node).__name__)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return self._call(node, "operate", self._name(node.op), node.left, node.right)

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        if type(node.op).__name__ not in OPERATORS or isinstance(node.operand, ast.Constant):
            return node
        return self._call(node, "operate", self._name(node.op), node.operand)

    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) != 1 or type(node.ops[0]).__name__ not in OPERATORS:
            return node
        return self._call(node, "operate", self._name(node.ops[0]), node.left, node.comparators[0])

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
        value = self._call(node, "operate_in_place", self._name(node.op), read, node.value)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or _has_slice(node.slice):
            return node
        return self._call(node, "index", node.value, node.slice)

    def visit_Call(self, node):
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Attribute) and not function.attr.startswith("__"):
            # Looked up, no more: a method that is not checked is called from the program's frame.
            name = ast.Constant(function.attr)
            node.func = self._call(function, "method", function.value, name)
        return node

    def visit_FunctionDef(self, node):
        # numba compiles what is written there.
        return node if any(map(_compiles, node.decorator_list)) else self.generic_visit(node)

    def visit_AnnAssign(self, node):
        # An annotation is not a program: only the value is rewritten.
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_match_case(self, node):
        node.body = [self.visit(statement) for statement in node.body]
        return node


def _compiles(decorator):
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    if isinstance(decorator, ast.Attribute):
        owner = decorator.value
        is_numpys = isinstance(owner, ast.Name) and owner.id in ("np", "numpy")
        return decorator.attr in COMPILERS and not is_numpys
    return isinstance(decorator, ast.Name) and decorator.id in COMPILERS


def _has_slice(key):
    parts = key.elts if isinstance(key, ast.Tuple) else [key]
    return any(isinstance(part, (ast.Slice, ast.Starred)) for part in parts)


def _with_checker(code, checker):
    """A code object, and those within it, with the checker among its constants."""
    def put(constant):
        if isinstance(constant, CodeType):
            return _with_checker(constant, checker)
        return checker if type(constant) is str and constant == _CHECKER else constant

    return code.replace(co_consts=tuple(map(put, code.co_consts)))


def rewritten(text, filename, checker):
    """The code of a main program whose operators are checked by `checker`."""
    tree = compile(text, filename, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    code = compile(Rewriter().visit(tree), filename, "exec", dont_inherit=True)
    return _with_checker(code, checker)
