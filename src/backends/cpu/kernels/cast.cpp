// Conversion loops between all pairs of element types.
//
// NumPy's answers for values out of range come from the instructions its loops compile to; the
// contiguous float to uint32 loop has two forms there (four at a time, then single ones), and
// both are repeated here.
#include <utility>

#include "backends/cpu/floating_flags.h"
#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// The vector form: values from 2^31 on are shifted into the range of a signed conversion.
template <class From> [[gnu::always_inline]] inline std::uint32_t shifted_truncate(From value) {
    constexpr From limit = static_cast<From>(2147483648.0);
    const bool large = value >= limit;
    const From reduced = large ? value - limit : value;
    const auto bits = static_cast<std::uint32_t>(machine_integer<std::int32_t>(reduced));
    return bits ^ (large ? 0x80000000u : 0u);
}

#if defined(__F16C__)
// Eight halves at a time; other types pass through floats.
constexpr std::int64_t half_group = 8;

template <class From>
[[gnu::always_inline]] inline void narrow_group(char* dst, const char* src) {
    float values[half_group];
    for (std::int64_t k = 0; k < half_group; ++k) {
        const From value = load<From>(src + k * sizeof(From));
        if constexpr (std::is_same_v<From, double>) {
            values[k] = round_to_odd(value);
        } else {
            values[k] = convert<float>(value);
        }
    }
    const __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(values), 0);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(dst), halves);
}

template <class To> [[gnu::always_inline]] inline void widen_group(char* dst, const char* src) {
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(src));
    float values[half_group];
    _mm256_storeu_ps(values, _mm256_cvtph_ps(halves));
    for (std::int64_t k = 0; k < half_group; ++k) {
        store(dst + k * sizeof(To), convert<To>(values[k]));
    }
}

// Returns how many elements it has done.
template <class To, class From>
std::int64_t cast_half_groups(char* __restrict dst, const char* __restrict src,
                              std::int64_t count) {
    constexpr bool is_narrowing = std::is_same_v<To, Half> && !std::is_same_v<From, Half> &&
                                  !std::is_same_v<From, Pair<double>>;
    constexpr bool is_widening = std::is_same_v<From, Half> && !std::is_same_v<To, Half> &&
                                 !std::is_same_v<To, Truth>;
    std::int64_t i = 0;
    if constexpr (is_narrowing || is_widening) {
        for (; i + half_group <= count; i += half_group) {
            if constexpr (is_narrowing) {
                narrow_group<From>(dst + i * 2, src + i * sizeof(From));
            } else {
                widen_group<To>(dst + i * sizeof(To), src + i * 2);
            }
        }
    }
    return i;
}
#endif

#if NUMEN_AVX2_ALONE
// AVX2 converts no int64 to floats. Below 2^51 they are the low bits of a float64 of exponent 52,
// from which one rounding leads to float32; a group with others is converted one by one.
constexpr std::int64_t int64_group = 16;
using Words [[gnu::vector_size(32)]] = std::uint64_t;

[[gnu::always_inline]] inline void store_numbers(char* dst, __m256d numbers, double) {
    _mm256_storeu_pd(reinterpret_cast<double*>(dst), numbers);
}
[[gnu::always_inline]] inline void store_numbers(char* dst, __m256d numbers, float) {
    _mm_storeu_ps(reinterpret_cast<float*>(dst), _mm256_cvtpd_ps(numbers));
}

template <class To>
[[gnu::always_inline]] inline bool cast_from_int64_group(char* dst, const char* src) {
    constexpr std::int64_t vectors = int64_group / 4;
    const auto* integers = reinterpret_cast<const __m256i_u*>(src);
    const auto at = [=](std::int64_t k) {
        return reinterpret_cast<Words>(_mm256_loadu_si256(integers + k));
    };
    Words beyond{};
    for (std::int64_t k = 0; k < vectors; ++k) {
        beyond |= (at(k) + (std::uint64_t{1} << 51)) >> 52;
    }
    const auto bits = reinterpret_cast<__m256i>(beyond);
    if (!_mm256_testz_si256(bits, bits)) return false;
    for (std::int64_t k = 0; k < vectors; ++k) {
        const auto raised = reinterpret_cast<__m256d>(at(k) + 0x4338000000000000u);
        store_numbers(dst + k * 4 * sizeof(To), raised - 0x1.8p52, To{});
    }
    return true;
}

// And back: a whole number below 2^51 is the low bits of its sum with 1.5 * 2^52. Where one of the
// group is larger, or NaN, which raises a flag, all are converted one by one.
[[gnu::always_inline]] inline __m256d load_numbers(const char* src, double) {
    return _mm256_loadu_pd(reinterpret_cast<const double*>(src));
}
[[gnu::always_inline]] inline __m256d load_numbers(const char* src, float) {
    return _mm256_cvtps_pd(_mm_loadu_ps(reinterpret_cast<const float*>(src)));
}

template <class From>
[[gnu::always_inline]] inline bool cast_to_int64_group(char* dst, const char* src) {
    constexpr std::int64_t vectors = int64_group / 4;
    const auto at = [=](std::int64_t k) {
        return load_numbers(src + k * 4 * sizeof(From), From{});
    };
    const __m256d sign = _mm256_set1_pd(-0.0), limit = _mm256_set1_pd(0x1p51);
    __m256d below = _mm256_cmp_pd(_mm256_andnot_pd(sign, at(0)), limit, _CMP_LT_OQ);
    for (std::int64_t k = 1; k < vectors; ++k) {
        below = _mm256_and_pd(
            below, _mm256_cmp_pd(_mm256_andnot_pd(sign, at(k)), limit, _CMP_LT_OQ));
    }
    if (_mm256_movemask_pd(below) != 0xf) return false;
    auto* to = reinterpret_cast<__m256i_u*>(dst);
    for (std::int64_t k = 0; k < vectors; ++k) {
        const __m256d whole = _mm256_round_pd(at(k), _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
        const auto raised = reinterpret_cast<Words>(whole + 0x1.8p52);
        _mm256_storeu_si256(to + k, reinterpret_cast<__m256i>(raised - 0x4338000000000000u));
    }
    return true;
}

// Returns how many elements it has done: from or to int64.
template <class To, class From>
std::int64_t cast_int64_groups(char* __restrict dst, const char* __restrict src,
                               std::int64_t count) {
    std::int64_t i = 0;
    for (; i + int64_group <= count; i += int64_group) {
        char* out = dst + i * sizeof(To);
        const char* in = src + i * sizeof(From);
        if constexpr (std::is_integral_v<From>) {
            if (cast_from_int64_group<To>(out, in)) continue;
        } else {
            if (cast_to_int64_group<From>(out, in)) continue;
        }
        for (std::int64_t k = 0; k < int64_group; ++k) {
            store(out + k * sizeof(To), convert<To>(load<From>(in + k * sizeof(From))));
        }
    }
    return i;
}
#endif

template <class To, class From>
void cast_contiguous(char* __restrict dst, const char* __restrict src, std::int64_t count) {
#if defined(__F16C__)
    std::int64_t i = cast_half_groups<To, From>(dst, src, count);
#else
    std::int64_t i = 0;
#endif
#if NUMEN_AVX2_ALONE
    if constexpr ((std::is_same_v<From, std::int64_t> && std::is_floating_point_v<To>) ||
                  (std::is_same_v<To, std::int64_t> && std::is_floating_point_v<From>)) {
        i = cast_int64_groups<To, From>(dst, src, count);
    }
#endif
    if constexpr (std::is_same_v<To, std::uint32_t> && std::is_floating_point_v<From>) {
        for (; i < (count & ~std::int64_t{3}); ++i) {
            store(dst + i * 4, shifted_truncate(load<From>(src + i * sizeof(From))));
        }
    }
    for (; i < count; ++i) {
        store(dst + i * sizeof(To), convert<To>(load<From>(src + i * sizeof(From))));
    }
}

#if !defined(__F16C__)
// No instruction that narrows to halves, and none that raises flags: too large for a half is what
// becomes infinite, too small what loses digits below the normal ones. Comparisons are quiet.
template <class From>
[[gnu::always_inline]] inline Status flags_of_narrowing(From value, Half half) {
    constexpr double least_normal = 0x1p-14;
    const auto exact = convert<double>(value), narrow = convert<double>(half);
    if (__builtin_isinf(narrow)) return __builtin_isinf(exact) ? status_ok : status_overflow;
    const bool is_tiny = __builtin_isless(__builtin_fabs(exact), least_normal);
    return is_tiny && narrow != exact ? status_underflow : status_ok;
}

template <class From>
void cast_to_halves(char* dst, std::int64_t dst_step, const char* src, std::int64_t src_step,
                    std::int64_t count) {
    Status found = status_ok;
    for (; count > 0; --count, dst += dst_step, src += src_step) {
        const From value = load<From>(src);
        const Half half = convert<Half>(value);
        store(dst, half);
        found |= flags_of_narrowing(value, half);
    }
    raise_floating_flags(found);
}
#endif

// Whether the compiler makes vectors of every second element by converting those between, too, for
// whose flags nobody asked.
#if defined(__AVX2__)
template <class From> constexpr bool converts_between = false;
#else
template <class From>
constexpr bool converts_between = std::is_floating_point_v<From> || is_pair<From>::value;
#endif

// Every second element.
template <class To, class From>
void cast_halved(char* __restrict dst, const char* __restrict src, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        store(dst + i * sizeof(To), convert<To>(load<From>(src + 2 * i * sizeof(From))));
    }
}

template <class To, class From>
void cast_loop(char* dst, std::int64_t dst_step, const char* src, std::int64_t src_step,
               std::int64_t count) {
#if !defined(__F16C__)
    if constexpr (std::is_same_v<To, Half> && !std::is_same_v<From, Half> &&
                  !std::is_same_v<From, Truth>) {
        return cast_to_halves<From>(dst, dst_step, src, src_step, count);
    }
#endif
    if (dst_step == sizeof(To) && src_step == sizeof(From)) {
        return cast_contiguous<To, From>(dst, src, count);
    }
    if constexpr (!converts_between<From>) {
        if (dst_step == sizeof(To) && src_step == 2 * sizeof(From)) {
            return cast_halved<To, From>(dst, src, count);
        }
    }
    for (; count > 0; --count, dst += dst_step, src += src_step) {
        store(dst, convert<To>(load<From>(src)));
    }
}

template <std::size_t to, std::size_t... from>
void fill_row(DataKernels& kernels, std::index_sequence<from...>) {
    ((kernels.cast[to][from] = cast_loop<KernelElement<static_cast<Dtype>(to)>,
                                         KernelElement<static_cast<Dtype>(from)>>),
     ...);
}

template <std::size_t... to>
void fill_rows(DataKernels& kernels, std::index_sequence<to...>) {
    (fill_row<to>(kernels, std::make_index_sequence<dtype_count>{}), ...);
}

}  // namespace

void fill_cast(DataKernels& kernels) {
    fill_rows(kernels, std::make_index_sequence<dtype_count>{});
}

}  // namespace numen::cpu::NUMEN_ISA
