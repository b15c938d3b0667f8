// The multiplication of subnormal numbers by whole numbers, against the hardware's: processors to
// which subnormal numbers are no trouble do not use it.
#define NUMEN_ISA tested
#include "backends/cpu/kernels/subnormal_product.h"

#include <doctest/doctest.h>

#include <random>
#include <vector>

namespace {

template <class T> void compare_products(unsigned seed) {
    using namespace numen::cpu::tested;
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> near_one(0.4, 1.6);
    for (int run = 0; run < 2000; ++run) {
        std::vector<T> factors(1 + random() % 40);
        for (T& factor : factors) {
            const double sign = random() % 2 == 0 ? 1 : -1;
            factor = static_cast<T>(sign * near_one(random) * (random() % 10 == 0 ? 64 : 1));
        }
        constexpr T least = std::numeric_limits<T>::denorm_min();
        const T start = static_cast<T>(random() % 100000 + 1) * least;
        REQUIRE(is_subnormal(start));
        T product = start;
        const auto count = static_cast<std::int64_t>(factors.size());
        const auto at = [&](std::int64_t i) { return factors[static_cast<std::size_t>(i)]; };
        const std::int64_t done = multiply_subnormal(product, 0, count, at);
        T expected = start;
        for (std::int64_t i = 0; i < done; ++i) expected *= at(i);
        CHECK(std::bit_cast<BitsOf<T>>(product) == std::bit_cast<BitsOf<T>>(expected));
        if (done < count) CHECK((product == 0 || std::fabs(expected) > 0));
    }
}

}  // namespace

TEST_CASE("a product of subnormal numbers has the hardware's bits") {
    compare_products<float>(1);
    compare_products<double>(2);
}
