// Elementwise operations that are recorded instead of run.
#include <algorithm>
#include <cstring>
#include <memory>

#include "array/layout_rules.h"
#include "array/storage.h"
#include "backends/backend.h"
#include "front/array/call_sites.h"
#include "front/array/caller.h"
#include "front/array/profilers.h"
#include "front/array/recording_counts.h"
#include "front/array/starting.h"
#include "front/array/state.h"
#include "front/call/later_reports.h"
#include "front/ufunc/elementwise_call.h"
#include "graph/evaluate.h"
#include "graph/overwriting.h"
#include "graph/pending.h"

namespace numen::front {
namespace {

// Small arrays that anybody may write are copied for operations of so many times their elements.
constexpr npy_intp least_repeats = 4;

bool is_pending(const Operand& operand) {
    const Buffer* buffer = operand.kind == Kind::array ? buffer_of(operand.array) : nullptr;
    return buffer != nullptr && buffer->awaits_values();
}

bool is_inexact(Dtype dtype) { return is_floating(dtype) || is_complex(dtype); }

// May the operation meet floating-point errors, which it has to tell?
bool may_complain(const LoopEntry& loop) {
    return std::any_of(loop.input, loop.input + loop.inputs, is_inexact) ||
           is_inexact(loop.output[0]);
}

// Numbers that do not fit: floats into integers, integers into halves.
bool may_complain(Dtype from, Dtype to) { return is_inexact(from) || is_inexact(to); }

// Integers: division by zero warns, a negative power is an error.
bool depends_on_integers(const Call& call) {
    return !may_complain(*call.loop) &&
           (call.op == Op::floor_divide || call.op == Op::remainder || call.op == Op::fmod ||
            call.op == Op::power || call.op == Op::reciprocal);
}

// Where an operation on so many elements takes so many nanoseconds at most, what recording it costs
// is felt: there it runs at once if it has never been computed together with others.
constexpr npy_intp least_felt = 16384;
constexpr double most_felt = 160'000;
constexpr double cast_cost = 0.75, reduction_cost = 0.25;  // nanoseconds an element

graph::Habit habit_here(const void* operation) {
    return graph::habit_of(innermost_instruction(), operation);
}
// Of casts and reductions, which have no loop; kinds are apart from each other by `first`.
graph::Habit habit_here(std::uintptr_t first, int kind) {
    return habit_here(reinterpret_cast<const void*>(first + static_cast<std::uintptr_t>(kind)));
}
graph::Habit cast_habit(Dtype dtype) { return habit_here(1, static_cast<int>(dtype)); }
graph::Habit reduction_habit(ReduceOp op) { return habit_here(257, static_cast<int>(op)); }

bool goes_alone(graph::Habit habit, npy_intp count, double element_cost) {
    return count > least_felt && static_cast<double>(count) * element_cost < most_felt &&
           graph::is_mostly_alone(habit);
}

}  // namespace

bool can_defer(Call& call, npy_intp count) {
    if (!graph::deferral()) return false;
    const auto at_once = [&call, count](AtOnce reason) {
        count_at_once(reason, count);
        call.at_once = text(reason);
        return false;
    };
    // NumPy takes an empty array that it does not know for an empty list: it had better be exposed.
    const bool is_recorded = count > managed_threshold || reads_pending(call);
    if (call.nd == 0 || count == 0 || !is_recorded) {
        return at_once(AtOnce::small);
    }
    if (call.loop->outputs != 1) return at_once(AtOnce::several_results);
    if (depends_on_integers(call) || call.cast != status_ok) return false;
    if (may_complain(*call.loop)) {
        const int later = may_report_later();
        if (later <= 0) return forget_error(), at_once(AtOnce::error_state);
    }
    for (int i = 0; i < call.inputs; ++i) {
        const Operand& operand = call.in[i];
        if (operand.ndim() > 0 && buffer_of(operand.array) == nullptr &&
            element_count(operand.array) > std::min(managed_threshold, count / least_repeats)) {
            return at_once(AtOnce::foreign);
        }
    }
    if (is_profiled()) return at_once(AtOnce::profiled);
    // What libraries compute goes to compiled code: it is made exposed.
    if (born_in_library()) return at_once(AtOnce::library);
    call.habit = habit_here(call.loop);
    if (!reads_pending(call) && goes_alone(call.habit, count, element_cost(*call.loop))) {
        return at_once(AtOnce::alone);
    }
    return true;
}

bool reads_pending(Call& call) { return std::any_of(call.in, call.in + call.inputs, is_pending); }

namespace {

// Is the array a temporary that nobody but this call holds? A younger view would hold it too; an
// older array on its buffer comes next.
bool is_given_up(ArrayObject* a) {
    return is_temporary(as_object(a)) && a->alias.next == nullptr;
}

// Will the result lie where an operand lies now, or would (graph/overwriting.h)?
bool takes_the_place_of(Operand& operand, Dtype dtype, int nd, const npy_intp* shape) {
    if (operand.kind != Kind::array || operand.ndim() != nd || !is_given_up(operand.array)) {
        return false;
    }
    const Buffer* buffer = buffer_of(operand.array);
    const StridedView view = operand.view();
    return buffer != nullptr && buffer->bytes() >= graph::least_overwritten() &&
           is_c_contiguous(operand.array) && itemsize(view.dtype) == itemsize(dtype) &&
           std::equal(shape, shape + nd, view.shape) &&
           buffer->bytes() == static_cast<std::size_t>(element_count(view) * itemsize(dtype));
}

}  // namespace

bool could_be_stored(Call& call) {
    const Dtype dtype = call.loop->output[0];
    const bool needs_none =
        !call.loop->is_function &&
        std::any_of(call.in, call.in + call.inputs, [&](Operand& operand) {
            return takes_the_place_of(operand, dtype, call.nd, call.shape);
        });
    return needs_none || could_be_stored(dtype, call.nd, call.shape);
}

bool could_be_stored(Dtype dtype, int nd, const npy_intp* shape) {
    const npy_intp count = checked_count(nd, shape, itemsize(dtype));
    if (count < 0) return false;
    const std::size_t bytes = count * itemsize(dtype);
    const bool has_room = graph::has_room(bytes, graph::Before::recording);
    if (has_room || !finish_pending()) return has_room;
    char* probe = with_room([=] { return storage::allocate(bytes); });
    if (probe == nullptr) {
        raise_no_memory(dtype, nd, shape);
        return false;
    }
    storage::release(probe);
    return true;
}

namespace {

// When a node is computed.
enum class Runs { later, now };

// The operand as it is now, seen in a result's shape: by value without axes, else by its Buffer.
// Memory that others may write is copied for a node that is computed later. False with an exception
// set.
bool record_operand(Operand& operand, int nd, const npy_intp* shape, Runs runs,
                    graph::Operand& recorded) {
    const StridedView view = operand.view();
    npy_intp stretched[max_dimensions];
    recorded.dtype = view.dtype;
    recorded.shape.assign(shape, shape + nd);
    if (operand.ndim() == 0) {
        // Dimension zero is recorded by value, so the value must be there.
        if (operand.kind == Kind::array && !values(operand.array)) return false;
        std::memcpy(recorded.value.data(), operand.view().data, itemsize(view.dtype));
        recorded.strides.assign(nd, 0);
        return true;
    }
    if (Buffer* buffer = buffer_of(operand.array)) {
        broadcast_strides(view, nd, shape, stretched);
        buffer->retain();
        recorded.buffer = buffer;
        recorded.version = buffer->version();
        recorded.offset = operand.array->alias.offset;
    } else if (runs == Runs::now) {
        broadcast_strides(view, nd, shape, stretched);
        recorded.memory = view.data;
    } else {
        npy_intp strides[max_dimensions];
        copy_strides(view, itemsize(view.dtype), strides);
        const std::size_t bytes = element_count(view) * itemsize(view.dtype);
        recorded.buffer = with_room([=] { return Buffer::create(bytes); });
        if (recorded.buffer == nullptr) return PyErr_NoMemory(), false;
        const StridedView copy{recorded.buffer->data(), view.dtype, view.ndim, view.shape,
                               strides};
        backend::copy(copy, view);
        broadcast_strides(copy, nd, shape, stretched);
    }
    recorded.strides.assign(stretched, stretched + nd);
    return true;
}

// The array as what the node reads, which reports as `complains_as`, or null where it has nothing
// to report. False with an exception set.
bool record_only_input(graph::Node& node, ArrayObject* a, const char* complains_as) {
    if (complains_as != nullptr) {
        node.origin = call_site(complains_as);
        if (PyErr_Occurred()) return false;
    }
    Operand operand;
    classify(as_object(a), operand);
    return record_operand(operand, a->f.nd, a->f.dimensions, Runs::later,
                          node.inputs.emplace_back());
}

// Is this the user's code, and can what may complain do so later?
bool may_be_recorded_here(bool may_complain) {
    const int later = may_complain ? may_report_later() : 1;
    if (later != 1) forget_error();
    return later == 1 && !born_in_library();
}

// The pending array that the node will fill.
PyObject* record_result(std::unique_ptr<graph::Node> node, Dtype dtype, int nd,
                        const npy_intp* shape, const npy_intp* strides) {
    node->output.dtype = dtype;
    node->output.shape.assign(shape, shape + nd);
    node->output.strides.assign(strides, strides + nd);
    std::size_t elements = node->output.elements();
    for (const graph::Operand& input : node->inputs) {
        elements = std::max(elements, input.elements());
    }
    Buffer* buffer = graph::record(node.release());
    start_if_nobody_looks(static_cast<npy_intp>(elements));
    return as_object(new_managed(buffer, dtype, nd, shape, strides));
}

}  // namespace

PyObject* defer(Call& call, const npy_intp* strides) {
    auto node = std::make_unique<graph::Node>();
    node->loop = call.loop;
    node->op = call.op;
    node->habit = call.habit;
    if (may_complain(*call.loop)) {
        const char* name = call.manner.warns_as;
        node->origin = call_site(name != nullptr ? name : info(call.name).name.data());
        if (PyErr_Occurred()) return nullptr;
    }
    node->inputs.reserve(static_cast<std::size_t>(call.inputs));
    for (int i = 0; i < call.inputs; ++i) {
        graph::Operand& recorded = node->inputs.emplace_back();
        if (!record_operand(call.in[i], call.nd, call.shape, Runs::later, recorded)) {
            return nullptr;
        }
    }
    return record_result(std::move(node), call.loop->output[0], call.nd, call.shape, strides);
}

bool defer_operation(const LoopEntry& loop, const char* name, std::span<Operand> operands, int nd,
                     const npy_intp* shape, const npy_intp* strides, PyObject*& result) {
    Call call;
    call.op = call.name = Op{};
    call.inputs = static_cast<int>(operands.size());
    call.manner.warns_as = name;
    call.loop = &loop;
    call.nd = nd;
    std::copy_n(shape, nd, call.shape);
    const npy_intp count = checked_count(nd, shape, itemsize(loop.output[0]));
    std::ranges::move(operands, call.in);
    const bool is_large = count > managed_threshold || reads_pending(call);
    bool done = count >= 0 && (!is_large || keep_pending_bounded());
    if (done && is_large && can_defer(call, count)) {
        result = could_be_stored(call) ? defer(call, strides) : nullptr;
        done = result != nullptr;
    }
    std::move(call.in, call.in + call.inputs, operands.begin());
    return done;
}

bool can_defer_cast(ArrayObject* a, Dtype dtype) {
    const npy_intp count = element_count(a);
    if (!graph::deferral() || a->f.nd == 0 || count <= managed_threshold || dtype == dtype_of(a) ||
        buffer_of(a) == nullptr || is_profiled()) {
        return false;
    }
    const bool is_ready = !a->buffer->awaits_values();
    if (is_ready && goes_alone(cast_habit(dtype), count, cast_cost)) return false;
    return may_be_recorded_here(may_complain(dtype_of(a), dtype));
}

PyObject* defer_cast(ArrayObject* a, Dtype dtype, const npy_intp* strides) {
    if (!keep_pending_bounded() || !could_be_stored(dtype, a->f.nd, a->f.dimensions)) {
        return nullptr;
    }
    auto node = std::make_unique<graph::Node>();
    node->habit = cast_habit(dtype);
    if (!record_only_input(*node, a, may_complain(dtype_of(a), dtype) ? "cast" : nullptr)) {
        return nullptr;
    }
    return record_result(std::move(node), dtype, a->f.nd, a->f.dimensions, strides);
}

bool can_defer_reduction(ArrayObject* a, ReduceOp op) {
    const bool adds = op == ReduceOp::sum || op == ReduceOp::prod || op == ReduceOp::mean;
    const bool chooses = op == ReduceOp::min || op == ReduceOp::max || op == ReduceOp::any ||
                         op == ReduceOp::all;
    if (!graph::deferral() || !(adds || chooses) || element_count(a) <= managed_threshold ||
        buffer_of(a) == nullptr || is_profiled()) {
        return false;
    }
    const bool is_ready = !a->buffer->awaits_values();
    if (is_ready && goes_alone(reduction_habit(op), element_count(a), reduction_cost)) return false;
    return may_be_recorded_here(adds && is_inexact(dtype_of(a)));
}

PyObject* defer_reduction(ArrayObject* a, ReduceOp op, std::uint64_t axes, Dtype dtype, int nd,
                          const npy_intp* shape, const npy_intp* strides) {
    if (!keep_pending_bounded() || !could_be_stored(dtype, nd, shape)) return nullptr;
    auto node = std::make_unique<graph::Node>();
    node->reduction = op;
    node->reduced_axes = axes;
    node->habit = reduction_habit(op);
    if (!record_only_input(*node, a, is_inexact(dtype_of(a)) ? "reduce" : nullptr)) return nullptr;
    return record_result(std::move(node), dtype, nd, shape, strides);
}

namespace {

// Does the call read recorded work that may be the first steps of its own program? What else it
// reads must lie apart from what it writes, or exactly there.
bool may_run_into(Call& call, const StridedView& target) {
    if (call.loop->output[0] != target.dtype || !is_aligned(target)) return false;
    bool any = false;
    for (int i = 0; i < call.inputs; ++i) {
        if (is_pending(call.in[i])) {
            any = true;
            continue;
        }
        StridedView input = call.in[i].view();
        npy_intp strides[max_dimensions];
        broadcast_strides(input, call.nd, call.shape, strides);
        input = {input.data, input.dtype, call.nd, call.shape, strides};
        if (may_overlap(input, target) && !is_same_map(input, target)) return false;
    }
    return any;
}

}  // namespace

Into run_into(Call& call, ArrayObject* target, const StridedView& layout) {
    const StridedView view{target->f.data, layout.dtype, layout.ndim, layout.shape,
                           layout.strides};
    if (!may_run_into(call, view)) return Into::not_served;
    auto node = std::make_unique<graph::Node>();
    node->loop = call.loop;
    node->op = call.op;
    std::vector<Buffer*> given_up;
    for (int i = 0; i < call.inputs; ++i) {
        if (is_pending(call.in[i]) && is_given_up(call.in[i].array)) {
            given_up.push_back(call.in[i].array->buffer);
        }
        if (!record_operand(call.in[i], call.nd, call.shape, Runs::now,
                            node->inputs.emplace_back())) {
            return Into::error;
        }
    }
    graph::Operand& output = node->output;
    output.memory = view.data;
    output.dtype = view.dtype;
    output.shape.assign(view.shape, view.shape + view.ndim);
    output.strides.assign(view.strides, view.strides + view.ndim);
    return evaluate_into(std::move(node), given_up, target, call.status) ? Into::done
                                                                         : Into::error;
}

}  // namespace numen::front
