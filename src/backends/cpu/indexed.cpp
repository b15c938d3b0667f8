#include "backends/cpu/indexed.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "array/layout_rules.h"
#include "backends/backend.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/mask_blocks.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

// Calls visit(byte offset) for every element of the block in C order.
template <class Visit> void for_each_element(const StridedView& block, Visit&& visit) {
    std::int64_t counter[max_dimensions] = {}, at = 0;
    for (std::int64_t left = element_count(block); left > 0; --left) {
        visit(at);
        for (int axis = block.ndim - 1; axis >= 0; --axis) {
            at += block.strides[axis];
            if (++counter[axis] < block.shape[axis]) break;
            at -= block.strides[axis] * block.shape[axis];
            counter[axis] = 0;
        }
    }
}

// Whether the selected elements of a block are moved run by run: to find the end of one takes as
// long as to move so many by themselves.
bool has_long_runs(const MaskBlock& block, std::int64_t chosen) {
    return chosen >= 12 * block.runs();
}

template <class T>
void compress_block(char* dense, const char* data, std::int64_t step, const MaskBlock& block,
                    std::int64_t chosen) {
    constexpr int item = sizeof(T);
    if (has_long_runs(block, chosen)) {
        block.for_each_run([&](std::int64_t first, std::int64_t length) {
            move_row<T>(dense, item, data + first * step, step, length);
            dense += length * item;
        });
    } else {
        block.for_each_selected([&](std::int64_t i) {
            std::memcpy(dense, data + i * step, item);
            dense += item;
        });
    }
}

// The reverse. Elements that are not selected are not written, not even with what they hold.
template <class T>
void expand_block(char* data, std::int64_t step, const MaskBlock& block, std::int64_t chosen,
                  const char* dense, std::int64_t dense_step) {
    if (has_long_runs(block, chosen)) {
        block.for_each_run([&](std::int64_t first, std::int64_t length) {
            move_row<T>(data + first * step, step, dense, dense_step, length);
            dense += length * dense_step;
        });
    } else {
        block.for_each_selected([&](std::int64_t i) {
            std::memcpy(data + i * step, dense, sizeof(T));
            dense += dense_step;
        });
    }
}

// Blocks worth a copy each, which finds their fastest axis; `strides` are those of a dense one.
bool has_large_blocks(const StridedView& block, std::int64_t* strides) {
    constexpr std::int64_t large = 256;
    dense_strides(Order::c, itemsize(block.dtype), block.ndim, block.shape, strides);
    return element_count(block) >= large;
}

// Whether each element of a block has a place of its own, else the order of the writes matters. The
// axes go from the farthest to the nearest.
bool has_distinct_places(const StridedView& block) {
    std::int64_t span = itemsize(block.dtype);
    for (int axis = block.ndim - 1; axis >= 0; --axis) {
        const std::int64_t step = std::abs(block.strides[axis]);
        if (block.shape[axis] > 1 && step < span) return false;
        span += step * (block.shape[axis] - 1);
    }
    return true;
}

StridedView at_address(const char* data, const StridedView& block) {
    StridedView view = block;
    view.data = const_cast<char*>(data);
    return view;
}

// Writes the offsets of a row's true elements, at most `room` of them; how many. Written before the
// element is looked at: no branch to mispredict.
std::int64_t offsets_of_row(const char* mask, std::int64_t mask_step, std::int64_t count,
                            std::int64_t offset, std::int64_t step, std::int64_t* offsets,
                            std::int64_t room) {
    std::int64_t block[MaskBlock::size + 1], found = 0;
    for (std::int64_t begin = 0; begin < count; begin += MaskBlock::size) {
        const std::int64_t end = std::min(begin + MaskBlock::size, count);
        std::int64_t used = 0;
        for (std::int64_t i = begin; i < end; ++i) {
            block[used] = offset + i * step;
            used += mask[i * mask_step] != 0;
        }
        used = std::min(used, room - found);
        std::copy_n(block, used, offsets + found);
        found += used;
    }
    return found;
}

// Calls visit(byte offset) for every element of the block in C order, most of them in one loop.
template <class Visit> void for_each_in_rows(const StridedView& block, Visit&& visit) {
    if (block.ndim != 1) return for_each_element(block, visit);
    for (std::int64_t i = 0; i < block.shape[0]; ++i) visit(i * block.strides[0]);
}

void gather_here(char* dense, const Indexed& source) {
    const int item = itemsize(source.block.dtype);
    const std::int64_t block_bytes = element_count(source.block) * item;
    if (block_bytes > item && is_contiguous(source.block)) {
        return with_length(block_bytes, [&](auto bytes) {
            for (std::int64_t i = 0; i < source.count; ++i) {
                copy_bytes(dense + i * bytes, source.data + source.offsets[i], bytes);
            }
        });
    }
    std::int64_t strides[max_dimensions];
    if (has_large_blocks(source.block, strides)) {
        StridedView to = source.block;
        to.strides = strides;
        for (std::int64_t i = 0; i < source.count; ++i) {
            backend::copy(at_address(dense + i * block_bytes, to),
                          at_address(source.data + source.offsets[i], source.block));
        }
        return;
    }
    with_size(item, [&]<class T>() {
        constexpr int Item = sizeof(T);
        if (block_bytes == Item) {
            for (std::int64_t i = 0; i < source.count; ++i) {
                std::memcpy(dense + i * Item, source.data + source.offsets[i], Item);
            }
            return;
        }
        for (std::int64_t i = 0; i < source.count; ++i) {
            const char* block = source.data + source.offsets[i];
            for_each_in_rows(source.block, [&](std::int64_t at) {
                std::memcpy(dense, block + at, Item);
                dense += Item;
            });
        }
    });
}

}  // namespace

void gather(char* dense, const Indexed& source) {
    constexpr std::int64_t piece_bytes = 64 << 10;
    const std::int64_t block_bytes =
        element_count(source.block) * itemsize(source.block.dtype);
    if (block_bytes == 0) return;
    parallel_for_short(source.count, piece_bytes / block_bytes + 1,
                       [&](std::int64_t begin, std::int64_t end) {
        Indexed part = source;
        part.offsets += begin;
        part.count = end - begin;
        gather_here(dense + begin * block_bytes, part);
    });
}

void scatter(const Indexed& target, const char* dense) {
    const int item = itemsize(target.block.dtype);
    const std::int64_t block_bytes = element_count(target.block) * item;
    if (block_bytes == 0) return;
    if (block_bytes > item && is_contiguous(target.block)) {
        return with_length(block_bytes, [&](auto bytes) {
            for (std::int64_t i = 0; i < target.count; ++i) {
                copy_bytes(target.data + target.offsets[i], dense + i * bytes, bytes);
            }
        });
    }
    std::int64_t strides[max_dimensions];
    if (has_large_blocks(target.block, strides) && has_distinct_places(target.block)) {
        StridedView from = target.block;
        from.strides = strides;
        for (std::int64_t i = 0; i < target.count; ++i) {
            backend::copy(at_address(target.data + target.offsets[i], target.block),
                          at_address(dense + i * block_bytes, from));
        }
        return;
    }
    if (block_bytes == item) return scatter_elements(target, dense, item);
    with_size(item, [&]<class T>() {
        constexpr int Item = sizeof(T);
        for (std::int64_t i = 0; i < target.count; ++i) {
            char* block = target.data + target.offsets[i];
            for_each_in_rows(target.block, [&](std::int64_t at) {
                std::memcpy(block + at, dense, Item);
                dense += Item;
            });
        }
    });
}

bool scatter_from(const Indexed& target, const StridedView& values, int index_axes) {
    std::int64_t strides[max_dimensions];
    if (!has_large_blocks(target.block, strides) || !has_distinct_places(target.block)) {
        return false;
    }
    StridedView from = target.block;
    from.strides = values.strides + index_axes;
    const std::int64_t* offset = target.offsets;
    const StridedView blocks{nullptr, values.dtype, index_axes, values.shape, values.strides};
    for_each_element(blocks, [&](std::int64_t at) {
        backend::copy(at_address(target.data + *offset++, target.block),
                      at_address(values.data + at, from));
    });
    return true;
}

void compress(char* dense, const char* data, std::int64_t step, const char* mask,
              std::int64_t mask_step, std::int64_t count, int item, std::int64_t limit) {
    with_size(item, [&]<class T>() {
        for_mask_pieces(mask, mask_step, count, limit, most_mask_pieces,
                        [&](const MaskPiece& piece) {
            char* to = dense + piece.place * item;
            const char* from = data + piece.begin * step;
            for_mask_blocks(mask + piece.begin * mask_step, mask_step, piece.length, piece.limit,
                            [&](const MaskBlock& block, std::int64_t begin, std::int64_t chosen) {
                compress_block<T>(to, from + begin * step, step, block, chosen);
                to += chosen * item;
            });
        });
    });
}

void scatter_elements(const Indexed& target, const char* values, std::int64_t step) {
    with_size(itemsize(target.block.dtype), [&]<class T>() {
        constexpr int Item = sizeof(T);
        for (std::int64_t i = 0; i < target.count; ++i) {
            std::memcpy(target.data + target.offsets[i], values + i * step, Item);
        }
    });
}

void expand_onto_itself(char* data, std::int64_t step, const char* mask, std::int64_t mask_step,
                        std::int64_t count, int item, const char* dense,
                        std::int64_t dense_step, std::int64_t limit) {
    for (std::int64_t i = 0; i < count && limit > 0;) {
        if (mask[i * mask_step] == 0) {
            ++i;
            continue;
        }
        std::int64_t end = i + 1;
        while (end < count && end - i < limit && mask[end * mask_step] != 0) ++end;
        if (step == item && dense_step == item) {
            std::memmove(data + i * item, dense, (end - i) * item);
        } else {
            for (std::int64_t k = i; k < end; ++k) {
                std::memcpy(data + k * step, dense + (k - i) * dense_step, item);
            }
        }
        dense += (end - i) * dense_step;
        limit -= end - i;
        i = end;
    }
}

void expand(char* data, std::int64_t step, const char* mask, std::int64_t mask_step,
            std::int64_t count, int item, const char* dense, std::int64_t dense_step,
            std::int64_t limit) {
    with_size(item, [&]<class T>() {
        // Elements that share memory take the last value: in order, then, on one thread.
        const std::int64_t pieces = std::abs(step) < item ? 1 : most_mask_pieces;
        for_mask_pieces(mask, mask_step, count, limit, pieces, [&](const MaskPiece& piece) {
            char* to = data + piece.begin * step;
            const char* from = dense + piece.place * dense_step;
            for_mask_blocks(mask + piece.begin * mask_step, mask_step, piece.length, piece.limit,
                            [&](const MaskBlock& block, std::int64_t begin, std::int64_t chosen) {
                expand_block<T>(to + begin * step, step, block, chosen, from, dense_step);
                from += chosen * dense_step;
            });
        });
    });
}

void masked_offsets(const StridedView& mask, const std::int64_t* strides, std::int64_t* offsets,
                    std::int64_t count) {
    std::int64_t counter[max_dimensions] = {}, offset = 0, at = 0;
    std::int64_t* const end = offsets + count;
    const int last = mask.ndim - 1;  // its axis is a row
    const std::int64_t length = last < 0 ? 1 : mask.shape[last];
    const std::int64_t mask_step = last < 0 ? 0 : mask.strides[last];
    const std::int64_t step = last < 0 ? 0 : strides[last];
    for (std::int64_t left = element_count(mask); left > 0 && offsets != end; left -= length) {
        offsets += offsets_of_row(mask.data + at, mask_step, length, offset, step, offsets,
                                  end - offsets);
        for (int axis = last - 1; axis >= 0; --axis) {
            at += mask.strides[axis];
            offset += strides[axis];
            if (++counter[axis] < mask.shape[axis]) break;
            at -= mask.strides[axis] * mask.shape[axis];
            offset -= strides[axis] * mask.shape[axis];
            counter[axis] = 0;
        }
    }
    std::fill(offsets, end, 0);
}

}  // namespace numen::cpu
