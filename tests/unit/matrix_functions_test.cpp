// Functions of matrices against closed forms: nilpotent and triangular matrices, rotations.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <vector>

#include "linalg/linalg.h"
#include "linalg/matrix_functions.h"

namespace {

using namespace numen;
using Complex = std::complex<double>;

// A matrix of order n, rows in a row.
template <class T> struct Matrix {
    std::vector<T> values;
    std::int64_t shape[2], strides[2];

    Matrix(std::int64_t n, std::vector<T> given)
        : values(std::move(given)), shape{n, n}, strides{n * std::int64_t{sizeof(T)}, sizeof(T)} {
        values.resize(static_cast<std::size_t>(n * n));
    }
    StridedView view() {
        const Dtype dtype = sizeof(T) == 16 ? Dtype::complex128
                            : sizeof(T) == 8 ? Dtype::float64 : Dtype::float32;
        return {reinterpret_cast<char*>(values.data()), dtype, 2, shape, strides};
    }
};

template <class T> void check_near(const std::vector<T>& found, const std::vector<T>& wanted,
                                   double tolerance = 1e-14) {
    double size = 0;
    for (const T& value : wanted) size = std::max(size, static_cast<double>(std::abs(value)));
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(static_cast<double>(std::abs(found[i] - wanted[i])) <= tolerance * size);
    }
}

template <class T> std::vector<T> exponential(std::int64_t n, std::vector<T> given) {
    Matrix<T> a(n, std::move(given)), result(n, {});
    CHECK(linalg::expm(result.view(), a.view(), linalg::Precision::native) == status_ok);
    return result.values;
}

TEST_CASE("exponentials of nilpotent, rotating and triangular matrices") {
    if (!linalg::is_available()) return;
    check_near<double>(exponential<double>(2, {0, 1e10, 0, 0}), {1, 1e10, 0, 1});
    check_near<double>(exponential<double>(3, {0, 0, 0, 2, 0, 0, 3, 4, 0}),
                       {1, 0, 0, 2, 1, 0, 7, 4, 1});
    for (const double angle : {1e-9, 0.1, 1.0, 3.0, 20.0}) {
        const double c = std::cos(angle), s = std::sin(angle);
        check_near<double>(exponential<double>(2, {0, -angle, angle, 0}), {c, -s, s, c});
        const float half = static_cast<float>(angle);
        check_near<float>(exponential<float>(2, {0, -half, half, 0}),
                          {std::cos(half), -std::sin(half), std::sin(half), std::cos(half)}, 3e-6);
    }
    const double e = std::exp(1.0);
    check_near<double>(exponential<double>(2, {1, 5, 0, 1}), {e, 5 * e, 0, e});
    check_near<Complex>(exponential<Complex>(2, {{0, 1}, 1, 0, {0, 1}}),
                        {std::exp(Complex(0, 1)), std::exp(Complex(0, 1)), 0,
                         std::exp(Complex(0, 1))});
    check_near<double>(exponential<double>(2, {-1e200, 1e200, 0, -1e200}), {0, 0, 0, 0});
}

template <class T> std::vector<T> from_real(const std::vector<Complex>& values) {
    std::vector<T> parts;
    for (const Complex& value : values) parts.push_back(T(value.real()));
    return parts;
}

// The values are complex128 whatever the matrix is.
std::vector<Complex> square_root(StridedView a, linalg::FunctionReport& report,
                                 Status status = status_ok) {
    Matrix<Complex> root(a.shape[0], {});
    CHECK(linalg::sqrtm(root.view(), a, report) == status);
    return root.values;
}
std::vector<Complex> logarithm(StridedView a, linalg::FunctionReport& report) {
    Matrix<Complex> result(a.shape[0], {});
    double error = 0;
    const StridedView errors{reinterpret_cast<char*>(&error), Dtype::float64, 0, nullptr, nullptr};
    CHECK(linalg::logm(result.view(), errors, a, report) == status_ok);
    CHECK(error <= 1e-13);
    return result.values;
}

TEST_CASE("square roots of rotations, triangles and matrices with negative eigenvalues") {
    if (!linalg::is_available()) return;
    linalg::FunctionReport report;
    Matrix<double> quarter(2, {0, -1, 1, 0}), triangle(2, {4, 1, 0, 4}), negative(2, {1, 2, 3, -4});
    const double r = std::sqrt(0.5);
    check_near<double>(from_real<double>(square_root(quarter.view(), report)), {r, -r, r, r});
    check_near<double>(from_real<double>(square_root(triangle.view(), report)), {2, 0.25, 0, 2});
    CHECK(report.is_real);
    const auto root = square_root(negative.view(), report);
    CHECK(!report.is_real);
    check_near<Complex>({root[0] * root[0] + root[1] * root[2],
                         root[0] * root[1] + root[1] * root[3],
                         root[2] * root[0] + root[3] * root[2],
                         root[2] * root[1] + root[3] * root[3]}, {1, 2, 3, -4});
    Matrix<double> zero(2, {0, 0, 0, 0});
    check_near<Complex>(square_root(zero.view(), report, status_doubtful), {0, 0, 0, 0});
}

TEST_CASE("logarithms of rotations, triangles and matrices with negative eigenvalues") {
    if (!linalg::is_available()) return;
    const double pi = 3.14159265358979323846, e = std::exp(1.0);
    for (const double angle : {1e-7, 0.3, 1.5, 3.0}) {
        linalg::FunctionReport report;
        const double c = std::cos(angle), s = std::sin(angle);
        Matrix<double> turn(2, {c, -s, s, c});
        check_near<double>(from_real<double>(logarithm(turn.view(), report)),
                           {0, -angle, angle, 0}, 1e-14 / std::min(angle, 1.0));
        CHECK(report.is_real);
    }
    linalg::FunctionReport report;
    Matrix<double> jordan(3, {e, 1, 0, 0, e, 1, 0, 0, e});
    check_near<double>(from_real<double>(logarithm(jordan.view(), report)),
                       {1, 1 / e, -0.5 / (e * e), 0, 1, 1 / e, 0, 0, 1});
    Matrix<double> shear(2, {1, 1e20, 0, 1});
    check_near<double>(from_real<double>(logarithm(shear.view(), report)), {0, 1e20, 0, 0});
    CHECK(report.is_real);
    Matrix<double> minus(2, {-1, 0, 0, -1});
    check_near<Complex>(logarithm(minus.view(), report), {{0, pi}, 0, 0, {0, pi}});
    CHECK(!report.is_real);
}

}  // namespace
