#include "front/array/debug.h"

#include <unistd.h>

#include <cstring>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "array/storage.h"
#include "front/array/object.h"
#include "graph/node.h"

namespace numen::front {

bool debug_enabled = false;

namespace {

const pid_t first_process = getpid();
constexpr std::size_t checksum_limit = 1 << 16;  // bytes; larger buffers are not summed

std::unordered_set<ArrayObject*> living;
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

bool broken(const char* invariant) {
    PyErr_Format(PyExc_AssertionError, "numen invariant broken: %s", invariant);
    return false;
}

bool flags_match(ArrayObject* a) {
    constexpr int layout = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS | NPY_ARRAY_ALIGNED;
    const int before = a->f.flags;
    update_layout_flags(a);
    const int after = std::exchange(a->f.flags, before);
    return ((before ^ after) & layout) == 0;
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

bool check_buffer(Buffer* buffer, Seen& seen) {
    if (!seen.buffers.insert(buffer).second) return true;
    for (Alias* alias = buffer->first_alias(); alias != nullptr; alias = alias->next) {
        seen.aliases.insert(alias);
    }
    return check_contents(buffer);
}

bool check_managed(ArrayObject* a, Seen& seen) {
    Buffer* buffer = a->buffer;
    if (buffer == nullptr) return broken("I1 a managed array has a buffer");
    if (buffer->state() == BufferState::exposed) return broken("I1 no managed array on it");
    if (!check_buffer(buffer, seen)) return false;
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
    for (const graph::Node* reader : buffer->readers()) {
        for (const graph::Operand& input : reader->inputs) {
            if (input.buffer == buffer && input.version != buffer->version()) {
                return broken("I6 no write overtakes a reader");
            }
        }
    }
    return true;
}

bool check_exposed(ArrayObject* a) {
    if (a->buffer != nullptr) return broken("I2 an exposed array has no buffer");
    if (a->f.base != nullptr && is_managed(a->f.base)) {
        return broken("I1 all arrays of a buffer have one state");
    }
    if ((a->f.flags & NPY_ARRAY_OWNDATA) && (a->f.base != nullptr || !a->f.mem_handler)) {
        return broken("I7 an exposed root owns its data through a handler");
    }
    return true;
}

}  // namespace

void set_debug(bool enabled) {
    debug_enabled = enabled;
    living.clear();
    checksums.clear();
}

void register_array(ArrayObject* a) {
    living.insert(a);
    // A buffer may lie where an earlier one did.
    if (a->f.base == nullptr) checksums.erase(buffer_of(a));
}

void forget_array(ArrayObject* a) {
    living.erase(a);
    if (a->f.base == nullptr) checksums.erase(buffer_of(a));
}

void poison_array(ArrayObject* a) {
    a->f.data = reinterpret_cast<char*>(0xDDDDDDDDDDDDDDDD);
    a->f.base = nullptr;
}

void end_write_of(Buffer* buffer) {
    const auto found = checksums.find(buffer);
    if (found == checksums.end()) return;
    const Checksum before = found->second;
    kept_a_version |= before.version == buffer->version() && before.sum != sum_of(buffer);
    checksums.erase(found);
}

bool check_invariants() {
    if (std::exchange(kept_a_version, false)) return broken("I8 a write makes a new version");
    Seen seen;
    for (ArrayObject* a : living) {
        if (Py_REFCNT(as_object(a)) < 1) return broken("I11 a living array has references");
        const bool good = is_managed(as_object(a)) ? check_managed(a, seen) : check_exposed(a);
        if (!good) return false;
        if (!flags_match(a)) return broken("I4 flags say what strides say");
    }
    return true;
}

}  // namespace numen::front
