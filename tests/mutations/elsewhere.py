"""Bugs outside recorded work that were planted and that no test saw at first."""

from .judges import BOUNDARIES, FILTERS, FOREIGN, INVARIANTS, LET, LITTLE, REFERENCES, SELECTORS
from .mutation import of_file

_reduce = of_file("src/backends/cpu/reduce.cpp", BOUNDARIES)
_search = of_file("src/backends/cpu/search.cpp", BOUNDARIES)
_variance = of_file("src/backends/cpu/variance.cpp", BOUNDARIES)
PARTS = [
    _reduce("part", "one output's decision ends no other's",
            "source_ == nullptr && outputs == 1 &&", "source_ == nullptr &&"),
    _reduce("part", "the last block of outputs is computed",
            "(plan_.kept.inner_count() + width_ - 1) / width_;",
            "std::max<std::int64_t>(1, plan_.kept.inner_count() / width_);"),
    of_file("src/backends/cpu/accumulate.cpp", BOUNDARIES)(
        "part", "the last strip of columns is scanned",
        "strips = (width + strip - 1) / strip;",
        "strips = std::max<std::int64_t>(1, width / strip);"),
    of_file("src/backends/cpu/sort.cpp", BOUNDARIES)(
        "part", "the last strip of columns is sorted",
        "strips = (width + lanes - 1) / lanes;",
        "strips = std::max<std::int64_t>(1, width / lanes);"),
    _search("part", "the last piece of a row is searched",
            "(count + piece_elements - 1) / piece_elements;",
            "std::max<std::int64_t>(1, count / piece_elements);"),
    _search("part", "a later piece may have the extremum",
            "if (loop(best.value, false, record.value, 0, 1) >= 0) best",
            "if (loop(best.value, false, record.value, 0, 1) > 0) best"),
    _variance("part", "the last block of spreads is computed",
              "(kept.inner_count() + width - 1) / width;",
              "std::max<std::int64_t>(1, kept.inner_count() / width);"),
    _variance("part", "the last piece of a spread counts",
              "(all.reduced_count + length - 1) / length;",
              "std::max<std::int64_t>(1, all.reduced_count / length);"),
]

_advanced = of_file("python/front/index/index_advanced.cpp", SELECTORS)
_positions = of_file("python/front/index/index_positions.cpp", SELECTORS)
SELECTED = [
    _advanced("write", "a mask on the target in another order is set aside",
              "if (!may_overlap(from, to) || is_same_map(from, to)) return true;",
              "if (to.ndim >= 0 || is_same_map(from, to)) return true;"),
    _advanced("write", "values on the target are laid out beside it",
              "    if (may_overlap(view_of(a), view_of(source))) return 1;\n", ""),
    _positions("write", "values on the target of a row of positions are copied",
               "if (!may_overlap(view_of(a), operand.view())) return true;", "return true;"),
    _positions("write", "positions on the target are for the general way",
               "    if (may_overlap(view_of(a), view_of(as_array(key)))) return 1;\n", ""),
    of_file("python/front/index/index_selection.cpp", SELECTORS)(
        "write", "positions on a changed vector are for the general way",
        "return !may_overlap(view_of(a), vector.positions) && vector", "return vector"),
    of_file("python/front/functions/placing.cpp", SELECTORS)(
        "write", "what is put on its own memory is set aside",
        "if (!may_overlap(view_of(target), view_of(v))) return true;", "return true;"),
]

_reports = of_file("python/front/call/later_reports.cpp", FILTERS)
REPORTED = [
    _reports("report", "a line warns once",
             "    if (made && PyDict_SetItem(globals, names().registry, made.get()) < 0) "
             "return Ref();\n", ""),
    _reports("report", "the program's stream comes back",
             '        PySys_SetObject("stderr", stream_.get());\n', ""),
    _reports("report", "the program's filters come back",
             "        PyDict_SetItemString(filters().dict, name_, found_.get());\n", ""),
    _reports("report", "a filter of a module ends no search",
             "if (message == Py_None && module == Py_None && line == 0)",
             "if (message == Py_None && line == 0)"),
    _reports("report", "a filter of a message ends no search",
             "if (message == Py_None && module == Py_None && line == 0)",
             "if (module == Py_None && line == 0)"),
    _reports("report", "a filter of a line ends no search",
             "if (message == Py_None && module == Py_None && line == 0)",
             "if (message == Py_None && module == Py_None)"),
    _reports("report", "a filter of another category ends no search",
             "        if (concerned == 0) continue;\n", ""),
    _reports("report", "a filter that makes errors is found",
             '        if (PyUnicode_CompareWithASCIIString(action, "error") == 0) return true;\n',
             ""),
    _reports("report", "filters that were added behind others are read",
             "length == known.items.size() &&", "length >= known.items.size() &&"),
    _reports("report", "filters that took another's place are read",
             "{ return item.get() == other; }", "{ return item.get() != nullptr || other; }"),
]
SITES = [
    _reports("report", "code that no module holds has a registry of its own",
             "        site->registry = registry_in(globals.get());\n", ""),
]
REPORTED += [
    of_file("python/front/array/state.cpp", LITTLE)(
        "report", "a look without memory names the array",
        "        forget_error();\n"
        "        raise_no_memory(dtype_of(a), a->f.nd, a->f.dimensions);\n", ""),
]

OBJECTS = [
    of_file("python/front/call/stand_ins.cpp", REFERENCES)(
        "object", "what stood for an output is let go",
        "        Py_DECREF(array);\n        return Py_NewRef(original);",
        "        return Py_NewRef(original);"),
    of_file("python/front/call/fallback.cpp", FOREIGN)(
        "object", "who serves ufuncs gets the arrays themselves",
        "if (!are_seen && is_ours(operands[i])) continue;",
        "if (is_ours(operands[i])) continue;"),
]
OBJECTS += [
    of_file("python/front/functions/files.cpp", LET)(
        "wait", "text is read without the lock",
        "constexpr double byte_cost = 2;", "constexpr double byte_cost = 0;"),
]

_entries = of_file("python/front/array/checked_entries.cpp", INVARIANTS)
RULES = [
    _entries("rule", "what fails says why",
             "    if (has_failed && type == nullptr) rule = \"I10 what fails says why\";\n", ""),
    _entries("rule", "what succeeds sets no error",
             "if (!has_failed && type != nullptr && !had_error_)", "if (false)"),
    _entries("rule", "no error is lost",
             "    if (had_error_ && type == nullptr) rule = \"I10 no error is lost\";\n", ""),
    of_file("python/front/array/debug.cpp", INVARIANTS)(
        "rule", "every block of memory belongs to somebody",
        "if (!held.contains(block)) return", "if (block == nullptr) return"),
]
