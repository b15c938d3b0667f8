// Copies, reductions, scans, products and selections on tiny cases worked out by hand or with
// NumPy 2.4; the comparison over all types, layouts and sizes is tests/ops.
#include "backends/backend.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "backends/cpu/thread_count.h"

namespace {

using namespace numen;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// A dense array with its own shape and strides.
template <class T, Dtype dtype> struct Dense {
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;
    std::vector<T> values;

    Dense(std::vector<std::int64_t> shape_, std::vector<T> values_)
        : shape(std::move(shape_)), strides(shape.size()), values(std::move(values_)) {
        std::int64_t step = sizeof(T);
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            strides[axis] = step;
            step *= shape[axis];
        }
        values.resize(static_cast<std::size_t>(step) / sizeof(T));
    }
    explicit Dense(std::vector<std::int64_t> shape_) : Dense(std::move(shape_), {}) {}
    StridedView view() {
        return {reinterpret_cast<char*>(values.data()), dtype, static_cast<int>(shape.size()),
                shape.data(), strides.data()};
    }
};
using Doubles = Dense<double, Dtype::float64>;
using Floats = Dense<float, Dtype::float32>;
using Longs = Dense<std::int64_t, Dtype::int64>;
using Bytes = Dense<std::int8_t, Dtype::int8>;
using Bits = Dense<std::uint8_t, Dtype::boolean>;

double reduced(ReduceOp op, Doubles in, double ddof = 0.0) {
    Doubles out({});
    backend::reduce(op, out.view(), in.view(), (1u << in.shape.size()) - 1, Dtype::float64, ddof);
    return out.values[0];
}

TEST_CASE("casts to integers truncate, wrap and report what does not fit") {
    Doubles in({6}, {1.9, -1.9, 300.0, nan, infinity, -0.0});
    Bytes out({6});
    CHECK(backend::copy(out.view(), in.view()) == status_invalid);
    CHECK(out.values == std::vector<std::int8_t>{1, -1, 44, 0, 0, 0});
    Doubles harmless({2}, {1.5, 300.0});
    Bytes narrow({2});
    CHECK(backend::copy(narrow.view(), harmless.view()) == status_ok);
}

TEST_CASE("casts report overflow from float64 to float32") {
    Doubles in({2}, {1e300, 1.0});
    Floats out({2});
    CHECK((backend::copy(out.view(), in.view()) & status_overflow) != 0);
    CHECK(std::isinf(out.values[0]));
}

TEST_CASE("copies follow negative steps and transpositions") {
    Doubles in({3, 5});
    for (int i = 0; i < 15; ++i) in.values[static_cast<std::size_t>(i)] = i;
    Doubles out({5, 3});
    const std::int64_t shape[2] = {5, 3}, strides[2] = {-8, 40};
    backend::copy(out.view(), {in.view().data + 32, Dtype::float64, 2, shape, strides});
    for (int i = 0; i < 5; ++i) {
        for (int j = 0; j < 3; ++j) {
            CHECK(out.values[static_cast<std::size_t>(i * 3 + j)] == j * 5 + 4 - i);
        }
    }
}

TEST_CASE("fill repeats one element over strided memory") {
    std::vector<std::int64_t> memory(10, 0);
    const std::int64_t shape[1] = {5}, strides[1] = {16}, value = 7;
    backend::fill({reinterpret_cast<char*>(memory.data()), Dtype::int64, 1, shape, strides},
                  &value);
    CHECK(memory == std::vector<std::int64_t>{7, 0, 7, 0, 7, 0, 7, 0, 7, 0});
}

TEST_CASE("sums of negative zeros are positive, of opposite infinities invalid") {
    CHECK(!std::signbit(reduced(ReduceOp::sum, Doubles({2}, {-0.0, -0.0}))));
    Doubles in({2}, {infinity, -infinity}), out({});
    CHECK(backend::reduce(ReduceOp::sum, out.view(), in.view(), 1, Dtype::float64) ==
          status_invalid);
    CHECK(std::isnan(out.values[0]));
}

TEST_CASE("reductions of nothing give the identity") {
    CHECK(reduced(ReduceOp::sum, Doubles({0})) == 0);
    CHECK(reduced(ReduceOp::prod, Doubles({0})) == 1);
    CHECK(std::isnan(reduced(ReduceOp::mean, Doubles({0}))));
}

TEST_CASE("variance is stable far from zero and honours ddof") {
    const Doubles in({4}, {1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4});
    CHECK(reduced(ReduceOp::var, in) == 1.25);
    CHECK(reduced(ReduceOp::var, in, 1.0) == 5.0 / 3.0);
    CHECK(reduced(ReduceOp::std, in) == std::sqrt(1.25));
}

TEST_CASE("extrema propagate NaN or skip it") {
    const Doubles in({4}, {1, nan, 3, 2});
    CHECK(std::isnan(reduced(ReduceOp::max, in)));
    CHECK(std::isnan(reduced(ReduceOp::min, in)));
    CHECK(reduced(ReduceOp::fmax, in) == 3);
    CHECK(reduced(ReduceOp::fmin, in) == 1);
}

TEST_CASE("argmax takes the first of equals and the first NaN") {
    Longs position({});
    Doubles ties({5}, {1, 7, 7, 3, 7}), holes({5}, {1, 7, nan, 8, nan});
    backend::reduce(ReduceOp::argmax, position.view(), ties.view(), 1, Dtype::float64);
    CHECK(position.values[0] == 1);
    backend::reduce(ReduceOp::argmax, position.view(), holes.view(), 1, Dtype::float64);
    CHECK(position.values[0] == 2);
}

TEST_CASE("axis reductions keep the other axes in order") {
    Doubles in({2, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    Doubles middle({2, 2}), outer({3, 2}), ends({3});
    backend::reduce(ReduceOp::sum, middle.view(), in.view(), 2, Dtype::float64);
    CHECK(middle.values == std::vector<double>{6, 9, 24, 27});
    backend::reduce(ReduceOp::sum, outer.view(), in.view(), 1, Dtype::float64);
    CHECK(outer.values == std::vector<double>{6, 8, 10, 12, 14, 16});
    backend::reduce(ReduceOp::max, ends.view(), in.view(), 5, Dtype::float64);
    CHECK(ends.values == std::vector<double>{7, 9, 11});
}

TEST_CASE("narrow integers add up in 64 bits and wrap only there") {
    Bytes in({3}, {127, 127, 127});
    Longs out({});
    const ReduceTypes types = resolve_reduction(ReduceOp::sum, Dtype::int8);
    CHECK(types.accumulator == Dtype::int64);
    backend::reduce(ReduceOp::sum, out.view(), in.view(), 1, types.accumulator);
    CHECK(out.values[0] == 381);
}

TEST_CASE("large reductions do not depend on the number of threads") {
    Doubles in({1000003});
    Floats singles({1000003});
    for (std::size_t i = 0; i < in.values.size(); ++i) {
        in.values[i] = std::sin(static_cast<double>(i)) * 1e3;
        singles.values[i] = static_cast<float>(in.values[i]);
    }
    const int before = cpu::thread_count();
    for (const ReduceOp op : {ReduceOp::sum, ReduceOp::mean, ReduceOp::std, ReduceOp::max}) {
        cpu::set_thread_count(1);
        const double alone = reduced(op, in);
        Floats alone_single({}), shared_single({});
        backend::reduce(op, alone_single.view(), singles.view(), 1, Dtype::float32);
        cpu::set_thread_count(3);
        CHECK(reduced(op, in) == alone);
        backend::reduce(op, shared_single.view(), singles.view(), 1, Dtype::float32);
        CHECK(shared_single.values == alone_single.values);
    }
    cpu::set_thread_count(before);
}

TEST_CASE("the quick full reduction agrees with exact sums") {
    std::vector<float> ones(1000, 1.0f);
    float sum = 0;
    CHECK(backend::reduce_contiguous(ReduceOp::sum, Dtype::float32, ones.data(), 1000, &sum) ==
          status_ok);
    CHECK(sum == 1000.0f);
    const std::int64_t values[3] = {5, -2, 9};
    std::int64_t largest = 0, place = 0;
    backend::reduce_contiguous(ReduceOp::max, Dtype::int64, values, 3, &largest);
    backend::reduce_contiguous(ReduceOp::argmin, Dtype::int64, values, 3, &place);
    CHECK(largest == 9);
    CHECK(place == 1);
}

TEST_CASE("running sums follow either axis") {
    Doubles in({2, 3}, {1, 2, 3, 4, 5, 6}), out({2, 3});
    backend::accumulate(ReduceOp::sum, out.view(), in.view(), 1);
    CHECK(out.values == std::vector<double>{1, 3, 6, 4, 9, 15});
    backend::accumulate(ReduceOp::sum, out.view(), in.view(), 0);
    CHECK(out.values == std::vector<double>{1, 2, 3, 5, 7, 9});
}

TEST_CASE("products of small matrices, transposed operands and empty sums") {
    Longs a({2, 3}, {1, 2, 3, 4, 5, 6}), b({3, 2}, {7, 8, 9, 10, 11, 12}), c({2, 2});
    backend::matmul(c.view(), a.view(), b.view());
    CHECK(c.values == std::vector<std::int64_t>{58, 64, 139, 154});
    const std::int64_t shape[2] = {3, 2}, strides[2] = {8, 24};
    backend::matmul(c.view(), a.view(), {a.view().data, Dtype::int64, 2, shape, strides});
    CHECK(c.values == std::vector<std::int64_t>{14, 32, 32, 77});
    Longs no_columns({2, 0}), no_rows({0, 2});
    backend::matmul(c.view(), no_columns.view(), no_rows.view());
    CHECK(c.values == std::vector<std::int64_t>{0, 0, 0, 0});
}

TEST_CASE("a large product of ones is its inner length") {
    const std::int64_t order = 150;
    Doubles a({order, order}, std::vector<double>(150 * 150, 1.0)), c({order, order});
    backend::matmul(c.view(), a.view(), a.view());
    bool is_right = true;
    for (const double value : c.values) is_right = is_right && value == 150.0;
    CHECK(is_right);
}

TEST_CASE("selection by mask and by position") {
    Bits mask({2, 3}, {1, 0, 1, 0, 0, 1});
    Doubles a({2, 3}, {1, 2, 3, 4, 5, 6}), b({2, 3}, {-1, -2, -3, -4, -5, -6}), out({2, 3});
    backend::select(out.view(), mask.view(), a.view(), b.view());
    CHECK(out.values == std::vector<double>{1, -2, 3, -4, -5, 6});
    CHECK(backend::count_true(mask.view()) == 3);
    std::int64_t positions[3];
    backend::true_positions(mask.view(), positions);
    CHECK(positions[0] == 0);
    CHECK(positions[1] == 2);
    CHECK(positions[2] == 5);
    const std::int64_t rows[3] = {1, 1, 0};
    Doubles gathered({3, 3});
    backend::gather_rows(gathered.view(), a.view(), rows);
    CHECK(gathered.values == std::vector<double>{4, 5, 6, 4, 5, 6, 1, 2, 3});
}

}  // namespace
