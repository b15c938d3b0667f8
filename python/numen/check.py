"""`numen run --check`: every call is also made in NumPy, on copies, and the results compared.

Checked are the functions of the namespace and, in the main program, operators, indexing and
methods of arrays: its source is rewritten to go through `Checker`. A difference beyond rounding
is reported once per line, and the program goes on with Numen's result.
"""

import ast
import atexit
import copy
import operator
import os
import sys
import warnings

import numpy

from .native import front
from .profile import user_line

# Their results are free: uninitialised memory.
FREE = {"empty", "empty_like"}
# A relative rounding error allowed per dtype, of the largest value in the result.
ROUNDING = {"e": 2e-2, "f": 1e-4, "F": 1e-4}

_BINARY = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Pow: operator.pow, ast.MatMult: operator.matmul, ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.USub: operator.neg, ast.UAdd: operator.pos,
    ast.Invert: operator.invert, ast.Eq: operator.eq, ast.NotEq: operator.ne,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
_BY_NAME = {kind.__name__: function for kind, function in _BINARY.items()}
_IN_PLACE = {
    "Add": operator.iadd, "Sub": operator.isub, "Mult": operator.imul,
    "Div": operator.itruediv, "FloorDiv": operator.ifloordiv, "Mod": operator.imod,
    "Pow": operator.ipow, "MatMult": operator.imatmul, "BitAnd": operator.iand,
    "BitOr": operator.ior, "BitXor": operator.ixor, "LShift": operator.ilshift,
    "RShift": operator.irshift,
}  # fmt: skip


def is_ours(x):
    return type(x) is front.ndarray or type(x) is front.managed


def plain_copy(x):
    """A deep copy with plain NumPy arrays in the place of ours."""
    if is_ours(x):
        return numpy.array(numpy.asarray(x.copy()))
    if type(x) in (list, tuple):
        return type(x)(plain_copy(item) for item in x)
    if type(x) is dict:
        return {key: plain_copy(item) for key, item in x.items()}
    if isinstance(x, numpy.ndarray):
        return copy.deepcopy(x)
    return x.__wrapped__ if isinstance(x, Checked) else x


def outcome(function, args, kwargs):
    try:
        return function(*args, **kwargs), None
    except Exception as error:
        return None, error


def difference(ours, theirs):
    """What differs between two results, as text; None if they agree within rounding."""
    if isinstance(theirs, (tuple, list)) and type(ours) is type(theirs):
        if len(ours) != len(theirs):
            return f"NumPy gives {len(theirs)} results, Numen {len(ours)}"
        return next(filter(None, map(difference, ours, theirs)), None)
    if not isinstance(theirs, (numpy.ndarray, numpy.generic)):
        return None
    mine = numpy.asarray(plain_copy(ours))
    if mine.dtype != theirs.dtype or mine.shape != theirs.shape:
        return f"NumPy gives {theirs.dtype}{theirs.shape}, Numen {mine.dtype}{mine.shape}"
    if theirs.dtype.kind not in "fc":
        close = (mine == theirs) if theirs.dtype.kind in "biu" else numpy.True_
    else:
        rounding = ROUNDING.get(theirs.dtype.char, 1e-9)
        finite = numpy.abs(theirs[numpy.isfinite(theirs)])
        close = numpy.isclose(
            mine, theirs, rounding, rounding * finite.max(initial=0), equal_nan=True
        )
    if numpy.all(close):
        return None
    if theirs.ndim == 0:
        return f"NumPy gives {theirs}, Numen {mine}"
    at = tuple(int(i) for i in numpy.argwhere(~close)[0])
    return f"NumPy gives {theirs[at]}, Numen {mine[at]} at index {at}"


class Checker:
    """Makes calls twice and keeps the count of calls and the lines that differed."""

    def __init__(self):
        self.calls = 0
        self.lines = {}

    def call(self, name, ours, theirs, args, kwargs):
        """Numen's result of a call, after comparing it, and what it wrote, with NumPy's."""
        before = plain_copy(args), plain_copy(kwargs)
        # NumPy writes the result into an operand that nobody else holds.
        held = list(before[0])
        mine, my_error = outcome(ours, args, kwargs)
        with warnings.catch_warnings(), numpy.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            other, other_error = outcome(theirs, *before)
            self.calls += 1
            if (my_error is None) != (other_error is None):
                theirs_text, ours_text = (repr(e or "a result") for e in (other_error, my_error))
                found = f"NumPy gives {theirs_text}, Numen {ours_text}"
            elif my_error is not None:
                found = None
            else:
                found = difference(mine, other) or difference(args, tuple(held))
        if found:
            self.report(name, found)
        if my_error is not None:
            raise my_error
        return mine

    def report(self, name, found):
        line = user_line()
        if line not in self.lines:
            self.lines[line] = found
            print(f"numen: check: {line}: {name}: {found}", file=sys.stderr)

    def operate(self, name, *operands):
        """An operator of the main program."""
        function = _BY_NAME[name]
        if not any(map(is_ours, operands)):
            return function(*operands)
        return self.call(name, function, function, operands, {})

    def operate_in_place(self, name, target, value):
        """`target += value` and its like."""
        function = _IN_PLACE[name]
        if not is_ours(target):
            return function(target, value)
        return self.call(name + " in place", function, function, (target, value), {})

    def index(self, value, key):
        """`value[key]` read by the main program."""
        if not is_ours(value):
            return value[key]
        return self.call("indexing", operator.getitem, operator.getitem, (value, key), {})

    def method(self, value, name, *args, **kwargs):
        """`value.name(...)` called by the main program."""
        if not is_ours(value):
            return getattr(value, name)(*args, **kwargs)

        def run(array, *rest, **options):
            return getattr(array, name)(*rest, **options)

        return self.call("." + name, run, run, (value, *args), kwargs)

    def summary(self):
        if os.getpid() != self.process:
            return
        lines = "1 line" if len(self.lines) == 1 else f"{len(self.lines)} lines"
        text = f"{lines} with differences" if self.lines else "no difference"
        print(f"numen: check: {text} in {self.calls} calls", file=sys.stderr, flush=True)

    def start(self):
        """Prints how many calls were checked when the process ends."""
        self.process = os.getpid()
        atexit.register(self.summary)


checker = Checker()


class Checked:
    """A function of the namespace that is also run in NumPy."""

    def __init__(self, name, ours, theirs):
        self._name, self.__wrapped__, self._theirs = name, ours, theirs
        self.__doc__, self.__name__ = ours.__doc__, name

    def __call__(self, *args, **kwargs):
        return checker.call(self._name, self.__wrapped__, self._theirs, args, kwargs)

    def __getattr__(self, name):
        return getattr(self.__wrapped__, name)


def checked(name, ours):
    """`ours`, checked against the NumPy function of that name at each call."""
    return Checked(name, ours, operator.attrgetter(name)(numpy))


def start():
    """Checks the namespace from now on; `rewrite` does it for the main program's operators."""
    from .namespace import entries, module

    front.set_serves_foreign(False)  # the copies that NumPy computes on
    for module_name in ("numpy", "numpy.linalg"):
        made = module(module_name)
        prefix = "linalg." if module_name == "numpy.linalg" else ""
        for name, kind, found in entries(module_name):
            own = kind == "composite" or prefix + name in front.functions
            if own and callable(found) and name not in FREE:
                vars(made)[name] = checked(prefix + name, found)  # for the user, not in NumPy
    checker.start()


class Rewriter(ast.NodeTransformer):
    """Sends operators, index reads and method calls through the checker."""

    def _call(self, node, method, *arguments, keywords=()):
        function = ast.Attribute(ast.Name("__numen_checker__", ast.Load()), method, ast.Load())
        made = ast.Call(function, list(arguments), list(keywords))
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def _name(self, node):
        return ast.Constant(type(node).__name__)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return self._call(node, "operate", self._name(node.op), node.left, node.right)

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        if type(node.op) not in _BINARY or isinstance(node.operand, ast.Constant):
            return node
        return self._call(node, "operate", self._name(node.op), node.operand)

    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) != 1 or type(node.ops[0]) not in _BINARY:
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
        if not isinstance(function, ast.Attribute) or function.attr.startswith("__"):
            return node
        name = ast.Constant(function.attr)
        return self._call(node, "method", function.value, name, *node.args, keywords=node.keywords)

    def visit_AnnAssign(self, node):
        # An annotation is not a program: only the value is rewritten.
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_match_case(self, node):
        node.body = [self.visit(statement) for statement in node.body]
        return node


def _has_slice(key):
    parts = key.elts if isinstance(key, ast.Tuple) else [key]
    return any(isinstance(part, (ast.Slice, ast.Starred)) for part in parts)


def rewrite(text, filename, namespace):
    """The code of a main program whose operators are checked."""
    namespace["__numen_checker__"] = checker
    tree = compile(text, filename, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    return compile(Rewriter().visit(tree), filename, "exec", dont_inherit=True)
