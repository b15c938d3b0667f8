// Copies, conversions and fills.
//
// A copy is cut into rows along the destination's fastest axis. Where the source's fastest axis
// is another one (a transposition), two axes are walked in tiles that fit the first-level cache.
#include <algorithm>
#include <cstring>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/loop_nest.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

// A parallel region costs 5-10 us to open: less than this, read and written, stays on one thread.
constexpr std::int64_t grain_bytes = 1 << 20;
constexpr std::int64_t tile = 32;

// The row loop of the copy: dst, dst_step, src, src_step, count.
struct RowLoop {
    CastLoop cast;      // nullptr: same type, move elements of `size` bytes
    int size;
    int source_size;

    void operator()(char* dst, std::int64_t dst_step, const char* src, std::int64_t src_step,
                    std::int64_t count) const {
        if (cast != nullptr) return cast(dst, dst_step, src, src_step, count);
        with_size(size, [&]<class T>() { move_row<T>(dst, dst_step, src, src_step, count); });
    }
};

Status copy_single_row(const LoopNest<2>& nest, const RowLoop& loop) {
    const std::int64_t dst_step = nest.inner_step(0), src_step = nest.inner_step(1);
    char* dst = nest.data[0];
    const char* src = nest.data[1];
    return parallel_for_short(nest.inner_count(), grain_bytes / (loop.size + loop.source_size),
                        [&](std::int64_t begin, std::int64_t end) {
                            loop(dst + begin * dst_step, dst_step, src + begin * src_step,
                                 src_step, end - begin);
                        });
}

Status copy_rows(const LoopNest<2>& nest, const RowLoop& loop) {
    const std::int64_t count = nest.inner_count();
    const std::int64_t row_bytes = count * (loop.size + loop.source_size);
    return parallel_for(nest.row_count(), grain_bytes / row_bytes + 1,
                        [&](std::int64_t begin, std::int64_t end) {
                            nest.for_rows(begin, end, [&](char* const* data) {
                                loop(data[0], nest.inner_step(0), data[1], nest.inner_step(1),
                                     count);
                            });
                        });
}

// Puts the source's fastest axis next to the innermost one; false if it is the innermost.
bool bring_source_axis(LoopNest<2>& nest) {
    if (nest.ndim < 2) return false;
    const int last = nest.ndim - 1;
    int fastest = last;
    for (int axis = 0; axis < last; ++axis) {
        const std::int64_t step = std::abs(nest.strides[1][axis]);
        if (step != 0 && step < std::abs(nest.strides[1][fastest])) fastest = axis;
    }
    if (fastest == last || nest.shape[fastest] < 4 || nest.shape[last] < 4) return false;
    std::swap(nest.shape[fastest], nest.shape[last - 1]);
    for (auto& strides : nest.strides) std::swap(strides[fastest], strides[last - 1]);
    return true;
}

// As many elements as a register of 16 bytes holds, and as many of those: a square.
template <class T> constexpr std::int64_t side = 16 / static_cast<std::int64_t>(sizeof(T));
template <class T> using Line [[gnu::vector_size(16)]] = T;

// Elements of two lines by turns, the lower half of each or the upper one.
template <class T, std::size_t... i>
Line<T> by_turns(Line<T> a, Line<T> b, std::index_sequence<i...>) {
    return __builtin_shufflevector(a, b, (i / 2 + i % 2 * sizeof...(i))...);
}
template <class T, std::size_t... i>
Line<T> upper_by_turns(Line<T> a, Line<T> b, std::index_sequence<i...>) {
    return __builtin_shufflevector(a, b, (sizeof...(i) / 2 + i / 2 + i % 2 * sizeof...(i))...);
}

// Each turn doubles how many elements of one column lie together.
template <class T> void transpose_square(Line<T> (&lines)[side<T>]) {
    constexpr std::int64_t half = side<T> / 2;
    constexpr auto lanes = std::make_index_sequence<static_cast<std::size_t>(side<T>)>();
#pragma GCC unroll 4
    for (std::int64_t together = 1; together < side<T>; together *= 2) {
        Line<T> turned[side<T>];
#pragma GCC unroll 8
        for (std::int64_t i = 0; i < half; ++i) {
            turned[2 * i] = by_turns<T>(lines[i], lines[i + half], lanes);
            turned[2 * i + 1] = upper_by_turns<T>(lines[i], lines[i + half], lanes);
        }
        std::copy_n(turned, side<T>, lines);
    }
}

// dst[row][column] = src[column][row] in packed rows and packed columns, a square at a time: a load
// and a store for each of its lines in place of each element.
template <class T>
void transpose_plane(char* dst, std::int64_t dst_step, const char* src, std::int64_t src_step,
                     std::int64_t rows, std::int64_t columns) {
    constexpr std::int64_t size = sizeof(T), lines_at_once = side<T>;
    const std::int64_t whole_rows = rows - rows % lines_at_once;
    const std::int64_t whole_columns = columns - columns % lines_at_once;
    for (std::int64_t row = 0; row < whole_rows; row += lines_at_once) {
        for (std::int64_t column = 0; column < whole_columns; column += lines_at_once) {
            const char* from = src + column * src_step + row * size;
            char* to = dst + row * dst_step + column * size;
            Line<T> lines[lines_at_once];
#pragma GCC unroll 16
            for (std::int64_t k = 0; k < lines_at_once; ++k) {
                lines[k] = read<Line<T>>(from + k * src_step);
            }
            transpose_square<T>(lines);
#pragma GCC unroll 16
            for (std::int64_t k = 0; k < lines_at_once; ++k) write(to + k * dst_step, lines[k]);
        }
    }
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = row < whole_rows ? whole_columns : 0; column < columns;
             ++column) {
            write(dst + row * dst_step + column * size,
                  read<T>(src + column * src_step + row * size));
        }
    }
}

void copy_tiles(char* dst, const char* src, const LoopNest<2>& nest, const RowLoop& loop,
                std::int64_t begin, std::int64_t end) {
    const int rows = nest.ndim - 2, columns = nest.ndim - 1;
    const std::int64_t width = nest.shape[columns];
    const std::int64_t size = loop.size;
    const bool is_plain = loop.cast == nullptr && size <= 8 && nest.strides[0][columns] == size &&
                          nest.strides[1][rows] == size;
    for (std::int64_t top = begin; top < end; top += tile) {
        const std::int64_t bottom = std::min(top + tile, end);
        for (std::int64_t left = 0; left < width; left += tile) {
            const std::int64_t count = std::min(tile, width - left);
            if (is_plain) {
                with_size(loop.size, [&]<class T>() {
                    if constexpr (sizeof(T) <= 8) {
                        transpose_plane<T>(dst + top * nest.strides[0][rows] + left * size,
                                           nest.strides[0][rows],
                                           src + top * size + left * nest.strides[1][columns],
                                           nest.strides[1][columns], bottom - top, count);
                    }
                });
                continue;
            }
            for (std::int64_t row = top; row < bottom; ++row) {
                loop(dst + row * nest.strides[0][rows] + left * nest.strides[0][columns],
                     nest.strides[0][columns],
                     src + row * nest.strides[1][rows] + left * nest.strides[1][columns],
                     nest.strides[1][columns], count);
            }
        }
    }
}

// Rows of a few elements, as of pixels and points, take longer to reach than to copy: many of them
// are copied column by column, as many at a time as the nearest cache holds.
bool has_short_rows(const LoopNest<2>& nest) {
    constexpr std::int64_t few = 7, many = 16;
    return nest.ndim >= 2 && nest.shape[nest.ndim - 1] < few && nest.shape[nest.ndim - 2] >= many;
}

void copy_columns(char* dst, const char* src, const LoopNest<2>& nest, const RowLoop& loop,
                  std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t piece = 512;
    const int rows = nest.ndim - 2, columns = nest.ndim - 1;
    const std::int64_t dst_step = nest.strides[0][rows], src_step = nest.strides[1][rows];
    for (std::int64_t top = begin; top < end; top += piece) {
        for (std::int64_t column = 0; column < nest.shape[columns]; ++column) {
            loop(dst + top * dst_step + column * nest.strides[0][columns], dst_step,
                 src + top * src_step + column * nest.strides[1][columns], src_step,
                 std::min(piece, end - top));
        }
    }
}

// Copies the rows from `begin` to `end` of a plane: the two inner axes.
using CopyPlane = void (*)(char* dst, const char* src, const LoopNest<2>& nest,
                           const RowLoop& loop, std::int64_t begin, std::int64_t end);

Status copy_planes(const LoopNest<2>& nest, const RowLoop& loop, CopyPlane copy_plane) {
    const std::int64_t rows = nest.shape[nest.ndim - 2];
    const std::int64_t row_bytes = nest.inner_count() * (loop.size + loop.source_size);
    LoopNest<2> outer = nest;  // the two inner axes become one row
    outer.ndim = nest.ndim - 1;
    const std::int64_t planes = outer.row_count();
    const std::int64_t grain = std::max(grain_bytes / row_bytes + 1, tile);
    if (planes == 1) {
        return parallel_for(rows, grain, [&](std::int64_t begin, std::int64_t end) {
            copy_plane(nest.data[0], nest.data[1], nest, loop, begin, end);
        });
    }
    return parallel_for(planes, grain_bytes / (row_bytes * rows) + 1,
                        [&](std::int64_t begin, std::int64_t end) {
                            outer.for_rows(begin, end, [&](char* const* data) {
                                copy_plane(data[0], data[1], nest, loop, 0, rows);
                            });
                        });
}

}  // namespace

Status copy(const StridedView& dst, const StridedView& src) {
    const bool is_cast = dst.dtype != src.dtype;
    LoopNest<2> nest;
    if (!nest.build({&dst, &src})) return status_ok;
    const RowLoop loop{
        is_cast ? data_kernels().cast[static_cast<int>(dst.dtype)][static_cast<int>(src.dtype)]
                : nullptr,
        itemsize(dst.dtype), itemsize(src.dtype)};
    if (is_cast) clear_floating_flags();
    Status status;
    if (bring_source_axis(nest)) {
        status = copy_planes(nest, loop, copy_tiles);
    } else if (has_short_rows(nest)) {
        status = copy_planes(nest, loop, copy_columns);
    } else {
        status = nest.ndim < 2 ? copy_single_row(nest, loop) : copy_rows(nest, loop);
    }
    if (!is_cast) return status;
    // Between floating types only signalling NaNs are "invalid", of which NumPy says nothing where
    // it converts by integer operations.
    const bool quiet = !is_integer(dst.dtype) && !is_boolean(dst.dtype) &&
                       (dst.dtype == Dtype::float16 || src.dtype == Dtype::float16);
    return (status | floating_flags()) & ~(quiet ? status_invalid : status_ok);
}

void fill(const StridedView& dst, const void* value) {
    std::int64_t no_strides[max_dimensions] = {};
    StridedView source = dst;
    source.data = static_cast<char*>(const_cast<void*>(value));
    source.strides = no_strides;
    copy(dst, source);
}

}  // namespace numen::backend
