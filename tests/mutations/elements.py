"""Single elements: what a store waits for, and what happens before the array is looked at."""

from .judges import ELEMENTS as JUDGE
from .judges import HOOK
from .mutation import of_file

_store = of_file("python/front/index/element_store.cpp", JUDGE)
ELEMENTS = [
    _store("write", "an element is stored after its readers",
           "        if (!prepare_write(a)) return -1;\n", ""),
    _store("write", "a read-only array's element is refused",
           "if (!items.name_element(a) || !is_plainly_writeable(a) || ",
           "if (!items.name_element(a) || "),
    _store("wall", "a NaN that signals is NumPy's",
           "    if (holds_signaling_nan(natural, value)) return false;\n", ""),
    of_file("python/front/index/index_quick.cpp", JUDGE)(
        "wait", "an element that is read has its value",
        "        if (needs_values(a)) [[unlikely]] return get_computed(a, key);\n", ""),
    of_file("python/front/functions/python_values.cpp", JUDGE)(
        "wait", "a list has its values",
        "    if (!values(as_array(self))) return nullptr;\n    const Layout",
        "    const Layout"),
    of_file("python/front/array/caller.cpp", HOOK)(
        "wall", "imports are forgotten with the user's files", "    forget_imports();\n", ""),
]
