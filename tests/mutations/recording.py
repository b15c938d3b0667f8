"""What python/front records and what it computes at once: the walls between both, and what a node
copies of what it will read.
"""

from .mutation import of_file

RECORDING = "tests/python/test_recording.py"
LIVENESS = "tests/python/test_liveness.py"
REDUCTIONS = "tests/python/test_fused_reductions.py"
WRITES = "tests/python/test_fused_writes.py"
REPORTS = "tests/python/test_later_reports.py"
COUNTING = "tests/python/test_counting.py"
BREAKING = "tests/fuzz/test_breaking_programs.py"
MOMENTS = "tests/python/test_moments.py"

_record = of_file("python/front/ufunc/recording.cpp", RECORDING, BREAKING)
RECORDS = [
    _record("wait", "an operand without values is pending or running",
            "return buffer != nullptr && buffer->awaits_values();", "return false;", RECORDING),
    _record("wait", "a call that has one pending operand reads pending work",
            "return std::any_of(call.in, call.in + call.inputs, is_pending);", "return false;",
            RECORDING, REDUCTIONS),
    _record("wall", "operations of composites on recorded work count as large",
            "    const bool is_large = count > managed_threshold || reads_pending(call);\n"
            "    bool done",
            "    const bool is_large = count > managed_threshold;\n    bool done", RECORDING),
    _record("wall", "nothing is recorded where recording is off",
            "    if (!graph::deferral()) return false;\n    const auto at_once",
            "    const auto at_once"),
    _record("wall", "small work runs at once",
            "    if (call.nd == 0 || count == 0 || !is_recorded) {\n"
            "        return at_once(AtOnce::small);\n    }\n", "", COUNTING),
    _record("wall", "arrays of dimension zero are computed at once",
            "if (call.nd == 0 || count == 0 || !is_recorded) {",
            "if (count == 0 || !is_recorded) {"),
    _record("wall", "arrays of no elements are computed at once",
            "if (call.nd == 0 || count == 0 || !is_recorded) {",
            "if (call.nd == 0 || !is_recorded) {"),
    _record("wall", "what follows from recorded work is recorded, small or not",
            "is_recorded = count > managed_threshold || reads_pending(call);",
            "is_recorded = count > managed_threshold;",
            RECORDING, REDUCTIONS),
    _record("wall", "operations of several results run at once",
            "    if (call.loop->outputs != 1) return at_once(AtOnce::several_results);\n", ""),
    _record("wall", "integers that may be refused run at once",
            "    if (depends_on_integers(call) || call.cast != status_ok) return false;",
            "    if (call.cast != status_ok) return false;", REPORTS),
    _record("wall", "numbers that were cast with a complaint run at once",
            "    if (depends_on_integers(call) || call.cast != status_ok) return false;",
            "    if (depends_on_integers(call)) return false;", REPORTS),
    _record("wall", "what could not warn later runs at once",
            "        if (later <= 0) return PyErr_Clear(), at_once(AtOnce::error_state);\n",
            "        (void)later;\n", REPORTS),
    _record("wall", "large foreign memory is read at once",
            "            return at_once(AtOnce::foreign);\n", "            continue;\n", COUNTING),
    _record("wall", "what libraries compute runs at once",
            "    if (born_in_library() != 0) return PyErr_Clear(), at_once(AtOnce::library);\n"
            "    return true;", "    return true;", RECORDING),
    _record("wall", "what could not be stored is refused at the call",
            "    if (probe == nullptr) {\n        raise_no_memory", "    if (false) {\n"
            "        raise_no_memory", RECORDING),
    _record("write", "an operand of dimension zero is copied when its value is there",
            "        if (operand.kind == Kind::array && !values(operand.array)) return false;\n"
            "        std::memcpy", "        std::memcpy"),
    _record("write", "an operand of dimension zero is copied",
            "        std::memcpy(recorded.value.data(), operand.view().data, "
            "itemsize(view.dtype));\n",
            ""),
    _record("store", "a node keeps what it reads", "        buffer->retain();\n"
            "        recorded.buffer = buffer;", "        recorded.buffer = buffer;"),
    _record("version", "a node knows the version that it reads",
            "        recorded.version = buffer->version();\n", "", RECORDING, BREAKING,
            "tests/python/test_states.py"),
    _record("write", "a node reads what the array saw of its buffer",
            "        recorded.offset = operand.array->alias.offset;\n", ""),
    _record("write", "foreign memory is copied for what runs later",
            "    } else if (runs == Runs::now) {", "    } else if (true) {"),
    _record("wall", "conversions of what may wait are recorded within bounds",
            "    if (!keep_pending_bounded() || !could_be_stored(dtype, a->f.nd, "
            "a->f.dimensions)) {\n        return nullptr;\n    }\n", "", RECORDING, LIVENESS,
            "tests/python/test_memory.py"),
    _record("wall", "reductions of what may wait are recorded within bounds",
            "    if (!keep_pending_bounded() || !could_be_stored(dtype, nd, shape)) return "
            "nullptr;\n",
            "", RECORDING, LIVENESS, "tests/python/test_memory.py"),
    _record("wall", "operations of composites are recorded within bounds",
            "(!is_large || keep_pending_bounded());\n    if (done",
            "true;\n    if (done", RECORDING, LIVENESS),
    _record("wall", "conversions run at once where recording is off",
            "if (!graph::deferral() || a->f.nd == 0 || count <= managed_threshold || dtype",
            "if (a->f.nd == 0 || count <= managed_threshold || dtype"),
    _record("wall", "conversions of small arrays run at once",
            "if (!graph::deferral() || a->f.nd == 0 || count <= managed_threshold || dtype",
            "if (!graph::deferral() || a->f.nd == 0 || dtype"),
    _record("wall", "conversions of arrays of dimension zero run at once",
            "if (!graph::deferral() || a->f.nd == 0 || count <= managed_threshold || dtype",
            "if (!graph::deferral() || count <= managed_threshold || dtype"),
    _record("wall", "copies in the same type run at once",
            "|| dtype == dtype_of(a) ||\n        buffer_of(a) == nullptr) {",
            "||\n        buffer_of(a) == nullptr) {"),
    _record("wall", "conversions of foreign memory run at once",
            "|| dtype == dtype_of(a) ||\n        buffer_of(a) == nullptr) {",
            "|| dtype == dtype_of(a)) {"),
    _record("wall", "conversions that could not warn later run at once",
            "may_be_recorded_here(may_complain(dtype_of(a), dtype))", "may_be_recorded_here(false)",
            REPORTS),
    _record("wall", "what could not warn later runs at once",
            "may_complain ? may_report_later() : 1;", "1;", REPORTS),
    _record("wall", "conversions and reductions of libraries run at once",
            "later == 1 ? born_in_library() : 1;", "later == 1 ? 0 : 1;", RECORDING),
    _record("wall", "reductions run at once where recording is off",
            "if (!graph::deferral() || !(adds || chooses) ||", "if (!(adds || chooses) ||"),
    _record("wall", "reductions of other kinds run at once",
            "if (!graph::deferral() || !(adds || chooses) ||", "if (!graph::deferral() ||",
            REDUCTIONS),
    _record("wall", "reductions of small arrays run at once",
            "element_count(a) <= managed_threshold ||\n        buffer_of(a) == nullptr",
            "buffer_of(a) == nullptr", RECORDING, COUNTING),
    _record("wall", "reductions of foreign memory run at once",
            "element_count(a) <= managed_threshold ||\n        buffer_of(a) == nullptr",
            "element_count(a) <= managed_threshold"),
    _record("wall", "reductions that could not warn later run at once",
            "may_be_recorded_here(adds && is_inexact(dtype_of(a)))", "may_be_recorded_here(false)",
            REPORTS),
    _record("wall", "targets of another type are written by the operation alone",
            "if (call.loop->output[0] != target.dtype || !is_aligned(target)) return false;",
            "if (!is_aligned(target)) return false;", WRITES),
    _record("wall", "targets that are not aligned are written by the operation alone",
            "if (call.loop->output[0] != target.dtype || !is_aligned(target)) return false;",
            "if (call.loop->output[0] != target.dtype) return false;", WRITES),
    _record("write", "an input that overlaps the target is not read while it is written",
            "        if (may_overlap(input, target) && !is_same_map(input, target)) return "
            "false;\n",
            "", WRITES),
    _record("store", "what somebody else holds is not given up",
            "return Py_REFCNT(as_object(a)) == 1 && a->alias.next == nullptr;",
            "return a->alias.next == nullptr;", WRITES),
    _record("store", "what another array shows is not given up",
            "return Py_REFCNT(as_object(a)) == 1 && a->alias.next == nullptr;",
            "return Py_REFCNT(as_object(a)) == 1;", WRITES),
]

_reductions = of_file("python/front/ufunc/reductions.cpp", REDUCTIONS)
REDUCTION_CALLS = [
    _reductions("wait", "the stages of a spread warn when it is asked for",
                "    if (sum && is_managed(sum.get())) values(as_array(sum.get()));\n",
                "", REDUCTIONS),
    _reductions("wall", "only a whole recorded result is reduced with its program",
                "&& !is_complex_mean &&\n        is_whole_pending(a)) {",
                "&& !is_complex_mean &&\n        buffer_of(a) && buffer_of(a)->awaits_values()) {"),
    _reductions("wall", "means of complex numbers are no one reduction",
                "request.ddof == 0.0 && !is_complex_mean &&\n        is_whole_pending(a)) {",
                "request.ddof == 0.0 &&\n        is_whole_pending(a)) {"),
    _reductions("wall", "a spread with a correction is not reduced with its program",
                "request.dtype == no_dtype && request.ddof == 0.0 && !is_complex_mean &&\n"
                "        is_whole_pending(a)) {",
                "request.dtype == no_dtype && !is_complex_mean &&\n        is_whole_pending(a)) {"),
    _reductions("wall", "a reduction in another type is not part of a program",
                "if (gives_scalar && request.dtype == no_dtype && request.ddof == 0.0 && "
                "!is_complex_mean &&", "if (gives_scalar && request.ddof == 0.0 && "
                "!is_complex_mean &&"),
    _reductions("wall", "a reduction that keeps its axes is no scalar",
                "request.axes == all_axes(a) && (!request.keepdims || a->f.nd == 0);",
                "request.axes == all_axes(a);"),
    _reductions("wall", "a reduction of no axes is not recorded",
                "    if (request.axes != 0 && request.axes != all_axes(a) && request.dtype",
                "    if (request.axes != all_axes(a) && request.dtype", RECORDING),
    _reductions("wall", "a reduction of all axes is not recorded",
                "    if (request.axes != 0 && request.axes != all_axes(a) && request.dtype",
                "    if (request.axes != 0 && request.dtype", RECORDING),
    _reductions("wall", "a reduction of axes in another type is not recorded",
                "request.axes != all_axes(a) && request.dtype == no_dtype &&\n",
                "request.axes != all_axes(a) &&\n", RECORDING),
    _reductions("wall", "means of complex rows are not recorded",
                "        !is_complex_mean && can_defer_reduction(a, request.op)) {",
                "        can_defer_reduction(a, request.op)) {", RECORDING),
    _reductions("wait", "what is reduced at once has its values",
                "    if (!values(a)) return nullptr;\n    const Observation",
                "    const Observation"),
]

_memo = of_file("python/front/ufunc/moments_memo.cpp", MOMENTS)
MEMO = [
    _memo("version", "moments are of one place", "known->offset == a->alias.offset &&\n", "\n"),
    _memo("version", "moments are of so many elements", "known->count == count &&", ""),
    _memo("version", "moments are of one type", " && known->dtype == dtype;", ";"),
    _memo("version", "foreign memory has no moments", "buffer_of(a) == nullptr || ", ""),
]
