#include "backends/cpu/sort_lane.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "backends/cpu/ordering.h"
#include "backends/cpu/sort_loops.h"

namespace numen::cpu {
namespace {

using backend::SortKind;

// Zeros of both signs are equal and look different, and so do NaNs that differ in sign or payload:
// only where there are some does a stable sort differ from another, and one order of equals from
// another. NaNs are `usual` with the bits that a quick loop writes in place of every NaN.
enum class NaNs : std::uint8_t { any, usual, none };

// Not zero where the element is a negative zero, or a NaN with bits of `of_nans` other than `nan`.
// Comparisons of doubles are faster than those of their bits in the vectors of every x86-64.
template <class T, class Bits> Bits difference(T value, Bits bits, Bits of_nans, Bits nan) {
    if constexpr (std::is_floating_point_v<T>) {
        const Bits zero = value == 0 ? bits : Bits{0};
        return static_cast<Bits>(zero | (value != value ? (bits ^ nan) & of_nans : Bits{0}));
    } else {
        constexpr Bits sign = 0x8000, infinity = 0x7c00;
        const bool is_nan = (bits & (sign - 1)) > infinity;
        const Bits zero = bits == sign ? bits : Bits{0};
        return static_cast<Bits>(zero | (is_nan ? (bits ^ nan) & of_nans : Bits{0}));
    }
}

template <class T> bool some_equals_differ(const T* data, std::int64_t count, NaNs allowed) {
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t,
                                    std::conditional_t<sizeof(T) == 4, std::uint32_t,
                                                       std::uint16_t>>;
    constexpr int fraction = sizeof(T) == 8 ? 52 : sizeof(T) == 4 ? 23 : 10;
    constexpr Bits usual_nan = static_cast<Bits>((Bits{1} << (8 * sizeof(T) - 1)) -
                                                 (Bits{1} << (fraction - 1)));
    const Bits nan = allowed == NaNs::none ? Bits{0} : usual_nan;
    const Bits of_nans = allowed == NaNs::any ? Bits{0} : static_cast<Bits>(~Bits{0});
    constexpr std::int64_t block = 64;
    const auto is_met = [&](std::int64_t begin, std::int64_t length) {
        Bits found = 0;
        for (std::int64_t i = begin; i < begin + length; ++i) {
            Bits bits;
            std::memcpy(&bits, data + i, sizeof bits);
            found |= difference(data[i], bits, of_nans, nan);
        }
        return found != 0;
    };
    std::int64_t begin = 0;
    for (; begin + block <= count; begin += block) {
        if (is_met(begin, block)) return true;
    }
    return is_met(begin, count - begin);
}

// Do equal elements look the same, so that their order among each other does not matter?
bool equals_are_same(Dtype dtype, const void* data, std::int64_t count, NaNs allowed) {
    return with_sortable(dtype, [&]<class T>() {
        if constexpr (is_real_number<T>) {
            return !some_equals_differ(static_cast<const T*>(data), count, allowed);
        } else if constexpr (is_complex_number<T>) {
            using Part = typename T::value_type;
            return !some_equals_differ(static_cast<const Part*>(data), 2 * count, allowed);
        } else {
            return true;
        }
    });
}

// A lent quick loop writes the same NaNs into pieces as into the whole lane, but for float16 other
// ones than the usual. Counting writes what it has counted.
NaNs nans_for(Dtype dtype, SortKind kind, bool counts) {
    if (counts) return NaNs::usual;
    if (kind == SortKind::quick) return NaNs::any;
    return dtype == Dtype::float16 ? NaNs::none : NaNs::usual;
}

// The vector loops that are lent end early where only equals are left. Of so many elements of a
// lane they have to be different for other ways to pay; measured with AVX-512.
constexpr int sampled = 256;
int least_different_to_count(Dtype dtype) { return itemsize(dtype) < 8 ? 20 : 5; }
int least_different_to_merge(Dtype dtype, int threads) {
    const bool is_wide_integer = is_integer(dtype) && itemsize(dtype) == 8;
    return is_wide_integer ? 40 : threads > 2 ? 16 : 235;
}
int count_different(Dtype dtype, const void* data, std::int64_t count) {
    return with_sortable(dtype, [&]<class T>() {
        T sample[sampled];
        for (int i = 0; i < sampled; ++i) {
            sample[i] = static_cast<const T*>(data)[count / sampled * i];
        }
        std::sort(sample, sample + sampled, comes_before<T>);
        int different = 1;
        for (int i = 1; i < sampled; ++i) different += comes_before(sample[i - 1], sample[i]);
        return different;
    });
}
bool end_early(Dtype dtype, std::int64_t count) {
    constexpr std::int64_t least_long = 128 << 10;
#if defined(__x86_64__)
    return count >= least_long && itemsize(dtype) > 2 && !is_complex(dtype) &&
           sort_loops(dtype).is_lent && __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

}  // namespace

Status sort_lane(Dtype dtype, SortKind kind, char* data, std::int64_t count, int threads) {
    const auto loop_of = [=](SortKind by) { return sort_loops(dtype).sort[static_cast<int>(by)]; };
    const auto run = [=](SortLoop loop) {
        return loop(data, count, nullptr) < 0 ? status_no_memory : status_ok;
    };
    const int different = end_early(dtype, count) ? count_different(dtype, data, count) : sampled;
    if (is_integer(dtype)) {
        if (different < least_different_to_count(dtype)) return run(loop_of(SortKind::quick));
        if (sort_narrow_integers(dtype, data, count)) return status_ok;
    }
    const bool pays = threads > 1 && count >= least_in_pieces && goes_in_pieces(dtype) &&
                      different >= least_different_to_merge(dtype, threads);
    const bool counts = pays_to_count(dtype, count);
    const NaNs allowed = nans_for(dtype, kind, counts);
    const bool is_free = (pays || counts || kind == SortKind::stable) &&
                         equals_are_same(dtype, data, count, allowed);
    if (is_free && counts && sort_by_counting(dtype, data, count)) return status_ok;
    const SortLoop loop = loop_of(is_free && !counts ? SortKind::quick : kind);
    if (pays && is_free && sort_in_pieces(dtype, loop, data, count, threads)) return status_ok;
    return run(loop);
}

Status argsort_lane(Dtype dtype, SortKind kind, char* data, std::int64_t* positions,
                    std::int64_t count, backend::Positions start) {
    if (kind == SortKind::stable && order_by_digits(dtype, data, positions, count, start)) {
        return status_ok;
    }
    const ArgsortLoop loop = sort_loops(dtype).argsort[static_cast<int>(kind)];
    return loop(data, positions, count, nullptr) < 0 ? status_no_memory : status_ok;
}

}  // namespace numen::cpu
