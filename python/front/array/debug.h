// The registry of living arrays and the invariants that hold between them. NUMEN_DEBUG=1 has them
// checked at the end of every C function that Python calls (checked_entries.h).
#pragma once

#include "front/array/hot_state.h"

namespace numen {
class Buffer;
}

namespace numen::front {

struct ArrayObject;

// NUMEN_DEBUG=1 was set at import. What set_debug switches later is the registry alone: functions
// that are not checked may run then, and nobody knows when all are done.
extern bool checks_entries;

// Reads NUMEN_DEBUG; before the first array. False with an ImportError where it says nothing.
bool prepare_debug();
// Somebody else is told of blocks of memory from now on (tracing.cpp): which of them are held is no
// longer known.
void leave_blocks_unknown();
// Switches the registry; switching it off forgets all arrays.
void set_debug(bool enabled);
void register_array(ArrayObject* a);
void forget_array(ArrayObject* a);
void poison_array(ArrayObject* a);
void end_write_of(Buffer* buffer);

inline void debug_register(ArrayObject* a) {
    if (hot_state.registers_arrays) [[unlikely]] register_array(a);
}
inline void debug_forget(ArrayObject* a) {
    if (hot_state.registers_arrays) [[unlikely]] forget_array(a);
}
inline void debug_poison(ArrayObject* a) {
    if (hot_state.registers_arrays) [[unlikely]] poison_array(a);
}

// We wrote the buffer's contents: the checksum that finds writes behind our back is taken anew.
inline void debug_end_write(Buffer* buffer) {
    if (hot_state.registers_arrays) [[unlikely]] end_write_of(buffer);
}

// Checks every invariant over all registered arrays; false with AssertionError set that names the
// first one broken. `is_at_rest`: no function of Numen's is running, so that every block of memory
// is some array's or waits for recorded work. O(arrays + bytes of small buffers).
bool check_invariants(bool is_at_rest);
// Sets the AssertionError; false.
bool broken(const char* invariant);

}  // namespace numen::front
