"""`numen run --check`: every call is also made in NumPy, on copies, and the results compared.

Checked are the functions of the namespace and, in the main program, operators, indexing and
methods of arrays: its source is rewritten to go through `Checker`. A difference beyond rounding
is reported once per line, and the program goes on with Numen's result. Calls that have effects
beside their results are made once, in Numen (check_once.py).
"""

import atexit
import builtins
import contextlib
import copyreg
import functools
import operator
import os
import sys
import threading
import warnings
from collections import Counter
from types import FunctionType

import numpy

from .check_copies import copies, is_ours
from .check_differences import difference, difference_of_errors
from .check_once import runs_once
from .check_rewriting import IN_PLACE, OPERATORS, rewritten
from .native import front
from .pickling import remember
from .profile import user_line

# Their results are free: uninitialised memory.
FREE = {"empty", "empty_like"}
# It counts the references to its array, and the checker would be one.
UNCHECKED_METHODS = {"resize"}
# Neither warn nor look who calls them.
BUILTIN = {int, float, complex, bool, str, bytes, list, tuple, dict, set, type(None)}


_call = (lambda function, args, kwargs: function(*args, **kwargs)).__code__

# Where Python's warnings are that no Python code has made: sys:1.
_names_of_none = {"__name__": "sys", "__builtins__": builtins}


@functools.lru_cache(maxsize=4096)
def _call_at(filename, line, name):
    return _call.replace(co_filename=filename, co_firstlineno=line, co_name=name)


def as_caller(function, args, kwargs):
    """Calls from a frame that is the caller's by its file, line and names.

    NumPy's warnings name the line that calls, and come once from each.
    """
    frame = sys._getframe().f_back
    while frame is not None and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    if frame is None:  # C code alone calls
        return FunctionType(_call_at("sys", 1, "sys"), _names_of_none)(function, args, kwargs)
    code = frame.f_code
    call = _call_at(code.co_filename, frame.f_lineno or code.co_firstlineno, code.co_name)
    return FunctionType(call, frame.f_globals)(function, args, kwargs)


def without_call(traceback):
    """A traceback without the frames down to that of `as_caller`'s making."""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename != __file__ and code.co_code != _call.co_code:
            break
        traceback = traceback.tb_next
    return traceback


def _operands(args, kwargs):
    return [*args, *(x for name, x in kwargs.items() if name != "out")]


def outcome(function, args, kwargs):
    """(result, None) or (None, what it raised)."""
    try:
        return function(*args, **kwargs), None
    except Exception as error:
        return None, error


def evaluate(x):
    """Computes what is pending, with the warnings and errors that it brings."""
    if is_ours(x):
        front.evaluate(x)
    elif isinstance(x, (list, tuple)):
        for item in x:
            evaluate(item)
    elif type(x) is dict:
        evaluate(list(x.values()))


@contextlib.contextmanager
def quiet():
    """NumPy's errors are the program's, its warnings are nobody's."""
    modes = {kind: mode if mode == "raise" else "ignore" for kind, mode in numpy.geterr().items()}
    show, thread = warnings.showwarning, threading.get_ident()

    def show_others(*args, **kwargs):
        if threading.get_ident() != thread:
            show(*args, **kwargs)

    # A changed filter would let all lines warn again.
    warnings.showwarning = show_others
    try:
        with numpy.errstate(**modes):
            yield
    finally:
        warnings.showwarning = show


class Checker:
    """Makes calls twice and keeps the count of calls and the lines that differed."""

    def __init__(self):
        self.calls = 0
        self.once = Counter()
        self.lines = {}

    def call(self, name, ours, theirs, args, kwargs):
        """Numen's result of a call, after comparing it, and what it wrote, with NumPy's."""
        if runs_once(name, args, kwargs):
            self.once[name.lstrip(".")] += 1
            return self._directly(ours, args, kwargs)
        before, options = copies((args, kwargs), numpys)
        # Who calls holds the arguments, and this the copies: none is a temporary that takes the
        # result.
        held = [*before, *options.values()]
        mine, my_error = outcome(self._evaluated, (ours, args, kwargs), {})
        with quiet():
            other, other_error = outcome(theirs, before, options)
            self.calls += 1
            found = difference_of_errors(my_error, other_error)
            if my_error is None and other_error is None:
                after = [*args, *kwargs.values()]
                found = difference(mine, other, name, _operands(before, options)) or \
                    difference(after, held)  # fmt: skip
        if found:
            self.report(name, found)
        if my_error is not None:
            raise my_error.with_traceback(without_call(my_error.__traceback__))
        return mine

    @staticmethod
    def _evaluated(function, args, kwargs):
        result = as_caller(function, args, kwargs)
        evaluate((result, args, kwargs))
        return result

    @staticmethod
    def _directly(function, args, kwargs):
        """The result of a call that is not checked."""
        if BUILTIN.issuperset(map(type, args)):
            return function(*args, **kwargs)
        try:
            return as_caller(function, args, kwargs)
        except BaseException as error:
            raise error.with_traceback(without_call(error.__traceback__))

    def report(self, name, found):
        line = user_line()
        if line not in self.lines:
            self.lines[line] = found
            print(f"numen: check: {line}: {name}: {found}", file=sys.stderr)

    @front.Frameless
    def operate(self, name, *operands):
        """An operator of the main program."""
        function = OPERATORS[name]
        if not any(map(is_ours, operands)):
            return self._directly(function, operands, {})
        return self.call(name, function, function, operands, {})

    @front.Frameless
    def operate_in_place(self, name, target, value):
        """`target += value` and its like."""
        function = IN_PLACE[name]
        if not is_ours(target):
            return self._directly(function, (target, value), {})
        return self.call(name + " in place", function, function, (target, value), {})

    @front.Frameless
    def index(self, value, key):
        """`value[key]` read by the main program."""
        if not is_ours(value):
            return self._directly(operator.getitem, (value, key), {})
        return self.call("indexing", operator.getitem, operator.getitem, (value, key), {})

    @front.Frameless
    def method(self, value, name):
        """What the main program calls as `value.name`."""
        is_checked = is_ours(value) and name not in UNCHECKED_METHODS
        is_checked = is_checked and callable(getattr(type(value), name, None))
        return CheckedMethod(value, name) if is_checked else getattr(value, name)

    def summary(self):
        if os.getpid() != self.process:
            return
        lines = "1 line" if len(self.lines) == 1 else f"{len(self.lines)} lines"
        text = f"{lines} with differences" if self.lines else "no difference"
        text += f" in {self.calls} calls"
        if self.once:
            names = ", ".join(sorted(self.once))
            text += f"; not checked, as they have effects: {self.once.total()} ({names})"
        print(f"numen: check: {text}", file=sys.stderr, flush=True)

    def start(self):
        """Prints how many calls were checked when the process ends."""
        self.process = os.getpid()
        atexit.register(self.summary)


checker = Checker()


class Checked:
    """A function of the namespace that is also run in NumPy."""

    def __init__(self, name, ours, theirs):
        self._name, self.__wrapped__, self._theirs = name, ours, theirs
        self.__doc__, self.__name__, self.__module__ = ours.__doc__, name, ours.__module__

    def __repr__(self):
        return repr(self.__wrapped__)

    def __reduce_ex__(self, protocol):
        return copyreg.dispatch_table[type(self.__wrapped__)](self.__wrapped__)

    @front.Frameless
    def __call__(self, /, *args, **kwargs):
        return checker.call(self._name, self.__wrapped__, self._theirs, args, kwargs)

    @property
    def __class__(self):
        return self.__wrapped__.__class__  # isinstance(np.add, np.ufunc)

    def __getattr__(self, name):
        return getattr(self.__wrapped__, name)


class CheckedMethod:
    """A method of an array that is also run in NumPy."""

    def __init__(self, array, name):
        self._array, self._name = array, name
        # Of the class: a frame of ours would be the one that NumPy's warnings name.
        self._ours, self._theirs = getattr(type(array), name), getattr(numpy.ndarray, name)

    @front.Frameless
    def __call__(self, /, *args, **kwargs):
        given = (self._array, *args)
        return checker.call("." + self._name, self._ours, self._theirs, given, kwargs)


def numpys(x):
    """What NumPy is given in the place of one of the functions."""
    return x._theirs if type(x) is Checked else x


def checked(name, ours):
    """`ours`, checked against the NumPy function of that name at each call."""
    return Checked(name, ours, operator.attrgetter(name)(numpy))


def start():
    """Checks the namespace from now on; `rewrite` does it for the main program's operators."""
    from .namespace import entries, module

    front.set_serves_foreign(False)  # the copies that NumPy computes on
    by_function = {}  # np.abs is np.absolute
    for module_name in ("numpy", "numpy.linalg"):
        made = module(module_name)
        prefix = "linalg." if module_name == "numpy.linalg" else ""
        for name, kind, found in entries(module_name):
            own = kind == "composite" or prefix + name in front.functions
            if own and callable(found) and not isinstance(found, type) and name not in FREE:
                key = prefix + name
                shown = by_function.setdefault(id(found), checked(key, found))
                remember("numpy." + key, shown, shown._theirs)
                vars(made)[name] = shown  # for the user, not in NumPy
    checker.start()


def rewrite(text, filename):
    """The code of a main program whose operators are checked."""
    return rewritten(text, filename, checker)
