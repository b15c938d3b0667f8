// Runs a kernel over packed operands of one type: operands with other steps pass through buffers,
// a block at a time. A kernel that reads an element before it writes it may work in place. Loops
// that write all results to one place fold: they read it again each time, so they are no such work.
#pragma once

#include "backends/cpu/floating_flags.h"
#include "backends/cpu/kernels/plain_loops.h"
#include "backends/cpu/kernels/value_loops.h"

namespace numen::cpu::NUMEN_ISA {

// What a packed kernel works on; y and second are null where there is none.
template <class T> struct Packed {
    const T* x;
    const T* y;
    T* out;
    T* second;
    std::int64_t count;
};

template <class T, int inputs, int outputs, class Kernel>
[[gnu::noinline]] Status buffered_blocks(char* const* data, const std::int64_t* steps,
                                         std::int64_t count, Kernel kernel) {
    constexpr std::int64_t block = 256;
    alignas(vm::vector_bytes) T from[inputs][block];
    alignas(vm::vector_bytes) T to[outputs][block];
    Status status = status_ok;
    for (std::int64_t begin = 0; begin < count; begin += block) {
        const std::int64_t length = count - begin < block ? count - begin : block;
        const T* packed[2] = {};
        for (int i = 0; i < inputs; ++i) {
            packed[i] = packed_input(data[i] + begin * steps[i], steps[i], from[i], length);
        }
        T* results[outputs];
        for (int i = 0; i < outputs; ++i) {
            const std::int64_t step = steps[inputs + i];
            char* const place = data[inputs + i] + begin * step;
            results[i] = step == sizeof(T) ? reinterpret_cast<T*>(place) : to[i];
        }
        status |= kernel(Packed<T>{packed[0], packed[1], results[0], results[outputs - 1], length});
        for (int i = 0; i < outputs; ++i) {
            const std::int64_t step = steps[inputs + i];
            if (results[i] == to[i]) {
                write_block(data[inputs + i] + begin * step, step, to[i], length);
            }
        }
    }
    return status;
}

template <class T, int inputs, int outputs, class Kernel>
[[gnu::always_inline]] inline Status on_packed(char* const* data, const std::int64_t* steps,
                                               std::int64_t count, Kernel kernel) {
    bool is_packed = true;
    for (int i = 0; i < inputs + outputs; ++i) is_packed &= steps[i] == sizeof(T);
    if (!is_packed) return buffered_blocks<T, inputs, outputs>(data, steps, count, kernel);
    return kernel(Packed<T>{reinterpret_cast<const T*>(data[0]),
                            inputs == 2 ? reinterpret_cast<const T*>(data[1]) : nullptr,
                            reinterpret_cast<T*>(data[inputs]),
                            outputs == 2 ? reinterpret_cast<T*>(data[inputs + 1]) : nullptr,
                            count});
}

// For loops whose vectors leave rubbish in the status register, which their callers read: puts it
// back to what it was, with what the loop found.
class FlagsKept {
  public:
    FlagsKept() : before_(floating_flags()) {}
    FlagsKept(const FlagsKept&) = delete;
    FlagsKept& operator=(const FlagsKept&) = delete;
    ~FlagsKept() {
        clear_floating_flags();
        raise_floating_flags(before_ | found);
    }
    Status found = status_ok;

  private:
    Status before_;
};

}  // namespace numen::cpu::NUMEN_ISA
