// The registry of living arrays and the invariants that hold between them (NUMEN_DEBUG=1).
#pragma once

namespace numen::front {

struct ArrayObject;

extern bool debug_enabled;

// Switches the registry; switching it off forgets all arrays.
void set_debug(bool enabled);
void register_array(ArrayObject* a);
void forget_array(ArrayObject* a);
void poison_array(ArrayObject* a);

inline void debug_register(ArrayObject* a) {
    if (debug_enabled) [[unlikely]] register_array(a);
}
inline void debug_forget(ArrayObject* a) {
    if (debug_enabled) [[unlikely]] forget_array(a);
}
inline void debug_poison(ArrayObject* a) {
    if (debug_enabled) [[unlikely]] poison_array(a);
}

// Checks every invariant over all registered arrays; false with AssertionError set that names the
// first one broken. O(arrays + bytes of small buffers).
bool check_invariants();

// The contents of a managed array's buffer were written or published by us: the checksum kept for
// finding writes behind our back is taken anew.
void note_write(ArrayObject* a);

}  // namespace numen::front
