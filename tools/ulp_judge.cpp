// Judges elementwise results: the largest error in units in the last place against x87 long
// double, whose own error (about 2^-11 of a double's last place) is far below what is reported.
// Driven by measure_ulp.py; x86-64 only, where long double has 64 significant bits.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <string>

namespace {

using Wide = long double;

const std::map<std::string, Wide (*)(Wide)> unary = {
    {"exp", std::exp},     {"exp2", std::exp2},   {"expm1", std::expm1},  {"log", std::log},
    {"log2", std::log2},   {"log10", std::log10}, {"log1p", std::log1p},  {"sin", std::sin},
    {"cos", std::cos},     {"tan", std::tan},     {"arcsin", std::asin},  {"arccos", std::acos},
    {"arctan", std::atan}, {"sinh", std::sinh},   {"cosh", std::cosh},    {"tanh", std::tanh},
    {"arcsinh", std::asinh}, {"arccosh", std::acosh}, {"arctanh", std::atanh},
    {"cbrt", std::cbrt},   {"erf", std::erf},
};
const std::map<std::string, Wide (*)(Wide, Wide)> binary = {
    {"power", std::pow}, {"arctan2", std::atan2}, {"hypot", std::hypot},
};

// The distance from the exact value in units of the last place that T has there.
template <class T> double error_in_ulp(T result, Wide exact) {
    if (std::isnan(exact)) return std::isnan(result) ? 0.0 : HUGE_VAL;
    if (std::isnan(result)) return HUGE_VAL;
    if (static_cast<Wide>(result) == exact)
        return exact == 0 && std::signbit(result) != std::signbit(exact) ? HUGE_VAL : 0.0;
    using Limits = std::numeric_limits<T>;
    const int exponent =
        exact == 0 ? Limits::min_exponent : std::isinf(exact) ? 20000 : std::ilogb(exact) + 1;
    // Beyond the largest finite value both infinity and that value are counted on one scale.
    if (exponent > Limits::max_exponent || std::isinf(result)) {
        const Wide last = std::ldexp(Wide(1), Limits::max_exponent - Limits::digits);
        const Wide edge = std::ldexp(Wide(1), Limits::max_exponent);
        const Wide ours = std::isinf(result) ? std::copysign(edge, (Wide)result) : (Wide)result;
        const Wide truth = std::fabs(exact) > edge ? std::copysign(edge, exact) : exact;
        return static_cast<double>(std::fabs(ours - truth) / last);
    }
    const int place = std::max(exponent, Limits::min_exponent) - Limits::digits;
    return static_cast<double>(std::ldexp(std::fabs((Wide)result - exact), -place));
}

struct Worst {
    double error = 0.0;
    std::int64_t position = 0;
    void see(double error_here, std::int64_t i) {
        if (!(error_here <= error)) error = error_here, position = i;
    }
};

template <class T>
Worst judge(const char* name, const T* a, const T* b, const T* result, std::int64_t count) {
    Worst worst;
    if (b == nullptr) {
        const auto f = unary.at(name);
        for (std::int64_t i = 0; i < count; ++i) worst.see(error_in_ulp(result[i], f(a[i])), i);
    } else {
        const auto f = binary.at(name);
        for (std::int64_t i = 0; i < count; ++i)
            worst.see(error_in_ulp(result[i], f(a[i], b[i])), i);
    }
    return worst;
}

}  // namespace

extern "C" {

double judge_f64(const char* name, const double* a, const double* b, const double* result,
                 std::int64_t count, std::int64_t* position) {
    const Worst worst = judge(name, a, b, result, count);
    *position = worst.position;
    return worst.error;
}

double judge_f32(const char* name, const float* a, const float* b, const float* result,
                 std::int64_t count, std::int64_t* position) {
    const Worst worst = judge(name, a, b, result, count);
    *position = worst.position;
    return worst.error;
}
}
