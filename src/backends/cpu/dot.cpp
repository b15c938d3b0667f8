#include "backends/cpu/dot.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/thread_pool.h"
#include "backends/cpu/vector_in_a_row.h"

namespace numen {
namespace cpu {
namespace {

// Bytes of a vector. A long sum is its pieces', joined in their order, whatever the threads: short
// pieces leave something for each thread, long ones cost less each.
constexpr std::int64_t long_bytes = 64 << 10, vast_bytes = 512 << 10;
constexpr std::int64_t short_piece = 16 << 10, long_piece = 64 << 10;
// What pays for a thread that has just worked: of vectors in a row, and of others.
constexpr std::int64_t grain_in_a_row = 64 << 10, grain_apart = 32 << 10;
// Booleans that do not lie in a row are looked at one by one before any are packed, and then in
// short pieces: one true product of theirs is enough.
constexpr std::int64_t few_truths = 64, truths_piece = 1 << 10;

// Whose numbers the products take the conjugates of.
enum class Conjugates { none, first };

void dot_of_part(Dtype dtype, Vector a, Vector b, std::int64_t first, std::int64_t count,
                 char* out, Conjugates conjugates = Conjugates::none) {
    const char *x = a.data + first * a.step, *y = b.data + first * b.step;
    const int type = static_cast<int>(dtype);
    if (conjugates == Conjugates::first) {
        data_kernels().dot_of_conjugate[type](x, a.step, y, b.step, count, out);
    } else if (a.step == itemsize(dtype) && b.step == itemsize(dtype)) {
        data_kernels().dot[type](x, y, count, out);
    } else {
        data_kernels().dot_apart[type](x, a.step, y, b.step, count, out);
    }
}

void dot_by_pieces(Dtype dtype, Vector a, Vector b, std::int64_t count, char* out,
                   Conjugates conjugates = Conjugates::none) {
    const std::int64_t size = itemsize(dtype);
    const std::int64_t piece_bytes = count < vast_bytes / size ? short_piece : long_piece;
    const std::int64_t piece = piece_bytes / size, pieces = (count + piece - 1) / piece;
    const bool is_in_a_row = a.step == size && b.step == size;
    constexpr std::int64_t few_bytes = 1024;
    alignas(16) char few_parts[few_bytes];
    std::vector<char> many_parts(static_cast<std::size_t>(
        pieces * size > few_bytes ? pieces * size : 0));
    char* parts = many_parts.empty() ? few_parts : many_parts.data();
    std::atomic<bool> is_decided = false;  // one true product of booleans is enough
    const auto make_part = [&](std::int64_t i) {
        const std::int64_t first = i * piece;
        char* part = parts + i * size;
        dot_of_part(dtype, a, b, first, std::min(piece, count - first), part, conjugates);
        if (dtype == Dtype::boolean && *part != 0) is_decided = true;
    };
    // Booleans are mostly done with their first part: no other thread need wake.
    const std::int64_t alone = dtype == Dtype::boolean ? 1 : 0;
    if (alone == 1) make_part(0);
    const std::int64_t left = is_decided ? 0 : pieces - alone;
    const std::int64_t grain = (is_in_a_row ? grain_in_a_row : grain_apart) / piece_bytes;
    parallel_for_short(left, grain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin + alone; i < end + alone; ++i) {
            if (!is_decided.load(std::memory_order_relaxed)) make_part(i);
        }
    });
    std::memcpy(out, parts, static_cast<std::size_t>(size));
    char* data[] = {out, parts + size, out};
    const std::int64_t steps[] = {0, size, 0};
    resolve(Op::add, dtype, dtype).run(data, steps, pieces - 1);
}

// Halves are summed as float32 and rounded once.
bool is_long(Dtype dtype, std::int64_t count) {
    return count >= long_bytes / itemsize(dtype) && dtype != Dtype::float16;
}

bool is_some_product_true(Vector a, Vector b, std::int64_t count) {
    const std::int64_t few = std::min(count, few_truths);
    for (std::int64_t i = 0; i < few; ++i) {
        if (a.data[i * a.step] != 0 && b.data[i * b.step] != 0) return true;
    }
    char is_true = 0;
    for (std::int64_t first = few; first < count && is_true == 0; first += truths_piece) {
        dot_of_part(Dtype::boolean, a, b, first, std::min(truths_piece, count - first), &is_true);
    }
    return is_true != 0;
}

}  // namespace

void dot(Dtype dtype, const char* a, const char* b, std::int64_t count, char* out) {
    if (is_long(dtype, count)) {
        const std::int64_t step = itemsize(dtype);
        return dot_by_pieces(dtype, {a, step}, {b, step}, count, out);
    }
    data_kernels().dot[static_cast<int>(dtype)](a, b, count, out);
}

void dot(Dtype dtype, Vector a, Vector b, std::int64_t count, char* out) {
    if (dtype == Dtype::boolean) {
        *out = is_some_product_true(a, b, count);
    } else if (is_long(dtype, count)) {
        dot_by_pieces(dtype, a, b, count, out);
    } else {
        dot_of_part(dtype, a, b, 0, count, out);
    }
}

}  // namespace cpu

Status backend::dot_contiguous(Dtype dtype, const void* a, const void* b, std::int64_t count,
                               void* out) try {
    const bool has_flags = dtype >= Dtype::float16;
    if (has_flags) cpu::clear_floating_flags();
    cpu::dot(dtype, static_cast<const char*>(a), static_cast<const char*>(b), count,
             static_cast<char*>(out));
    return has_flags ? cpu::floating_flags() : status_ok;
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

Status backend::vdot(const StridedView& a, const StridedView& b, void* out) try {
    const bool has_flags = a.dtype >= Dtype::float16;
    if (has_flags) cpu::clear_floating_flags();
    const cpu::Vector x{a.data, a.strides[0]}, y{b.data, b.strides[0]};
    const std::int64_t count = a.shape[0];
    auto* to = static_cast<char*>(out);
    if (!is_complex(a.dtype)) {
        cpu::dot(a.dtype, x, y, count, to);
    } else if (cpu::is_long(a.dtype, count)) {
        cpu::dot_by_pieces(a.dtype, x, y, count, to, cpu::Conjugates::first);
    } else {
        cpu::dot_of_part(a.dtype, x, y, 0, count, to, cpu::Conjugates::first);
    }
    return has_flags ? cpu::floating_flags() : status_ok;
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

}  // namespace numen
