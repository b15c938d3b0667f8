#include "front/array/state.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "array/allocator.h"
#include "front/array/debug.h"
#include "front/array/recording_counts.h"
#include "front/array/waiting.h"
#include "front/call/later_reports.h"
#include "front/module/array_methods.h"
#include "front/module/observer.h"
#include "graph/evaluate.h"
#include "graph/pending.h"

namespace numen::front {
namespace {

long long becomes = 0;

// Reports of work that ran where no Python code may, to be told at the next look.
std::vector<graph::Report>& postponed() {
    static auto& kept = *new std::vector<graph::Report>;
    return kept;
}

void postpone(std::vector<graph::Report>& reports) {
    std::ranges::move(reports, std::back_inserter(postponed()));
    has_more_to_tell = !postponed().empty();
}

bool tell(std::vector<graph::Report>& reports) {
    if (!has_more_to_tell) return report_later(reports);
    std::vector<graph::Report> all = std::move(postponed());
    postponed().clear();
    has_more_to_tell = false;
    std::ranges::move(reports, std::back_inserter(all));
    return report_later(all);
}

bool is_short_of_memory(graph::Outcome outcome) {
    return outcome == graph::Outcome::out_of_memory || outcome == graph::Outcome::broken_off;
}

bool finish(graph::Outcome outcome, std::vector<graph::Report>& reports) {
    if (outcome == graph::Outcome::done) return tell(reports);
    postpone(reports);
    if (is_short_of_memory(outcome)) PyErr_NoMemory();
    return false;
}

bool finish(graph::Outcome outcome, ArrayObject* a, std::vector<graph::Report>& reports) {
    if (finish(outcome, reports)) return true;
    if (is_short_of_memory(outcome)) {
        forget_error();
        raise_no_memory(dtype_of(a), a->f.nd, a->f.dimensions);
    }
    return false;
}

graph::Outcome release_inputs() {
    std::vector<graph::Report> reports;
    const graph::Outcome outcome = graph::release_inputs(reports);
    postpone(reports);
    return outcome;
}

// Where memory runs out, work is tried again once some is released.
template <class Work> graph::Outcome attend_with_room(Work work) {
    return attend([&] {
        const graph::Outcome outcome = work();
        if (outcome != graph::Outcome::out_of_memory) return outcome;
        const graph::Outcome released = release_inputs();
        return released == graph::Outcome::done ? work() : released;
    });
}

// An array's buffer, although others may run meanwhile and expose the array.
class KeptBuffer {
  public:
    explicit KeptBuffer(ArrayObject* a) : buffer_(a->buffer) { buffer_->retain(); }
    ~KeptBuffer() { buffer_->release(); }
    KeptBuffer(const KeptBuffer&) = delete;
    KeptBuffer& operator=(const KeptBuffer&) = delete;
    Buffer* get() const { return buffer_; }

  private:
    Buffer* buffer_;
};

bool settle(ArrayObject* a) {
    std::vector<graph::Report> reports;
    const KeptBuffer buffer(a);
    const auto work = [&] { return graph::settle(buffer.get(), reports); };
    return finish(attend_with_room(work), a, reports);
}

// The values and all that reads them. What observers and warnings call may expose the array or
// record more that reads it, so after each such call everything is looked at again.
bool computed(ArrayObject* a) {
    while (values(a)) {
        if (!is_managed(as_object(a)) || a->buffer->readers().empty()) return true;
        if (!settle(a)) return false;
    }
    return false;
}

// Everything that could fail has been done: from here on only pointers change.
void change_types(Buffer* buffer) {
    while (Alias* alias = buffer->first_alias()) {
        auto* a = reinterpret_cast<ArrayObject*>(reinterpret_cast<char*>(alias) -
                                                 offsetof(ArrayObject, alias));
        buffer->unlink(*alias);
        a->buffer = nullptr;
        Py_SET_TYPE(as_object(a), &PyArray_Type);
        --managed_count;
        buffer->release();
    }
}

bool expose_inside(PyObject* object, const char* reason, const Holders* holders) {
    if (is_managed(object)) return expose(as_array(object), reason);
    const Holders with_this{object, holders};
    const bool holds = PyTuple_Check(object) || PyList_Check(object) || PyDict_Check(object);
    if (!holds) open_methods_of_class_of(object);
    if (!holds || with_this.end_here()) return true;
    const bool is_tuple = PyTuple_Check(object);
    // Exposing runs other code, which may change a list or a dict meanwhile: its items are held.
    Ref held = PyDict_Check(object) ? Ref(PyDict_Values(object)) : Ref::share(object);
    if (!held) return false;
    const auto size = [&] {
        return is_tuple ? PyTuple_GET_SIZE(held.get()) : PyList_GET_SIZE(held.get());
    };
    for (Py_ssize_t i = 0; i < size(); ++i) {
        const Ref item = Ref::share(is_tuple ? PyTuple_GET_ITEM(held.get(), i)
                                             : PyList_GET_ITEM(held.get(), i));
        if (!expose_inside(item.get(), reason, &with_this)) return false;
    }
    return true;
}

}  // namespace

bool has_more_to_tell = false;

bool tell_postponed() {
    std::vector<graph::Report> none;
    return tell(none);
}

bool evaluate_values(ArrayObject* a, const std::source_location& looker) {
    count_look(a->buffer, looker);
    std::vector<graph::Report> reports;
    const KeptBuffer buffer(a);
    const auto work = [&] { return graph::evaluate(buffer.get(), reports); };
    return finish(attend_with_room(work), a, reports);
}

bool is_whole_pending(ArrayObject* a) {
    const Buffer* buffer = buffer_of(a);
    if (buffer == nullptr || !buffer->awaits_values()) return false;
    const Dtype dtype = buffer->producer()->output.dtype;
    return dtype == dtype_of(a) && is_c_contiguous(a) &&
           static_cast<std::size_t>(element_count(a)) * itemsize(dtype) == buffer->bytes();
}

bool reduce_pending(ArrayObject* a, ReduceOp op, void* out, graph::Reduction& result,
                    const std::source_location& looker) {
    count_look(a->buffer, looker);
    // A younger view holds the array, too; an older array on its buffer comes next.
    const bool is_kept = !is_temporary(as_object(a)) || a->alias.next != nullptr ||
                         !a->buffer->readers().empty();
    const KeptBuffer buffer(a);
    const auto work = [&] { return graph::reduce(op, buffer.get(), is_kept, out, result); };
    return finish(attend_with_room(work), a, result.reports);
}

bool evaluate_into(std::unique_ptr<graph::Node> node, std::span<Buffer* const> given_up,
                   ArrayObject* target, Status& status, const std::source_location& looker) {
    for (const graph::Operand& input : node->inputs) {
        if (input.buffer != nullptr) count_look(input.buffer, looker);
    }
    std::vector<graph::Report> reports;
    const auto work = [&] { return graph::evaluate_into(*node, given_up, status, reports); };
    const graph::Outcome outcome = attend_with_room(work);
    // Who is told may write to what was read, which waits for all that still read it.
    node.reset();
    return finish(outcome, target, reports);
}

bool finish_pending() {
    std::vector<graph::Report> reports;
    return finish(attend_with_room([&] { return graph::evaluate_all(reports); }), reports);
}

bool make_room() {
    const graph::KeepingLock keeping;
    return release_inputs() == graph::Outcome::done;
}

bool relieve_memory(std::size_t bytes) {
    const graph::KeepingLock keeping;
    const bool has_room = graph::has_room(bytes, graph::Before::allocation);
    if (has_room && !graph::pins_too_much(graph::Before::allocation)) return true;
    std::vector<graph::Report> reports;
    const graph::Outcome outcome = graph::evaluate_at_rest(reports);
    postpone(reports);
    if (has_room || is_short_of_memory(outcome)) return has_room;
    // What waits for another thread's results has no memory yet.
    return outcome != graph::Outcome::busy || graph::has_room(bytes, graph::Before::allocation);
}

void release_what_is_pinned() {
    if (!graph::pins_too_much(graph::Before::allocation)) return;
    std::vector<graph::Report> reports;
    graph::evaluate_all(reports);
    postpone(reports);
    make_room_elsewhere(std::numeric_limits<std::size_t>::max());  // what was released, too
}

void make_room_for_bytes(std::size_t bytes) {
    release_pinned();
    make_room_elsewhere(bytes);
}

void start_pending() {
    std::vector<graph::Report> reports;
    graph::evaluate_at_rest(reports);
    postpone(reports);
}

bool keep_pending_bounded() { return !graph::is_over_bounds() || finish_pending(); }

bool refuses_writes(ArrayObject* a) {
    if (a->f.flags & NPY_ARRAY_WRITEABLE) [[likely]] return false;
    PyErr_SetString(PyExc_ValueError, "assignment destination is read-only");
    return true;
}

bool prepare_write(ArrayObject* a) {
    if (refuses_writes(a)) return false;
    // Pieces of np.broadcast_arrays warn at their first write.
    if ((a->f.flags & warns_on_write) != 0 &&
        PyArray_FailUnlessWriteable(reinterpret_cast<PyArrayObject*>(a),
                                    "assignment destination") < 0) [[unlikely]] {
        return false;
    }
    if (!is_managed(as_object(a))) return true;
    if (!computed(a)) return false;
    if (is_managed(as_object(a))) a->buffer->bump_version();
    return true;
}

void end_write(ArrayObject* a) {
    Buffer* buffer = buffer_of(a);
    if (buffer == nullptr) return;
    debug_end_write(buffer);
    // Other threads may have found something while the write went on.
    buffer->forget();
}

bool expose(ArrayObject* a, const char* reason) {
    if (!is_managed(as_object(a))) return true;
    // C code may hold the array by the list that it reads, which another thread may change while
    // the values are computed.
    const Ref held = Ref::share(as_object(a));
    const Observation observation(Event::become, reason);
    if (!computed(a)) return false;
    if (!is_managed(as_object(a))) return true;
    Buffer* buffer = a->buffer;
    buffer->retain();
    // The root array, which is alive as long as any alias, takes the memory over: its flags and
    // its memory handler have said so from the start.
    buffer->give_away();
    change_types(buffer);
    buffer->release();
    ++becomes;
    return true;
}

bool Holders::end_here() const {
    constexpr int deepest = 2 * max_dimensions;
    int depth = 0;
    for (const Holders* holder = outer; holder != nullptr; holder = holder->outer) {
        if (holder->container == container || ++depth > deepest) return true;
    }
    return false;
}

bool expose_deeply(PyObject* object, const char* reason) {
    return expose_inside(object, reason, nullptr);
}

long long become_count() { return becomes; }

}  // namespace numen::front
