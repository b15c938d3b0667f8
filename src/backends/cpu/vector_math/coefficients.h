// Coefficients and tables of the vector mathematics, printed by tools/minimax.py.
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
// 1 / ln 2 to 106 bits
constexpr double log2_e_pair[2] = {
    0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56
};
// 1 / ln 10 to 106 bits
constexpr double log10_e_pair[2] = {
    0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57
};
constexpr double log10_2 = 0x1.34413509f79ffp-2;
// pi/2 to 159 bits
constexpr double half_pi_parts[3] = {
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110
};
// ln 2; the first part times |k| < 2^9 is exact
constexpr float ln2_parts_float[2] = {
    0x1.62e4000000000p-1f, 0x1.7f7d1c0000000p-20f
};
// ln 2 to 48 bits
constexpr float ln2_pair_float[2] = {
    0x1.62e4300000000p-1f, -0x1.05c6100000000p-29f
};
// 1 / ln 2 to 48 bits
constexpr float log2_e_pair_float[2] = {
    0x1.7154760000000p+0f, 0x1.4ae0c00000000p-26f
};
// 1 / ln 10 to 48 bits
constexpr float log10_e_pair_float[2] = {
    0x1.bcb7b20000000p-2f, -0x1.5b235e0000000p-27f
};
// pi/2 to 72 bits
constexpr float half_pi_parts_float[3] = {
    0x1.921fb60000000p+0f, -0x1.777a5c0000000p-25f, -0x1.ee59da0000000p-50f
};
// 2^(i/16)
constexpr double exp_high_16[16] = {
    0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0
};
// the rest of it
constexpr double exp_low_16[16] = {
    0x0.0p+0, 0x1.8a62e4adc610bp-54, -0x1.19041b9d78a76p-55, 0x1.9b07eb6c70573p-54,
    0x1.6f46ad23182e4p-55, 0x1.ada0911f09ebcp-55, 0x1.d4397afec42e2p-56, 0x1.6324c054647adp-54,
    -0x1.bdd3413b26456p-54, -0x1.41577ee04992fp-55, 0x1.6e9f156864b27p-54, 0x1.c7c46b071f2bep-56,
    0x1.7a1cd345dcc81p-54, 0x1.11065895048ddp-55, 0x1.2ed02d75b3707p-55, -0x1.e9c23179c2893p-54
};
// 2^(i/128)
constexpr double exp_high_128[128] = {
    0x1.0000000000000p+0, 0x1.0163da9fb3335p+0, 0x1.02c9a3e778061p+0, 0x1.04315e86e7f85p+0,
    0x1.059b0d3158574p+0, 0x1.0706b29ddf6dep+0, 0x1.0874518759bc8p+0, 0x1.09e3ecac6f383p+0,
    0x1.0b5586cf9890fp+0, 0x1.0cc922b7247f7p+0, 0x1.0e3ec32d3d1a2p+0, 0x1.0fb66affed31bp+0,
    0x1.11301d0125b51p+0, 0x1.12abdc06c31ccp+0, 0x1.1429aaea92de0p+0, 0x1.15a98c8a58e51p+0,
    0x1.172b83c7d517bp+0, 0x1.18af9388c8deap+0, 0x1.1a35beb6fcb75p+0, 0x1.1bbe084045cd4p+0,
    0x1.1d4873168b9aap+0, 0x1.1ed5022fcd91dp+0, 0x1.2063b88628cd6p+0, 0x1.21f49917ddc96p+0,
    0x1.2387a6e756238p+0, 0x1.251ce4fb2a63fp+0, 0x1.26b4565e27cddp+0, 0x1.284dfe1f56381p+0,
    0x1.29e9df51fdee1p+0, 0x1.2b87fd0dad990p+0, 0x1.2d285a6e4030bp+0, 0x1.2ecafa93e2f56p+0,
    0x1.306fe0a31b715p+0, 0x1.32170fc4cd831p+0, 0x1.33c08b26416ffp+0, 0x1.356c55f929ff1p+0,
    0x1.371a7373aa9cbp+0, 0x1.38cae6d05d866p+0, 0x1.3a7db34e59ff7p+0, 0x1.3c32dc313a8e5p+0,
    0x1.3dea64c123422p+0, 0x1.3fa4504ac801cp+0, 0x1.4160a21f72e2ap+0, 0x1.431f5d950a897p+0,
    0x1.44e086061892dp+0, 0x1.46a41ed1d0057p+0, 0x1.486a2b5c13cd0p+0, 0x1.4a32af0d7d3dep+0,
    0x1.4bfdad5362a27p+0, 0x1.4dcb299fddd0dp+0, 0x1.4f9b2769d2ca7p+0, 0x1.516daa2cf6642p+0,
    0x1.5342b569d4f82p+0, 0x1.551a4ca5d920fp+0, 0x1.56f4736b527dap+0, 0x1.58d12d497c7fdp+0,
    0x1.5ab07dd485429p+0, 0x1.5c9268a5946b7p+0, 0x1.5e76f15ad2148p+0, 0x1.605e1b976dc09p+0,
    0x1.6247eb03a5585p+0, 0x1.6434634ccc320p+0, 0x1.6623882552225p+0, 0x1.68155d44ca973p+0,
    0x1.6a09e667f3bcdp+0, 0x1.6c012750bdabfp+0, 0x1.6dfb23c651a2fp+0, 0x1.6ff7df9519484p+0,
    0x1.71f75e8ec5f74p+0, 0x1.73f9a48a58174p+0, 0x1.75feb564267c9p+0, 0x1.780694fde5d3fp+0,
    0x1.7a11473eb0187p+0, 0x1.7c1ed0130c132p+0, 0x1.7e2f336cf4e62p+0, 0x1.80427543e1a12p+0,
    0x1.82589994cce13p+0, 0x1.8471a4623c7adp+0, 0x1.868d99b4492edp+0, 0x1.88ac7d98a6699p+0,
    0x1.8ace5422aa0dbp+0, 0x1.8cf3216b5448cp+0, 0x1.8f1ae99157736p+0, 0x1.9145b0b91ffc6p+0,
    0x1.93737b0cdc5e5p+0, 0x1.95a44cbc8520fp+0, 0x1.97d829fde4e50p+0, 0x1.9a0f170ca07bap+0,
    0x1.9c49182a3f090p+0, 0x1.9e86319e32323p+0, 0x1.a0c667b5de565p+0, 0x1.a309bec4a2d33p+0,
    0x1.a5503b23e255dp+0, 0x1.a799e1330b358p+0, 0x1.a9e6b5579fdbfp+0, 0x1.ac36bbfd3f37ap+0,
    0x1.ae89f995ad3adp+0, 0x1.b0e07298db666p+0, 0x1.b33a2b84f15fbp+0, 0x1.b59728de5593ap+0,
    0x1.b7f76f2fb5e47p+0, 0x1.ba5b030a1064ap+0, 0x1.bcc1e904bc1d2p+0, 0x1.bf2c25bd71e09p+0,
    0x1.c199bdd85529cp+0, 0x1.c40ab5fffd07ap+0, 0x1.c67f12e57d14bp+0, 0x1.c8f6d9406e7b5p+0,
    0x1.cb720dcef9069p+0, 0x1.cdf0b555dc3fap+0, 0x1.d072d4a07897cp+0, 0x1.d2f87080d89f2p+0,
    0x1.d5818dcfba487p+0, 0x1.d80e316c98398p+0, 0x1.da9e603db3285p+0, 0x1.dd321f301b460p+0,
    0x1.dfc97337b9b5fp+0, 0x1.e264614f5a129p+0, 0x1.e502ee78b3ff6p+0, 0x1.e7a51fbc74c83p+0,
    0x1.ea4afa2a490dap+0, 0x1.ecf482d8e67f1p+0, 0x1.efa1bee615a27p+0, 0x1.f252b376bba97p+0,
    0x1.f50765b6e4540p+0, 0x1.f7bfdad9cbe14p+0, 0x1.fa7c1819e90d8p+0, 0x1.fd3c22b8f71f1p+0
};
// the rest of it
constexpr double exp_low_128[128] = {
    0x0.0p+0, 0x1.b61299ab8cdb7p-54, -0x1.19083535b085dp-56, -0x1.0a31c1977c96ep-54,
    0x1.d73e2a475b465p-55, -0x1.c91dfe2b13c27p-55, 0x1.186be4bb284ffp-57, 0x1.1487818316136p-54,
    0x1.8a62e4adc610bp-54, 0x1.01edc16e24f71p-54, 0x1.03a1727c57b53p-59, -0x1.b9bedc44ebd7bp-57,
    -0x1.6c51039449b3ap-54, -0x1.1b514b36ca5c7p-58, -0x1.32fbf9af1369ep-54, 0x1.2406ab9eeab0ap-55,
    -0x1.19041b9d78a76p-55, -0x1.11023d1970f6cp-54, 0x1.e5b4c7b4968e4p-55, -0x1.95386352ef607p-54,
    0x1.e016e00a2643cp-54, -0x1.1df98027bb78cp-54, 0x1.dc775814a8495p-55, 0x1.2a97e9494a5eep-55,
    0x1.9b07eb6c70573p-54, 0x1.ac155bef4f4a4p-55, 0x1.2bd339940e9d9p-55, -0x1.a4c3a8c3f0d7ep-54,
    0x1.612e8afad1255p-55, -0x1.10adcd6381aa4p-59, 0x1.0024754db41d5p-54, 0x1.1ca0f45d52383p-56,
    0x1.6f46ad23182e4p-55, 0x1.a9ce78e18047cp-55, 0x1.32721843659a6p-54, -0x1.b5cee5c4e4628p-55,
    -0x1.63aeabf42eae2p-54, -0x1.e958d3c9904bdp-54, -0x1.5e436d661f5e3p-56,
    -0x1.efff8375d29c3p-54, 0x1.ada0911f09ebcp-55, -0x1.7d023f956f9f3p-54, -0x1.ef3691c309278p-58,
    -0x1.1c7dde35f7999p-55, 0x1.89b7a04ef80d0p-59, 0x1.c944bd1648a76p-54, 0x1.3c1a3b69062f0p-56,
    0x1.9cb62f3d1be56p-54, 0x1.d4397afec42e2p-56, 0x1.8ecdbbc6a7833p-54, -0x1.4b309d25957e3p-54,
    -0x1.f768569bd93efp-55, -0x1.07abe1db13cadp-55, -0x1.d689cefede59bp-55, 0x1.9bb2c011d93adp-54,
    0x1.295e15b9a1de8p-55, 0x1.6324c054647adp-54, 0x1.c4b1b816986a2p-60, 0x1.ba6f93080e65ep-54,
    -0x1.3e2429b56de47p-54, -0x1.383c17e40b497p-54, -0x1.c483c759d8933p-55,
    -0x1.bb60987591c34p-54, 0x1.038ae44f73e65p-57, -0x1.bdd3413b26456p-54, -0x1.2895667ff0b0dp-56,
    -0x1.bbe3a683c88abp-57, -0x1.83c0f25860ef6p-55, -0x1.16e4786887a99p-55,
    -0x1.0a8d96c65d53cp-54, -0x1.0245957316dd3p-54, 0x1.866b80a02162dp-54, -0x1.41577ee04992fp-55,
    0x1.f124cd1164dd6p-54, 0x1.05d02ba15797ep-56, -0x1.27c86626d972bp-54, -0x1.d4c1dd41532d8p-54,
    -0x1.8d684a341cdfbp-55, -0x1.fc6f89bd4f6bap-54, 0x1.994c2f37cb53ap-54, 0x1.6e9f156864b27p-54,
    -0x1.0d55e32e9e3aap-56, 0x1.5cc13a2e3976cp-55, -0x1.dd6792e582524p-54, -0x1.75fc781b57ebcp-57,
    -0x1.64b7c96a5f039p-56, -0x1.d185b7c1b85d1p-54, -0x1.173bd91cee632p-54, 0x1.c7c46b071f2bep-56,
    0x1.824ca78e64c6ep-56, -0x1.359495d1cd533p-54, 0x1.6305c7ddc36abp-54, -0x1.d2f6edb8d41e1p-54,
    0x1.bcb7ecac563c7p-54, 0x1.0fac90ef7fd31p-54, -0x1.f9234cae76cd0p-55, 0x1.7a1cd345dcc81p-54,
    -0x1.bdef54c80e425p-54, -0x1.2805e3084d708p-57, -0x1.c71dfbbba6de3p-54,
    -0x1.5584f7e54ac3bp-56, -0x1.efcd30e54292ep-54, 0x1.23dd07a2d9e84p-55, -0x1.efdca3f6b9c73p-54,
    0x1.11065895048ddp-55, 0x1.b4537e083c60ap-54, 0x1.2884dff483cadp-54, 0x1.1acbc48805c44p-56,
    0x1.503cbd1e949dbp-56, -0x1.dd83b53829d72p-55, -0x1.cbc3743797a9cp-54, -0x1.d487b719d8578p-54,
    0x1.2ed02d75b3707p-55, -0x1.11ec18beddfe8p-54, 0x1.c2300696db532p-54, 0x1.2da5778f018c3p-54,
    -0x1.1a5cd4f184b5cp-54, -0x1.7b627817a1496p-54, 0x1.39e8980a9cc8fp-55, 0x1.2d522ca0c8de2p-54,
    -0x1.e9c23179c2893p-54, -0x1.c93f3b411ad8cp-54, 0x1.dc7f486a4b6b0p-54, 0x1.3a1a5bf0d8e43p-54,
    0x1.9d3e12dd8a18bp-54, -0x1.dbb12d006350ap-54, 0x1.74853f3a5931ep-55, 0x1.2eb74966579e7p-57
};
// 2^(i/16)
constexpr float exp_high_16_float[16] = {
    0x1.0000000000000p+0f, 0x1.0b55860000000p+0f, 0x1.172b840000000p+0f, 0x1.2387a60000000p+0f,
    0x1.306fe00000000p+0f, 0x1.3dea640000000p+0f, 0x1.4bfdae0000000p+0f, 0x1.5ab07e0000000p+0f,
    0x1.6a09e60000000p+0f, 0x1.7a11480000000p+0f, 0x1.8ace540000000p+0f, 0x1.9c49180000000p+0f,
    0x1.ae89fa0000000p+0f, 0x1.c199be0000000p+0f, 0x1.d5818e0000000p+0f, 0x1.ea4afa0000000p+0f
};
// the rest of it
constexpr float exp_low_16_float[16] = {
    0x0.0p+0f, 0x1.9f31220000000p-25f, -0x1.c157420000000p-27f, 0x1.ceac480000000p-25f,
    0x1.4636e20000000p-25f, 0x1.8246840000000p-25f, -0x1.593abc0000000p-25f,
    -0x1.5bd5ec0000000p-27f, 0x1.9fcef40000000p-26f, -0x1.829fd00000000p-25f,
    0x1.15506e0000000p-27f, 0x1.51f8480000000p-27f, -0x1.a94b140000000p-26f,
    -0x1.3d56b20000000p-27f, -0x1.822dbc0000000p-27f, 0x1.52486c0000000p-27f
};
// 2^(i/8)
constexpr float exp_high_8_float[8] = {
    0x1.0000000000000p+0f, 0x1.172b840000000p+0f, 0x1.306fe00000000p+0f, 0x1.4bfdae0000000p+0f,
    0x1.6a09e60000000p+0f, 0x1.8ace540000000p+0f, 0x1.ae89fa0000000p+0f, 0x1.d5818e0000000p+0f
};
// the rest of it
constexpr float exp_low_8_float[8] = {
    0x0.0p+0f, -0x1.c157420000000p-27f, 0x1.4636e20000000p-25f, -0x1.593abc0000000p-25f,
    0x1.9fcef40000000p-26f, 0x1.15506e0000000p-27f, -0x1.a94b140000000p-26f,
    -0x1.822dbc0000000p-27f
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
// about 1/m, by the leading bits of its fraction
constexpr double log_reciprocal_16[16] = {
    0x1.0000000000000p+0, 0x1.d000000000000p-1, 0x1.c000000000000p-1, 0x1.a000000000000p-1,
    0x1.9000000000000p-1, 0x1.8000000000000p-1, 0x1.7000000000000p-1, 0x1.6000000000000p-1,
    0x1.5000000000000p+0, 0x1.4000000000000p+0, 0x1.3800000000000p+0, 0x1.2800000000000p+0,
    0x1.2000000000000p+0, 0x1.1800000000000p+0, 0x1.1000000000000p+0, 0x1.0000000000000p+0
};
// the same
constexpr float log_reciprocal_16_float[16] = {
    0x1.0000000000000p+0f, 0x1.d000000000000p-1f, 0x1.c000000000000p-1f, 0x1.a000000000000p-1f,
    0x1.9000000000000p-1f, 0x1.8000000000000p-1f, 0x1.7000000000000p-1f, 0x1.6000000000000p-1f,
    0x1.5000000000000p+0f, 0x1.4000000000000p+0f, 0x1.3800000000000p+0f, 0x1.2800000000000p+0f,
    0x1.2000000000000p+0f, 0x1.1800000000000p+0f, 0x1.1000000000000p+0f, 0x1.0000000000000p+0f
};
// -log of these (+ ln 2 below 1) on a grid of 2^-42
constexpr double log_high_16[16] = {
    0x0.0p+0, 0x1.9335e5d594000p-4, 0x1.1178e8227e000p-3, 0x1.a93ed3c8ae000p-3,
    0x1.f991c6cb3c000p-3, 0x1.269621134e000p-2, 0x1.522ae0738a000p-2, 0x1.7fafa3bd81000p-2,
    0x1.af5295248e000p-2, 0x1.e148a1a273000p-2, 0x1.fb358af7a5000p-2, 0x1.188ee40f24000p-1,
    0x1.269621134e000p-1, 0x1.35028ad9d9000p-1, 0x1.43d9ff2f92800p-1, 0x1.62e42fefa4000p-1
};
// the rest of it
constexpr double log_low_16[16] = {
    0x0.0p+0, 0x1.3115c3abd47dap-45, 0x1.1ef78ce2d07f2p-45, -0x1.8724350562169p-45,
    -0x1.90d04cd7cc834p-44, -0x1.1b61f10522625p-44, 0x1.ebe708164c759p-45, 0x1.46fb79bf6d4cbp-44,
    -0x1.22f98aa4ee88bp-42, -0x1.264d640e64527p-43, -0x1.def40b87d36d9p-44,
    -0x1.accec41d52e6cp-44, -0x1.1b61f10522625p-43, -0x1.bd1f01ab60655p-44,
    -0x1.0ecc27a408290p-43, -0x1.8432a1b0e2634p-43
};
// -log of these (+ ln 2 below 1) on a grid of 2^-16
constexpr float log_high_16_float[16] = {
    0x0.0p+0f, 0x1.9330000000000p-4f, 0x1.1178000000000p-3f, 0x1.a940000000000p-3f,
    0x1.f990000000000p-3f, 0x1.2698000000000p-2f, 0x1.522c000000000p-2f, 0x1.7fb0000000000p-2f,
    0x1.af54000000000p-2f, 0x1.e148000000000p-2f, 0x1.fb34000000000p-2f, 0x1.188e000000000p-1f,
    0x1.2696000000000p-1f, 0x1.3502000000000p-1f, 0x1.43da000000000p-1f, 0x1.62e4000000000p-1f
};
// the rest of it
constexpr float log_low_16_float[16] = {
    0x0.0p+0f, 0x1.7975660000000p-18f, 0x1.d044fc0000000p-20f, -0x1.2c37520000000p-19f,
    0x1.c6cb3c0000000p-19f, -0x1.deecb20000000p-18f, -0x1.1f8c760000000p-18f,
    -0x1.7109fa0000000p-20f, -0x1.6adb740000000p-18f, 0x1.4344e40000000p-19f,
    0x1.8af7a40000000p-18f, 0x1.c81e480000000p-18f, 0x1.089a6e0000000p-20f,
    0x1.15b3b20000000p-18f, -0x1.a0db880000000p-26f, 0x1.7f7d1c0000000p-20f
};
// arctan(i/16), i <= 16
constexpr double arctan_high[32] = {
    0x0.0p+0, 0x1.ff55bb72cfdeap-5, 0x1.fd5ba9aac2f6ep-4, 0x1.7b97b4bce5b02p-3,
    0x1.f5b75f92c80ddp-3, 0x1.362773707ebccp-2, 0x1.6f61941e4def1p-2, 0x1.a64eec3cc23fdp-2,
    0x1.dac670561bb4fp-2, 0x1.0657e94db30d0p-1, 0x1.1e00babdefeb4p-1, 0x1.345f01cce37bbp-1,
    0x1.4978fa3269ee1p-1, 0x1.5d58987169b18p-1, 0x1.700a7c5784634p-1, 0x1.819d0b7158a4dp-1,
    0x1.921fb54442d18p-1, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
    0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0
};
// the rest of it
constexpr double arctan_low[32] = {
    0x0.0p+0, -0x1.c934d86d23f1dp-60, -0x1.cd37686760c17p-59, 0x1.347b0b4f881cap-58,
    0x1.8ab6e3cf7afbdp-57, -0x1.963a544b672d8p-57, -0x1.c63aae6f6e918p-56, -0x1.24dec1b50b7ffp-56,
    0x1.a2b7f222f65e2p-56, -0x1.d5b495f6349e6p-56, -0x1.928df287a668fp-58, 0x1.1021137c71102p-55,
    0x1.2419a87f2a458p-56, 0x1.0028e4bc5e7cap-57, -0x1.8c34d25aadef6p-56, -0x1.bf76229d3b917p-56,
    0x1.1a62633145c07p-55, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
    0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0
};
// exp(r) = 1 + r + r^2/2 + r^3/6 + r^4 p(r), |r| <= ln(2)/2; error 2^-67.8
constexpr double exp_tail[10] = {
    0x1.5555555555557p-5, 0x1.1111111111112p-7, 0x1.6c16c16c156e3p-10, 0x1.a01a01a018949p-13,
    0x1.a01a01ab454b8p-16, 0x1.71de3a5ef7c48p-19, 0x1.27e4d0da2efb3p-22, 0x1.ae6419fe79f22p-26,
    0x1.1f8483dbe7654p-29, 0x1.61dc0d958e828p-33
};
// exp(r) = 1 + r + r^2 p(r), |r| <= ln(2)/32; error 2^-66.3
constexpr double exp_table_tail_16[6] = {
    0x1.0000000000004p-1, 0x1.555555555555ap-3, 0x1.555555547f71bp-5, 0x1.111111107ca35p-7,
    0x1.6c184172a417bp-10, 0x1.a01b9fad0d224p-13
};
// exp(r) = 1 + r + r^2 p(r), |r| <= ln(2)/256; error 2^-65.4
constexpr double exp_table_tail_128[4] = {
    0x1.ffffffffffdbdp-2, 0x1.555555555543ap-3, 0x1.55555cf2003d4p-5, 0x1.1111167dc5f72p-7
};
// exp(r) = 1 + r p(r), |r| <= ln(2)/2, for float32 results; error 2^-32.0
constexpr double exp_short[7] = {
    0x1.ffffffffec41ap-1, 0x1.0000002881689p-1, 0x1.55555595a7411p-3, 0x1.5554accc4eacfp-5,
    0x1.111085e80c6b5p-7, 0x1.6d7546af768cbp-10, 0x1.a1aaac79bea07p-13
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
// cos(r) = 1 + r^2 p(r^2), |r| <= pi/4, for float32 results; error 2^-43.9
constexpr double cos_short_tail[5] = {
    -0x1.ffffffffebf98p-2, 0x1.55555546f2bf4p-5, -0x1.6c16b3ff3fd2ep-10, 0x1.a00f10f1fff39p-16,
    -0x1.23d7e64527904p-22
};
// log(1 + f) = f - f^2/2 + f^3 p(f), -1/60 <= f <= 1/32; error 2^-72.4
constexpr double log_tail[9] = {
    0x1.5555555555555p-2, -0x1.0000000000013p-2, 0x1.99999999997d9p-3, -0x1.55555554c3ad8p-3,
    0x1.2492491a78a5cp-3, -0x1.00000a842c527p-3, 0x1.c71f74581deaap-4, -0x1.99361aac0a929p-4,
    0x1.5b382120ff80dp-4
};
// log(1 + f) = f - f^2/2 + f^3 p(f), -0.0372 <= f <= 0.0626; error 2^-60.9
constexpr double log_tail_16[9] = {
    0x1.5555555555536p-2, -0x1.000000000154fp-2, 0x1.9999999a0c2efp-3, -0x1.55555534a6785p-3,
    0x1.249244dd80d57p-3, -0x1.00006d848f39fp-3, 0x1.c73cceae1e1f2p-4, -0x1.993727a23bbe9p-4,
    0x1.4b4eccb0c4315p-4
};
// log(1 + f) = f - f^2/2 + f^3/3 + f^4 p(f), -1/60 <= f <= 1/32; error 2^-72.3
constexpr double log_precise_tail[8] = {
    -0x1.0000000000011p-2, 0x1.99999999999e8p-3, -0x1.55555554cce98p-3, 0x1.24924918f74a5p-3,
    -0x1.00000a0075bacp-3, 0x1.c71f769911db0p-4, -0x1.993ab678b6c0bp-4, 0x1.5b81b03a9eddfp-4
};
// arctan(t) = t + t^3 p(t^2), |t| <= 1/32; error 2^-74.4
constexpr double arctan_tail[5] = {
    -0x1.5555555555555p-2, 0x1.99999999995e2p-3, -0x1.24924920605b5p-3, 0x1.c71c2fac217dap-4,
    -0x1.73709928d045fp-4
};
// arctan(t) = t + t^3 p(t^2), |t| <= 1, for float32 results; error 2^-36.7
constexpr double arctan_short[12] = {
    -0x1.5555553271746p-2, 0x1.999985ea8701fp-3, -0x1.2490574c071d9p-3, 0x1.c6eaba657e94fp-4,
    -0x1.72e4124592cbfp-4, 0x1.33d4795e34fabp-4, -0x1.f125801ceb20fp-5, 0x1.6b74165698fb0p-5,
    -0x1.b6348e4949ef5p-6, 0x1.864cef1a73d86p-7, -0x1.baa92a33145fbp-9, 0x1.d704151e7a4e1p-12
};
// cbrt(x), 1 <= x <= 2; error 2^-25.1
constexpr double cbrt_start[8] = {
    0x1.b483f8a03bba0p-2, 0x1.0dd39aa232b64p+0, -0x1.c589802da52bfp-1, 0x1.48084bca741a8p-1,
    -0x1.487b719a3f034p-2, 0x1.a6dc554382bc8p-4, -0x1.3a5c7231fbc80p-6, 0x1.9a2adf392e09bp-10
};
// erf(x) = x + x p(x^2), |x| <= 1; error 2^-57.0
constexpr double erf_inner[12] = {
    0x1.06eba8214db68p-3, -0x1.812746b0379c2p-2, 0x1.ce2f21a041016p-4, -0x1.b82ce31206279p-6,
    0x1.565bccfa9a182p-8, -0x1.c02db072e7dd2p-11, 0x1.f9a2bf73181a7p-14, -0x1.f4ca948fb0ebep-17,
    0x1.b9827ada4d193p-20, -0x1.5c16e22eb230ep-23, 0x1.d78490eac531ap-27, -0x1.acdffadde9382p-31
};
// exp(x^2) erfc(x) by t = (x - 2)/(x + 2), 1 <= x <= 6; error 2^-52.6
constexpr double erf_outer[16] = {
    0x1.058671b52c776p-2, -0x1.b57034efd3f86p-2, 0x1.eeea7dc8a7b49p-3, -0x1.437f0b68bc6acp-4,
    0x1.e9471591ef88ap-9, 0x1.ca95ed42fe015p-8, -0x1.bc259fb943593p-11, -0x1.016b574766044p-10,
    0x1.6d5757fbfc6e3p-15, 0x1.6da8754a85d5fp-13, 0x1.ce9428bdd2208p-16, -0x1.cf341bac38d1fp-16,
    -0x1.de8a6bbdad176p-17, 0x1.e997bba8644ddp-20, 0x1.299393cbd3333p-18, -0x1.d96fb1659e490p-22
};
// arcsin(x) = x + x^3 p(x^2), |x| <= 1/2; error 2^-59.8
constexpr double arcsin_tail[13] = {
    0x1.5555555555578p-3, 0x1.333333332df61p-4, 0x1.6db6db7227857p-5, 0x1.f1c71a8d2dd96p-6,
    0x1.6e8bdfb7a521dp-6, 0x1.1c49e179b009cp-6, 0x1.ca20ed46e73e9p-7, 0x1.757a725464782p-7,
    0x1.6179e5dda38fcp-7, 0x1.e2623afdb9ca7p-9, 0x1.64af7ede988e2p-6, -0x1.597e4b91cdc38p-6,
    0x1.0bbdc34e2a279p-5
};
// log((1 + s)/(1 - s)) = s p(s^2), |s| <= 3 - 2 sqrt(2), for float32 results; error 2^-36.8
constexpr double log_short[5] = {
    0x1.0000000004a99p+1, 0x1.555554da445bep-1, 0x1.999a9d5401f71p-2, 0x1.243294910884ap-2,
    0x1.e3b5b670e53cbp-3
};
// exp(r) = 1 + r + r^2 p(r), |r| <= ln(2)/16; error 2^-32.5
constexpr float exp_tail_float[3] = {
    0x1.0000000000000p-1f, 0x1.555c760000000p-3f, 0x1.555da40000000p-5f
};
// log(1 + f) = f - f^2/2 + f^3 p(f), -0.0372 <= f <= 0.0626; error 2^-33.0
constexpr float log_tail_float[4] = {
    0x1.5555520000000p-2f, -0x1.0003380000000p-2f, 0x1.99f65a0000000p-3f, -0x1.4332f40000000p-3f
};
// sin(r) = r + r^3 p(r^2), |r| <= pi/4; error 2^-37.6
constexpr float sin_tail_float[4] = {
    -0x1.5555560000000p-3f, 0x1.1111080000000p-7f, -0x1.a00f9e0000000p-13f,
    0x1.6cd83a0000000p-19f
};
// cos(r) = 1 - r^2/2 + r^4 p(r^2), |r| <= pi/4; error 2^-33.3
constexpr float cos_tail_float[3] = {
    0x1.55554a0000000p-5f, -0x1.6c0c8a0000000p-10f, 0x1.9a020e0000000p-16f
};
// arcsin(x) = x + x^3 p(x^2), |x| <= 1/2; error 2^-27.6
constexpr float arcsin_tail_float[5] = {
    0x1.5555ca0000000p-3f, 0x1.3301480000000p-4f, 0x1.748d0e0000000p-5f, 0x1.8b9b660000000p-6f,
    0x1.59e10a0000000p-5f
};

}  // namespace numen::cpu::NUMEN_ISA::vm
