// Masks a block at a time, and long ones in pieces for several threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "backends/backend.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {

inline constexpr std::int64_t choice_block = 256;

// Of a whole block of mask bytes.
inline bool selects_nothing(const char* block) {
    std::uint64_t met = 0;
    for (std::int64_t i = 0; i < choice_block; i += 8) met |= read<std::uint64_t>(block + i);
    return met == 0;
}

// Calls visit(mask bytes, first element, elements, how many are selected) for blocks of the mask,
// which it copies: what is read of the mask is what was counted. No more than `limit` are selected.
template <class Visit>
void for_mask_blocks(const char* mask, std::int64_t mask_step, std::int64_t count,
                     std::int64_t limit, Visit&& visit) {
    static constexpr std::int64_t packed = 1;
    char block[choice_block];
    for (std::int64_t begin = 0; begin < count; begin += choice_block) {
        const std::int64_t length = std::min(choice_block, count - begin);
        if (mask_step == 1 && length == choice_block && selects_nothing(mask + begin)) continue;
        move_row<std::uint8_t>(block, 1, mask + begin * mask_step, mask_step, length);
        std::int64_t chosen =
            backend::count_true({block, Dtype::boolean, 1, &length, &packed});
        for (std::int64_t i = length; chosen > limit;) chosen -= std::exchange(block[--i], 0) != 0;
        visit(block, begin, length, chosen);
        limit -= chosen;
    }
}

// Elements of a mask for one thread: where the first that it selects stands among all that are
// selected, and how many it may select.
struct MaskPiece {
    std::int64_t begin, length, place, limit;
};

inline constexpr std::int64_t most_mask_pieces = 256;

// Calls use(piece), a long mask's pieces on several threads: what each selects is counted first.
template <class Use>
void for_mask_pieces(const char* mask, std::int64_t mask_step, std::int64_t count,
                     std::int64_t limit, std::int64_t most_pieces, Use&& use) {
    constexpr std::int64_t least = 1 << 16;
    const std::int64_t pieces = std::min(count / least, most_pieces);
    if (threads_for(pieces, 1) < 2) return use(MaskPiece{0, count, 0, limit});
    std::int64_t places[most_mask_pieces + 1] = {};
    const auto begin_of = [&](std::int64_t piece) { return count * piece / pieces; };
    const auto for_each_piece = [&](auto&& visit) {
        parallel_for(pieces, 1, [&](std::int64_t first, std::int64_t end) {
            for (std::int64_t piece = first; piece < end; ++piece) visit(piece);
        });
    };
    for_each_piece([&](std::int64_t piece) {
        const std::int64_t begin = begin_of(piece), length = begin_of(piece + 1) - begin;
        places[piece + 1] = backend::count_true(
            {const_cast<char*>(mask) + begin * mask_step, Dtype::boolean, 1, &length, &mask_step});
    });
    for (std::int64_t piece = 0; piece < pieces; ++piece) {
        places[piece + 1] = std::min(places[piece] + places[piece + 1], limit);
    }
    for_each_piece([&](std::int64_t piece) {
        const std::int64_t begin = begin_of(piece);
        use(MaskPiece{begin, begin_of(piece + 1) - begin, places[piece],
                      places[piece + 1] - places[piece]});
    });
}

}  // namespace numen::cpu
