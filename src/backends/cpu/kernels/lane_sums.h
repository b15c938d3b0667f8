// Sums of products of two vectors in many lanes.
#pragma once

#include <algorithm>

#include "backends/cpu/kernels/apart.h"
#include "backends/cpu/kernels/product_element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

template <class T, class Sum_> class LaneSums {
public:
    static constexpr std::int64_t lanes = sizeof(Sum_) >= 16 ? 4 : 4 * vector_bytes / sizeof(Sum_);

    // A multiple of the lanes.
    [[gnu::always_inline]] void add(const char* a, const char* b, std::int64_t count) {
        Sum_ lane[lanes];
        std::copy_n(lane_, lanes, lane);
        for (std::int64_t i = 0; i < count; i += lanes) add_some<lanes>(lane, a, b, i);
        std::copy_n(lane, lanes, lane_);
        has_any_ |= count > 0;
    }

    // The same of float64 numbers, `a_step` and `b_step` bytes apart.
    [[gnu::always_inline]] void add_apart(const char* a, std::int64_t a_step, const char* b,
                                          std::int64_t b_step, std::int64_t count) {
        constexpr std::int64_t second = 2 * sizeof(double);
        if (a_step == second && b_step == second) {
            add_read<EverySecond>(a, a_step, b, b_step, count);
        } else {
            add_read<PairApart>(a, a_step, b, b_step, count);
        }
        has_any_ |= count > 0;
    }

    // With the last products, fewer than the lanes.
    [[gnu::always_inline]] Sum_ total(const char* a, const char* b, std::int64_t count) {
        Sum_ sum{};
        std::int64_t i = 0;
        if (has_any_) {
            constexpr std::int64_t few = lanes >= 16 ? lanes / 4 : lanes;
            for (; i + few <= count; i += few) add_some<few>(lane_, a, b, i);
            for (std::int64_t width = lanes / 2; width > 0; width /= 2) {
                for (std::int64_t k = 0; k < width; ++k) join(lane_[k], lane_[k + width]);
            }
            sum = lane_[0];
        }
        for (; i < count; ++i) sum = product(sum, a, b, i);
        return sum;
    }

private:
    static Sum_ product(Sum_ sum, const char* a, const char* b, std::int64_t i) {
        constexpr std::int64_t size = sizeof(T);
        return multiply_add(convert<Sum_>(load<T>(a + i * size)),
                            convert<Sum_>(load<T>(b + i * size)), sum);
    }
    template <std::int64_t count>
    [[gnu::always_inline]] static void add_some(Sum_* lane, const char* a, const char* b,
                                                std::int64_t i) {
#pragma GCC unroll 1
        for (std::int64_t k = 0; k < count; ++k) lane[k] = product(lane[k], a, b, i + k);
    }
    template <class Read>
    [[gnu::always_inline]] void add_read(const char* a, std::int64_t a_step, const char* b,
                                         std::int64_t b_step, std::int64_t count) {
        constexpr std::int64_t registers = lanes / Read::width;
        typename Read::Vector sum[registers];
        __builtin_memcpy(sum, lane_, sizeof sum);
        for (std::int64_t i = 0; i < count; i += lanes) {
#pragma GCC unroll 16
            for (std::int64_t k = 0; k < registers; ++k) {
                sum[k] = multiply_add(Read::load(a, a_step), Read::load(b, b_step), sum[k]);
                a += Read::width * a_step;
                b += Read::width * b_step;
            }
        }
        __builtin_memcpy(lane_, sum, sizeof sum);
    }
    static void join(Sum_& to, Sum_ from) {
        if constexpr (std::is_same_v<Sum_, Truth>) {
            to.byte |= from.byte;
        } else {
            to = plus(to, from);
        }
    }

    Sum_ lane_[lanes] = {};
    bool has_any_ = false;
};

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
