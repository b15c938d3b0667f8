// A vector whose elements lie apart, and its copy in a row for the loops that want one.
#pragma once

#include <cstdint>
#include <new>

#include "array/allocator.h"
#include "backends/backend.h"

namespace numen::cpu {

// A vector whose elements lie `step` bytes apart.
struct Vector {
    const char* data;
    std::int64_t step;
};

// Part of a vector in a row: there, or in a buffer that lives as long as this.
class InARow {
  public:
    InARow(Dtype dtype, Vector vector, std::int64_t first, std::int64_t count)
        : data_(vector.data + first * vector.step) {
        const std::int64_t size = itemsize(dtype);
        if (vector.step == size) return;
        bytes_ = static_cast<std::size_t>(count * size);
        buffer_ = static_cast<char*>(allocate(bytes_));
        if (buffer_ == nullptr) throw std::bad_alloc();
        backend::copy({buffer_, dtype, 1, &count, &size},
                      {const_cast<char*>(data_), dtype, 1, &count, &vector.step});
        data_ = buffer_;
    }
    InARow(const InARow&) = delete;
    InARow& operator=(const InARow&) = delete;
    ~InARow() {
        if (buffer_ != nullptr) release(buffer_, bytes_);
    }
    const char* data() const { return data_; }

  private:
    const char* data_;
    char* buffer_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace numen::cpu
