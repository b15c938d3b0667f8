// The states of an array and the only ways between them.
//
//   pending --values()--> host --expose()--> exposed (final)
//
// Everything here runs under the GIL. Functions return false with a Python exception set.
#pragma once

#include <memory>
#include <source_location>

#include "front/array/object.h"
#include "graph/evaluate.h"
#include "graph/pending.h"

namespace numen::front {

// Work that ran where no Python code may has something to tell: the next look at a managed array
// does, false with an exception set.
extern bool has_more_to_tell;
bool tell_postponed();

// The array's values are in memory afterwards; it stays managed if it was. `looker` is who wants
// them, for the counts of recording_counts.h.
bool evaluate_values(ArrayObject* a, const std::source_location& looker);
inline bool values(ArrayObject* a,
                   const std::source_location& looker = std::source_location::current()) {
    Buffer* buffer = buffer_of(a);
    if (buffer == nullptr) return true;
    if (buffer->state() == BufferState::host) [[likely]] {
        return !has_more_to_tell || tell_postponed();
    }
    return evaluate_values(a, looker);
}

// Whether values() has anything to do, and may run other code.
inline bool needs_values(ArrayObject* a) {
    const Buffer* buffer = buffer_of(a);
    return buffer != nullptr && (buffer->state() != BufferState::host || has_more_to_tell);
}

// Is this all that a recorded operation will give, in C order?
bool is_whole_pending(ArrayObject* a);
// graph::reduce of such an array: where nobody but the caller holds it, its values are not even
// stored. False with an exception set.
bool reduce_pending(ArrayObject* a, ReduceOp op, void* out, graph::Reduction& result,
                    const std::source_location& looker = std::source_location::current());

// graph::evaluate_into of a node that writes into `target`; false with an exception set.
bool evaluate_into(std::unique_ptr<graph::Node> node, std::span<Buffer* const> given_up,
                   ArrayObject* target, Status& status,
                   const std::source_location& looker = std::source_location::current());
// Computes everything that is pending; false with an exception set.
bool finish_pending();
// The same, if there is more of it than may wait (graph/pending.h): before more is recorded.
bool keep_pending_bounded();
// The same before so many bytes are taken, where no Python code may run: warnings wait for the next
// look, and what there is no memory for stays pending. False if there is none for what is pending,
// which would have taken it first without recording.
bool relieve_memory(std::size_t bytes);
// Before others take memory, as much as they like: what only recorded work keeps is released, if it
// is more than may be (graph/pending.h). Warnings wait for the next look.
void release_what_is_pinned();
inline void release_pinned() {
    if (graph::may_pin_much()) [[unlikely]] release_what_is_pinned();
}
// The same before so many bytes are copied to an object of Python's; the allocator's cache gives
// way, too.
void make_room_for_bytes(std::size_t bytes);
// What `take` gives, which is false where memory has run out: then it is asked again once recorded
// work has released what only it kept. As relieve_memory, no Python code runs.
bool make_room();
template <class Take>
auto with_room(Take take) {
    auto taken = take();
    if (!taken && make_room()) taken = take();
    return taken;
}

// Computes, though nobody asks for it, what no other thread is computing; what there is no memory
// for stays pending.
void start_pending();

// Ready for a write at this call: values present, recorded readers computed from the old ones,
// version bumped. Refuses read-only arrays with NumPy's ValueError.
bool prepare_write(ArrayObject* a);
// Whether the array is read-only, with NumPy's ValueError set: asked before what is to be written
// is read, which may run the program's code.
bool refuses_writes(ArrayObject* a);
// After it, whether all was written or not.
void end_write(ArrayObject* a);

// First foreign contact: the array and all that alias it become exposed, in one step that cannot
// fail after the values have been computed. `reason` is what the profile prints.
bool expose(ArrayObject* a, const char* reason);

// A container and those that hold it, from the innermost outwards: what looks into containers ends
// where one holds itself, and where they are deeper than anybody's arrays.
struct Holders {
    PyObject* container;
    const Holders* outer;

    bool end_here() const;
};

// Exposes every managed array inside `object`, looking into tuples, lists and dicts.
bool expose_deeply(PyObject* object, const char* reason);

long long become_count();

}  // namespace numen::front
