"""What the program's own code changes while values are computed, told of or read."""

from .mutation import of_file

_RECORDED = "tests/names/test_recorded_warnings.py"
_CHANGED = "tests/python/test_changed_by_reports.py"
_REFUSED = "tests/python/test_refused_writes.py"
_WRITTEN = "tests/python/test_written_before_reports.py"
_beside = of_file("python/front/ufunc/overlapping_output.cpp", _WRITTEN)
MEANWHILE = [
    of_file("python/front/index/index_quick.cpp", _CHANGED)(
        "wait", "an element is looked for again where its value was computed",
        "return values(a) ? get_item(as_object(a), key) : nullptr;",
        "return values(a) ? quick_get(a, key) : nullptr;"),
    of_file("python/front/index/index.cpp", _CHANGED)(
        "wait", "an array that is written to may have another type by now",
        "    if (dtype_of(a) == no_dtype) return numpy_set(self, key, value);\n    BasicView",
        "    BasicView"),
    of_file("python/front/array/number_slots.cpp", _CHANGED)(
        "wait", "what is asked for its truth is looked at again where it was computed",
        "    return values(as_array(self)) ? slot_bool(self) : -1;",
        "    if (!values(as_array(self))) return -1;\n"
        "    const Dtype dtype = dtype_of(as_array(self));\n"
        "    char truth = 0;\n"
        "    cpu::data_kernels().cast[static_cast<int>(Dtype::boolean)][static_cast<int>(dtype)](\n"
        "        &truth, 1, as_array(self)->f.data, itemsize(dtype), 1);\n"
        "    return truth;"),
    of_file("python/front/array/state.cpp", _CHANGED)(
        "wait", "nobody waits for what reads no longer", "    node.reset();\n", ""),
    of_file("python/front/functions/sorting.cpp", _REFUSED)(
        "write", "an axis may leave the array read-only",
        'has_become_read_only(self, "sort") || ', ""),
    of_file("python/front/ufunc/elementwise.cpp", _WRITTEN)(
        "write", "what raises is not written beside its input",
        "if ((call.status | call.cast) != status_ok && is_written_last(call, views)) {",
        "if (false) {"),
    of_file("python/front/ufunc/elementwise.cpp", _WRITTEN)(
        "write", "what is told of an output's errors may have read the output",
        "finish(call) && prepare_write(as_array(call.manner.out)) &&", "finish(call) &&"),
    _beside("write", "one loop reads before it writes",
            "may_overlap(given, output) && !is_ahead(given, output)", "may_overlap(given, output)"),
    _beside("write", "one loop writes as it reads",
            " && !is_one_loop(call, views);", ";"),
    of_file("python/front/call/later_reports.cpp", _RECORDED)(
        "wall", "what an output waits for is told at once",
        "    if (OutputErrors::is_open()) return 0;\n", ""),
    of_file("src/ops/silent_casts.h", _RECORDED)(
        "report", "a choice warns of no conversion",
        "    if (loop.inputs == 3) return false;\n", ""),
    of_file("src/ops/silent_casts.h", _RECORDED)(
        "report", "arithmetic meets the signalling NaNs of halves",
        "return loop.hardware_flags || loop.is_function || compares_complex;",
        "return loop.is_function || compares_complex;"),
    of_file("src/backends/cpu/machine.cpp", _RECORDED)(
        "report", "an implied conversion keeps its flags for who reads it",
        "!instruction.is_implied &&", "true &&"),
    of_file("python/front/array/layout_guard.cpp", _CHANGED)(
        "object", "views keep the memory that a call reads",
        "is_affected(object, array, kind)", "object == array"),
]
