// Gauss' quadrature: the nodes are the zeros of Legendre's polynomials, found by Newton's method.
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "linalg/triangle_logarithm.h"

namespace numen::linalg {
namespace {

constexpr int most_points = 7;

Quadrature rule_of(int points) {
    Quadrature rule{};
    for (int k = 0; k < points; ++k) {
        double x = std::cos(std::numbers::pi * (k + 0.75) / (points + 0.5)), slope = 0;
        for (int step = 0; step < 10; ++step) {
            double before = 1, value = x;
            for (int degree = 2; degree <= points; ++degree) {
                const double next = ((2 * degree - 1) * x * value - (degree - 1) * before) / degree;
                before = std::exchange(value, next);
            }
            slope = points * (x * value - before) / (x * x - 1);
            x -= value / slope;
        }
        rule.nodes[k] = (1 + x) / 2;
        rule.weights[k] = 1 / ((1 - x * x) * slope * slope);
    }
    return rule;
}

}  // namespace

const Quadrature& quadrature(int points) {
    static const auto rules = [] {
        std::array<Quadrature, most_points + 1> all{};
        for (int count = 1; count <= most_points; ++count) all[count] = rule_of(count);
        return all;
    }();
    return rules[points];
}

}  // namespace numen::linalg
