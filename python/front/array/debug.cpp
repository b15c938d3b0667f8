#include "front/array/debug.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "array/guard.h"
#include "array/storage.h"
#include "front/array/object.h"
#include "front/module/switches.h"
#include "graph/node.h"
#include "graph/pending.h"
#include "graph/running.h"

namespace numen::front {

bool checks_entries = false;

namespace {

const pid_t first_process = getpid();
constexpr std::size_t checksum_limit = 1 << 16;  // bytes; larger buffers are not summed
char* const poison = reinterpret_cast<char*>(0xDDDDDDDDDDDDDDDD);

// The arrays, with the memory that an exposed one was found to own.
std::unordered_map<ArrayObject*, const void*> living;
struct Checksum {
    std::uint64_t version;
    std::uint64_t sum;
};
std::unordered_map<Buffer*, Checksum> checksums;
bool kept_a_version = false;  // some write did

std::uint64_t sum_of(const Buffer* buffer) {
    std::uint64_t hash = 1469598103934665603u;
    for (std::size_t i = 0; i < buffer->bytes(); ++i) {
        hash = (hash ^ static_cast<unsigned char>(buffer->data()[i])) * 1099511628211u;
    }
    return hash;
}

// With NUMEN_DEBUG=1 from the start everything is known: every array and every block of memory.
bool knows_all = false;
std::mutex blocks_mutex;
std::unordered_set<const void*> blocks;    // of storage, that somebody holds
// Since the last check, whoever took them again: another thread may before an array is looked at.
std::unordered_set<const void*> released;

void keep_block(const void* data, std::size_t) {
    const std::lock_guard guard(blocks_mutex);
    blocks.insert(data);
}

void forget_block(const void* data) {
    const std::lock_guard guard(blocks_mutex);
    blocks.erase(data);
    released.insert(data);
}

bool flags_match(ArrayObject* a) {
    constexpr int contiguous = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS;
    const int before = a->f.flags;
    update_layout_flags(a);
    const int after = std::exchange(a->f.flags, before);
    // setflags(align=False) says less than is true.
    return ((before ^ after) & contiguous) == 0 && (before & ~after & NPY_ARRAY_ALIGNED) == 0;
}

bool inside_buffer(ArrayObject* a) {
    npy_intp low = a->alias.offset, high = a->alias.offset;
    if (element_count(a) == 0) return true;
    for (int axis = 0; axis < a->f.nd; ++axis) {
        const npy_intp reach = (a->f.dimensions[axis] - 1) * a->f.strides[axis];
        (reach < 0 ? low : high) += reach;
    }
    return low >= 0 && high + PyDataType_ELSIZE(a->f.descr) <=
                           static_cast<npy_intp>(a->buffer->bytes());
}

// What is looked at once for all arrays of a buffer.
struct Seen {
    std::unordered_set<Buffer*> buffers;
    std::unordered_set<const Alias*> aliases;
};

bool check_contents(Buffer* buffer) {
    if (buffer->state() != BufferState::host || buffer->bytes() > checksum_limit) return true;
    const auto found = checksums.find(buffer);
    const Checksum now{buffer->version(), sum_of(buffer)};
    const bool same = found == checksums.end() || found->second.sum == now.sum;
    checksums[buffer] = now;
    return same || broken("I8 nobody writes a managed buffer behind our back");
}

bool check_buffer(Buffer* buffer, Seen& seen, bool is_at_rest) {
    if (!seen.buffers.insert(buffer).second) return true;
    for (Alias* alias = buffer->first_alias(); alias != nullptr; alias = alias->next) {
        seen.aliases.insert(alias);
    }
    return !is_at_rest || check_contents(buffer);  // else somebody may be writing
}

bool check_managed(ArrayObject* a, Seen& seen, bool is_at_rest) {
    Buffer* buffer = a->buffer;
    if (buffer == nullptr) return broken("I1 a managed array has a buffer");
    if (buffer->state() == BufferState::exposed) return broken("I1 no managed array on it");
    if (!check_buffer(buffer, seen, is_at_rest)) return false;
    if (!seen.aliases.contains(&a->alias)) {
        return broken("I3 every managed array is on its buffer's alias list");
    }
    if (a->f.base != nullptr) {
        if (!is_managed(a->f.base) || as_array(a->f.base)->buffer != buffer) {
            return broken("I3 a view's base is the root, in the same state, on the same buffer");
        }
        if (as_array(a->f.base)->f.base != nullptr) return broken("I3 a root has no base");
    }
    if (!inside_buffer(a)) return broken("I4 every view lies inside its buffer");
    const bool has_values = buffer->state() == BufferState::host;
    const bool has_memory = buffer->data() != nullptr;
    if (has_values && !has_memory) return broken("I5 values are there unless pending");
    // A forked child keeps the memory that a thread of its parent was computing into.
    if (buffer->state() == BufferState::pending && has_memory && getpid() == first_process) {
        return broken("I5 no memory is kept for what is pending");
    }
    if (has_values && a->f.data != buffer->data() + a->alias.offset) {
        return broken("I5 the data pointer follows the buffer");
    }
    if (buffer->state() == BufferState::running && !graph::is_claimed(buffer)) {
        return broken("I9 what runs has a thread that computes it");
    }
    if (buffer->awaits_values() && buffer->producer() == nullptr) {
        return broken("I9 what is pending has a producer");
    }
    for (const graph::Node* reader : buffer->readers()) {
        for (const graph::Operand& input : reader->inputs) {
            if (input.buffer == buffer && input.version != buffer->version()) {
                return broken("I6 no write overtakes a reader");
            }
        }
    }
    return true;
}

bool check_exposed(ArrayObject* a, const void*& owned) {
    if (a->buffer != nullptr) return broken("I2 an exposed array has no buffer");
    if (a->f.base != nullptr && is_managed(a->f.base)) {
        return broken("I1 all arrays of a buffer have one state");
    }
    if ((a->f.flags & NPY_ARRAY_OWNDATA) && (a->f.base != nullptr || !a->f.mem_handler)) {
        return broken("I7 an exposed root owns its data through a handler");
    }
    const void* now = a->f.flags & NPY_ARRAY_OWNDATA ? a->f.data : nullptr;
    const void* before = std::exchange(owned, now);
    if (before == nullptr || now == before) return true;
    const std::lock_guard guard(blocks_mutex);
    // resize and __setstate__ free the old memory. What lies inside the object is no block.
    return !knows_all || released.contains(before) || !blocks.contains(before) ||
           broken("I7 memory of an exposed root stays where it is");
}

bool is_touched = false;  // some object on a free list is

void look_at_free_object(ArrayObject* a) {
    permit(a, sizeof(ArrayObject));
    is_touched |= Py_REFCNT(as_object(a)) != 0 || a->f.data != poison ||
                  a->f.weakreflist != nullptr || a->f._buffer_info != nullptr;
    forbid(a, sizeof(ArrayObject));
}

bool check_free_objects() {
    is_touched = false;
    for_each_free_object(look_at_free_object);
    return !is_touched || broken("I11 nobody touches an object on a free list");
}

void take_block(const Buffer* buffer, std::unordered_set<const void*>& held) {
    if (buffer != nullptr && buffer->data() != nullptr) held.insert(buffer->data());
}

// Every block of storage is an array's, or waits for recorded work.
bool check_blocks(const Seen& seen) {
    std::unordered_set<const void*> held;
    for (const Buffer* buffer : seen.buffers) take_block(buffer, held);
    for (const auto& [a, owned] : living) held.insert(owned);
    for (const graph::Node* node = graph::oldest_living(); node != nullptr; node = node->later) {
        for (const graph::Operand& input : node->inputs) take_block(input.buffer, held);
        const Buffer* result = node->output.buffer;
        const bool is_running = result != nullptr && result->state() == BufferState::running;
        if (is_running) return true;  // a thread has memory of its own
    }
    const std::lock_guard guard(blocks_mutex);
    for (const void* block : blocks) {
        if (!held.contains(block)) return broken("I11 every block of memory belongs to somebody");
    }
    return true;
}

}  // namespace

bool prepare_debug() {
    if (!read_switch("NUMEN_DEBUG", false, checks_entries)) return false;
    hot_state.registers_arrays = knows_all = checks_entries;
    if (knows_all) storage::observe({keep_block, forget_block});
    return true;
}

void leave_blocks_unknown() { knows_all = false; }

void set_debug(bool enabled) {
    if (enabled == hot_state.registers_arrays) return;
    hot_state.registers_arrays = enabled;
    knows_all = false;
    living.clear();
    checksums.clear();
}

void register_array(ArrayObject* a) {
    living.emplace(a, nullptr);
    // A buffer may lie where an earlier one did.
    if (a->f.base == nullptr) checksums.erase(buffer_of(a));
}

void forget_array(ArrayObject* a) {
    living.erase(a);
    if (a->f.base == nullptr) checksums.erase(buffer_of(a));
}

void poison_array(ArrayObject* a) {
    a->f.data = poison;
    a->f.base = nullptr;
}

void end_write_of(Buffer* buffer) {
    const auto found = checksums.find(buffer);
    if (found == checksums.end()) return;
    const Checksum before = found->second;
    kept_a_version |= before.version == buffer->version() && before.sum != sum_of(buffer);
    checksums.erase(found);
}

bool broken(const char* invariant) {
    PyErr_Format(PyExc_AssertionError, "numen invariant broken: %s", invariant);
    return false;
}

bool check_invariants(bool is_at_rest) {
    if (!hot_state.registers_arrays) return true;
    if (std::exchange(kept_a_version, false)) return broken("I8 a write makes a new version");
    Seen seen;
    for (auto& [a, owned] : living) {
        if (Py_REFCNT(as_object(a)) < 1) return broken("I11 a living array has references");
        const bool good = is_managed(as_object(a)) ? check_managed(a, seen, is_at_rest)
                                                    : check_exposed(a, owned);
        if (!good) return false;
        // NumPy leaves an array without data where it refuses __setstate__.
        if (a->f.data != nullptr && !flags_match(a)) return broken("I4 flags say what strides say");
    }
    if (const char* rule = graph::broken_rule()) {
        return broken((std::string("I9 ") + rule).c_str());
    }
    if (!knows_all) return true;
    if (!check_free_objects()) return false;
    if (is_at_rest && !check_blocks(seen)) return false;
    const std::lock_guard guard(blocks_mutex);
    released.clear();
    return true;
}

}  // namespace numen::front
