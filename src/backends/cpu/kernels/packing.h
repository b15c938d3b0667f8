// Vectors whose elements lie apart, packed a piece at a time.
#pragma once

#include <type_traits>

#include "backends/cpu/kernels/folds.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// The elements of a vector in a row, so many after the other; every second one by the compiler's
// shuffles.
template <class T> class Packing {
public:
    static constexpr std::int64_t most = 512;

    Packing(const void* data, std::int64_t step)
        : data_(static_cast<const char*>(data)), step_(step) {}

    const char* next(std::int64_t count) {
        const char* from = data_;
        data_ += count * step_;
        if (step_ == size) return from;
        if (step_ == 2 * size) {
            pack(from, count, std::integral_constant<std::int64_t, 2 * size>());
        } else {
            pack(from, count, step_);
        }
        return buffer_;
    }

private:
    static constexpr std::int64_t size = sizeof(T);

    template <class Step>
    [[gnu::always_inline]] void pack(const char* from, std::int64_t count, Step step) {
        for (std::int64_t i = 0; i < count; ++i) {
            store(buffer_ + i * size, load<T>(from + i * step));
        }
    }

    const char* data_;
    std::int64_t step_;
    alignas(64) char buffer_[most * size];
};

// Those that lie in a row already.
class InARow {
public:
    InARow(const void* data, std::int64_t size)
        : data_(static_cast<const char*>(data)), size_(size) {}

    const char* next(std::int64_t count) {
        const char* from = data_;
        data_ += count * size_;
        return from;
    }

private:
    const char* data_;
    std::int64_t size_;
};

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
