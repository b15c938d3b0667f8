// Coefficients and tables of the vector mathematics; printed by tools/minimax.py, not edited.
//
// Namespace-scope constants have internal linkage, so that the libraries of two instruction sets
// share no symbol.
#pragma once

namespace numen::cpu::NUMEN_ISA::vm {

// ln 2; the first part times |k| < 2^13 is exact
constexpr double ln2_parts[2] = {
    0x1.62e42fefa4000p-1, -0x1.8432a1b0e2634p-43
};
// ln 2 to 106 bits
constexpr double ln2_pair[2] = {
    0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56
};
// pi/2 to 159 bits
constexpr double half_pi_parts[3] = {
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110
};
// 2^(i/16)
constexpr double exp_high[16] = {
    0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0
};
// the rest of it
constexpr double exp_low[16] = {
    0x0.0p+0, 0x1.8a62e4adc610bp-54, -0x1.19041b9d78a76p-55, 0x1.9b07eb6c70573p-54,
    0x1.6f46ad23182e4p-55, 0x1.ada0911f09ebcp-55, 0x1.d4397afec42e2p-56, 0x1.6324c054647adp-54,
    -0x1.bdd3413b26456p-54, -0x1.41577ee04992fp-55, 0x1.6e9f156864b27p-54, 0x1.c7c46b071f2bep-56,
    0x1.7a1cd345dcc81p-54, 0x1.11065895048ddp-55, 0x1.2ed02d75b3707p-55, -0x1.e9c23179c2893p-54
};
// about 1/z, ten bits, by the leading bits of z
constexpr double log_reciprocal[32] = {
    0x1.7000000000000p+0, 0x1.6800000000000p+0, 0x1.6080000000000p+0, 0x1.5900000000000p+0,
    0x1.5200000000000p+0, 0x1.4b00000000000p+0, 0x1.4480000000000p+0, 0x1.3e00000000000p+0,
    0x1.3800000000000p+0, 0x1.3200000000000p+0, 0x1.2c80000000000p+0, 0x1.2700000000000p+0,
    0x1.2200000000000p+0, 0x1.1d00000000000p+0, 0x1.1800000000000p+0, 0x1.1380000000000p+0,
    0x1.0f00000000000p+0, 0x1.0a80000000000p+0, 0x1.0600000000000p+0, 0x1.0000000000000p+0,
    0x1.0000000000000p+0, 0x1.e900000000000p-1, 0x1.db00000000000p-1, 0x1.ce00000000000p-1,
    0x1.c100000000000p-1, 0x1.b500000000000p-1, 0x1.aa00000000000p-1, 0x1.9f00000000000p-1,
    0x1.9500000000000p-1, 0x1.8b00000000000p-1, 0x1.8200000000000p-1, 0x1.7900000000000p-1
};
// -log of these on a grid of 2^-40
constexpr double log_high[32] = {
    -0x1.739d7f6bbc000p-2, -0x1.5d1bdbf580000p-2, -0x1.478cd5959c000p-2, -0x1.31871c9544000p-2,
    -0x1.1c898c1698000p-2, -0x1.071b85fcd4000p-2, -0x1.e598ed5a88000p-3, -0x1.bc286742d8000p-3,
    -0x1.9525a9cf48000p-3, -0x1.6d60fe71a0000p-3, -0x1.483bccce70000p-3, -0x1.2266f190a8000p-3,
    -0x1.fec9131dc0000p-4, -0x1.b78c82bb10000p-4, -0x1.6f0d28ae50000p-4, -0x1.2cb0283f60000p-4,
    -0x1.d276b8adc0000p-5, -0x1.494acc34e0000p-5, -0x1.7b91b07d40000p-6, 0x0.0p+0, 0x0.0p+0,
    0x1.788595a360000p-5, 0x1.333d7f8180000p-4, 0x1.a4e7640b20000p-4, 0x1.0ce7ecdcd0000p-3,
    0x1.4462b9dc98000p-3, 0x1.7898d85448000p-3, 0x1.ae2ca6f670000p-3, 0x1.e020cc6238000p-3,
    0x1.09aa572e6c000p-2, 0x1.214456d0ec000p-2, 0x1.396ce359bc000p-2
};
// the rest of it
constexpr double log_low[32] = {
    -0x1.0069ce24c53fbp-42, -0x1.394a11b1c1ee4p-43, 0x1.84dd903cdcbdap-43, -0x1.84fab94cecfd9p-46,
    -0x1.9fafbc68e7540p-42, -0x1.90d1d1707f97cp-42, 0x1.d134bcf1e98a1p-47, -0x1.9ac53f39d121cp-44,
    0x1.4a5c4df67c564p-42, 0x1.6f1b955c4d1dap-42, 0x1.c22b5b1b81393p-43, 0x1.29a4157081cffp-42,
    0x1.54555d1ae6607p-44, 0x1.25ef7bc3987e7p-44, -0x1.ad2e6f9266e7bp-42, 0x1.0f08e9acd47efp-43,
    0x1.e95bdc38759b5p-42, 0x1.bb8e1d6a40b6ep-43, -0x1.b11aa927f54c7p-42, 0x0.0p+0, 0x0.0p+0,
    -0x1.108b0d083b3a5p-42, 0x1.fa5b5255f91dfp-43, -0x1.0f215b5ca203ep-42, -0x1.eb9ad25400abcp-42,
    0x1.9ede9d63b93e8p-42, -0x1.9c66107091430p-42, 0x1.5ea356b953d54p-42, -0x1.2a56015b72284p-42,
    0x1.b50a1e1734342p-44, -0x1.caf0428b728a3p-44, -0x1.5839c5663663dp-47
};
// exp(r) = 1 + r + r^2/2 + r^3 p(r), |r| <= ln(2)/2; error 2^-64.0
constexpr double exp_tail[10] = {
    0x1.555555555555bp-3, 0x1.555555555555ap-5, 0x1.111111110ebf8p-7, 0x1.6c16c16c1414fp-10,
    0x1.a01a01b3a5647p-13, 0x1.a01a01b1ff9adp-16, 0x1.71ddefc1781f0p-19, 0x1.27e4c2bd376e8p-22,
    0x1.af6c87f9cb0c5p-26, 0x1.1f99c4e90dfbap-29
};
// exp(r) = 1 + r + r^2 p(r), |r| <= ln(2)/32; error 2^-66.3
constexpr double exp_table_tail[6] = {
    0x1.0000000000004p-1, 0x1.555555555555ap-3, 0x1.555555547f71bp-5, 0x1.111111107ca35p-7,
    0x1.6c184172a417bp-10, 0x1.a01b9fad0d224p-13
};
// exp(r) = 1 + r p(r), |r| <= ln(2)/2, for float32 results; error 2^-34.3
constexpr double exp_short[7] = {
    0x1.ffffffffc628ap-1, 0x1.00000043f809cp-1, 0x1.555555b85a256p-3, 0x1.55547ed2886ddp-5,
    0x1.1110663c7f16cp-7, 0x1.6d978d0a9823ep-10, 0x1.a1cc609d37fa7p-13
};
// sin(r) = r - r^3/6 + r^5 p(r^2), |r| <= pi/4; error 2^-68.3
constexpr double sin_tail[6] = {
    0x1.111111111110fp-7, -0x1.a01a01a019393p-13, 0x1.71de3a53d1a9fp-19, -0x1.ae645344c4d32p-26,
    0x1.6120f45b13a1bp-33, -0x1.aad0fa183b9e9p-41
};
// cos(r) = 1 - r^2/2 + r^4/24 + r^6 p(r^2), |r| <= pi/4; error 2^-63.3
constexpr double cos_tail[5] = {
    -0x1.6c16c16c163bcp-10, 0x1.a01a019e48a63p-16, -0x1.27e4f9150276bp-22, 0x1.1eea9303e6c75p-29,
    -0x1.8fff0e5bf5de8p-37
};
// sin(r) = r + r^3 p(r^2), |r| <= pi/2, for float32 results; error 2^-35.6
constexpr double sin_short_tail[5] = {
    -0x1.55555549581e9p-3, 0x1.11110cc10dd00p-7, -0x1.a017fd78eb5c1p-13, 0x1.7174c54a9b97dp-19,
    -0x1.9ac288f402642p-26
};
// log(1 + f) = f - f^2/2 + f^3 p(f), -1/60 <= f <= 1/32; error 2^-72.4
constexpr double log_tail[9] = {
    0x1.5555555555555p-2, -0x1.0000000000013p-2, 0x1.99999999997d9p-3, -0x1.55555554c3ad8p-3,
    0x1.2492491a78a5cp-3, -0x1.00000a842c527p-3, 0x1.c71f74581deaap-4, -0x1.99361aac0a929p-4,
    0x1.5b382120ff80dp-4
};
// log((1 + s)/(1 - s)) = s p(s^2), |s| <= 3 - 2 sqrt(2), for float32 results; error 2^-36.8
constexpr double log_short[5] = {
    0x1.0000000004a99p+1, 0x1.555554da445bep-1, 0x1.999a9d5401f71p-2, 0x1.243294910884ap-2,
    0x1.e3b5b670e53cbp-3
};

}  // namespace numen::cpu::NUMEN_ISA::vm
