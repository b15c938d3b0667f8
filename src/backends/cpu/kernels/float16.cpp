// The elementwise loops of float16: blocks are widened, run through the float32 loop of the same
// row, and rounded. Only neighbours (nextafter, spacing) need half precision's own grid.
#include "backends/cpu/kernels/elementwise_fill.h"
#include "backends/cpu/kernels/packed_blocks.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr std::int64_t block = 256;

void widen(float* to, const char* from, std::int64_t step, std::int64_t count) {
    std::int64_t i = 0;
#if defined(__F16C__)
    if (step == sizeof(Half)) {
        for (; i + 8 <= count; i += 8) {
            const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 2 * i));
            _mm256_storeu_ps(to + i, _mm256_cvtph_ps(halves));
        }
    }
#endif
    for (; i < count; ++i) to[i] = *reinterpret_cast<const Half*>(from + i * step);
}

// Rounding in hardware leaves overflow and underflow in the status register, in software nothing.
#if defined(__F16C__) || defined(__aarch64__)
constexpr bool rounding_sets_flags = true;
#else
constexpr bool rounding_sets_flags = false;
#endif

void narrow(char* to, std::int64_t step, const float* from, std::int64_t count) {
    std::int64_t i = 0;
#if defined(__F16C__)
    if (step == sizeof(Half)) {
        for (; i + 8 <= count; i += 8) {
            const __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(from + i), 0);
            _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 2 * i), halves);
        }
    }
#endif
    for (; i < count; ++i) *reinterpret_cast<Half*>(to + i * step) = static_cast<Half>(from[i]);
}

// What rounding to half precision adds to the status. Sizes are compared as bit patterns: a float
// comparison would raise a flag for NaN. A subnormal half keeps whole multiples of 2^-24 only.
Status narrowing_status(const float* values, std::int64_t count) {
    constexpr std::int32_t too_large = 0x477ff000, infinite = 0x7f800000, too_small = 0x38800000;
    std::int32_t overflows = 0, underflows = 0;
    std::int64_t i = 0;
#if defined(__AVX2__) && defined(__F16C__)
    using Bits [[gnu::vector_size(32)]] = std::int32_t;
    Bits large{}, small{};
    for (; i + 8 <= count; i += 8) {
        const __m256 value = _mm256_loadu_ps(values + i);
        const Bits bits = reinterpret_cast<Bits>(value), size = bits & INT32_MAX;
        const __m256 kept = _mm256_cvtph_ps(_mm256_cvtps_ph(value, 0));
        large |= (size >= too_large) & (size < infinite);
        small |= (size < too_small) & (reinterpret_cast<Bits>(kept) != bits);
    }
    for (int lane = 0; lane < 8; ++lane) {
        overflows |= large[lane];
        underflows |= small[lane];
    }
#endif
    for (; i < count; ++i) {
        const std::int32_t size = __builtin_bit_cast(std::int32_t, values[i]) & INT32_MAX;
        overflows |= (size >= too_large) & (size < infinite);
        underflows |= size < too_small &&
                      static_cast<float>(static_cast<Half>(values[i])) != values[i];
    }
    return (overflows != 0 ? status_overflow : 0) | (underflows != 0 ? status_underflow : 0);
}

// The float32 loop says that 0 ** -inf divides by zero, which NumPy says of no halves.
template <class Row>
Status own_status(Status status, const float* x, const float* y, std::int64_t count) {
    if (!divides_zero<Row> || !(status & status_divide)) return status;
    for (std::int64_t i = 0; i < count; ++i) {
        if (x[i] == 0 && y[i] < 0 && !std::isinf(y[i])) return status;
    }
    return status & ~status_divide;
}

const LoopRow* float32_loops = nullptr;

// Operands that are not halves (booleans, exponents) go to the float32 loop as they are.
template <class Row, int slot, int row>
Status half_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    constexpr int operands = Row::inputs + Row::outputs;
    constexpr Signature types = signature(Row::resolver, slot);
    constexpr bool is_binary = Row::inputs == 2;
    constexpr Dtype dtypes[4] = {types.input[0], is_binary ? types.input[1] : types.output[0],
                                 is_binary ? types.output[0] : types.output[1], types.output[1]};
    const Loop loop = float32_loops[row].run[slot + 1];
    alignas(64) float buffer[operands][block];
    Status status = status_ok;
    for (std::int64_t begin = 0; begin < count; begin += block) {
        const std::int64_t length = count - begin < block ? count - begin : block;
        char* at[operands];
        std::int64_t widths[operands];
        for (int i = 0; i < operands; ++i) {
            char* const source = data[i] + begin * steps[i];
            const bool is_half = dtypes[i] == Dtype::float16;
            at[i] = is_half ? reinterpret_cast<char*>(buffer[i]) : source;
            widths[i] = is_half ? static_cast<std::int64_t>(sizeof(float)) : steps[i];
            if (is_half && i < Row::inputs) widen(buffer[i], source, steps[i], length);
        }
        status |= own_status<Row>(loop(at, widths, length), buffer[0], buffer[1], length);
        for (int i = Row::inputs; i < operands; ++i) {
            if (dtypes[i] != Dtype::float16) continue;
            if (is_value_policy(Row::policy) ||
                (Row::policy != FlagPolicy::quiet && !rounding_sets_flags)) {
                status |= narrowing_status(buffer[i], length);
            }
            narrow(data[i] + begin * steps[i], steps[i], buffer[i], length);
        }
    }
    return status;
}

Half half_of(std::uint16_t bits) { return __builtin_bit_cast(Half, bits); }

// Magnitudes in order are bit patterns in order. Without branches, so that the compiler makes
// vectors of it. `flag` is not zero where a finite number goes to infinity.
[[gnu::always_inline]] inline std::int16_t next_bits(std::int16_t x, std::int16_t y,
                                                     std::int16_t& flag) {
    constexpr std::int16_t infinity = 0x7c00, quiet = 0x200, sizes = INT16_MAX;
    const auto size_x = static_cast<std::int16_t>(x & sizes);
    const auto size_y = static_cast<std::int16_t>(y & sizes);
    // As integers in the order of the numbers, both zeros alike.
    const auto key_x = static_cast<std::int16_t>(x < 0 ? -size_x : size_x);
    const auto key_y = static_cast<std::int16_t>(y < 0 ? -size_y : size_y);
    const bool grows = (key_x > 0) == (key_y > key_x);
    const auto away = static_cast<std::int16_t>(grows ? x + 1 : x - 1);
    const auto from_zero = static_cast<std::int16_t>((y & ~sizes) | 1);
    const std::int16_t moved = size_x == 0 ? from_zero : away;
    const std::int16_t next = key_x == key_y ? x : moved;
    flag |= static_cast<std::int16_t>((size_x < infinity) & (size_y <= infinity) &
                                      ((next & sizes) == infinity));
    const auto nan = static_cast<std::int16_t>((size_x > infinity ? x : y) | quiet);
    return (size_x > infinity) | (size_y > infinity) ? nan : next;
}

Status half_nextafter(char* const* data, const std::int64_t* steps, std::int64_t count) {
    const auto run = [](const Packed<std::int16_t>& packed) {
        std::int16_t flag = 0;
#pragma GCC ivdep
        for (std::int64_t i = 0; i < packed.count; ++i) {
            packed.out[i] = next_bits(packed.x[i], packed.y[i], flag);
        }
        return flag != 0 ? status_overflow : status_ok;
    };
    if (steps[2] != 0) return on_packed<std::int16_t, 2, 1>(data, steps, count, run);
    Status status = status_ok;
    for (std::int64_t i = 0; i < count; ++i) {  // one place is read again each time
        char* const at[] = {data[0] + i * steps[0], data[1] + i * steps[1], data[2]};
        constexpr std::int64_t packed[] = {sizeof(Half), sizeof(Half), sizeof(Half)};
        status |= on_packed<std::int16_t, 2, 1>(at, packed, 1, run);
    }
    return status;
}

// NumPy's half spacing is the distance to the next number above, float's that away from zero.
Status half_spacing(char* const* data, const std::int64_t* steps, std::int64_t count) {
    Status status = status_ok;
    for (std::int64_t i = 0; i < count; ++i) {
        const Half x = *reinterpret_cast<const Half*>(data[0] + i * steps[0]);
        const float value = x;
        Half result = half_of(0x7e00);
        if (formulas::is_finite(value)) {
            std::int16_t flag = 0;
            const std::int16_t next = next_bits(__builtin_bit_cast(std::int16_t, x), 0x7c00, flag);
            const Half above = half_of(static_cast<std::uint16_t>(next));
            result = static_cast<Half>(static_cast<float>(above) - value);
        } else {
            status |= status_invalid;
        }
        if (formulas::is_infinite(static_cast<float>(result))) status |= status_overflow;
        *reinterpret_cast<Half*>(data[1] + i * steps[1]) = result;
    }
    return status;
}

template <class Row, int row> void fill_half(LoopRow& loops) {
    if constexpr (contains(Row::loops, Dtype::float16)) {
        loops.run[slot_of(Dtype::float16)] = half_loop<Row, slot_of(Dtype::float16), row>;
    }
    if constexpr (Row::resolver == Resolver::scaling) {
        loops.run[slot_wide_scaling] = half_loop<Row, slot_wide_scaling, row>;
    }
}

}  // namespace

void fill_float16(LoopRow* table) {
    float32_loops = table;
#define NUMEN_ELEMENTWISE(NAME, ...)                     \
    fill_half<rows::NAME##_row, static_cast<int>(Op::NAME)>( \
        table[static_cast<int>(Op::NAME)]);
#include "ops/elementwise.def"
#undef NUMEN_ELEMENTWISE
    table[static_cast<int>(Op::nextafter)].run[slot_of(Dtype::float16)] = half_nextafter;
    table[static_cast<int>(Op::spacing)].run[slot_of(Dtype::float16)] = half_spacing;
}

}  // namespace numen::cpu::NUMEN_ISA
