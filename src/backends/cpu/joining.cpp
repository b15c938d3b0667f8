// Pieces that lie one behind the other in the result are copied one by one, several at a time by
// threads. Pieces that alternate in it are copied together, a block of the result's rows after the
// other: each line of its memory then comes to the cache once, not once for every piece.
#include "backends/cpu/joining.h"

#include <algorithm>
#include <cstdlib>

#include "backends/backend.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t block_bytes = 32 << 10;   // of the result: half a first-level cache
constexpr std::int64_t grain_bytes = 512 << 10;  // of the result, for one thread

std::int64_t elements(const StridedView& view) {
    std::int64_t count = 1;
    for (int axis = 0; axis < view.ndim; ++axis) count *= view.shape[axis];
    return count;
}

// Of the axes with more than one place the one with the largest step; -1 if there is none.
int outermost(const StridedView& view) {
    int found = -1;
    for (int axis = 0; axis < view.ndim; ++axis) {
        if (view.shape[axis] < 2) continue;
        if (found < 0 || std::labs(view.strides[axis]) > std::labs(view.strides[found])) {
            found = axis;
        }
    }
    return found;
}

StridedView part_of(const StridedView& dst, char* data, const StridedView& piece) {
    return {data, dst.dtype, dst.ndim, piece.shape, dst.strides};
}

Status join_in_turn(const StridedView& dst, int axis, std::span<const StridedView> pieces) {
    Status status = status_ok;
    char* data = dst.data;
    for (const StridedView& piece : pieces) {
        status |= backend::copy(part_of(dst, data, piece), piece);
        data += piece.shape[axis] * dst.strides[axis];
    }
    return status;
}

// Whole pieces at a time where none of them is worth several threads by itself; what comes before a
// piece is counted anew for each thread's first.
Status join_side_by_side(const StridedView& dst, int axis, std::span<const StridedView> pieces,
                         std::int64_t bytes) {
    const auto count = static_cast<std::int64_t>(pieces.size());
    const bool any_large = std::any_of(pieces.begin(), pieces.end(), [&](const StridedView& piece) {
        return elements(piece) * itemsize(dst.dtype) >= 2 * grain_bytes;
    });
    if (any_large) return join_in_turn(dst, axis, pieces);
    const std::int64_t grain = grain_bytes / (bytes / count + 1) + 1;
    return parallel_for(count, grain, [&](std::int64_t begin, std::int64_t end) {
        StridedView rest = dst;
        for (std::int64_t i = 0; i < begin; ++i) {
            rest.data += pieces[i].shape[axis] * dst.strides[axis];
        }
        return join_in_turn(rest, axis, pieces.subspan(begin, end - begin));
    });
}

// Rows [begin, end) along the outermost axis, of all pieces.
Status join_rows(const StridedView& dst, int axis, std::span<const StridedView> pieces, int outer,
                 std::int64_t begin, std::int64_t end) {
    Status status = status_ok;
    std::int64_t shape[max_dimensions];
    char* data = dst.data + begin * dst.strides[outer];
    for (const StridedView& piece : pieces) {
        std::copy_n(piece.shape, piece.ndim, shape);
        shape[outer] = end - begin;
        const StridedView rows{piece.data + begin * piece.strides[outer], piece.dtype, piece.ndim,
                               shape, piece.strides};
        status |= backend::copy(part_of(dst, data, rows), rows);
        data += piece.shape[axis] * dst.strides[axis];
    }
    return status;
}

// dst[2 i] = a[i], dst[2 i + 1] = b[i], sixteen bytes of each at a time.
template <class T>
void alternate(char* dst, const char* a, const char* b, std::int64_t count) {
    using Lanes [[gnu::vector_size(16)]] = T;
    constexpr std::int64_t size = sizeof(T), lanes = sizeof(Lanes) / size;
    Lanes low, high;  // which lanes of the two make the first and the second half
    for (std::int64_t lane = 0; lane < lanes; ++lane) {
        low[lane] = static_cast<T>(lane / 2 + lane % 2 * lanes);
        high[lane] = low[lane] + lanes / 2;
    }
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const Lanes one = read<Lanes>(a + i * size), other = read<Lanes>(b + i * size);
        char* to = dst + 2 * i * size;
        write(to, __builtin_shuffle(one, other, low));
        write(to + sizeof(Lanes), __builtin_shuffle(one, other, high));
    }
    for (; i < count; ++i) {
        write(dst + 2 * i * size, read<T>(a + i * size));
        write(dst + (2 * i + 1) * size, read<T>(b + i * size));
    }
}

// Whether two rows of elements become the columns of a result in a row, all of one type.
bool are_alternating(const StridedView& dst, int axis, std::span<const StridedView> pieces,
                     int outer) {
    const std::int64_t item = itemsize(dst.dtype);
    if (pieces.size() != 2 || (item != 4 && item != 8)) return false;
    const bool columns = std::all_of(pieces.begin(), pieces.end(), [&](const StridedView& piece) {
        return piece.dtype == dst.dtype && piece.shape[axis] == 1 && piece.strides[outer] == item;
    });
    return columns && dst.strides[axis] == item && dst.strides[outer] == 2 * item &&
           elements(dst) == 2 * dst.shape[outer];
}

Status join_alternating(const StridedView& dst, std::span<const StridedView> pieces, int outer) {
    const std::int64_t item = itemsize(dst.dtype);
    const auto each = item == 4 ? alternate<std::uint32_t> : alternate<std::uint64_t>;
    return parallel_for(dst.shape[outer], grain_bytes / (2 * item),
                        [&](std::int64_t begin, std::int64_t end) {
                            each(dst.data + 2 * begin * item, pieces[0].data + begin * item,
                                 pieces[1].data + begin * item, end - begin);
                        });
}

}  // namespace

Status join(const StridedView& dst, int axis, std::span<const StridedView> pieces) {
    const std::int64_t bytes = elements(dst) * itemsize(dst.dtype);
    const int outer = outermost(dst);
    if (outer >= 0 && outer != axis && are_alternating(dst, axis, pieces, outer)) {
        return join_alternating(dst, pieces, outer);
    }
    if (bytes <= block_bytes || pieces.size() < 2 || outer < 0) {
        return join_in_turn(dst, axis, pieces);
    }
    if (outer == axis) return join_side_by_side(dst, axis, pieces, bytes);
    const std::int64_t rows = dst.shape[outer], row_bytes = bytes / rows;
    const std::int64_t block = std::max<std::int64_t>(block_bytes / row_bytes, 1);
    return parallel_for(rows, std::max(block, grain_bytes / row_bytes),
                        [&](std::int64_t begin, std::int64_t end) {
                            Status status = status_ok;
                            for (; begin < end; begin += block) {
                                status |= join_rows(dst, axis, pieces, outer, begin,
                                                    std::min(begin + block, end));
                            }
                            return status;
                        });
}

}  // namespace numen::cpu
