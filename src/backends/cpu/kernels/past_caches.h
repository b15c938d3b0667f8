// Results written by streaming stores: memory is not read before it is overwritten, and what the
// caches hold of the operands stays there.
//
// They are made in a buffer in the first cache, whose lines then go to memory whole.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "backends/cpu/matrix_product.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr std::int64_t line_bytes = 64;
// More would push the operands that were fetched meanwhile out of the first cache.
constexpr std::int64_t buffer_bytes = 72 * line_bytes;
// Of one product: larger ones do not wait for memory.
constexpr std::int64_t most_bytes = 8 * line_bytes;

// Whole lines to aligned memory.
[[gnu::always_inline]] inline void write_lines(const char* from, char* to, std::int64_t bytes) {
#if defined(__AVX512F__)
    for (std::int64_t at = 0; at < bytes; at += 64) {
        _mm512_stream_si512(reinterpret_cast<__m512i*>(to + at), _mm512_load_si512(from + at));
    }
#elif defined(__AVX2__)
    for (std::int64_t at = 0; at < bytes; at += 32) {
        _mm256_stream_si256(reinterpret_cast<__m256i*>(to + at),
                            _mm256_load_si256(reinterpret_cast<const __m256i*>(from + at)));
    }
#elif defined(__x86_64__)
    for (std::int64_t at = 0; at < bytes; at += 16) {
        _mm_stream_si128(reinterpret_cast<__m128i*>(to + at),
                         _mm_load_si128(reinterpret_cast<const __m128i*>(from + at)));
    }
#else
    std::memcpy(to, from, bytes);
#endif
}

// Other threads see the lines before they are told of them.
inline void end_writing() {
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

// `count` products from `index` on, into the buffer.
inline ProductBatch part_of(const ProductBatch& batch, std::int64_t index, std::int64_t count,
                            char* buffer) {
    ProductBatch part = batch;
    part.first.c = buffer;
    part.first.a += index * batch.a_step;
    part.first.b += index * batch.b_step;
    part.count = count;
    return part;
}

// Multiplies a stack by multiply(part) so. False, and nothing done, where the results do not lie
// densely, where they are large, or where none begins with a line.
template <class Multiply>
bool multiply_past_caches(const ProductBatch& batch, std::int64_t size, Multiply&& multiply) {
    const Product& first = batch.first;
    const std::int64_t bytes = first.m * first.n * size;
    const bool is_dense = batch.c_step == bytes && (first.n == 1 || first.c_column == size) &&
                          (first.m == 1 || first.c_row == first.n * size);
    if (!is_dense || bytes == 0) return false;
    // So many fill lines whatever their size.
    const std::int64_t unit = line_bytes / std::min(line_bytes, bytes & -bytes);
    const std::int64_t chunk = buffer_bytes / bytes / unit * unit;
    if (chunk == 0 || bytes > most_bytes) return false;
    std::int64_t head = 0;
    while (reinterpret_cast<std::uintptr_t>(first.c + head * bytes) % line_bytes != 0) {
        if (++head == line_bytes || head == batch.count) return false;
    }
    if (head > 0) multiply(ProductBatch{first, head, bytes, batch.a_step, batch.b_step});
    alignas(line_bytes) char buffer[buffer_bytes];
    ProductBatch part = part_of(batch, head, std::min(chunk, batch.count - head), buffer);
    for (std::int64_t index = head; index < batch.count; index += chunk) {
        multiply(part);
        const std::int64_t all = part.count * bytes, whole = all / line_bytes * line_bytes;
        // Before the lines: what is stored behind them waits for them before it can be loaded.
        const std::int64_t next = std::min(index + chunk, batch.count);
        part = part_of(batch, next, std::min(chunk, batch.count - next), buffer);
        char* place = first.c + index * bytes;
        write_lines(buffer, place, whole);
        std::memcpy(place + whole, buffer + whole, all - whole);
    }
    end_writing();
    return true;
}

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
