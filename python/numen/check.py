"""`numen run --check`: calls are also made in NumPy, and the results compared.

Checked are the functions of the namespace and, in the program's modules, operators, indexing and
methods of arrays: their source is rewritten to go through gates (check_rewriting.py), which choose
the calls that are checked. A difference beyond rounding is reported once per line, and the program
goes on with Numen's result. Calls that have effects beside their results are made once, in Numen
(check_once.py).
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
import time
import warnings
from collections import Counter
from importlib.machinery import SourceFileLoader
from types import FunctionType, MethodType

import numpy

from . import workers
from .check_copies import copies, fingerprints, holds_atoms, is_ours, looks, part
from .check_differences import (
    difference, difference_of_errors, difference_of_views, is_elementwise)
from .check_once import may_write, runs_once
from .check_recorded import Recorded
from .check_rewriting import rewritten
from .hook import is_user_file
from .native import front
from .pickling import remember
from .profile import user_line

# Their results are free: uninitialised memory.
FREE = {"empty", "empty_like"}
UFUNC_METHODS = {"reduce", "accumulate", "reduceat", "outer", "at"}
# The checks may take so many times as long as the program does; with the first of each kind at
# each place, so many.
SHARE, FIRST_SHARE = 2, 3


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


def without_call(traceback, ours):
    """A traceback without the frames down to those that make the call `ours` for a gate."""
    own = getattr(ours, "__code__", None)
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename != __file__ and code.co_code != _call.co_code and code is not own:
            break
        traceback = traceback.tb_next
    return traceback


def _operands(args, kwargs):
    return [*args, *(x for name, x in kwargs.items() if name != "out")]


def outcome(function, args, kwargs):
    """(result, None) or (None, what it raised); what a signal's handler raised is the program's."""
    try:
        return function(*args, **kwargs), None
    except Exception as error:
        if front.comes_from_handler(error):
            raise
        return None, error


def evaluate(x):
    """Computes what is pending, with the warnings and errors that it brings."""
    if is_ours(x):
        front.evaluate(x)
    elif isinstance(x, (list, tuple)):
        for item in () if holds_atoms(x) else x:
            evaluate(item)
    elif type(x) is dict:
        evaluate(list(x.values()))


@contextlib.contextmanager
def quiet(met=None):
    """NumPy's errors are the program's, its warnings are nobody's: their kinds go into `met`."""
    told = "ignore" if met is None else "call"
    modes = {kind: mode if mode in ("raise", "ignore") else told
             for kind, mode in numpy.geterr().items()}  # fmt: skip
    show, thread = warnings.showwarning, threading.get_ident()

    def show_others(*args, **kwargs):
        if threading.get_ident() != thread:
            show(*args, **kwargs)

    # A changed filter would let all lines warn again.
    warnings.showwarning = show_others
    # Of the arrays here, which NumPy has made, the operators are NumPy's, too.
    serves = front.set_serves_foreign(False)
    try:
        with numpy.errstate(**modes, call=lambda kind, flags: met.add(kind)):
            yield
    finally:
        warnings.showwarning = show
        front.set_serves_foreign(serves)


def quiet_difference(mine, theirs, name):
    """The difference of two results, found by NumPy alone."""
    with quiet():
        return difference(mine, theirs, name)


class Checker:
    """Makes calls twice, and keeps the lines that differed and the calls that were made once."""

    def __init__(self):
        self.once = Counter()
        self.lines = {}
        self.recorded = Recorded(self.report, quiet_difference)

    def call(self, name, ours, theirs, args, kwargs):
        """Numen's result of a call, after comparing it, and what it wrote, with NumPy's."""
        if runs_once(name, args, kwargs):
            self.once[name.lstrip(".")] += 1
            return self._directly(ours, args, kwargs)
        result = None
        if self.recorded.takes(name, args, kwargs):
            result = self._compare_recorded(name, ours, theirs, args)
        if result is None and not may_write(name, kwargs):
            result = self._compare_read_only(name, ours, theirs, args, kwargs)
        if result is None:
            self.recorded.compare()
            if name == "assignment":
                result = self._compare_part(ours, theirs, *args)
        if result is None:
            result = self._compare_writing(name, ours, theirs, args, kwargs)
        (mine, my_error), found = result
        if found:
            self.report(name, found)
        if my_error is not None:
            raise my_error.with_traceback(without_call(my_error.__traceback__, ours))
        return mine

    def _compare_read_only(self, name, ours, theirs, args, kwargs):
        """(outcome, difference) of a call that writes nothing; None if NumPy refuses it."""
        given, options = looks((args, kwargs), numpys, self.recorded.settle)
        warned = set()
        with quiet(warned):
            other, error = outcome(theirs, given, options)
            if error is not None:
                return None
            operands = _operands(given, options)
            # Indexing costs little, whatever the size of what is indexed.
            before = fingerprints(operands if name != "indexing" else [])
        mine, my_error = outcome(self._evaluated, (ours, args, kwargs), {})
        with quiet():
            found = difference_of_errors(my_error, None)
            if my_error is None:
                found = difference(mine, other, name, operands)
                found = found or difference_of_views(mine, other, operands)
                if not found and before != fingerprints(operands if before else []):
                    found = "Numen changes an operand"
        if not found and is_elementwise(name):
            found = self._difference_of_warnings(ours, args, kwargs, warned)
        return (mine, my_error), found

    def _compare_recorded(self, name, ours, theirs, args):
        """The same of a call whose result may stay pending: it is compared later then."""
        given = looks(args, known=self.recorded.expected)
        with quiet():
            other, error = outcome(theirs, given, {})
        if error is not None:
            return None
        mine, error = outcome(as_caller, (ours, args, {}), {})
        if front.state(mine) == "pending" and self.recorded.hold(mine, other, name, user_line()):
            return (mine, None), None
        if error is None:
            _, error = outcome(evaluate, (mine,), {})
        found = quiet_difference(mine, other, name) if error is None else None
        return (mine, error), found or difference_of_errors(error, None)

    def _difference_of_warnings(self, ours, args, kwargs, theirs):
        """What NumPy alone, or Numen alone, warns of; its call is made once more."""
        mine = set()
        modes = {kind: mode for kind, mode in numpy.geterr().items() if mode in ("raise", "ignore")}
        with numpy.errstate(all="call", call=lambda kind, flags: mine.add(kind)):
            with numpy.errstate(**modes):
                outcome(self._evaluated, (ours, args, kwargs), {})
        if mine == theirs:
            return None
        texts = (", ".join(sorted(kinds)) or "nothing" for kinds in (theirs, mine))
        return "NumPy warns of {}, Numen of {}".format(*texts)

    def _compare_writing(self, name, ours, theirs, args, kwargs):
        """(outcome, difference) of a call that may write into its operands, which are copied."""
        before, options = copies((args, kwargs), numpys)
        # Who calls holds the arguments, and this the copies: none is a temporary that takes the
        # result.
        held = [*before, *options.values()]
        with quiet():
            other, other_error = outcome(theirs, before, options)
        mine, my_error = outcome(self._evaluated, (ours, args, kwargs), {})
        with quiet():
            found = difference_of_errors(my_error, other_error)
            if my_error is None and other_error is None:
                after = [*args, *kwargs.values()]
                found = difference(mine, other, name, _operands(before, options)) or \
                    difference(after, held, name)  # fmt: skip
        return (mine, my_error), found

    def _compare_part(self, ours, theirs, value, x, key):
        """The same of `x[key] = value` that writes a part of a large array, which alone is copied
        and compared; None of others."""
        evaluate((value, x))
        written = part(x, key)
        if written is None:
            return None
        given, _ = copies((value, None), numpys)
        expected = numpy.array(written)
        with quiet():
            _, other_error = outcome(theirs, (given, expected, ...), {})
        mine, my_error = outcome(self._evaluated, (ours, (value, x, key), {}), {})
        with quiet():
            found = difference_of_errors(my_error, other_error)
            if my_error is None and other_error is None:
                found = difference(part(x, key), expected, "assignment")
        return (mine, my_error), found

    @staticmethod
    def _evaluated(function, args, kwargs):
        result = as_caller(function, args, kwargs)
        evaluate((result, args, kwargs))
        return result

    @staticmethod
    def _directly(function, args, kwargs):
        """The result of a call that is not checked."""
        try:
            return as_caller(function, args, kwargs)
        except BaseException as error:
            raise error.with_traceback(without_call(error.__traceback__, function))

    def report(self, name, found, line=None):
        line = line or user_line()
        if line not in self.lines:
            self.lines[line] = found
            print(f"numen: check: {line}: {name}: {found}", file=sys.stderr)

    def watching(self, name, theirs):
        """What a gate calls for an operation that is checked: with Numen's way to compute it."""
        def check(ours, /, *args, **kwargs):
            return self.call(name, ours, theirs, args, kwargs)

        return front.Frameless(check)

    def summary(self):
        if os.getpid() != self.process:
            return
        self.recorded.compare()
        lines = "1 line" if len(self.lines) == 1 else f"{len(self.lines)} lines"
        text = f"{lines} with differences" if self.lines else "no difference"
        calls, checked, _ = front.Gate.counts()
        text += f" in {checked - self.once.total()} calls checked of {calls}"
        if self.once:
            text += f"; not checked, as they have effects: {', '.join(sorted(self.once))}"
        if workers.started:
            text += f"; {workers.of_this_process()}"
        print(f"numen: check: {text}", file=sys.stderr, flush=True)

    def start(self):
        """Prints how many calls were checked when the process ends."""
        self.process = os.getpid()
        workers.count()
        front.Gate.start(SHARE, FIRST_SHARE, time.process_time())
        atexit.register(self.summary)


checker = Checker()


class Checked(front.Gate):
    """A function of the namespace that is also run in NumPy."""

    def __new__(cls, name, ours, theirs):
        self = super().__new__(cls, None, ours, checker.watching(name, theirs))
        self._name, self.__wrapped__, self._theirs = name, ours, theirs
        self.__doc__, self.__name__ = ours.__doc__, name.rpartition(".")[2]
        self.__module__ = getattr(ours, "__module__", None)
        self._owner = None  # of a ufunc's method
        return self

    def __repr__(self):
        return repr(self.__wrapped__)

    def __reduce_ex__(self, protocol):
        if self._owner is not None:
            return getattr, (self._owner, self.__name__)
        return copyreg.dispatch_table[type(self.__wrapped__)](self.__wrapped__)

    def __get__(self, owner, kind=None):
        """A method where NumPy's function would be one: ufuncs are none."""
        if owner is None or not hasattr(type(self._theirs), "__get__"):
            return self
        return MethodType(self, owner)

    @property
    def __class__(self):
        return self.__wrapped__.__class__  # isinstance(np.add, np.ufunc)

    def __getattr__(self, name):
        found = getattr(self.__wrapped__, name)
        if name in UFUNC_METHODS and isinstance(self.__wrapped__, front.ufunc):
            found = Checked(f"{self._name}.{name}", found, getattr(self._theirs, name))
            found._owner = self
            vars(self)[name] = found
        return found


def numpys(x):
    """What NumPy is given in the place of one of the functions."""
    return x._theirs if type(x) is Checked else x


def checked(name, ours):
    """`ours`, checked against the NumPy function of that name at each call."""
    return Checked(name, ours, operator.attrgetter(name)(numpy))


def start():
    """Checks the namespace from now on; `rewrite` does it for the main program's operators."""
    from .namespace import entries, module

    places = {}  # of a function: np.abs is np.absolute
    for module_name in ("numpy", "numpy.linalg"):
        made = module(module_name)
        prefix = "linalg." if module_name == "numpy.linalg" else ""
        for name, kind, found in entries(module_name):
            own = kind == "composite" or prefix + name in front.functions
            if own and callable(found) and not isinstance(found, type) and name not in FREE:
                places.setdefault(id(found), []).append((prefix + name, vars(made), found))
    for names in places.values():
        key = _own_name([name for name, *_ in names])
        shown = checked(key, names[0][2])
        remember("numpy." + key, shown, shown._theirs)
        for name, namespace, _ in names:
            namespace[name.rpartition(".")[2]] = shown  # for the user, not in NumPy
    SourceFileLoader.get_code = _code_of_module
    checker.start()


def _own_name(names):
    """The name that NumPy's function has itself, of those under which it is found."""
    own = operator.attrgetter(names[0])(numpy).__name__
    return next((name for name in names if name.rpartition(".")[2] == own), names[0])


def rewrite(text, filename):
    """The code of a program whose operators are checked."""
    return rewritten(text, filename, checker)


_get_code = SourceFileLoader.get_code


@front.Frameless
def _code_of_module(loader, name):
    """The code of a module: rewritten, and not kept as byte code, where it is the program's."""
    path = loader.get_filename(name)
    if is_user_file(path):
        with contextlib.suppress(SyntaxError):  # which Python then meets and reports itself
            return rewrite(loader.get_data(path), path)
    return _get_code(loader, name)
