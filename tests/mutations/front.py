"""Looks and writes of python/front: what waits for values, what a write settles and copies."""

from .judges import (BREAKING, LISTS, LIVENESS, MASKED, MEMORY, MOMENTS, POWERS, PROCESSES, PROFILE,
                     PROTOCOLS, READ, RECORDING, REDUCTIONS, REPORTS, STATES, STAYS, STOPPED,
                     THREADS, UFUNCS, WRITES, WRITING)
from .mutation import of_file

_state = of_file("python/front/array/state.cpp", BREAKING, RECORDING)
STATE = [
    _state("store", "a buffer that is computed stays, whoever exposes its array meanwhile",
           "explicit KeptBuffer(ArrayObject* a) : buffer_(a->buffer) { buffer_->retain(); }\n"
           "    ~KeptBuffer() { buffer_->release(); }",
           "explicit KeptBuffer(ArrayObject* a) : buffer_(a->buffer) {}\n    ~KeptBuffer() {}",
           THREADS, REPORTS),
    _state("write", "readers are settled",
           "    const auto work = [&] { return graph::settle(buffer.get(), reports); };\n"
           "    return finish(attend_with_room(work), a, reports);", "    return true;"),
    _state("wait", "values come before readers",
           "    while (values(a)) {", "    while (true) {"),
    _state("write", "a write and an exposure settle",
           "        if (!settle(a)) return false;\n", "        return true;\n"),
    _state("write", "what warnings recorded is settled, too",
           "        if (!settle(a)) return false;\n", "        return settle(a);\n", REPORTS),
    _state("wait", "what warnings exposed is not settled",
           "if (!is_managed(as_object(a)) || a->buffer->readers().empty()) return true;",
           "if (a->buffer->readers().empty()) return true;", REPORTS),
    _state("wait", "a look computes",
           "    const auto work = [&] { return graph::evaluate(buffer.get(), reports); };\n"
           "    return finish(attend_with_room(work), a, reports);", "    return true;"),
    _state("wall", "only what awaits values is pending as a whole",
           "if (buffer == nullptr || !buffer->awaits_values()) return false;",
           "if (buffer == nullptr) return false;", REDUCTIONS),
    _state("wall", "a view of another type is not the whole result",
           "return dtype == dtype_of(a) && is_c_contiguous(a) &&", "return is_c_contiguous(a) &&",
           REDUCTIONS),
    _state("wall", "a view in another order is not the whole result",
           "return dtype == dtype_of(a) && is_c_contiguous(a) &&", "return dtype == dtype_of(a) &&",
           REDUCTIONS),
    _state("wall", "a part is not the whole result",
           "is_c_contiguous(a) &&\n           static_cast<std::size_t>(element_count(a)) * "
           "itemsize(dtype) == buffer->bytes();", "is_c_contiguous(a);", REDUCTIONS),
    _state("store", "a reduced result with another name is stored",
           "!is_temporary(as_object(a)) || a->alias.next != nullptr ||",
           "a->alias.next != nullptr ||", REDUCTIONS),
    _state("store", "a reduced result that another array shows is stored",
           "!is_temporary(as_object(a)) || a->alias.next != nullptr ||",
           "!is_temporary(as_object(a)) ||", REDUCTIONS),
    _state("store", "a reduced result that an operation reads is stored",
           " ||\n                         !a->buffer->readers().empty();", ";", REDUCTIONS),
    _state("wait", "what runs out of memory is tried again with room",
           "        return released == graph::Outcome::done ? work() : released;",
           "        return outcome;", MEMORY),
    _state("wait", "room is made with the lock kept",
           "bool make_room() {\n    const graph::KeepingLock keeping;\n", "bool make_room() {\n",
           THREADS, MEMORY),
    _state("wait", "memory is relieved with the lock kept",
           "bool relieve_memory(std::size_t bytes) {\n    const graph::KeepingLock keeping;\n",
           "bool relieve_memory(std::size_t bytes) {\n", THREADS, MEMORY),
    _state("wall", "before large memory is taken, work within bounds waits on",
           "    if (has_room && !graph::pins_too_much(graph::Before::allocation)) return true;\n",
           "", RECORDING, LIVENESS),
    _state("wall", "before large memory is taken, what is dead is released",
           "has_room && !graph::pins_too_much(graph::Before::allocation)",
           "has_room && !graph::is_over_bounds()",
           LIVENESS),
    _state("wall", "what waits is bounded",
           "return !graph::is_over_bounds() || finish_pending();", "return true;", LIVENESS),
    _state("write", "what is read-only is not written",
           "    if (a->f.flags & NPY_ARRAY_WRITEABLE) [[likely]] return false;\n",
           "    return false;\n"),
    _state("write", "a write settles", "    if (!computed(a)) return false;\n"
           "    if (is_managed(as_object(a))) a->buffer->bump_version();",
           "    if (is_managed(as_object(a))) a->buffer->bump_version();"),
    _state("version", "a write bumps the version",
           "    if (is_managed(as_object(a))) a->buffer->bump_version();\n",
           "", STATES, MOMENTS),
    _state("write", "an exposure settles",
           "    if (!computed(a)) return false;\n    if (!is_managed(as_object(a))) return true;",
           "    if (!is_managed(as_object(a))) return true;"),
    _state("wait", "what observers exposed meanwhile is exposed once",
           "    if (!computed(a)) return false;\n    if (!is_managed(as_object(a))) return true;",
           "    if (!computed(a)) return false;", REPORTS, PROFILE),
    _state("store", "a buffer that is given away stays until all know",
           "    buffer->retain();\n    // The root", "    // The root", STAYS),
    _state("store", "every array of a buffer changes its type",
           "    while (Alias* alias = buffer->first_alias()) {",
           "    if (Alias* alias = buffer->first_alias()) {"),
    _state("store", "an exposed array is on no list", "        buffer->unlink(*alias);\n"
           "        a->buffer = nullptr;", "        a->buffer = nullptr;"),
]

_starting = of_file("python/front/array/starting.cpp", LIVENESS)
STARTING = [
    _starting("wait", "it takes Python's lock",
              "            const PyGILState_STATE lock = PyGILState_Ensure();\n",
              "            const PyGILState_STATE lock{};\n"),
    _starting("wait", "Ctrl-C stops what it computes",
              "    starter->is_stopping = true;\n", "", THREADS),
    _starting("wait", "small work waits for a look",
              "if (elements < least_elements || !is_enabled) return;", "if (!is_enabled) return;"),
    _starting("wait", "the switch turns it off",
              "if (elements < least_elements || !is_enabled) return;",
              "if (elements < least_elements) return;"),
    _starting("wait", "the process waits for it to end",
              "        starter->thread.join();\n", "        starter->thread.detach();\n",
              PROCESSES, THREADS),
    _starting("wait", "what was stopped does not start again",
              "    starter->is_armed = false;\n    starter->is_stopping",
              "    starter->is_stopping", THREADS),
]
STOPPING = [
    _starting("wait", "what is stopped while it waits for its time does not start",
              "            if (!is_armed) continue;  // Ctrl-C since\n", "", STOPPED),
]

_memory = of_file("python/front/array/memory_methods.cpp", WRITING, BREAKING)
_creation = of_file("python/front/array/creation.cpp", RECORDING, LISTS)
_object = of_file("python/front/array/object.cpp", BREAKING, RECORDING)
_numbers = of_file("python/front/array/number_slots.cpp", RECORDING, BREAKING)
_adoption = of_file("python/front/array/adoption.cpp", RECORDING)
ARRAYS = [
    _memory("write", "byteswap settles", "    if (in_place && !prepare_write(a)) return nullptr;\n",
            "", STATES),
    _memory("version", "byteswap tells of its write",
            "    end_write(as_array(result.get()));\n    return result.release();",
            "    return result.release();", STATES),
    _creation("wait", "arrays in lists have their values",
              "        if (leaf.kind == Kind::array && !values(leaf.array)) return "
              "Stored::error;\n",
              ""),
    _creation("wait", "what is put in a row has its values",
              "    if (a == nullptr || !values(a)) return Ref();\n", ""),
    _creation("wait", "what is copied has its values",
              "    if (a == nullptr || !values(a)) return nullptr;\n    if (ArrayObject* copy",
              "    if (ArrayObject* copy"),
    _object("store", "a view keeps its buffer", "        ++managed_count;\n"
            "        a->buffer->retain();\n", "        ++managed_count;\n"),
    _object("store", "a view keeps its root", "    a->f.base = Py_NewRef(root);\n",
            "    a->f.base = root;\n"),
    _object("store", "a view is on its buffer's list",
            "        a->alias.offset = parent->alias.offset + offset;\n"
            "        a->buffer->link(a->alias);\n",
            "        a->alias.offset = parent->alias.offset + offset;\n"),
    _object("store", "an array that dies leaves its buffer's list",
            "        a->buffer->unlink(a->alias);\n", ""),
    _object("store", "weak references are called before an array leaves its buffer",
            "        if (a->f.weakreflist != nullptr) PyObject_ClearWeakRefs(as_object(a));\n",
            "", STATES, PROTOCOLS),
    _adoption("store", "what another holds is not managed",
              "return Py_REFCNT(plain) == 1 && from->nd", "return from->nd", READ),
    of_file("python/front/array/layout.cpp", RECORDING, BREAKING)(
        "wait", "what a reshape copies has its values",
        "    if (a == nullptr || !values(a)) return nullptr;\n"
        "    ArrayObject* result = new_array(dtype_of(a)",
        "    ArrayObject* result = new_array(dtype_of(a)"),
    _numbers("wait", "what becomes a number has its value",
             "    if (!values(a)) return nullptr;\n    if (is_one_number(a)) {",
             "    if (is_one_number(a)) {", READ),
    _numbers("wait", "what is asked for its truth has its value",
             "    if (needs_values(a)) [[unlikely]] return truth_of_computed(self);\n", "", READ),
    of_file("python/front/array/sequence_slots.cpp", RECORDING, BREAKING)(
        "wait", "an element that is read is there",
        "return values(a) ? make_scalar(dtype, a->f.data + offset) : nullptr;",
        "return make_scalar(dtype, a->f.data + offset);"),
    of_file("python/front/array/protocols.cpp", RECORDING, BREAKING)(
        "wait", "what NumPy looks at has its values",
        "    if (!values(a)) return nullptr;\n    if (is_exposed(self)) return Py_NewRef(self);",
        "    if (is_exposed(self)) return Py_NewRef(self);"),
    of_file("python/front/array/state.cpp", STATES, MOMENTS)(
        "version", "what was found while a write went on is forgotten",
        "    buffer->forget();\n", "", THREADS),
]

_elementwise = of_file("python/front/ufunc/elementwise.cpp", RECORDING, BREAKING)
_masked = of_file("python/front/ufunc/ufunc_masked.cpp", MASKED)
MASKED_CALLS = [
    _masked("wait", "an output under a mask has its values, and its place",
            "    if (call.out != nullptr && !values(as_array(call.out))) return false;\n", ""),
    _masked("write", "an input that an output lies on is copied",
            "return may_overlap(view, target) && !is_same_map(view, target);", "return false;"),
]
_powers = of_file("python/front/ufunc/powers.cpp", RECORDING, BREAKING)
_at = of_file("python/front/ufunc/ufunc_at.cpp", UFUNCS)
_extras = of_file("python/front/ufunc/reduction_extras.cpp", WRITES, UFUNCS)
_folds = of_file("python/front/ufunc/ufunc_folds.cpp", UFUNCS)
UFUNC_CALLS = [
    _elementwise("wait", "inputs have their values",
                 "if (call.in[i].kind == Kind::array && !values(call.in[i].array)) return false;",
                 "continue;"),
    _elementwise("wall", "recorded results are bounded by what waits",
                 "    if (is_large && !keep_pending_bounded()) return nullptr;\n", "", RECORDING,
                 LIVENESS),
    _elementwise("wall", "what follows from recorded work counts as large",
                 "const bool is_large = count > managed_threshold || reads_pending(call);\n"
                 "    if (is_large && !keep",
                 "const bool is_large = count > managed_threshold;\n    if (is_large && !keep",
                 LIVENESS),
    _elementwise("wait", "inputs of what runs at once have their values",
                 "    if (!all_values(call)) return nullptr;\n    Ref results[2];",
                 "    Ref results[2];"),
    _elementwise("write", "an output that lies on an input is written beside it",
                 "return !is_same && may_overlap(input, output);",
                 "return !is_same && input.data == nullptr;", BREAKING),
    _elementwise("write", "an output is settled",
                 "    if (!prepare_write(target)) return nullptr;\n"
                 "    call.nd = nd;", "    call.nd = nd;"),
    _elementwise("version", "a program that wrote into memory tells of it",
                 "        const bool done = finish(call);\n        end_write(target);\n",
                 "        const bool done = finish(call);\n", WRITES, STATES),
    _elementwise("wait", "inputs of what is written have their values",
                 "    if (!all_values(call) || !prepare_write(target)) return nullptr;\n",
                 "    if (!prepare_write(target)) return nullptr;\n", WRITES),
    _elementwise("write", "what the inputs' warnings recorded is settled",
                 "    if (!all_values(call) || !prepare_write(target)) return nullptr;\n",
                 "    if (!all_values(call)) return nullptr;\n", REPORTS),
    _elementwise("version", "an operation that wrote into memory tells of it",
                 "    const bool done = beside ? execute_beside(call, views) : finish(call);\n"
                 "    end_write(target);\n",
                 "    const bool done = beside ? execute_beside(call, views) : finish(call);\n",
                 STATES, BREAKING),
    _powers("wait", "an exponent has its value",
            "        if (!values(given.array)) return false;\n", "", READ),
    _powers("wait", "a base that is converted has its values",
            "    if (a == nullptr || !values(a)) return nullptr;\n"
            "    const StridedView view = view_of(a);",
            "    const StridedView view = view_of(a);",
            POWERS),
    _elementwise("wait", "operands of dimension zero have their values",
                 "return all_values(call) ? scalar_result(call) : nullptr;",
                 "return scalar_result(call);"),
    of_file("python/front/ufunc/quick.cpp", READ, BREAKING)(
        "write", "a small operand that overlaps the target is not read while it is written",
        "    if (r.array != nullptr && !(l.data == r.data && l.step == r.step) &&\n"
        "        may_overlap(view_of(l.array), view_of(r.array))) {\n        return nullptr;\n    "
        "}\n",
        ""),
    _at("write", "other elements that overlap are copied",
        "const bool copies = dtype_of(given_b) != dtype || may_overlap(view_of(a), "
        "view_of(given_b)) ||", "const bool copies = dtype_of(given_b) != dtype ||", READ),
    _at("write", "elements beside that overlap are copied",
        "        may_overlap(view_of(a), view_of(b)) || !vector_positions",
        "        !vector_positions", READ),
    _at("wait", "elements that change others are there",
        "        if (!values(as_array(b))) return nullptr;\n", "", READ),
    _at("write", "elements that are changed are settled",
        "        if (!prepare_write(a)) return false;\n", ""),
    _at("version", "changed elements are told of", "        end_write(a);\n", "", UFUNCS, STATES),
    _extras("wait", "masked elements and their mask are there",
            "    if (!values(a) || !values(m)) return nullptr;\n", ""),
    _extras("wait", "a recorded reduction has its values before it is written",
            "    if (value.kind == Kind::array && !values(value.array)) return nullptr;  // may be "
            "pending\n", "", READ),
    _extras("write", "the output of a reduction is settled",
            "    if (!prepare_write(target)) return nullptr;\n", ""),
    _extras("version", "the output of a reduction is told of", "    end_write(target);\n", "",
            WRITES, STATES),
    of_file("python/front/ufunc/ufunc_reduceat.cpp", UFUNCS)(
        "wait", "what is reduced by pieces is there",
        "    if (!values(a) || !values(indices)) return nullptr;\n", ""),
    _folds("wait", "what is folded is there",
           "    if (!values(a)) return nullptr;\n    const int axis = std::countr_zero",
           "    const int axis = std::countr_zero", READ),
    _folds("wait", "what is accumulated is there",
           "    if (!values(a)) return nullptr;\n    const Dtype output",
           "    const Dtype output", READ),
]
ARRANGED_OUTPUTS = [
    _elementwise("write", "an output lies on an input in the same arrangement",
                 "const bool is_same = is_same_map(input, output) &&",
                 "const bool is_same = input.data != nullptr &&", BREAKING),
]
