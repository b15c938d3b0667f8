// Coefficients and tables of the quick vector functions, printed by tools/vector_series.py.
#pragma once

namespace numen::cpu::NUMEN_ISA::vm {

// exp(r) = 1 + r + r^2/2 + r^3 p(r), |r| <= ln(2)/2; error 2^-61.7
constexpr double expm1_series[10] = {
    0x1.5555555555559p-3, 0x1.5555555555559p-5, 0x1.111111110f6dcp-7, 0x1.6c16c16c14a7cp-10,
    0x1.a01a01afd5c31p-13, 0x1.a01a01af65f34p-16, 0x1.71ddf875f8dcdp-19, 0x1.27e4c7c0884fcp-22,
    0x1.af5e88b3aa08fp-26, 0x1.1f92c4c0e2ab9p-29
};
// exp(r) = 1 + r + r^2/2 + r^3 p(r), |r| <= ln(2)/2; error 2^-31.3
constexpr float expm1_series_float[5] = {
    0x1.5555560000000p-3f, 0x1.5554f20000000p-5f, 0x1.1110a40000000p-7f, 0x1.6d40e60000000p-10f,
    0x1.a189760000000p-13f
};
// cosh(r) = 1 + r^2/2 + r^4 p(r^2), |r| <= ln(2)/2; error 2^-57.3
constexpr double cosh_series[4] = {
    0x1.5555555553167p-5, 0x1.6c16c17cf5467p-10, 0x1.a019aa91f0f28p-16, 0x1.28a0229468d47p-22
};
// cosh(r) = 1 + r^2/2 + r^4 p(r^2), |r| <= ln(2)/2; error 2^-33.2
constexpr float cosh_series_float[2] = {
    0x1.5554e60000000p-5f, 0x1.6d4eea0000000p-10f
};
// sinh(r) = r + r^3 p(r^2), |r| <= ln(2)/2; error 2^-61.7
constexpr double sinh_series[5] = {
    0x1.5555555555559p-3, 0x1.111111110f6aep-7, 0x1.a01a01afe558ep-13, 0x1.71ddf8531e030p-19,
    0x1.af5ebfe85c397p-26
};
// sinh(r) = r + r^3 p(r^2), |r| <= ln(2)/2; error 2^-37.5
constexpr float sinh_series_float[3] = {
    0x1.5555560000000p-3f, 0x1.1110b20000000p-7f, 0x1.a16ff00000000p-13f
};

}  // namespace numen::cpu::NUMEN_ISA::vm
