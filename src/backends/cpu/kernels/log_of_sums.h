// logaddexp and logaddexp2 of float32 and float64 by vectors: the larger operand and the logarithm
// of one plus the exponential of minus their distance.
#pragma once

#include "backends/cpu/kernel_table.h"
#include "backends/cpu/kernels/packed_blocks.h"
#include "ops/operation.h"

namespace numen::cpu::NUMEN_ISA {

// What NumPy's functions raise on the way: the exponential of minus a large distance underflows,
// the distance of two huge numbers overflows, a NaN is compared.
template <class T> struct Distances {
    using Vector = vm::VectorOf<T>;
    decltype(Vector{} < Vector{}) vanishing{}, huge{}, unordered{};

    [[gnu::always_inline]] void add(Vector x, Vector y, Vector distance, Vector exponential) {
        constexpr T largest = std::numeric_limits<T>::max();
        const auto is_finite = distance <= largest;
        unordered |= (distance != distance) & ~(x == y);
        vanishing |= is_finite & (exponential < std::numeric_limits<T>::min());
        huge |= (distance > largest) & (vm::absolute(x) <= largest) & (vm::absolute(y) <= largest);
    }
    [[gnu::always_inline]] Status status() const {
        return (any_lane(vanishing) ? status_underflow : 0) |
               (any_lane(huge) ? status_overflow : 0) |
               (any_lane(unordered) ? status_invalid : 0);
    }
};

template <Op op, class T>
[[gnu::always_inline]] inline vm::VectorOf<T> log_of_sum(vm::VectorOf<T> x, vm::VectorOf<T> y,
                                                         Distances<T>& distances) {
    using Vector = vm::VectorOf<T>;
    constexpr bool is_natural = op == Op::logaddexp;
    constexpr T log2_e = static_cast<T>(1.44269504088896340736);
    const Vector difference = x - y, distance = vm::absolute(difference);
    const Vector exponential = is_natural ? vm::exp(-distance) : vm::exp2(-distance);
    const Vector rise = vm::log1p(exponential);
    distances.add(x, y, distance, exponential);
    const Vector larger = difference > T{0} ? x : y;
    const Vector sum = larger + (is_natural ? rise : log2_e * rise);
    const Vector twice = x + (is_natural ? static_cast<T>(0.693147180559945309417) : T{1});
    // Equal infinities have no difference; with a NaN it is the answer.
    return x == y ? twice : difference != difference ? difference : sum;
}

template <Op op, class T>
Status log_of_sums(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Row = std::conditional_t<op == Op::logaddexp, rows::logaddexp_row, rows::logaddexp2_row>;
    if (steps[2] == 0 && count > 1) return strided_binary_loop<Row, T, T, T>(data, steps, count);
    FlagsKept flags;
    flags.found = on_packed<T, 2, 1>(data, steps, count, [](const Packed<T>& packed) {
        constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
        Distances<T> distances;
        for (std::int64_t i = 0; i < packed.count; i += lanes) {
            const std::int64_t rest = packed.count - i < lanes ? packed.count - i : lanes;
            const auto x = vm::load_part(packed.x + i, rest), y = vm::load_part(packed.y + i, rest);
            vm::store_part(packed.out + i, log_of_sum<op, T>(x, y, distances), rest);
        }
        return distances.status();
    });
    return status_ok;
}

template <Dtype dtype> void fill_logs_of_sums(LoopRow* table) {
    using T = Element<dtype>;
    table[static_cast<int>(Op::logaddexp)].run[slot_of(dtype)] = log_of_sums<Op::logaddexp, T>;
    table[static_cast<int>(Op::logaddexp2)].run[slot_of(dtype)] = log_of_sums<Op::logaddexp2, T>;
}

}  // namespace numen::cpu::NUMEN_ISA
