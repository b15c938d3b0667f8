// What the machine allows, as loops that do nothing else: two arrays added into a third, and a tile
// of a matrix product whose operands lie in the first cache. `numen bench` divides by their times.
#include <algorithm>

#include "backends/cpu/kernels/past_caches.h"
#include "backends/cpu/thread_pool.h"
#include "backends/cpu/vector_math/loops.h"

#define LOOP(type) extern "C" [[gnu::visibility("default")]] type

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr std::int64_t grain = 64 << 10;  // elements of which a second thread takes its share

// The sums of the tile stay in registers: 24 of 32, 12 of 16, with one for the element of a that
// is multiplied and three for a row of b. Three times as many additions as are under way at once.
constexpr std::int64_t rows = vm::vector_bytes == 64 ? 8 : 4, vectors = 3;
constexpr std::int64_t columns = vectors * vm::lanes_f64;
constexpr std::int64_t depth = 64;  // both operands: 16 KB with AVX-512
constexpr int turns = 4;            // over the operands, before the sums leave the registers

// `turns` times the sum of all elements of a b; a is depth x rows, b depth x columns.
double tile_sum(const double* a, const double* b) {
    vm::F64 sums[rows][vectors] = {};
    for (std::int64_t step = 0; step < turns * depth; ++step) {
        const std::int64_t k = step % depth;
        vm::F64 right[vectors];
        for (int v = 0; v < vectors; ++v) {
            right[v] = vm::load(b + k * columns + v * vm::lanes_f64);
        }
        for (int row = 0; row < rows; ++row) {
            for (int v = 0; v < vectors; ++v) sums[row][v] += a[k * rows + row] * right[v];
        }
    }
    vm::F64 total = {};
    for (const auto& row : sums) {
        for (const vm::F64& sum : row) total += sum;
    }
    double found = 0;
    for (int lane = 0; lane < vm::lanes_f64; ++lane) found += total[lane];
    return found;
}

}  // namespace

LOOP(void) add_arrays(const float* a, const float* b, float* out, std::int64_t count) {
    parallel_for(count, grain, [=](std::int64_t begin, std::int64_t end) {
#pragma GCC ivdep
        for (std::int64_t i = begin; i < end; ++i) out[i] = a[i] + b[i];
    });
}

// The same past the caches: memory is not read before it is written. `out` begins with a line, and
// count is a multiple of 1024.
LOOP(void) add_arrays_past_caches(const float* a, const float* b, float* out, std::int64_t count) {
    constexpr std::int64_t piece = 1024;
    parallel_for(count / piece, grain / piece, [=](std::int64_t begin, std::int64_t end) {
        alignas(line_bytes) float buffer[piece];
        for (std::int64_t at = begin * piece; at < end * piece; at += piece) {
#pragma GCC ivdep
            for (std::int64_t i = 0; i < piece; ++i) buffer[i] = a[at + i] + b[at + i];
            write_lines(reinterpret_cast<const char*>(buffer), reinterpret_cast<char*>(out + at),
                        sizeof buffer);
        }
        end_writing();
    });
}

LOOP(std::int64_t) tile_rows() { return rows; }
LOOP(std::int64_t) tile_columns() { return columns; }
LOOP(std::int64_t) tile_depth() { return depth; }
LOOP(std::int64_t) tile_turns() { return turns; }

// As many products of the tiles a and b as `sums` has places.
LOOP(void) multiply_tiles(const double* a, const double* b, double* sums, std::int64_t count) {
    parallel_for(count, 256, [=](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) sums[i] = tile_sum(a, b);
    });
}

}  // namespace numen::cpu::NUMEN_ISA
