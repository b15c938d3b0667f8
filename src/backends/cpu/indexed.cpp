#include "backends/cpu/indexed.h"

#include <cstring>

namespace numen::cpu {
namespace {

template <class Move> void with_item(int item, Move&& move) {
    switch (item) {
        case 1: return move.template operator()<1>();
        case 2: return move.template operator()<2>();
        case 4: return move.template operator()<4>();
        case 8: return move.template operator()<8>();
        default: return move.template operator()<16>();
    }
}

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

}  // namespace

void gather(char* dense, const Indexed& source) {
    const int item = itemsize(source.block.dtype);
    const std::int64_t block_bytes = element_count(source.block) * item;
    if (block_bytes == 0) return;
    if (block_bytes > item && is_contiguous(source.block)) {
        for (std::int64_t i = 0; i < source.count; ++i) {
            std::memcpy(dense + i * block_bytes, source.data + source.offsets[i], block_bytes);
        }
        return;
    }
    with_item(item, [&]<int Item>() {
        for (std::int64_t i = 0; i < source.count; ++i) {
            const char* block = source.data + source.offsets[i];
            if (block_bytes == Item) {
                std::memcpy(dense, block, Item);
                dense += Item;
                continue;
            }
            for_each_element(source.block, [&](std::int64_t at) {
                std::memcpy(dense, block + at, Item);
                dense += Item;
            });
        }
    });
}

void scatter(const Indexed& target, const char* dense) {
    const int item = itemsize(target.block.dtype);
    const std::int64_t block_bytes = element_count(target.block) * item;
    if (block_bytes == 0) return;
    with_item(item, [&]<int Item>() {
        for (std::int64_t i = 0; i < target.count; ++i) {
            char* block = target.data + target.offsets[i];
            if (block_bytes == Item) {
                std::memcpy(block, dense, Item);
                dense += Item;
                continue;
            }
            for_each_element(target.block, [&](std::int64_t at) {
                std::memcpy(block + at, dense, Item);
                dense += Item;
            });
        }
    });
}

void compress(char* dense, const char* data, std::int64_t step, const char* mask,
              std::int64_t mask_step, std::int64_t count, int item) {
    with_item(item, [&]<int Item>() {
        for (std::int64_t i = 0; i < count; ++i) {
            if (mask[i * mask_step] == 0) continue;
            std::memcpy(dense, data + i * step, Item);
            dense += Item;
        }
    });
}

void expand(char* data, std::int64_t step, const char* mask, std::int64_t mask_step,
            std::int64_t count, int item, const char* dense, std::int64_t dense_step) {
    with_item(item, [&]<int Item>() {
        for (std::int64_t i = 0; i < count;) {
            if (mask[i * mask_step] == 0) {
                ++i;
                continue;
            }
            std::int64_t end = i + 1;
            while (end < count && mask[end * mask_step] != 0) ++end;
            if (step == Item && dense_step == Item) {
                std::memmove(data + i * Item, dense, (end - i) * Item);
                dense += (end - i) * Item;
                i = end;
                continue;
            }
            for (; i < end; ++i) {
                std::memcpy(data + i * step, dense, Item);
                dense += dense_step;
            }
        }
    });
}

void masked_offsets(const StridedView& mask, const std::int64_t* strides, std::int64_t* offsets) {
    std::int64_t counter[max_dimensions] = {}, offset = 0, at = 0;
    for (std::int64_t left = element_count(mask); left > 0; --left) {
        if (mask.data[at] != 0) *offsets++ = offset;
        for (int axis = mask.ndim - 1; axis >= 0; --axis) {
            at += mask.strides[axis];
            offset += strides[axis];
            if (++counter[axis] < mask.shape[axis]) break;
            at -= mask.strides[axis] * mask.shape[axis];
            offset -= strides[axis] * mask.shape[axis];
            counter[axis] = 0;
        }
    }
}

}  // namespace numen::cpu
