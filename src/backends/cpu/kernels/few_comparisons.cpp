// Compiled apart: the other elementwise loops give up which flags a comparison raises.
#include "backends/cpu/kernels/few_comparisons.h"

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include <cstring>

namespace numen::cpu::NUMEN_ISA {
namespace {

template <Op op, class T> bool holds(T x, T y) {
    switch (op) {
        case Op::less: return __builtin_isless(x, y);
        case Op::less_equal: return __builtin_islessequal(x, y);
        case Op::greater: return __builtin_isgreater(x, y);
        default: return __builtin_isgreaterequal(x, y);
    }
}

#if defined(__AVX__)
constexpr int predicate(Op op) {
    switch (op) {
        case Op::less: return _CMP_LT_OQ;
        case Op::less_equal: return _CMP_LE_OQ;
        case Op::greater: return _CMP_GT_OQ;
        default: return _CMP_GE_OQ;
    }
}

// Four bits as four bytes.
inline void store_bits(unsigned bits, char* out) {
    const std::uint32_t bytes = (bits * 0x204081u) & 0x01010101u;
    std::memcpy(out, &bytes, sizeof bytes);
}

inline __m256d load(const double* from) { return _mm256_loadu_pd(from); }
inline __m256 load(const float* from) { return _mm256_loadu_ps(from); }
inline __m256d repeat(double value) { return _mm256_set1_pd(value); }
inline __m256 repeat(float value) { return _mm256_set1_ps(value); }

template <Op op> void compare_vectors(__m256d x, __m256d y, char* out) {
    store_bits(_mm256_movemask_pd(_mm256_cmp_pd(x, y, predicate(op))), out);
}

template <Op op> void compare_vectors(__m256 x, __m256 y, char* out) {
    const unsigned bits = _mm256_movemask_ps(_mm256_cmp_ps(x, y, predicate(op)));
    store_bits(bits & 15u, out);
    store_bits(bits >> 4, out + 4);
}

// The vectors from element i on are x(i) and y(i). At least one; the last may overlap the one
// before it.
template <Op op, int lanes, class X, class Y>
void compare_each(X x, Y y, char* out, std::int64_t count) {
    const std::int64_t last = count - lanes;
    for (std::int64_t i = 0; i < last; i += lanes) compare_vectors<op>(x(i), y(i), out + i);
    compare_vectors<op>(x(last), y(last), out + last);
}

// False, and nothing done, unless elements in a row meet such elements or one number.
template <Op op, class T>
bool compare_packed(char* const* data, const std::int64_t* steps, std::int64_t count) {
    constexpr int lanes = 32 / sizeof(T);
    if (count < lanes || steps[2] != 1) return false;
    const T* x = reinterpret_cast<const T*>(data[0]);
    const T* y = reinterpret_cast<const T*>(data[1]);
    const auto x_vector = [=](std::int64_t i) { return load(x + i); };
    const auto y_vector = [=](std::int64_t i) { return load(y + i); };
    if (steps[0] == sizeof(T) && steps[1] == sizeof(T)) {
        compare_each<op, lanes>(x_vector, y_vector, data[2], count);
    } else if (steps[0] == sizeof(T) && steps[1] == 0) {
        const auto number = repeat(*y);
        compare_each<op, lanes>(x_vector, [=](std::int64_t) { return number; }, data[2], count);
    } else if (steps[0] == 0 && steps[1] == sizeof(T)) {
        const auto number = repeat(*x);
        compare_each<op, lanes>([=](std::int64_t) { return number; }, y_vector, data[2], count);
    } else {
        return false;
    }
    return true;
}
#endif

}  // namespace

template <Op op, class T>
Status few_comparisons(char* const* data, const std::int64_t* steps, std::int64_t count) {
#if defined(__AVX__)
    if (compare_packed<op, T>(data, steps, count)) return status_ok;
#endif
    const char* x = data[0];
    const char* y = data[1];
    char* out = data[2];
    for (; count > 0; --count, x += steps[0], y += steps[1], out += steps[2]) {
        *out = holds<op>(*reinterpret_cast<const T*>(x), *reinterpret_cast<const T*>(y));
    }
    return status_ok;
}

#define NUMEN_COMPARISON(NAME)                                                                  \
    template Status few_comparisons<Op::NAME, float>(char* const*, const std::int64_t*,         \
                                                     std::int64_t);                             \
    template Status few_comparisons<Op::NAME, double>(char* const*, const std::int64_t*,        \
                                                      std::int64_t)
NUMEN_COMPARISON(less);
NUMEN_COMPARISON(less_equal);
NUMEN_COMPARISON(greater);
NUMEN_COMPARISON(greater_equal);
#undef NUMEN_COMPARISON

}  // namespace numen::cpu::NUMEN_ISA
