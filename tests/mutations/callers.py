"""Whose function serves a call: installed libraries get NumPy's own, the user's code Numen's."""

from .judges import LIBRARIES, WHOSE
from .mutation import of_file

_caller = of_file("python/front/array/caller.cpp", LIBRARIES, WHOSE)
_quick = of_file("python/front/array/by_caller.h", LIBRARIES)
CALLERS = [
    _caller("wall", "what was judged last may be a library",
            "hot_state.is_library = is_library(entry.owner);", "hot_state.is_library = false;"),
    _caller("wall", "a judgement that is kept is of the innermost frame's own code",
            "const bool is_its_own = owner != Owner::caller && entry.owner == owner;",
            "const bool is_its_own = true;", WHOSE),
    _caller("wall", "a text's judgement ends with its module",
            "} else if (is_lasting(frame)) {", "} else {", WHOSE),
    _caller("wall", "generated code on a library's thread is the library's",
            "        if (!has_file(frame)) is_in_text = true;\n", "", WHOSE),
    _caller("wall", "no exception of judging is left",
            "    if (name == nullptr) forget_error();  // other", "    // other", WHOSE),
    _caller("wall", "libraries get NumPy's operators where the last judgement is another's",
            "const bool is_numpys = who == Caller::library && ",
            "const bool is_numpys = false && "),
    _quick("wall", "libraries get NumPy's operators",
           "if (!is_managed(left) && !is_managed(right)) return Serving::numpys;",
           "return Serving::ours;"),
    _quick("wall", "libraries get NumPy's methods",
           "if (hot_state.is_library) return Caller::library;", ""),
    of_file("python/front/array/numpy_methods.cpp", LIBRARIES)(
        "wall", "NumPy's methods serve libraries",
        "    return quick_caller() == Caller::library;\n", "    return false;\n"),
]
