// Small products write their own elements and no others, whatever lies between the rows of their
// result; the values of every size are tests/linalg/products_of_all_sizes.py.
#include <doctest/doctest.h>

#include <vector>

#include "backends/backend.h"

namespace {

using namespace numen;

constexpr double untouched = -77;

// A stack of two matrices of m rows and n columns in rows of `width` elements, from the first of
// their memory on.
template <class T> struct Padded {
    std::int64_t shape[3], strides[3];
    std::vector<T> values;
    Padded(std::int64_t m, std::int64_t n, std::int64_t width, T value)
        : shape{2, m, n}, strides{m * width * std::int64_t{sizeof(T)},
                                  width * std::int64_t{sizeof(T)}, sizeof(T)},
          values(static_cast<std::size_t>(2 * m * width), value) {}
    StridedView view() {
        constexpr Dtype dtype = sizeof(T) == 8 ? Dtype::float64 : Dtype::float32;
        return {reinterpret_cast<char*>(values.data()), dtype, 3, shape, strides};
    }
    // Whether all elements of the matrices are `inside` and all between their rows untouched.
    bool holds(T inside) const {
        const std::int64_t width = strides[1] / std::int64_t{sizeof(T)};
        for (std::size_t i = 0; i < values.size(); ++i) {
            const bool is_between = static_cast<std::int64_t>(i) % width >= shape[2];
            if (values[i] != (is_between ? static_cast<T>(untouched) : inside)) return false;
        }
        return true;
    }
};

template <class T> void check_all_sizes() {
    constexpr std::int64_t k = 3;
    for (std::int64_t m = 1; m < 20; ++m) {
        for (std::int64_t n = 1; n < 70; ++n) {
            Padded<T> a(m, k, k, T{2}), b(k, n, n, T{5});
            Padded<T> out(m, n, n + 17, static_cast<T>(untouched));
            REQUIRE(backend::matmul(out.view(), a.view(), b.view()) == status_ok);
            const bool is_right = out.holds(T{2 * 5 * k});
            CHECK_MESSAGE(is_right, m << " x " << n);
        }
    }
}

TEST_CASE("products of all small sizes leave what lies between the rows of their result") {
    check_all_sizes<double>();
    check_all_sizes<float>();
}

}  // namespace
