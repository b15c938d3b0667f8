"""Calls whose arrays keep their layout (python/front/array/layout_guard.h)."""

from .judges import GUARD
from .mutation import of_file

_guard = of_file("python/front/array/layout_guard.cpp", GUARD)
_changes = of_file("python/front/array/layout_changes.cpp", GUARD)
LAYOUT_GUARDS = [
    of_file("python/front/array/layout_guard.h", GUARD)(
        "wait", "a call says which array it is of",
        "        call_->self = self;\n", "        call_->self = nullptr;\n"),
    _guard("wait", "a change asks whether a call has the array",
           "        const Users users = users_of(array, kind);",
           "        const Users users = Users::none;"),
    _guard("wall", "a change waits for other threads alone",
           "        if (own_stack().has(call->owner)) return Users::own;\n", ""),
    _guard("wait", "a call of another thread is waited for",
           "        found = Users::others;\n", ""),
    _guard("wait", "arrays in lists are the call's as well",
           "        if (!PyList_Check(object) && !PyTuple_Check(object)) continue;",
           "        continue;"),
    _guard("wait", "a conversion by NumPy leaves the guard on",
           "(call_->is_off || !are_handed_on(*call_, arguments, count))", "call_->is_off"),
    _guard("wait", "a child of fork forgets the calls of its parent's threads",
           "(pthread_atfork(nullptr, nullptr, forget_other_calls), true)", "true"),
    _changes("wait", "NumPy's resize asks first",
             'may_change_layout(self, "change the size", LayoutChange::of_memory)',
             "true"),
    _guard("wait", "memory stays where NumPy serves a call on a view of it",
           "call->is_off && kind == LayoutChange::of_layout", "call->is_off"),
    _changes("wait", "NumPy's setters ask first",
             "may_change_layout(self, attribute.change)", "true"),
    of_file("python/front/index/index.cpp", GUARD)(
        "wait", "a subscript is guarded", "    const LayoutGuard guard(self, &key, 1);\n", ""),
    of_file("python/front/index/index_numpys.cpp", GUARD)(
        "wait", "a store that NumPy makes is guarded",
        "    const LayoutGuard guard(self, given, 2);\n", "    static_cast<void>(given);\n"),
]
