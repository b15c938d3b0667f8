// Loops over the transcendental functions of float32 and float64, a vector at a time.
//
// A part-filled vector repeats an element, so that an element gives the same bits wherever it
// stands. Warnings come from the values: what these functions leave in the status register says
// nothing, since they compute lanes and sides that nobody asked for.
#pragma once

#include "backends/cpu/kernels/formula_rows.h"
#include "backends/cpu/kernels/near_loops.h"
#include "backends/cpu/kernels/pack.h"

namespace numen::cpu::NUMEN_ISA {

[[gnu::always_inline]] inline bool any_lane(vm::I64 mask) { return vm::any(mask); }
template <class Mask> [[gnu::always_inline]] inline bool any_lane(Mask mask) {
    const vm::I64 wide = reinterpret_cast<vm::I64>(mask);
    return vm::any(wide | (wide << 32));
}

template <class Row>
constexpr bool watches_small =
    Row::policy == FlagPolicy::range || Row::policy == FlagPolicy::power;

// 0 ** -inf divides by zero where NumPy's vectors compute it: not in float_power, nor in a fold.
template <class Row>
constexpr bool divides_zero = std::is_same_v<Row, rows::power_row>;

// The status that results deserve, gathered without branches: NaN and infinities may be as frequent
// as other numbers.
template <class Row, class T, bool folds = false> class Classified {
  public:
    using Vector = vm::VectorOf<T>;

    [[gnu::always_inline]] void add(Vector x, Vector y, Vector result) {
        constexpr T largest = std::numeric_limits<T>::max();
        const Vector size = vm::absolute(result);
        const Mask is_nan = result != result, is_infinite = size > largest;
        const Mask is_from_finite = (vm::absolute(x) <= largest) & (vm::absolute(y) <= largest);
        invalid_ |= is_nan & (x == x) & (y == y);
        const Mask is_grown = is_infinite & is_from_finite;
        if constexpr (Row::policy == FlagPolicy::pole) {
            divided_ |= is_grown;
        } else if constexpr (Row::policy == FlagPolicy::power) {
            divided_ |= is_grown & (x == T{0});
            overflown_ |= is_grown & (x != T{0});
        } else {
            overflown_ |= is_grown;
        }
        if constexpr (divides_zero<Row> && !folds) divided_ |= is_infinite & (x == T{0});
        if constexpr (watches_small<Row>) {
            const Mask is_tiny = size < std::numeric_limits<T>::min();
            underflown_ |= is_tiny & is_from_finite & (x != T{0});
        }
    }
    Status status() const {
        return (any_lane(invalid_) ? status_invalid : 0) |
               (any_lane(divided_) ? status_divide : 0) |
               (any_lane(overflown_) ? status_overflow : 0) |
               (any_lane(underflown_) ? status_underflow : 0);
    }

  private:
    using Mask = decltype(Vector{} != Vector{});

    Mask invalid_{}, divided_{}, overflown_{}, underflown_{};
};

// What a block's results have in common, gathered without branches: zero times a result is NaN if
// the result is not finite. (Looking at every vector made sin 1.4 times and exp 1.2 times slower.)
template <class Row, class T> struct Gathered {
    using Vector = vm::VectorOf<T>;
    Vector special{};
    Vector least = Vector{} + std::numeric_limits<T>::max();

    [[gnu::always_inline]] void add(Vector result) {
        if constexpr (requires { vm::multiply_add(result, Vector{}, special); }) {
            special = vm::multiply_add(result, Vector{}, special);
        } else {
            special += result * T{0};
        }
        if constexpr (watches_small<Row>) least = vm::lesser(least, vm::absolute(result));
    }
    [[gnu::always_inline]] bool is_noteworthy() const {
        auto found = special != special;
        if constexpr (watches_small<Row>) found |= least < std::numeric_limits<T>::min();
        return any_lane(found);
    }
};

// Calls use(x, y, results) with the vectors of a block, one after the other.
template <class T, class Use>
[[gnu::always_inline]] inline void for_results(const T* x, const T* y, const T* results,
                                               std::int64_t count, Use&& use) {
    constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        use(vm::load<T>(x + i), vm::load<T>(y + i), vm::load<T>(results + i));
    }
    if (const std::int64_t rest = count - i; rest > 0) {
        use(vm::load_part(x + i, rest), vm::load_part(y + i, rest),
            vm::load_part(results + i, rest));
    }
}

// What NaN gives deserves no status. Most blocks with special results have none but those, and
// telling so takes less than classifying them.
template <class Row, class T>
[[gnu::noinline, gnu::cold]] Status classify_block(const T* x, const T* y, const T* results,
                                                   std::int64_t count) {
    using Vector = vm::VectorOf<T>;
    Gathered<Row, T> of_numbers;
    for_results(x, y, results, count, [&](Vector a, Vector b, Vector result) {
        of_numbers.add((a == a) & (b == b) ? result : Vector{} + T{1});
    });
    if (!of_numbers.is_noteworthy()) return status_ok;
    Classified<Row, T> found;
    for_results(x, y, results, count,
                [&](Vector a, Vector b, Vector result) { found.add(a, b, result); });
    return found.status();
}

template <class Row, class T>
[[gnu::always_inline]] inline vm::VectorOf<T> evaluate(vm::VectorOf<T> x, vm::VectorOf<T> y) {
    Status flags = status_ok;
    if constexpr (requires { Row::apply(x, y, flags); }) {
        return Row::apply(x, y, flags);
    } else {
        vm::VectorOf<T> result = x;
        for (std::size_t i = 0; i < vm::vector_bytes / sizeof(T); ++i) {
            result[i] = Row::apply(x[i], y[i], flags);
        }
        return result;
    }
}

// Packed operands; out overlaps no input, whose values tell what a special result means.
template <class Row, class T>
[[gnu::noinline]] Status value_block(const T* x, const T* y, T* out, std::int64_t count) {
    constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
    constexpr bool is_unary = Row::inputs == 1;
    if constexpr (Near<Row, T>::exists) {
        if (near_block<Row>(x, out, count)) [[likely]] return status_ok;
    }
    Gathered<Row, T> gathered;
    std::int64_t i = 0;
    // Two vectors a turn: the functions are long chains that do not fill the machine alone.
    for (; i + 2 * lanes <= count; i += 2 * lanes) {
        const auto x1 = vm::load<T>(x + i), x2 = vm::load<T>(x + i + lanes);
        const auto y1 = is_unary ? x1 : vm::load<T>(y + i);
        const auto y2 = is_unary ? x2 : vm::load<T>(y + i + lanes);
        const auto first = evaluate<Row, T>(x1, y1), second = evaluate<Row, T>(x2, y2);
        vm::store<T>(out + i, first);
        vm::store<T>(out + i + lanes, second);
        gathered.add(first);
        gathered.add(second);
    }
    for (; i < count; i += lanes) {
        const std::int64_t rest = count - i < lanes ? count - i : lanes;
        const auto last = vm::load_part(x + i, rest);
        const auto result =
            evaluate<Row, T>(last, is_unary ? last : vm::load_part(y + i, rest));
        vm::store_part(out + i, result, rest);
        gathered.add(result);
    }
    if (gathered.is_noteworthy()) [[unlikely]] return classify_block<Row, T>(x, y, out, count);
    return status_ok;
}

template <class T>
const T* packed_input(const char* from, std::int64_t step, T* buffer, std::int64_t count) {
    if (step == sizeof(T)) return reinterpret_cast<const T*>(from);
    if (step == 0) {
        const T all = *reinterpret_cast<const T*>(from);
        for (std::int64_t i = 0; i < count; ++i) buffer[i] = all;
        return buffer;
    }
    pack(buffer, from, step, count);
    return buffer;
}

template <class T>
void write_block(char* to, std::int64_t step, const T* results, std::int64_t count) {
    if (step == sizeof(T)) {
        std::memcpy(to, results, static_cast<std::size_t>(count) * sizeof(T));
        return;
    }
    unpack(to, step, results, count);
}

// Any steps, and an output that may be an input: blocks pass through buffers.
template <class Row, class T>
[[gnu::noinline]] Status buffered_value_loop(char* const* data, const std::int64_t* steps,
                                             std::int64_t count) {
    constexpr std::int64_t block = 256;
    constexpr int n = Row::inputs;
    alignas(vm::vector_bytes) T inputs[n][block];
    alignas(vm::vector_bytes) T results[block];
    Status status = status_ok;
    for (std::int64_t begin = 0; begin < count; begin += block) {
        const std::int64_t length = count - begin < block ? count - begin : block;
        const T* packed[n];
        for (int i = 0; i < n; ++i) {
            packed[i] = packed_input(data[i] + begin * steps[i], steps[i], inputs[i], length);
        }
        status |= value_block<Row, T>(packed[0], packed[n - 1], results, length);
        write_block(data[n] + begin * steps[n], steps[n], results, length);
    }
    return status;
}

// A fold: every result is the first operand of the next step, so there is no vector to fill.
template <class Row, class T>
[[gnu::noinline]] Status folding_value_loop(char* const* data, const std::int64_t* steps,
                                            std::int64_t count) {
    T& out = *reinterpret_cast<T*>(data[2]);
    Status status = status_ok, flags = status_ok;
    for (std::int64_t i = 0; i < count; ++i) {
        const T x = *reinterpret_cast<const T*>(data[0] + i * steps[0]);
        const T y = *reinterpret_cast<const T*>(data[1] + i * steps[1]);
        out = Row::apply(x, y, flags);
        using Limits = std::numeric_limits<T>;
        if (std::fabs(out) >= Limits::min() && std::fabs(out) <= Limits::max()) continue;
        Classified<Row, T, true> found;
        found.add(vm::VectorOf<T>{} + x, vm::VectorOf<T>{} + y, vm::VectorOf<T>{} + out);
        status |= found.status();
    }
    return status;
}

template <class Row, class T>
Status value_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    // The inputs of one block should still be near when its results turn out to be special.
    constexpr std::int64_t block = 1024;
    constexpr int n = Row::inputs;
    if constexpr (n == 2) {
        // One result is no fold, and has the bits that it has among many.
        if (steps[2] == 0 && count > 1) return folding_value_loop<Row, T>(data, steps, count);
    }
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(T));
    bool is_direct = steps[n] == sizeof(T);
    for (int i = 0; i < n; ++i) {
        is_direct &= steps[i] == sizeof(T) &&
                     (data[n] + bytes <= data[i] || data[i] + bytes <= data[n]);
    }
    if (!is_direct) return buffered_value_loop<Row, T>(data, steps, count);
    const T* x = reinterpret_cast<const T*>(data[0]);
    const T* y = reinterpret_cast<const T*>(data[n - 1]);
    T* out = reinterpret_cast<T*>(data[n]);
    if (count <= block) return value_block<Row, T>(x, y, out, count);
    Status status = status_ok;
    for (std::int64_t begin = 0; begin < count; begin += block) {
        const std::int64_t length = count - begin < block ? count - begin : block;
        status |= value_block<Row, T>(x + begin, y + begin, out + begin, length);
    }
    return status;
}

}  // namespace numen::cpu::NUMEN_ISA
