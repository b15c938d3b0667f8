// Coefficients and tables of the quick functions, printed by tools/vector_series.py.
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
// arctanh(g) = g + g^3 p(g^2), |g| <= 0.0400; error 2^-58.7
constexpr double arctanh_series[4] = {
    0x1.5555555555266p-2, 0x1.999999a24e15dp-3, 0x1.249208fc92fc7p-3, 0x1.c89101f2d1259p-4
};
// arctanh(g) = g + g^3 p(g^2), |g| <= 0.0400; error 2^-35.4
constexpr float arctanh_series_float[2] = {
    0x1.55554a0000000p-2f, 0x1.9a40b00000000p-3f
};
// log(1 + f) = f - f^2/2 + f^3/3 + f^4 p(f), -0.0372 <= f <= 0.0626; error 2^-66.0
constexpr double power_log_series[9] = {
    -0x1.fffffffffffd4p-3, 0x1.999999999d40dp-3, -0x1.55555555b21b5p-3, 0x1.249248fb89e77p-3,
    -0x1.fffff82d6b984p-4, 0x1.c71d7ccdbd493p-4, -0x1.99b8d870881ecp-4, 0x1.73c206b37ff82p-4,
    -0x1.2cebb7bc2b31bp-4
};
// log(1 + f) = f + f^2 p(f), -0.0372 <= f <= 0.0626, for float32 results; error 2^-39.1
constexpr double power_log_short[6] = {
    -0x1.ffffffff917ecp-2, 0x1.5555549b1dc3ep-2, -0x1.000002eaac577p-2, 0x1.99a4e22694cb9p-3,
    -0x1.559c92e38bfcbp-3, 0x1.10662afaa9fb9p-3
};
// exp(r) = 1 + r + r^2 p(r), |r| <= ln(2)/32, likewise; error 2^-37.5
constexpr double power_exp_short[3] = {
    0x1.fffffffd44fd1p-2, 0x1.55571d7f41963p-3, 0x1.55576914a2ae1p-5
};
// cbrt(1 + f) = 1 + f p(f), -0.0372 <= f <= 0.0626; error 2^-58.7
constexpr double cbrt_series[9] = {
    0x1.5555555555552p-2, -0x1.c71c71c71cdf0p-4, 0x1.f9add3c1032efp-5, -0x1.511e8d1eeb3e0p-5,
    0x1.ee710ee83cfbcp-6, -0x1.80912d76d269ep-6, 0x1.37617e98d34edp-6, -0x1.0357f350231f2p-6,
    0x1.8eee8c429fa27p-7
};
// cbrt(1 + f) = 1 + f p(f), -0.0372 <= f <= 0.0626; error 2^-30.4
constexpr float cbrt_series_float[4] = {
    0x1.5555540000000p-2f, -0x1.c71eb60000000p-4f, 0x1.fa0b8c0000000p-5f, -0x1.4385780000000p-5f
};
// roots of 1/c, or 2/c below 1
constexpr double cbrt_starts[16] = {
    0x1.0000000000000p+0, 0x1.088a208c3fe28p+0, 0x1.0ba6ee5f9aad4p+0, 0x1.12589c21fb842p+0,
    0x1.15f4d44462724p+0, 0x1.19c3b38e975a8p+0, 0x1.1dca4b237a4f7p+0, 0x1.220e6dd675180p+0,
    0x1.2696d789511e2p+0, 0x1.2b6b5edf6b54ap+0, 0x1.2df4fd4cff7c3p+0, 0x1.334d6e9055a5fp+0,
    0x1.361f35ca116ffp+0, 0x1.390c3a602dc60p+0, 0x1.3c1656500d20ap+0, 0x1.428a2f98d728bp+0
};
// the rest of it
constexpr double cbrt_starts_low[16] = {
    0x0.0p+0, 0x1.0465384756460p-54, 0x1.dcc718f7857e5p-55, -0x1.e13c8505a4a7ap-54,
    0x1.c8a63e1b9ed52p-54, -0x1.6b70b4d3bd257p-56, -0x1.8862ffaafa639p-56, 0x1.30b0a26a8bb5cp-54,
    0x1.c878d82dd7ae0p-54, -0x1.623da69e513d4p-54, 0x1.1a59578fd6c19p-56, 0x1.d13a2e44e03dcp-58,
    0x1.34f1f2588cb24p-54, -0x1.808fba9c55ce2p-56, 0x1.05e638bb98078p-56, -0x1.ddc22548ea41ep-56
};
// roots of 1/c, or 2/c below 1
constexpr float cbrt_starts_float[16] = {
    0x1.0000000000000p+0f, 0x1.088a200000000p+0f, 0x1.0ba6ee0000000p+0f, 0x1.12589c0000000p+0f,
    0x1.15f4d40000000p+0f, 0x1.19c3b40000000p+0f, 0x1.1dca4c0000000p+0f, 0x1.220e6e0000000p+0f,
    0x1.2696d80000000p+0f, 0x1.2b6b5e0000000p+0f, 0x1.2df4fe0000000p+0f, 0x1.334d6e0000000p+0f,
    0x1.361f360000000p+0f, 0x1.390c3a0000000p+0f, 0x1.3c16560000000p+0f, 0x1.428a300000000p+0f
};
// the rest of it
constexpr float cbrt_starts_low_float[16] = {
    0x0.0p+0f, 0x1.187fc60000000p-25f, 0x1.7e6ab60000000p-26f, 0x1.0fdc200000000p-27f,
    0x1.1189ca0000000p-26f, -0x1.c5a2960000000p-26f, -0x1.b90b620000000p-25f,
    -0x1.4c57400000000p-27f, -0x1.dabb880000000p-26f, 0x1.bed6aa0000000p-25f,
    -0x1.6601080000000p-25f, 0x1.20ab4c0000000p-25f, -0x1.af74800000000p-27f,
    0x1.80b7180000000p-26f, 0x1.4034820000000p-26f, -0x1.9ca35e0000000p-26f
};
// logarithms of these numbers
constexpr double log_short_16[16] = {
    0x0.0p+0, 0x1.9335e5d594989p-4, 0x1.1178e8227e47cp-3, 0x1.a93ed3c8ad9e3p-3,
    0x1.f991c6cb3b379p-3, 0x1.269621134db92p-2, 0x1.522ae0738a3d8p-2, 0x1.7fafa3bd8151cp-2,
    0x1.af5295248cdd0p-2, 0x1.e148a1a2726cep-2, 0x1.fb358af7a4884p-2, 0x1.188ee40f23ca6p-1,
    0x1.269621134db92p-1, 0x1.35028ad9d8c86p-1, 0x1.43d9ff2f923c5p-1, 0x1.62e42fefa39efp-1
};
// cbrt(2^n), |n| <= 1
constexpr double cbrt_units[8] = {
    0x1.0000000000000p+0, 0x1.428a2f98d728bp+0, 0x1.0000000000000p+0, 0x1.0000000000000p+0,
    0x1.0000000000000p+0, 0x1.0000000000000p+0, 0x1.0000000000000p+0, 0x1.965fea53d6e3dp-1
};
// the rest of it
constexpr double cbrt_units_low[8] = {
    0x0.0p+0, -0x1.ddc22548ea41ep-56, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
    -0x1.f53e999952f09p-55
};
// cbrt(2^n), |n| <= 1
constexpr float cbrt_units_float[16] = {
    0x1.0000000000000p+0f, 0x1.428a300000000p+0f, 0x1.0000000000000p+0f, 0x1.0000000000000p+0f,
    0x1.0000000000000p+0f, 0x1.0000000000000p+0f, 0x1.0000000000000p+0f, 0x1.0000000000000p+0f,
    0x1.0000000000000p+0f, 0x1.0000000000000p+0f, 0x1.0000000000000p+0f, 0x1.0000000000000p+0f,
    0x1.0000000000000p+0f, 0x1.0000000000000p+0f, 0x1.0000000000000p+0f, 0x1.965fea0000000p-1f
};
// the rest of it
constexpr float cbrt_units_low_float[16] = {
    0x0.0p+0f, -0x1.9ca35e0000000p-26f, 0x0.0p+0f, 0x0.0p+0f, 0x0.0p+0f, 0x0.0p+0f, 0x0.0p+0f,
    0x0.0p+0f, 0x0.0p+0f, 0x0.0p+0f, 0x0.0p+0f, 0x0.0p+0f, 0x0.0p+0f, 0x0.0p+0f, 0x0.0p+0f,
    0x1.4f5b900000000p-27f
};
// arctan(t) = t + t^3 p(t^2), |t| <= 0.0996; error 2^-63.4
constexpr double arctan_series[6] = {
    -0x1.555555555554cp-2, 0x1.9999999990cfdp-3, -0x1.2492490e227bdp-3, 0x1.c71c3d142c980p-4,
    -0x1.743dc3caa4f7ap-4, 0x1.31e391e985458p-4
};
// arctan(t) = t + t^3 p(t^2), |t| <= 0.0996; error 2^-36.6
constexpr float arctan_series_float[3] = {
    -0x1.5555540000000p-2f, 0x1.9993500000000p-3f, -0x1.2048bc0000000p-3f
};
// tan(r) = r + r^3 p(r^2), |r| <= pi/32; error 2^-59.1
constexpr double tan_series[5] = {
    0x1.55555555555dcp-2, 0x1.11111110b07a4p-3, 0x1.ba1ba48a0fb88p-5, 0x1.664ab610ce9b6p-6,
    0x1.25ccef90cd101p-7
};
// tan(r) = r + r^3 p(r^2), |r| <= pi/32; error 2^-29.0
constexpr float tan_series_float[2] = {
    0x1.5554c40000000p-2f, 0x1.128e900000000p-3f
};
// slopes by the leading bits of a quotient
constexpr double slopes[16] = {
    0x1.3800000000000p+1, 0x1.b800000000000p+1, 0x1.3000000000000p+2, 0x1.b800000000000p+2,
    0x1.3000000000000p+3, 0x1.0000000000000p+200, 0x0.0p+0, 0x1.c000000000000p-4,
    0x1.4000000000000p-3, 0x1.c000000000000p-3, 0x1.4000000000000p-2, 0x1.c000000000000p-2,
    0x1.4000000000000p-1, 0x1.c000000000000p-1, 0x1.3800000000000p+0, 0x1.b800000000000p+0
};
// slopes by the leading bits of a quotient
constexpr float slopes_float[16] = {
    0x1.3800000000000p+1f, 0x1.b800000000000p+1f, 0x1.3000000000000p+2f, 0x1.b800000000000p+2f,
    0x1.3000000000000p+3f, 0x1.0000000000000p+60f, 0x0.0p+0f, 0x1.c000000000000p-4f,
    0x1.4000000000000p-3f, 0x1.c000000000000p-3f, 0x1.4000000000000p-2f, 0x1.c000000000000p-2f,
    0x1.4000000000000p-1f, 0x1.c000000000000p-1f, 0x1.3800000000000p+0f, 0x1.b800000000000p+0f
};
// their angles
constexpr double slope_angles[16] = {
    0x1.2e75728833a54p+0, 0x1.49a6be20c3a52p+0, 0x1.5d013c41adabdp+0, 0x1.6d2595b4f5943p+0,
    0x1.77467e364f601p+0, 0x1.921fb54442d18p+0, 0x0.0p+0, 0x1.be39ebe6f07c3p-4,
    0x1.3d6eee8c6626cp-3, 0x1.b90d7529260a2p-3, 0x1.362773707ebccp-2, 0x1.a64eec3cc23fdp-2,
    0x1.1e00babdefeb4p-1, 0x1.700a7c5784634p-1, 0x1.c470abf2d3d01p-1, 0x1.0b39f4eca23aep+0
};
// the rest of it
constexpr double slope_angles_low[16] = {
    0x1.16e3ef7326bdap-56, 0x1.61f86cbdae1abp-54, 0x1.f82bba194dd5dp-54, 0x1.6d3e45139467ep-54,
    -0x1.bfda44f3537b8p-54, 0x1.1a62633145c07p-54, 0x0.0p+0, 0x1.f7b8f29a05987p-58,
    0x1.61a3b0ce9281bp-57, 0x1.17b10d2e0e5abp-61, -0x1.963a544b672d8p-57, -0x1.24dec1b50b7ffp-56,
    -0x1.928df287a668fp-58, -0x1.8c34d25aadef6p-56, 0x1.6a61dbf199479p-56, 0x1.25934545c016cp-54
};
// their angles
constexpr float slope_angles_float[16] = {
    0x1.2e75720000000p+0f, 0x1.49a6be0000000p+0f, 0x1.5d013c0000000p+0f, 0x1.6d25960000000p+0f,
    0x1.77467e0000000p+0f, 0x1.921fb60000000p+0f, 0x0.0p+0f, 0x1.be39ec0000000p-4f,
    0x1.3d6eee0000000p-3f, 0x1.b90d760000000p-3f, 0x1.3627740000000p-2f, 0x1.a64eec0000000p-2f,
    0x1.1e00ba0000000p-1f, 0x1.700a7c0000000p-1f, 0x1.c470ac0000000p-1f, 0x1.0b39f40000000p+0f
};
// the rest of it
constexpr float slope_angles_low_float[16] = {
    0x1.10674a0000000p-25f, 0x1.061d2a0000000p-27f, 0x1.06b6b00000000p-26f,
    -0x1.2c29b00000000p-26f, 0x1.b27b000000000p-27f, -0x1.777a5c0000000p-25f, 0x0.0p+0f,
    -0x1.90f83c0000000p-32f, 0x1.18cc4e0000000p-28f, -0x1.adb3ec0000000p-28f,
    -0x1.1f02860000000p-27f, 0x1.e611fe0000000p-29f, 0x1.7bdfd60000000p-26f,
    0x1.5e118c0000000p-27f, -0x1.a585fe0000000p-30f, 0x1.d944760000000p-25f
};
// pi minus these
constexpr double left_angles[16] = {
    0x1.f5c9f80051fdcp+0, 0x1.da98ac67c1fdep+0, 0x1.c73e2e46d7f73p+0, 0x1.b719d4d3900edp+0,
    0x1.acf8ec5236430p+0, 0x1.921fb54442d18p+0, 0x1.921fb54442d18p+1, 0x1.842de5e50b4dap+1,
    0x1.7e48c65b7c6f2p+1, 0x1.768eddf1b070ep+1, 0x1.6b5ac6d632f9fp+1, 0x1.5d55d7bcaa899p+1,
    0x1.4a9f8694c6d6bp+1, 0x1.361d162e61b8bp+1, 0x1.21038a478ddd8p+1, 0x1.0c82bacdf1b41p+1
};
// the rest of it
constexpr double left_angles_low[16] = {
    0x1.ef0bca85c1d17p-54, 0x1.a598b349bacc5p-55, 0x1.e4c86249ed586p-57, 0x1.8f0d029dee320p-55,
    -0x1.6c1e954420755p-59, 0x1.1a62633145c07p-54, 0x1.1a62633145c07p-53, 0x1.55493738eb275p-54,
    -0x1.fbb7d7dba367bp-53, 0x1.329564482f642p-54, -0x1.9873ef1407997p-54, -0x1.4101c49818cf9p-53,
    0x1.26f6d2c582f3bp-53, 0x1.4be8fd7c9b7e6p-53, -0x1.2e9d84ced6885p-57, 0x1.0f31811ccb6a1p-54
};
// pi minus these
constexpr float left_angles_float[16] = {
    0x1.f5c9f80000000p+0f, 0x1.da98ac0000000p+0f, 0x1.c73e2e0000000p+0f, 0x1.b719d40000000p+0f,
    0x1.acf8ec0000000p+0f, 0x1.921fb60000000p+0f, 0x1.921fb60000000p+1f, 0x1.842de60000000p+1f,
    0x1.7e48c60000000p+1f, 0x1.768ede0000000p+1f, 0x1.6b5ac60000000p+1f, 0x1.5d55d80000000p+1f,
    0x1.4a9f860000000p+1f, 0x1.361d160000000p+1f, 0x1.21038a0000000p+1f, 0x1.0c82ba0000000p+1f
};
// the rest of it
constexpr float left_angles_low_float[16] = {
    0x1.47f71e0000000p-34f, 0x1.9f07f80000000p-26f, 0x1.1b5fdc0000000p-26f,
    0x1.a7201e0000000p-25f, 0x1.48d90c0000000p-26f, -0x1.777a5c0000000p-25f,
    -0x1.777a5c0000000p-24f, -0x1.af4b260000000p-27f, 0x1.6df1bc0000000p-25f,
    -0x1.c9f1e40000000p-28f, 0x1.ac65f40000000p-24f, -0x1.0d55da0000000p-25f,
    0x1.298dae0000000p-24f, 0x1.730dc60000000p-26f, 0x1.1e37760000000p-25f,
    0x1.9be3680000000p-24f
};
// sin(i pi/16)
constexpr double turn_sines[16] = {
    0x0.0p+0, 0x1.8f8b83c69a60bp-3, 0x1.87de2a6aea963p-2, 0x1.1c73b39ae68c8p-1,
    0x1.6a09e667f3bcdp-1, 0x1.a9b66290ea1a3p-1, 0x1.d906bcf328d46p-1, 0x1.f6297cff75cb0p-1,
    0x1.0000000000000p+0, 0x1.f6297cff75cb0p-1, 0x1.d906bcf328d46p-1, 0x1.a9b66290ea1a3p-1,
    0x1.6a09e667f3bcdp-1, 0x1.1c73b39ae68c8p-1, 0x1.87de2a6aea963p-2, 0x1.8f8b83c69a60bp-3
};
// the rest of it
constexpr double turn_sines_low[16] = {
    0x0.0p+0, -0x1.26d19b9ff8d82p-57, -0x1.72cedd3d5a610p-57, 0x1.b25dd267f6600p-55,
    -0x1.bdd3413b26456p-55, 0x1.9f630e8b6dac8p-60, 0x1.457e610231ac2p-56, 0x1.562172a361fd3p-56,
    0x0.0p+0, 0x1.562172a361fd3p-56, 0x1.457e610231ac2p-56, 0x1.9f630e8b6dac8p-60,
    -0x1.bdd3413b26456p-55, 0x1.b25dd267f6600p-55, -0x1.72cedd3d5a610p-57, -0x1.26d19b9ff8d82p-57
};
// sin(i pi/16)
constexpr float turn_sines_float[16] = {
    0x0.0p+0f, 0x1.8f8b840000000p-3f, 0x1.87de2a0000000p-2f, 0x1.1c73b40000000p-1f,
    0x1.6a09e60000000p-1f, 0x1.a9b6620000000p-1f, 0x1.d906bc0000000p-1f, 0x1.f6297c0000000p-1f,
    0x1.0000000000000p+0f, 0x1.f6297c0000000p-1f, 0x1.d906bc0000000p-1f, 0x1.a9b6620000000p-1f,
    0x1.6a09e60000000p-1f, 0x1.1c73b40000000p-1f, 0x1.87de2a0000000p-2f, 0x1.8f8b840000000p-3f
};
// the rest of it
constexpr float turn_sines_low_float[16] = {
    0x0.0p+0f, -0x1.cb2cfa0000000p-30f, 0x1.abaa580000000p-28f, -0x1.9465ce0000000p-27f,
    0x1.9fcef40000000p-27f, 0x1.21d4340000000p-26f, 0x1.e651a80000000p-26f,
    0x1.feeb960000000p-26f, 0x0.0p+0f, 0x1.feeb960000000p-26f, 0x1.e651a80000000p-26f,
    0x1.21d4340000000p-26f, 0x1.9fcef40000000p-27f, -0x1.9465ce0000000p-27f,
    0x1.abaa580000000p-28f, -0x1.cb2cfa0000000p-30f
};
// cos(i pi/16)
constexpr double turn_cosines[16] = {
    0x1.0000000000000p+0, 0x1.f6297cff75cb0p-1, 0x1.d906bcf328d46p-1, 0x1.a9b66290ea1a3p-1,
    0x1.6a09e667f3bcdp-1, 0x1.1c73b39ae68c8p-1, 0x1.87de2a6aea963p-2, 0x1.8f8b83c69a60bp-3,
    0x0.0p+0, -0x1.8f8b83c69a60bp-3, -0x1.87de2a6aea963p-2, -0x1.1c73b39ae68c8p-1,
    -0x1.6a09e667f3bcdp-1, -0x1.a9b66290ea1a3p-1, -0x1.d906bcf328d46p-1, -0x1.f6297cff75cb0p-1
};
// the rest of it
constexpr double turn_cosines_low[16] = {
    0x0.0p+0, 0x1.562172a361fd3p-56, 0x1.457e610231ac2p-56, 0x1.9f630e8b6dac8p-60,
    -0x1.bdd3413b26456p-55, 0x1.b25dd267f6600p-55, -0x1.72cedd3d5a610p-57, -0x1.26d19b9ff8d82p-57,
    0x0.0p+0, 0x1.26d19b9ff8d82p-57, 0x1.72cedd3d5a610p-57, -0x1.b25dd267f6600p-55,
    0x1.bdd3413b26456p-55, -0x1.9f630e8b6dac8p-60, -0x1.457e610231ac2p-56, -0x1.562172a361fd3p-56
};
// cos(i pi/16)
constexpr float turn_cosines_float[16] = {
    0x1.0000000000000p+0f, 0x1.f6297c0000000p-1f, 0x1.d906bc0000000p-1f, 0x1.a9b6620000000p-1f,
    0x1.6a09e60000000p-1f, 0x1.1c73b40000000p-1f, 0x1.87de2a0000000p-2f, 0x1.8f8b840000000p-3f,
    0x0.0p+0f, -0x1.8f8b840000000p-3f, -0x1.87de2a0000000p-2f, -0x1.1c73b40000000p-1f,
    -0x1.6a09e60000000p-1f, -0x1.a9b6620000000p-1f, -0x1.d906bc0000000p-1f,
    -0x1.f6297c0000000p-1f
};
// the rest of it
constexpr float turn_cosines_low_float[16] = {
    0x0.0p+0f, 0x1.feeb960000000p-26f, 0x1.e651a80000000p-26f, 0x1.21d4340000000p-26f,
    0x1.9fcef40000000p-27f, -0x1.9465ce0000000p-27f, 0x1.abaa580000000p-28f,
    -0x1.cb2cfa0000000p-30f, 0x0.0p+0f, 0x1.cb2cfa0000000p-30f, -0x1.abaa580000000p-28f,
    0x1.9465ce0000000p-27f, -0x1.9fcef40000000p-27f, -0x1.21d4340000000p-26f,
    -0x1.e651a80000000p-26f, -0x1.feeb960000000p-26f
};
// pi/16 in three parts
constexpr double turn_parts[3] = {
    0x1.921fb54442d18p-3, 0x1.1a62633145c07p-57, -0x1.f1976b7ed8fbcp-113
};
// pi/16 in three parts
constexpr float turn_parts_float[3] = {
    0x1.921fb60000000p-3f, -0x1.777a5c0000000p-28f, -0x1.ee59da0000000p-53f
};

}  // namespace numen::cpu::NUMEN_ISA::vm
