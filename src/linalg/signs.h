// The signs of eigenvectors and singular vectors of single real matrices, by the rule of
// sign_rule.h. Those of complex ones stay as LAPACK's routines, the only way to them, leave them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "backends/cpu/sign_rule.h"

namespace numen::linalg {

// Vectors in memory: element i of vector k is data[k * between + i * within].
template <class Real> struct VectorSet {
    Real* data;
    std::int64_t count, length, between, within = 1;

    Real& at(std::int64_t k, std::int64_t i) const { return data[k * between + i * within]; }
    void turn(std::int64_t k) const {
        for (std::int64_t i = 0; i < length; ++i) at(k, i) = -at(k, i);
    }
    // Whether the rule takes the opposite of a vector.
    bool is_opposite(std::int64_t k) const {
        double most = 0, sum = 0, chosen = 0;
        for (std::int64_t i = 0; i < length; ++i) {
            const double element = at(k, i);
            most = std::fmax(most, std::fabs(element));
            sum += element;
        }
        for (std::int64_t i = 0; i < length; ++i) {
            const double element = at(k, i);
            if (std::fabs(element) >= cpu::sign_share * most) chosen = element;
        }
        return chosen - cpu::sign_part * sum < 0;
    }
    void follow_rule(std::int64_t first = 0) const {
        for (std::int64_t k = first; k < count; ++k) {
            if (is_opposite(k)) turn(k);
        }
    }
};

// The columns of an eigenvector matrix; complex ones are left alone.
template <class Scalar>
void follow_rule(Scalar* columns, std::int64_t n, std::int64_t count, std::int64_t leading) {
    if constexpr (std::numeric_limits<Scalar>::is_specialized) {
        VectorSet<Scalar>{columns, count, n, leading}.follow_rule();
    }
}

// The vectors u and v of a matrix, those that belong to singular values first: these are turned
// together.
template <class Real> struct SingularPairs {
    VectorSet<Real> u, v;

    bool is_led_by_v() const { return u.length >= v.length; }
    std::int64_t pairs() const { return std::min(u.length, v.length); }

    // The shorter vectors follow the rule, the longer ones their partners; those of the longer ones
    // that have no partner follow it too.
    void follow_rule() const {
        const VectorSet<Real>&leading = is_led_by_v() ? v : u, &other = is_led_by_v() ? u : v;
        for (std::int64_t k = 0; k < pairs(); ++k) {
            if (!leading.is_opposite(k)) continue;
            leading.turn(k);
            other.turn(k);
        }
        other.follow_rule(pairs());
    }

    // Where the last singular value, and no other, counts as zero, u' a v may be nothing but
    // rounding, and its sign chance: then both vectors follow the rule. at(i, j): elements of a;
    // `unit`: of rounding.
    template <class At> void settle(const Real* s, double unit, At&& at) const {
        const VectorSet<Real>& other = is_led_by_v() ? u : v;
        const auto side = static_cast<double>(std::max(u.length, v.length));
        const std::int64_t k = pairs() - 1;
        if (k > 0 && s[k - 1] <= side * unit * s[0]) return;
        double product = 0, magnitude = 0;
        for (std::int64_t i = 0; i < u.length; ++i) {
            for (std::int64_t j = 0; j < v.length; ++j) {
                const double term = double{u.at(k, i)} * at(i, j) * v.at(k, j);
                product += term;
                magnitude += std::fabs(term);
            }
        }
        const bool is_known = std::fabs(product) > side * unit * magnitude;
        if (!is_known && other.is_opposite(k)) other.turn(k);
    }
};

}  // namespace numen::linalg
