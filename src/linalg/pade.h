// The diagonal Pade approximants of e^x and how far they reach.
#pragma once

namespace numen::linalg {

// numerator = sum of coefficients[k] x^k; the denominator has x negated.
struct PadeApproximant {
    int degree;
    double limit;         // of the d_k: the backward error is then below the unit roundoff
    double log2_leading;  // of (m!)^2 / ((2m)! (2m + 1)!), with which the backward error begins
    const double* coefficients;
};

namespace pade {
inline constexpr double degree_3[] = {120, 60, 12, 1};
inline constexpr double degree_5[] = {30240, 15120, 3360, 420, 30, 1};
inline constexpr double degree_7[] = {17297280, 8648640, 1995840, 277200, 25200, 1512, 56, 1};
inline constexpr double degree_9[] = {17643225600, 8821612800, 2075673600, 302702400, 30270240,
                                      2162160,     110880,     3960,       90,        1};
inline constexpr double degree_13[] = {
    64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000,
    10559470521600,    670442572800,      33522128640,      1323241920,       40840800,
    960960,            16380,             182,              1};
}  // namespace pade

inline constexpr PadeApproximant in_double[] = {
    {3, 1.495585217958292e-2, -16.621136, pade::degree_3},
    {5, 2.539398330063230e-1, -33.227773, pade::degree_5},
    {7, 9.504178996162932e-1, -51.994974, pade::degree_7},
    {9, 2.097847961257068, -72.324718, pade::degree_9},
    {13, 4.25, -116.447004, pade::degree_13}};
inline constexpr PadeApproximant in_single[] = {
    {3, 4.258730016922831e-1, -16.621136, pade::degree_3},
    {5, 1.880152677804762, -33.227773, pade::degree_5},
    {7, 3.925724783138660, -51.994974, pade::degree_7}};

}  // namespace numen::linalg
