"""How `numen run --check` changes the source of a program.

Its operators, indexing and calls of methods go through gates (front/module/check_gates.h), which
are constants of its code: names would be among the program's own. A gate lets an operation that
is not checked run in a function of the program's own file, line and module, of one expression:
Numen asks whose code an instruction is of.
"""

import ast
import copy
import copyreg
import functools
import operator
import warnings
from types import CodeType, FunctionType

import numpy

from .native import front

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
SYMBOLS = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**",
    "MatMult": "@", "BitAnd": "&", "BitOr": "|", "BitXor": "^", "LShift": "<<", "RShift": ">>",
    "USub": "-", "UAdd": "+", "Invert": "~", "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=",
    "Gt": ">", "GtE": ">=",
}  # fmt: skip
# resize counts the references to its array, and the checker would be one.
METHODS = frozenset(name for name in dir(numpy.ndarray) if not name.startswith("_")
                    and name != "resize" and callable(getattr(numpy.ndarray, name)))

# numba's decorators.
COMPILERS = {"jit", "njit", "vectorize", "guvectorize", "cfunc", "stencil"}

# What a gate stands for, as pickle writes it for another process: joblib and dask pickle the code
# of functions, gates included. {gate: (function, its arguments)}
_plain = {}
STORE_ITEM = "lambda value, x, key: x.__setitem__(key, value)"
UPDATE_ITEM = ("lambda x, key: (lambda item: lambda value: x.__setitem__(key, "
               "__import__('operator').{}(item, value)))(x[key])")
UPDATE_ATTRIBUTE = ("lambda x, name: (lambda item: lambda value: setattr(x, name, "
                    "__import__('operator').{}(item, value)))(getattr(x, name))")
_plain_kinds = (front.Gate, front.MethodGate, front.Update)
for _kind in _plain_kinds:
    copyreg.pickle(_kind, _plain.__getitem__)

# The code of all that has been rewritten, as it was written.
_written = []

# What stands among the constants for a gate, which the compiler would not take.
_GATE = "a gate of numen run --check, number "


@functools.lru_cache(maxsize=None)
def _code_of(source):
    """The code of the only function in a line of source."""
    constants = compile(source, "<numen check>", "exec").co_consts
    return next(x for x in constants if isinstance(x, CodeType))


def _source_of_method(name, call):
    """A function that calls the method of its first argument in the way of an ast.Call."""
    keywords = [keyword.arg for keyword in call.keywords]
    if None in keywords or any(isinstance(x, ast.Starred) for x in call.args):
        return f"def f(x, /, *args, **kwargs): return x.{name}(*args, **kwargs)"
    given = [f"_{i}" for i in range(len(call.args))]
    options = [f"{keyword}={keyword}" for keyword in keywords]
    parameters = ", ".join(["x", *given, "/", *["*"] * bool(keywords), *keywords])
    return f"def f({parameters}): return x.{name}({', '.join(given + options)})"


class Rewriter(ast.NodeTransformer):
    """Sends operators, indexing and method calls through gates, kept in `constants`."""

    def __init__(self, filename, checker):
        self.filename, self.checker = filename, checker
        self.constants = {}
        self.functions = ["<module>"]

    def _constant(self, node, value):
        text = _GATE + str(len(self.constants))
        self.constants[text] = value
        return ast.copy_location(ast.Constant(text), node)

    def _call(self, node, gate, *arguments):
        made = ast.Call(self._constant(node, gate), list(arguments), [])
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def _gate(self, node, name, direct, source, theirs=None):
        place = {"co_filename": self.filename, "co_firstlineno": node.lineno,
                 "co_name": self.functions[-1], "co_qualname": self.functions[-1]}
        check = self.checker.watching(name, theirs or direct)
        gate = front.Gate(direct, _code_of(source).replace(**place), check)
        _plain[gate] = copy.copy, (direct,)
        return gate

    def _operator(self, node, operation):
        name = type(operation).__name__
        is_unary = isinstance(operation, ast.unaryop)
        source = f"{SYMBOLS[name]}x" if is_unary else f"x {SYMBOLS[name]} y"
        parameters = "x" if is_unary else "x, y"
        return self._gate(node, name, OPERATORS[name], f"def f({parameters}): return {source}")

    def _operator_in_place(self, node):
        name = type(node.op).__name__
        source = f"def f(x, y): x {SYMBOLS[name]}= y; return x"
        return self._gate(node, name + " in place", IN_PLACE[name], source)

    def _read(self, node):
        return self._gate(node, "indexing", operator.getitem, "def f(x, key): return x[key]")

    def _write(self, node):
        source = "def f(value, x, key): x[key] = value"
        gate = self._gate(node, "assignment", front.Gate.store_item, source)
        _plain[gate] = eval, (STORE_ITEM,)
        return gate

    def _key(self, key):
        """An index as an expression of its own."""
        if isinstance(key, ast.Slice):
            parts = [part or ast.Constant(None) for part in (key.lower, key.upper, key.step)]
            return self._call(key, slice, *parts)
        if isinstance(key, ast.Tuple):
            key.elts = [self._key(part) for part in key.elts]
        return key

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return self._call(node, self._operator(node, node.op), node.left, node.right)

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        if type(node.op).__name__ not in OPERATORS or isinstance(node.operand, ast.Constant):
            return node
        return self._call(node, self._operator(node, node.op), node.operand)

    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) != 1 or type(node.ops[0]).__name__ not in OPERATORS:
            return node
        gate = self._operator(node, node.ops[0])
        return self._call(node, gate, node.left, node.comparators[0])

    def visit_AugAssign(self, node):
        target, name = node.target, type(node.op).__name__
        self.generic_visit(node)
        gate = self._operator_in_place(node)
        if isinstance(target, ast.Name):
            read = ast.copy_location(ast.Name(target.id, ast.Load()), target)
            value = self._call(node, gate, read, node.value)
            made = ast.copy_location(ast.Assign([target], value), node)
            return self._unless_text(target, node, made) if name == "Add" else made
        if isinstance(target, ast.Subscript):
            if _has_star(target.slice):
                return node
            update = front.Update(self._read(node), gate, self._write(node))
            _plain[update] = eval, (UPDATE_ITEM.format(IN_PLACE[name].__name__),)
            begun = self._call(node, update, target.value, self._key(target.slice))
        elif target.attr.startswith("__"):  # another name within a class
            return node
        else:
            update = front.Update(getattr, gate, front.Gate.store_attribute)
            _plain[update] = eval, (UPDATE_ATTRIBUTE.format(IN_PLACE[name].__name__),)
            begun = self._call(node, update, target.value, ast.Constant(target.attr))
        return self._statement(node, ast.Call(begun, [node.value], []))

    def _unless_text(self, target, node, made):
        """`node`, in which a text grows where it is, if the name is a text; else `made`."""
        read = ast.copy_location(ast.Name(target.id, ast.Load()), target)
        test = ast.Compare(self._call(target, type, read), [ast.Is()],
                           [self._constant(target, str)])
        found = ast.If(ast.copy_location(test, target), [copy.deepcopy(node)], [made])
        return ast.fix_missing_locations(ast.copy_location(found, node))

    def visit_Assign(self, node):
        target, value = node.targets[0], node.value
        grows = (len(node.targets) == 1 and isinstance(target, ast.Name)
                 and isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add)
                 and isinstance(value.left, ast.Name) and value.left.id == target.id)
        if grows:  # s = s + t
            value.right = self.visit(value.right)
            gate = self._operator(value, value.op)
            call = self._call(value, gate, value.left, value.right)
            made = ast.copy_location(ast.Assign([target], call), node)
            return self._unless_text(target, node, made)
        self.generic_visit(node)
        if len(node.targets) != 1 or not isinstance(target, ast.Subscript) or \
                _has_star(target.slice):  # fmt: skip
            return node
        key = self._key(target.slice)
        call = self._call(node, self._write(node), node.value, target.value, key)
        return self._statement(node, call)

    @staticmethod
    def _statement(node, call):
        made = ast.copy_location(ast.Expr(ast.copy_location(call, node)), node)
        return ast.fix_missing_locations(made)

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or _has_star(node.slice):
            return node
        return self._call(node, self._read(node), node.value, self._key(node.slice))

    def visit_Call(self, node):
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in METHODS:
            name = function.attr
            source = _source_of_method(name, node)
            gate = self._gate(node, "." + name, None, source, getattr(numpy.ndarray, name))
            bound = front.MethodGate(name, gate)
            _plain[bound] = operator.attrgetter, (name,)
            node.func = self._call(function, bound, function.value)
        return node

    def visit_FunctionDef(self, node):
        # numba compiles what is written there.
        if any(map(_compiles, node.decorator_list)):
            return node
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        self.visit(node.args)
        self.functions.append(node.name)
        node.body = [self.visit(statement) for statement in node.body]
        self.functions.pop()
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_arg(self, node):
        return node  # an annotation is not a program

    def visit_AnnAssign(self, node):
        # The same of that before a value.
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_match_case(self, node):
        if node.guard is not None:
            node.guard = self.visit(node.guard)
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


def _has_star(key):
    return isinstance(key, ast.Tuple) and any(isinstance(x, ast.Starred) for x in key.elts)


def _with_gates(code, gates):
    """A code object, and those within it, with the gates among its constants."""
    def put(constant):
        if isinstance(constant, CodeType):
            return _with_gates(constant, gates)
        return gates.get(constant, constant) if type(constant) is str else constant

    return code.replace(co_consts=tuple(map(put, code.co_consts)))


def as_written(code):
    """The code of the program that `code` was made of, for compilers that know no gates; itself, if
    it is not known."""
    if not any(type(constant) in _plain_kinds for constant in _constants(code)):
        return code
    found = [other for root in _written if root.co_filename == code.co_filename
             for other in _codes(root) if _place(other) == _place(code)]
    return found[0] if len(found) == 1 else code


def written(function):
    """A function with the code that the program says."""
    code = as_written(function.__code__)
    if code is function.__code__:
        return function
    made = FunctionType(code, function.__globals__, function.__name__, function.__defaults__,
                        function.__closure__)
    made.__kwdefaults__, made.__qualname__ = function.__kwdefaults__, function.__qualname__
    return functools.update_wrapper(made, function)


def _place(code):
    return code.co_qualname, code.co_firstlineno, code.co_varnames, code.co_freevars


def _codes(code):
    """A code object and those within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _constants(code):
    return (constant for one in _codes(code) for constant in one.co_consts)


def rewritten(text, filename, checker):
    """The code of a program whose operators are checked by `checker`."""
    # Python's own errors and warnings, of what the program says and not of what we make of it.
    _written.append(compile(text, filename, "exec", dont_inherit=True))
    tree = compile(text, filename, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    rewriter = Rewriter(filename, checker)
    tree = rewriter.visit(tree)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(tree, filename, "exec", dont_inherit=True)
    return _with_gates(code, rewriter.constants)
