// Vectors whose elements lie apart, packed a piece at a time.
#pragma once

#include "backends/cpu/kernels/folds.h"
#include "backends/cpu/kernels/pack.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// The elements of a vector in a row, so many after the other.
template <class T> class Packing {
public:
    static constexpr std::int64_t most = 512;

    Packing(const void* data, std::int64_t step)
        : data_(static_cast<const char*>(data)), step_(step) {}

    const char* next(std::int64_t count) {
        const char* from = data_;
        data_ += count * step_;
        if (step_ == size) return from;
        pack_bytes<size>(buffer_, from, step_, count);
        return buffer_;
    }

private:
    static constexpr std::int64_t size = sizeof(T);

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
