// Masks a block at a time, and long ones in pieces for several threads.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "backends/backend.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {

// Which of 64 bytes are other than zero.
inline std::uint64_t bits_of(const char* bytes) {
    std::uint64_t bits = 0;
#ifdef __SSE2__
    for (int k = 0; k < 4; ++k) {
        const __m128i some = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes) + k);
        const int zeros = _mm_movemask_epi8(_mm_cmpeq_epi8(some, _mm_setzero_si128()));
        bits |= std::uint64_t(zeros ^ 0xffff) << (16 * k);
    }
#else
    for (int k = 0; k < 8; ++k) bits |= std::uint64_t(non_zero_bytes(bytes + 8 * k)) << (8 * k);
#endif
    return bits;
}

// A block of a mask, a bit an element; those past its end are zero.
class MaskBlock {
  public:
    static constexpr std::int64_t size = 256;

    MaskBlock(const char* mask, std::int64_t step, std::int64_t length) {
        if (step == 1 && length == size) {
            for (int k = 0; k < words; ++k) bits_[k] = bits_of(mask + 64 * k);
            return;
        }
        char bytes[size] = {};
        for (std::int64_t i = 0; i < length; ++i) bytes[i] = mask[i * step];
        for (int k = 0; k < words; ++k) bits_[k] = bits_of(bytes + 64 * k);
    }

    std::int64_t chosen() const { return count_of([](std::uint64_t bits) { return bits; }); }

    // How many rows of selected elements next to each other there are, those that lie in two words
    // counted twice.
    std::int64_t runs() const {
        return count_of([](std::uint64_t bits) { return bits & ~(bits << 1); });
    }

    // Leaves the first `limit` selected, of `chosen`; how many that are.
    std::int64_t cut(std::int64_t limit, std::int64_t chosen) {
        for (int k = words; k-- > 0 && chosen > limit;) {
            while (bits_[k] != 0 && chosen > limit) {
                bits_[k] ^= std::bit_floor(bits_[k]);
                --chosen;
            }
        }
        return chosen;
    }

    // Calls visit(first, elements) for each of the runs.
    template <class Visit> void for_each_run(Visit&& visit) const {
        for (int k = 0; k < words; ++k) {
            for (std::uint64_t bits = bits_[k]; bits != 0;) {
                const int first = std::countr_zero(bits);
                const int length = std::countr_one(bits >> first);
                visit(std::int64_t{64} * k + first, std::int64_t{length});
                if (first + length == 64) break;
                bits &= ~std::uint64_t{0} << (first + length);
            }
        }
    }

    // Calls visit(place) for each selected element.
    template <class Visit> void for_each_selected(Visit&& visit) const {
        for (int k = 0; k < words; ++k) {
            for (std::uint64_t bits = bits_[k]; bits != 0; bits &= bits - 1) {
                visit(std::int64_t{64} * k + std::countr_zero(bits));
            }
        }
    }

  private:
    static constexpr int words = size / 64;

    template <class Of> std::int64_t count_of(Of of) const {
        std::int64_t count = 0;
        for (int k = 0; k < words; ++k) count += std::popcount(of(bits_[k]));
        return count;
    }

    std::uint64_t bits_[words];
};

// Calls visit(block, first element, how many are selected) for blocks of the mask that
// select any: what is read of the mask is what was counted. No more than `limit` are selected.
template <class Visit>
void for_mask_blocks(const char* mask, std::int64_t mask_step, std::int64_t count,
                     std::int64_t limit, Visit&& visit) {
    for (std::int64_t begin = 0; begin < count && limit > 0; begin += MaskBlock::size) {
        const std::int64_t length = std::min(MaskBlock::size, count - begin);
        MaskBlock block(mask + begin * mask_step, mask_step, length);
        const std::int64_t chosen = block.cut(limit, block.chosen());
        if (chosen == 0) continue;
        visit(block, begin, chosen);
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
