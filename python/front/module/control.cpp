// What the Python package and the tests use beside NumPy's names: wrapping, states, switches.
#include <algorithm>

#include "array/allocator.h"
#include "backends/cpu/instruction_set.h"
#include "backends/cpu/thread_count.h"
#include "backends/cpu/tuning.h"
#include "backends/cpu/work_counts.h"
#include "front/array/caller.h"
#include "front/array/checked_entries.h"
#include "front/array/debug.h"
#include "front/array/hot_state.h"
#include "front/array/lock_counts.h"
#include "front/array/look.h"
#include "front/array/numpy_type.h"
#include "front/array/pinned.h"
#include "front/array/recording_counts.h"
#include "front/array/starting.h"
#include "front/array/state.h"
#include "front/array/tracing.h"
#include "front/call/fallback.h"
#include "front/call/function_pairs.h"
#include "front/call/later_reports.h"
#include "front/call/reporting.h"
#include "front/functions/binning.h"
#include "front/functions/einsum.h"
#include "front/functions/files.h"
#include "front/functions/index_making.h"
#include "front/functions/iterated_numbers.h"
#include "front/functions/scipy_norms.h"
#include "front/functions/tables.h"
#include "front/module/clock.h"
#include "front/module/doors.h"
#include "front/module/explaining.h"
#include "front/module/observer.h"
#include "front/module/outermost.h"
#include "front/module/sampling.h"
#include "front/ufunc/moments_memo.h"
#include "graph/evaluate.h"
#include "graph/habits.h"
#include "graph/overwriting.h"
#include "graph/pending.h"
#include "graph/row_grouping.h"
#include "linalg/redone.h"
#include "linalg/small.h"

namespace numen::front {
namespace {

PyObject* control_held(PyObject*, PyObject* object) { return held_if_sequence(object).release(); }

PyObject* control_read_type(PyObject*, PyObject* object) {
    PyArray_Descr* descr = nullptr;
    return read_descr(object, descr) ? reinterpret_cast<PyObject*>(descr) : nullptr;
}

// Where foreign arrays are not served, an array of NumPy's is given as a view of Numen's making.
PyObject* control_wrap(PyObject*, PyObject* object) {
    if (hot_state.serves_foreign || !is_ours(object) || is_made_here(object)) {
        return wrap(Py_NewRef(object));
    }
    ArrayObject* a = as_array(object);
    return as_object(
        new_view(a, dtype_of(a), a->f.nd, a->f.dimensions, a->f.strides, 0));
}

PyObject* control_expose(PyObject*, PyObject* object) {
    if (!expose_deeply(object, "expose()")) return nullptr;
    return Py_NewRef(object);
}

PyObject* control_look(PyObject*, PyObject* object) {
    return is_ours(object) ? look(object) : Py_NewRef(object);
}

PyObject* control_state(PyObject*, PyObject* object) {
    if (is_exposed(object)) return PyUnicode_FromString("exposed");
    if (!is_managed(object)) Py_RETURN_NONE;
    switch (as_array(object)->buffer->state()) {
        case BufferState::pending: return PyUnicode_FromString("pending");
        case BufferState::running: return PyUnicode_FromString("running");
        default: return PyUnicode_FromString("host");
    }
}

PyObject* control_is_managed(PyObject*, PyObject* object) {
    return PyBool_FromLong(is_managed(object));
}

// A dictionary of counts.
PyObject* figures(std::initializer_list<std::pair<const char*, std::uint64_t>> counts) {
    Ref found(PyDict_New());
    for (const auto& [name, value] : counts) {
        Ref number(PyLong_FromUnsignedLongLong(value));
        if (!number || PyDict_SetItemString(found.get(), name, number.get()) < 0) return nullptr;
    }
    return found.release();
}

PyObject* control_fallbacks(PyObject*, PyObject*) { return PyLong_FromLongLong(fallback_count()); }
PyObject* control_becomes(PyObject*, PyObject*) { return PyLong_FromLongLong(become_count()); }

PyObject* control_threshold(PyObject*, PyObject*) {
    return PyLong_FromSsize_t(managed_threshold);
}

PyObject* control_set_threshold(PyObject*, PyObject* value) {
    const Py_ssize_t elements = PyNumber_AsSsize_t(value, nullptr);
    if (elements == -1 && PyErr_Occurred()) return nullptr;
    if (elements < 0) {
        PyErr_SetString(PyExc_ValueError, "set_managed_threshold: needs a number of elements "
                                          ">= 0");
        return nullptr;
    }
    managed_threshold = elements;
    quick_limit = std::min<npy_intp>(elements, 16384);
    Py_RETURN_NONE;
}

PyObject* control_patch_numpy(PyObject*, PyObject* value) {
    const int wanted = PyObject_IsTrue(value);
    if (wanted < 0) return nullptr;
    if (!wanted) restore_numpy();
    if (wanted && !patch_numpy()) return nullptr;
    Py_RETURN_NONE;
}

PyObject* control_set_asarray_exposes(PyObject*, PyObject* value) {
    const int wanted = PyObject_IsTrue(value);
    if (wanted < 0) return nullptr;
    return PyBool_FromLong(std::exchange(asarray_exposes, wanted != 0));
}

PyObject* control_is_ours(PyObject*, PyObject* object) { return PyBool_FromLong(is_ours(object)); }

bool set_serves_foreign(bool wanted) { return std::exchange(hot_state.serves_foreign, wanted); }

PyObject* control_set_threads(PyObject*, PyObject* value) {
    const long threads = PyLong_AsLong(value);
    if (threads == -1 && PyErr_Occurred()) return nullptr;
    cpu::set_thread_count(static_cast<int>(std::clamp(threads, 1L, 256L)));
    Py_RETURN_NONE;
}

// What the switch was before.
template <bool (*set)(bool)> PyObject* control_switch(PyObject*, PyObject* value) {
    const int wanted = PyObject_IsTrue(value);
    return wanted < 0 ? nullptr : PyBool_FromLong(set(wanted != 0));
}

PyObject* control_set_starting(PyObject*, PyObject* value) {
    const int enabled = PyObject_IsTrue(value);
    if (enabled < 0) return nullptr;
    set_starting(enabled != 0);
    Py_RETURN_NONE;
}

PyObject* control_set_remembering(PyObject*, PyObject* value) {
    const int enabled = PyObject_IsTrue(value);
    if (enabled < 0) return nullptr;
    set_remembering(enabled != 0);
    Py_RETURN_NONE;
}

PyObject* control_set_debug(PyObject*, PyObject* value) {
    const int enabled = PyObject_IsTrue(value);
    if (enabled < 0) return nullptr;
    set_debug(enabled != 0);
    Py_RETURN_NONE;
}

PyObject* control_check(PyObject*, PyObject*) {
    if (!check_invariants(true)) return nullptr;
    Py_RETURN_NONE;
}

PyObject* control_set_small_pieces(PyObject*, PyObject* value) {
    const int wanted = PyObject_IsTrue(value);
    if (wanted < 0) return nullptr;
    cpu::set_small_pieces(wanted != 0);
    graph::set_small_groups(wanted != 0);
    graph::set_overwrites_small(wanted != 0);
    Py_RETURN_NONE;
}

PyObject* control_work_counts(PyObject*, PyObject*) {
    const cpu::WorkCounts& work = cpu::work_counts();
    return figures({{"shared jobs", work.shared_jobs},
                    {"pieces of other threads", work.worker_pieces},
                    {"woken threads", work.woken_threads},
                    {"programs", work.programs}, {"blocks", work.blocks},
                    {"row programs", work.row_programs}, {"chains", work.chains},
                    {"written chains", work.written_chains},
                    {"searched chains", work.searched_chains},
                    {"refused chains", work.refused_chains},
                    {"replayed chains", work.replayed_chains},
                    {"merged rows", work.merged_rows}, {"streamed", work.streamed},
                    {"overwritten inputs", graph::overwritten_inputs()}});
}

PyObject* control_checked_entries(PyObject*, PyObject*) {
    const CheckedEntries entries = checked_entries();
    return Py_BuildValue("LL", entries.checked, entries.broken);
}

PyObject* set_deferral(PyObject* value, bool filters_matter) {
    const int enabled = PyObject_IsTrue(value);
    if (enabled < 0 || !remember_filters(filters_matter)) return nullptr;
    graph::set_deferral(enabled != 0);
    Py_RETURN_NONE;
}

PyObject* control_set_deferral(PyObject*, PyObject* value) { return set_deferral(value, true); }
PyObject* control_force_deferral(PyObject*, PyObject* value) { return set_deferral(value, false); }

PyObject* control_evaluate(PyObject*, PyObject* const* args, Py_ssize_t count) {
    for (Py_ssize_t i = 0; i < count; ++i) {
        if (is_ours(args[i]) || PyArray_Check(args[i])) continue;
        return PyErr_Format(PyExc_TypeError, "evaluate: needs arrays, got %.100s",
                            Py_TYPE(args[i])->tp_name);
    }
    for (Py_ssize_t i = 0; i < count; ++i) {
        if (is_managed(args[i]) && !values(as_array(args[i]))) return nullptr;
    }
    Py_RETURN_NONE;
}

PyObject* control_charged(PyObject*, PyObject*) {
    return PyLong_FromSize_t(graph::charged_results());
}

PyObject* control_trim(PyObject*, PyObject*) {
    return PyLong_FromUnsignedLongLong(numen::trim());
}

// How many matrices were answered one in each lane: tests ask which way a question went.
PyObject* control_matrices_in_lanes(PyObject*, PyObject*) {
    return PyLong_FromUnsignedLongLong(linalg::small::matrices_in_lanes());
}

// How many matrices were eliminated twice, because rounding may decide whether they are singular.
PyObject* control_matrices_redone(PyObject*, PyObject*) {
    return PyLong_FromUnsignedLongLong(linalg::matrices_redone());
}

PyObject* control_times_unlocked(PyObject*, PyObject*) {
    return PyLong_FromLongLong(times_unlocked());
}

PyObject* control_memory(PyObject*, PyObject*) {
    const AllocatorStatistics memory = numen::statistics();
    return figures({{"live_bytes", memory.live_bytes}, {"peak_bytes", memory.peak_bytes},
                    {"cached_bytes", memory.cached_bytes}, {"hits", memory.hits},
                    {"misses", memory.misses}, {"room_requests", graph::room_requests()}});
}

PyObject* control_info(PyObject* module, PyObject*) {
    const std::string set(cpu::instruction_set());
    return Py_BuildValue("{s:s,s:i,s:O,s:n,s:N}", "instruction_set", set.c_str(), "threads",
                         cpu::thread_count(), "recording", graph::deferral() ? Py_True : Py_False,
                         "managed_threshold", managed_threshold, "memory",
                         control_memory(module, nullptr));
}

// A function's table row keeps a pointer to its text, for as long as the process lives.
PyObject* control_document(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 2 || !PyCFunction_Check(args[0]) || !PyUnicode_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "document: needs a built-in function and its text");
        return nullptr;
    }
    const char* text = PyUnicode_AsUTF8(args[1]);
    if (text == nullptr) return nullptr;
    Py_INCREF(args[1]);
    reinterpret_cast<PyCFunctionObject*>(args[0])->m_ml->ml_doc = text;
    Py_RETURN_NONE;
}

}  // namespace

PyMethodDef control_functions[] = {
    {"document",
     as_method(control_document), METH_FASTCALL,
     "document(function, text): gives a function of Python's type its docstring, signature first."},
    {"wrap", control_wrap, METH_O, "wrap(object): what a fallback returns of it."},
    {"expose", control_expose, METH_O, "expose(object): managed arrays inside become exposed."},
    {"look", control_look, METH_O,
     "look(x): a plain ndarray over an array's values, for code that does not keep it."},
    {"state", control_state, METH_O, "state(x): 'exposed', 'host', 'running', 'pending' or None."},
    {"is_managed", control_is_managed, METH_O, "is_managed(x): is it a managed array?"},
    {"collecting", as_method(collecting), METH_FASTCALL, "collecting(phase, info): for gc."},
    {"sample", sample, METH_O, "sample(NumPy's folder): where the main thread is; None: no more."},
    {"watch", as_method(watch), METH_FASTCALL,
     "watch(enabled, events, calls=True): keeps what Numen does, and so many single events."},
    {"watched", watched, METH_NOARGS, "watched(): what was kept, as numen.profile reads it."},
    {"set_refusal", set_refusal, METH_O, "set_refusal(function): may raise before a fallback."},
    {"fallback_count", control_fallbacks, METH_NOARGS, "Fallbacks since the start."},
    {"become_count", control_becomes, METH_NOARGS, "Buffers exposed since the start."},
    {"managed_threshold", control_threshold, METH_NOARGS,
     "Elements above which results are born managed."},
    {"set_managed_threshold", control_set_threshold, METH_O, nullptr},
    {"open_doors", open_doors, METH_O,
     "Lets a function, a type or a module of C code take managed arrays; how many doors."},
    {"patch_numpy", control_patch_numpy, METH_O,
     "Do the operators and methods of numpy.ndarray lead to Numen in the user's modules?"},
    {"set_asarray_exposes", control_set_asarray_exposes, METH_O,
     "Do array, asarray, ascontiguousarray, require give no managed array? What held before."},
    {"is_ours", control_is_ours, METH_O, "Is it an array of one of Numen's element types?"},
    {"set_serves_foreign", control_switch<set_serves_foreign>, METH_O,
     "Do operations on arrays that NumPy made run on Numen, too? Returns what held before."},
    {"held", control_held, METH_O,
     "held(x): a list or tuple, and those in it, as copies that nobody changes; else x."},
    {"pair_functions", as_method(pair_functions), METH_FASTCALL,
     "pair_functions(numpys, numens): the user's __array_function__ is given Numen's."},
    {"forget_callers", forget_callers, METH_NOARGS,
     "Asks numen.hook again whose code is whose."},
    {"run_outermost", as_method(run_outermost), METH_FASTCALL,
     "(code, globals) or (function, *arguments): runs it with no Python frame further out."},
    {"run_as_file", as_method(run_as_file), METH_FASTCALL,
     "run_as_file(text, filename, globals): as the interpreter runs a script of its command line."},
    {"set_debug", control_set_debug, METH_O, "Switches the debug registry."},
    {"check_invariants", control_check, METH_NOARGS, "AssertionError on a broken invariant."},
    {"set_small_pieces", control_set_small_pieces, METH_O,
     "Are a hundred elements shared out, cut into blocks and streamed as millions are? For tests."},
    {"work_counts", control_work_counts, METH_NOARGS,
     "How often each way of computing was taken since the process began."},
    {"checked_entries", control_checked_entries, METH_NOARGS,
     "(C functions checked at their end, those found broken), with NUMEN_DEBUG=1."},
    {"evaluate", as_method(control_evaluate), METH_FASTCALL,
     "evaluate(*arrays): their values are in memory afterwards; nothing is exposed."},
    {"outline", outline, METH_O,
     "outline(x): the programs that computing a pending array would run, or None."},
    {"charged", control_charged, METH_NOARGS,
     "Results that nobody looked at and that were computed for a clock's sake."},
    {"comes_from_handler", comes_from_handler, METH_O, "(error): did a signal's handler raise it?"},
    {"set_deferral", control_set_deferral, METH_O,
     "Elementwise results of managed arrays stay pending until looked at."},
    {"force_deferral", control_force_deferral, METH_O,
     "The same whatever the warning filters say (for tests)."},
    {"interpolate",
     guarded<interpolate>(), METH_FASTCALL,
     "interpolate(x, xp, fp, left, right): interp without a period, or NotImplemented."},
    {"set_general_einsum", set_general_einsum, METH_O,
     "set_general_einsum(function): serves what the native einsum does not."},
    {"count_in_bins",
     guarded<count_in_bins>(), METH_FASTCALL,
     "count_in_bins(data, edges, first, last, width, wide, weights): bins of one width."},
    {"norm_of_all",
     guarded<norm_of_all>(), METH_FASTCALL,
     "norm_of_all(array, ord, check_finite): what scipy.linalg.norm computes by LAPACK, or None."},
    {"places_in_rows",
     guarded<places_in_rows>(), METH_FASTCALL,
     "places_in_rows(firsts, counts): rows and columns of a stretch of each row."},
    {"read_type", control_read_type, METH_O, "read_type(x): the dtype that an argument names."},
    {"as_the_program", as_method(as_the_program), METH_FASTCALL,
     "as_the_program(function, *args): the call, whose warnings name the program's line."},
    {"next_numbers", guarded<next_numbers>(), METH_FASTCALL,
     "next_numbers(iterator, dtype, limit): (items, whether the last is no plain number)."},
    {"read_table",
     as_method(read_table), METH_FASTCALL,
     "read_table(source, dtype, delimiter, comment, skipped, most_rows, columns, least_axes)."},
    {"read_sequence",
     as_method(read_sequence), METH_FASTCALL,
     "read_sequence(text, dtype, separator): numbers of a text, or None."},
    {"write_rows",
     guarded<write_rows>(), METH_FASTCALL,
     "write_rows(matrix, formats, end, first, last): (text, how many rows it holds)."},
    {"read_binary",
     as_method(read_binary), METH_FASTCALL,
     "read_binary(readinto, length, dtype): a vector that is filled, or None."},
    {"warn", as_method(composite_warn), METH_FASTCALL,
     "warn(message, category): warnings.warn, for composites."},
    {"clear_flags", clear_flags, METH_NOARGS, "clear_flags(): of floating-point errors."},
    {"report_flags", report_flags, METH_O, "report_flags(name): what was met since clear_flags."},
    {"count_recording", count_recording, METH_O,
     "count_recording(enabled): counts what recording operations would gain."},
    {"recording_counts", recording_counts, METH_NOARGS,
     "recording_counts(): looks and what was run at once, since count_recording(True)."},
    {"set_habits", control_switch<graph::set_habits>, METH_O,
     "set_habits(count): what a place has recorded in vain runs at once, or not; what it was."},
    {"set_clocks_finish", control_switch<set_clocks_finish>, METH_O,
     "set_clocks_finish(wanted): clocks finish pending work first, or not; what it was before."},
    {"set_starting", control_set_starting, METH_O, "Large work may start by itself, or not."},
    {"set_remembering", control_set_remembering, METH_O,
     "Full reductions share what they find out about an array, or not (for measurements)."},
    {"set_threads", control_set_threads, METH_O, "Threads that a call may use."},
    {"trace_memory", trace_memory, METH_NOARGS, "From now on arrays tell tracemalloc."},
    {"memory_trim", control_trim, METH_NOARGS,
     "memory_trim(): gives cached memory back to the system; how many bytes it was."},
    {"memory_statistics", control_memory, METH_NOARGS, "Bytes held and cached, hits, misses."},
    {"matrices_in_lanes", control_matrices_in_lanes, METH_NOARGS,
     "How many small matrices were answered one in each lane of a vector."},
    {"times_unlocked", control_times_unlocked, METH_NOARGS,
     "How often work of ours released Python's lock."},
    {"matrices_redone", control_matrices_redone, METH_NOARGS,
     "How many matrices were eliminated once more, in the arithmetic that decides."},
    {"info", control_info, METH_NOARGS, "Instruction set, threads, memory."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
