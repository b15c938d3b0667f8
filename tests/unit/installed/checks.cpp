// What the C++ interface promises beyond values: views and copies, writes, errors, memory, threads.
// Prints what does not hold; values are compared with NumPy's by caller.cpp.
#include <cmath>
#include <limits>
#include <sstream>
#include <thread>
#include <vector>

#include "checking.h"

using np::slice, np::none, np::newaxis, np::ellipsis;

namespace {

bool has_shape(const np::Array& a, std::vector<std::int64_t> shape) {
    return std::vector<std::int64_t>(a.shape().begin(), a.shape().end()) == shape;
}

void handles_share_and_copies_do_not() {
    np::Array a = np::arange(6).reshape({2, 3});
    np::Array same = a, row = a[1], own = a.copy();
    row[0] = 30;
    CHECK(a.item<int>({1, 0}) == 30 && same.item<int>({1, 0}) == 30);
    CHECK(own.item<int>({1, 0}) == 3);
    CHECK(row.shares_memory(a) && !own.shares_memory(a));
    same = own;  // another name for another array: a is as it was
    CHECK(a.item<int>({1, 0}) == 30 && same.shares_memory(own));
    np::Array kept;
    CHECK(kept.size() == 0 && has_shape(kept, {0}) && kept.dtype() == np::Dtype::float64);
    {
        np::Array gone = np::ones(1000);
        kept = gone[slice(none, none, -10)];
    }
    CHECK(np::sum(kept).item<double>() == 100.0);
    np::Array moved = std::move(kept);
    CHECK(has_shape(kept, {0}) && moved.size() == 100);  // NOLINT: a moved-from array is empty
}

void written_through_indices() {
    np::Array a = np::zeros({4, 5});
    a[{slice(1, 3), slice(none, none, 2)}] = 1.0;
    CHECK(np::sum(a).item<double>() == 6.0);
    a[0] = np::arange(5);
    CHECK(a.item<double>({0, 4}) == 4.0);
    a[{ellipsis, -1}] += 10;
    CHECK(a.item<double>({0, -1}) == 14.0 && a.item<double>({3, 4}) == 10.0);
    a[a > 5.0] = -1.0;
    CHECK(np::min(a).item<double>() == -1.0 && !np::any(a > 5.0));
    a[np::array({0, 3, 0})] *= 2.0;
    CHECK(a.item<double>({0, 4}) == -2.0);
    np::Array positive = a[a > 0.0];
    positive[ellipsis] = 100.0;
    CHECK(np::max(a).item<double>() < 100.0);
    a[{slice(), 0}] = a[{slice(), 1}];
    CHECK(np::array_equal(a[{slice(), 0}], a[{slice(), 1}]));
    np::Array b = np::arange(10);
    b[slice(1, none)] = b[slice(none, -1)];  // they overlap
    CHECK(np::array_equal(b, np::array({0, 0, 1, 2, 3, 4, 5, 6, 7, 8})));
    np::Array m = np::arange(9.0).reshape({3, 3});
    m += m.T();
    CHECK(np::array_equal(m, m.T()) && m.item<double>({0, 1}) == 4.0);
    b += b[slice(none, none, -1)];
    CHECK(np::array_equal(b, np::array({8, 7, 7, 7, 7, 7, 7, 7, 7, 8})));
}

void rows_are_views() {
    np::Array a = np::zeros({3, 2});
    double number = 0;
    for (np::Array row : a) row += ++number;
    CHECK(np::array_equal(a, np::array({{1.0, 1.0}, {2.0, 2.0}, {3.0, 3.0}})));
    for (np::Array none_at_all : np::zeros({0, 2})) CHECK(none_at_all.size() < 0);
    THROWS(AxisError, for (np::Array row : np::array(1.0)) row += 1.0);
}

void numbers_take_the_arrays_type() {
    const np::Array f = np::ones(3, np::Dtype::float32), i = np::ones(3, np::Dtype::int8);
    CHECK((f * 2.0).dtype() == np::Dtype::float32);
    CHECK((2 * f).dtype() == np::Dtype::float32);
    CHECK((i + 1).dtype() == np::Dtype::int8);
    CHECK((i + 0.5).dtype() == np::Dtype::float64);
    CHECK((f * np::Complex128(0, 1)).dtype() == np::Dtype::complex64);
    CHECK((f * np::array(2.0)).dtype() == np::Dtype::float64);
    CHECK((i + true).dtype() == np::Dtype::int8);
    CHECK(np::all(i < 300) && !np::any(i == std::numeric_limits<std::uint64_t>::max()));
    CHECK(np::where(f > 0.0, f, 0.0).dtype() == np::Dtype::float32);
    CHECK(np::maximum(1.5, 2).item<double>() == 2.0);
    CHECK(np::array({1, 2}).dtype() == np::Dtype::int32);
    CHECK(np::array({{1.f, 2.f}, {3.f, 4.f}}).dtype() == np::Dtype::float32);
    CHECK(has_shape(np::array({{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}, {{0, 0}, {0, 0}}}), {3, 2, 2}));
    CHECK(np::array<double>({1, 2, 3}).dtype() == np::Dtype::float64);
    CHECK(np::arange(3).dtype() == np::Dtype::int64 && np::dtype_of<long long> == np::Dtype::int64);
    THROWS(ValueError, i + 300);
    THROWS(DtypeError, np::full(3, 2.5, np::Dtype::int32));
    THROWS(ValueError, np::full(3, -1, np::Dtype::uint8));
}

void typed_views_are_checked() {
    np::Array a = np::zeros({3, 4});
    auto s = a.span<double, 2>();
    s(1, 2) = 5.0;
    s[2][3] = 7.0;
    CHECK(a.item<double>({1, 2}) == 5.0 && a.item<double>({2, 3}) == 7.0);
    CHECK(s.extent(0) == 3 && s.extent(1) == 4 && s.stride(0) == 4 && s.size() == 12);
    THROWS(IndexError, s.at(3, 0));
    THROWS(IndexError, s.at(0, -1));
    THROWS(DtypeError, (a.span<float, 2>()));
    THROWS(DtypeError, (a.span<std::int64_t, 2>()));
    THROWS(ShapeError, (a.span<double, 1>()));
    auto t = a.T().span<const double, 2>();
    CHECK(t(2, 1) == 5.0);
    auto backwards = a[{slice(none, none, -1), 3}].span<double, 1>();
    CHECK(backwards[0] == 7.0 && backwards.stride(0) == -4);
    CHECK(a.elements<double>()[6] == 5.0);
    THROWS(LayoutError, a.T().elements<double>());
    THROWS(LayoutError, (np::broadcast_to(a, {2, 3, 4}).span<double, 3>()));
    CHECK(np::broadcast_to(a, {2, 3, 4}).span<const double, 3>()(1, 1, 2) == 5.0);
    CHECK((np::array(2.5).span<double, 0>()() == 2.5));
}

void memory_of_the_callers() {
    std::vector<float> pixels(12, 1.0f);
    np::Array image = np::from_memory(pixels.data(), {3, 4});
    image *= 3.0;
    CHECK(pixels[11] == 3.0f && image.data() == pixels.data());
    np::Array column = np::from_memory(pixels.data() + 1, {3}, {4 * sizeof(float)});
    column[ellipsis] = 9.0;
    CHECK(pixels[1] == 9.0f && pixels[5] == 9.0f && pixels[2] == 3.0f);
    const std::vector<float>& fixed = pixels;
    np::Array reading = np::from_memory(fixed.data(), {12});
    CHECK(!reading.is_writable() && !reading[slice(2, 3)].is_writable());
    THROWS(LayoutError, reading += 1.0);
    THROWS(LayoutError, reading[0] = 1.0);
    THROWS(LayoutError, reading[reading > 0.0] = 1.0);
    THROWS(LayoutError, (reading.span<float, 1>()));
    THROWS(LayoutError, np::add(reading, 1.0, np::Out(reading)));
    THROWS(LayoutError, np::from_memory(static_cast<double*>(nullptr), {3}));
    int freed = 0;
    double* block = new double[5]{1, 2, 3, 4, 5};
    {
        std::shared_ptr<double> owner(block, [&](double* p) {
            delete[] p;
            ++freed;
        });
        np::Array view;
        {
            np::Array whole = np::from_memory(block, {5}, std::move(owner));
            view = whole[slice(3, none)];
        }
        CHECK(freed == 0 && np::sum(view).item<double>() == 9.0);
    }
    CHECK(freed == 1);
    alignas(8) char bytes[40] = {};
    np::Array skewed = np::from_memory(reinterpret_cast<double*>(bytes + 1), {4});
    skewed += 1.5;  // unaligned memory computes, but gives no typed view
    CHECK(np::sum(skewed).item<double>() == 6.0);
    THROWS(LayoutError, (skewed.span<double, 1>()));
}

void what_does_not_fit_is_refused() {
    const np::Array a = np::arange(6).reshape({2, 3});
    THROWS(ShapeError, a + np::arange(4));
    THROWS(ShapeError, a.reshape({4, 2}));
    THROWS(ShapeError, a.reshape({-1, -1}));
    THROWS(ShapeError, np::zeros({2, -1}));
    THROWS(ShapeError, np::zeros({1LL << 40, 1LL << 40}));
    THROWS(ShapeError, np::concatenate({a, np::zeros({2, 4})}));
    THROWS(ShapeError, np::concatenate({}));
    THROWS(ShapeError, np::matmul(a, a));
    THROWS(ShapeError, np::array({{1, 2}, {3}}));
    THROWS(ShapeError, np::split(a, 2, 1));
    THROWS(ShapeError, a[0] = np::arange(4));
    THROWS(ShapeError, np::add(a, a, np::Out(np::zeros(3))));
    THROWS(IndexError, a[2]);
    THROWS(IndexError, a[{0, -4}]);
    THROWS(IndexError, a[{0, 0, 0}]);
    THROWS(IndexError, a[{ellipsis, ellipsis}]);
    THROWS(IndexError, a.item<int>({0, 3}));
    THROWS(IndexError, a.item<int>({0}));
    THROWS(IndexError, a[np::array({0, 2})].read());
    THROWS(IndexError, a[np::ones(2)]);
    THROWS(IndexError, a[np::ones({3, 2}, np::Dtype::boolean)].read());
    THROWS(ValueError, a[slice(0, 2, 0)]);
    THROWS(AxisError, np::sum(a, 2));
    THROWS(AxisError, np::sum(a, {0, -2}));
    THROWS(AxisError, np::transpose(a, {0, 0}));
    THROWS(DtypeError, np::bitwise_and(a, np::ones(3)));
    THROWS(DtypeError, np::ones(2, np::Dtype::boolean) - np::ones(2, np::Dtype::boolean));
    np::Array whole = a.copy();
    THROWS(DtypeError, whole /= 2);
    THROWS(DtypeError, whole += 0.5);
    CHECK(np::array_equal(whole, a));
    THROWS(DtypeError, np::array(np::Complex128(1, 2)).item<double>());
    THROWS(DtypeError, a.astype(np::Dtype::int8, np::Casting::safe));
    THROWS(ValueError, a.item<int>());
    THROWS(ValueError, np::power(a, -1));
    THROWS(ValueError, np::max(np::zeros({0, 3})));
    CHECK(np::var(np::zeros({0, 3}), {}, {.ddof = -1}).item<double>() == 0.0);
    CHECK(np::isnan(np::var(np::zeros({0, 3}))).item<bool>());
    THROWS(ValueError, np::arange(0, 1, 0));
    THROWS(ValueError, static_cast<bool>(a == a));
    THROWS(Error, np::take(a, np::array({5}), 1));
    // 2^60 bytes are more than any machine gives; what was there before stays.
    THROWS(MemoryError, np::empty(1LL << 57));
    CHECK(np::sum(a).item<int>() == 15);
}

void floating_point_events() {
    np::take_float_events();
    const np::Array x = np::array({1.0, 0.0, 1e300});
    CHECK(np::float_events() == np::FloatEvents::nothing);
    CHECK(std::isinf((1.0 / x).item<double>(1)));
    CHECK(np::float_events() == np::FloatEvents::divide);
    (void)(x * 1e10);
    CHECK(np::take_float_events() == (np::FloatEvents::divide | np::FloatEvents::overflow));
    CHECK(np::take_float_events() == np::FloatEvents::nothing);
    {
        const np::RaiseFloatErrors all;
        THROWS(FloatingPointError, np::log(x));
        THROWS(FloatingPointError, np::sqrt(-x));
        {
            const np::RaiseFloatErrors only(np::FloatEvents::invalid);
            CHECK(np::isinf(x * 1e10).item<bool>(2));
        }
        THROWS(FloatingPointError, x * 1e10);
        const np::Array y = np::array({std::numeric_limits<double>::infinity(), 1.0});
        CHECK(np::allclose(y, y));
    }
    np::take_float_events();
}

// The conjugate of the transposed matrices.
np::Array adjoint(const np::Array& a) { return np::conjugate(np::swapaxes(a, -1, -2)); }

// Within n^2 last places of a's size, in the precision that results are rounded to.
bool are_near(const np::Array& found, const np::Array& a) {
    const bool is_single = a.dtype() == np::Dtype::float32 || a.dtype() == np::Dtype::complex64;
    const double last = is_single ? 0x1p-23 : 0x1p-52, n = static_cast<double>(a.shape(-1));
    const double size = np::max(np::absolute(a)).item<double>();
    return np::max(np::absolute(found - a)).item<double>() <= 8 * n * n * last * size;
}

void factors_multiply_back(const np::Array& a) {
    namespace la = np::linalg;
    const np::Array one = np::eye(a.shape(-1)).astype(a.dtype());
    const np::Array square = np::matmul(adjoint(a), a);
    for (la::QrMode mode : {la::QrMode::reduced, la::QrMode::complete}) {
        const auto [q, r] = la::qr(a, mode);
        CHECK(are_near(np::matmul(q, r), a));
        CHECK(are_near(np::matmul(adjoint(q), q), np::eye(q.shape(-1)).astype(a.dtype())));
        CHECK(np::all(r[{ellipsis, 1, 0}] == 0.0));
    }
    const auto [u, s, vh] = la::svd(a, false);
    CHECK(are_near(np::matmul(u * s[{ellipsis, newaxis, slice()}], vh), a));
    CHECK(are_near(np::matmul(vh, adjoint(vh)), one) && np::all(s > 0.0));
    CHECK(np::all(s[{ellipsis, slice(none, -1)}] >= s[{ellipsis, slice(1, none)}]));
    const auto [values, vectors] = la::eigh(square);
    CHECK(are_near(np::matmul(vectors * values[{ellipsis, newaxis, slice()}], adjoint(vectors)),
                   square));
    const auto [roots, columns] = la::eig(square);
    const np::Array scaled = columns * roots[{ellipsis, newaxis, slice()}];
    CHECK(are_near(square + np::matmul(square, columns) - scaled, square));
    const np::Array lower = la::cholesky(square);
    CHECK(are_near(np::matmul(lower, adjoint(lower)), square));
    const np::Array heavy = square + one * np::max(np::absolute(square));
    CHECK(are_near(np::matmul(la::inv(heavy), heavy), one));
}

void matrices_are_taken_apart() {
    np::Array a = np::sin(np::arange(36) * 1.7).reshape({2, 6, 3});
    a += np::eye(6, 3);
    factors_multiply_back(a);
    factors_multiply_back(a.astype(np::Dtype::float32));
    factors_multiply_back(a + np::cos(a) * np::Complex128(0, 1));
    factors_multiply_back((a * np::Complex128(0, 2)).astype(np::Dtype::complex64));
    factors_multiply_back(np::swapaxes(np::swapaxes(a, 1, 2).copy(), 1, 2));
    THROWS(LinAlgError, np::linalg::solve(np::ones({2, 2}), np::ones(2)));
    THROWS(ValueError, np::linalg::inv(np::zeros({2, 2})));
    THROWS(ValueError, np::linalg::eigh(np::eye(2), 'x'));
    THROWS(ShapeError, np::linalg::det(np::ones({2, 3})));
    THROWS(ShapeError, np::linalg::solve(np::eye(2), np::ones(3)));
    THROWS(DtypeError, np::linalg::svd(np::eye(2).astype(np::Dtype::float16)));
    const np::Array back = np::fft::irfft(np::fft::rfft(a, {.axis = 1}), {.n = 6, .axis = 1});
    CHECK(are_near(back, a));
    const np::Extents plane{8, 8};
    CHECK(has_shape(np::fft::rfft2(a, {.s = plane}), {2, 8, 5}));
    THROWS(ValueError, np::fft::fft(a, {.n = 0}));
    THROWS(AxisError, np::fft::fft(a, {.axis = 3}));
    THROWS(DtypeError, np::fft::rfft(np::fft::fft(a)));
    np::Array wave = np::array({np::Complex128(1, 2), np::Complex128(3, 4)});
    np::imag(wave)[slice()] = 0.0;
    CHECK(np::array_equal(wave, np::array({1.0, 3.0})));
}

// Of the inverse of single precision numbers: errors of rounding once, or of single precision.
void precision_is_asked_for() {
    const std::int64_t n = 70;  // above the kernels that always work in double precision
    const np::Array rows = np::arange(n).reshape({-1, 1});
    const np::Array a = (np::sin(rows * np::arange(n)) + 8.0 * np::eye(n)).astype(
        np::Dtype::float32);
    const np::Array right = np::linalg::inv(a.astype(np::Dtype::float64));
    const auto error = [&] {
        const np::Array found = np::linalg::inv(a);
        CHECK(found.dtype() == np::Dtype::float32);
        return np::max(np::absolute(found - right)).item<double>() /
               np::max(np::absolute(right)).item<double>();
    };
    CHECK(error() < 0x1.1p-24);
    {
        using np::linalg::Precision, np::linalg::PrecisionScope;
        const PrecisionScope native(Precision::native);
        CHECK(error() > 0x1.1p-24 && error() < 1e-5);
        {
            const PrecisionScope standard(Precision::standard);
            CHECK(error() < 0x1.1p-24);
        }
        CHECK(np::linalg::precision() == Precision::native);
        std::thread([&] { CHECK(np::linalg::precision() == Precision::standard); }).join();
    }
    CHECK(error() < 0x1.1p-24);
}

void printed_as_numpy_prints() {
    std::ostringstream stream;
    stream << np::arange(6.0).reshape({2, 3}) << ' ' << np::Dtype::boolean << ' ' << np::array(2.5);
    CHECK(stream.str() == "[[0. 1. 2.]\n [3. 4. 5.]] bool 2.5");
}

void threads_have_their_own_calls() {
    const np::Array shared = np::linspace(0, 1, 1000);
    const double wanted = np::sum(np::exp(shared)).item<double>();
    std::vector<std::thread> threads;
    std::vector<int> agreed(8, 0);
    for (int& mine : agreed) {
        threads.emplace_back([&] {
            for (int i = 0; i < 500; ++i) {
                const np::Array view = shared[slice()];
                mine += np::sum(np::exp(view)).item<double>() == wanted;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (int mine : agreed) CHECK(mine == 500);
    CHECK(np::thread_count() >= 1 && !np::instruction_set().empty());
    CHECK(np::version() == "0.1.0");
}

}  // namespace

int main() {
    handles_share_and_copies_do_not();
    written_through_indices();
    rows_are_views();
    numbers_take_the_arrays_type();
    typed_views_are_checked();
    memory_of_the_callers();
    what_does_not_fit_is_refused();
    floating_point_events();
    matrices_are_taken_apart();
    precision_is_asked_for();
    printed_as_numpy_prints();
    threads_have_their_own_calls();
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
