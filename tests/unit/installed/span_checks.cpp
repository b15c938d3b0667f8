// What the functions on spans promise beyond values: no allocation, errors before anything is
// written, the same bits everywhere. Values are compared with NumPy's by caller.cpp.
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <vector>

#include "checking.h"

namespace linalg = np::linalg;
using np::Span;

// Every allocation of the program, of the library and of operator new passes here.
std::atomic<long> allocations = 0;
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) { return ++allocations, __libc_malloc(bytes); }
void* calloc(std::size_t count, std::size_t bytes) {
    return ++allocations, __libc_calloc(count, bytes);
}
void* realloc(void* memory, std::size_t bytes) {
    return ++allocations, __libc_realloc(memory, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    return ++allocations, __libc_memalign(alignment, bytes);
}
}

namespace {

// Numbers between -1 and 1, the same in every run.
template <class T> std::vector<T> noise(std::int64_t count) {
    std::vector<T> numbers(static_cast<std::size_t>(count));
    std::uint64_t state = 7;
    for (T& number : numbers) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        number = static_cast<T>(static_cast<double>(state >> 11) * 0x1p-52 - 1);
    }
    return numbers;
}

// The operands of all functions, and one work space.
template <class T> struct Bench {
    std::int64_t count, n;
    std::vector<T> a_, b_, x_, c_, d_, s_, v_, l_;
    std::vector<std::int32_t> info;
    linalg::Workspace work;
    Span<T, 3> a, x, c, d;
    Span<T, 2> b, s;
    Span<T, 1> v, l;

    Bench(std::int64_t matrices, std::int64_t side, int threads)
        : count(matrices), n(side), a_(noise<T>(count * n * n)), b_(noise<T>(count * n)),
          x_(a_.size()), c_(a_.size()), d_(a_.size()), s_(b_.size()),
          v_(static_cast<std::size_t>(count)), l_(v_.size()), info(v_.size()), work(n, threads),
          a(a_, {count, n, n}), x(x_, {count, n, n}), c(c_, {count, n, n}), d(d_, {count, n, n}),
          b(b_, {count, n}), s(s_, {count, n}), v(v_, {count}), l(l_, {count}) {
        for (std::int64_t i = 0; i < count; ++i) {
            for (std::int64_t j = 0; j < n; ++j) a(i, j, j) += static_cast<T>(n);
        }
        // One of each kind that has no answer.
        for (std::int64_t j = 0; j < n; ++j) a(count / 2, j, 0) = a(count / 2, 0, j) = 0;
        a(count / 3, 0, 0) = static_cast<T>(NAN);
    }

    std::int64_t call_all() {
        std::int64_t missing = linalg::solve(s, a, b, work, info);
        missing += linalg::solve(x, a, a, work, info);
        missing += linalg::inv(x, a, work, info) + linalg::cholesky(x, a, work, info);
        linalg::det(v, a, work);
        linalg::slogdet(v, l, a, work);
        missing += linalg::solve_triangular(x, a, a, work, {.lower = true}, info);
        missing += linalg::qr(c, d, a, work, info) + linalg::svd(c, s, d, a, work, info);
        missing += linalg::svdvals(s, a, work) + linalg::eigh(s, c, a, work, info);
        missing += linalg::eigvalsh(s, a, work) + linalg::pinv(c, a, work, 1e-15, info);
        missing += linalg::lstsq(c, a, a, work, -1, info);
        linalg::matmul(c, a, a, work);
        return missing;
    }
};

template <class T> void nothing_is_allocated() {
    for (int threads : {1, 2}) {
        for (std::int64_t n : {1, 4, 7, 48}) {
            Bench<T> bench(n < 10 ? 200 : 20, n, threads);
            const long before = allocations;
            // Singular in solve (twice), inv and solve_triangular; not positive definite, nor of
            // NaN; not finite in qr, svd, svdvals, eigh, eigvalsh, pinv, lstsq.
            CHECK(bench.call_all() == 4 + 2 + 7);
            CHECK(bench.call_all() == 4 + 2 + 7);
            CHECK(allocations == before);
        }
    }
    const long before = allocations;
    std::vector<double> counted(100);
    CHECK(allocations == before + 1);
}

template <class T> bool are_same(const std::vector<T>& a, const std::vector<T>& b) {
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

void bits_depend_on_no_neighbour_and_no_thread() {
    // So many of order 12 that the second thread comes to work on some.
    for (std::int64_t n : {3, 4, 12}) {
        const std::int64_t count = n == 12 ? 5003 : 301;
        Bench<double> one(count, n, 1), two(count, n, 2);
        linalg::Workspace alone(n);
        std::vector<double> u(one.a_.size()), s(one.s_.size()), vh(u.size()), x(s.size());
        linalg::svd(one.c, one.s, one.d, one.a, one.work);
        linalg::svd(two.c, two.s, two.d, two.a, two.work);
        CHECK(are_same(one.c_, two.c_) && are_same(one.s_, two.s_) && are_same(one.d_, two.d_));
        linalg::solve(two.s, two.a, two.b, two.work);
        const auto at = [&](std::vector<double>& memory, std::int64_t i) {
            return memory.data() + i * n * n;
        };
        const std::array<std::int64_t, 3> shape{1, n, n}, steps{n * n, n, 1};
        for (std::int64_t i = 0; i < one.count; ++i) {
            const Span<double, 3> matrix(at(one.a_, i), shape, steps);
            linalg::svd(Span<double, 3>(at(u, i), shape, steps),
                        Span<double, 2>(s.data() + i * n, {1, n}, {n, 1}),
                        Span<double, 3>(at(vh, i), shape, steps), matrix, alone);
            linalg::solve(Span<double, 2>(x.data() + i * n, {1, n}, {n, 1}), matrix,
                          Span<double, 2>(one.b_.data() + i * n, {1, n}, {n, 1}), alone);
        }
        CHECK(are_same(one.c_, u) && are_same(one.s_, s) && are_same(one.d_, vh));
        CHECK(are_same(two.s_, x));
    }
}

// Whether columns of vectors point to the same side.
void check_columns(const np::Array& found, const np::Array& wanted) {
    const auto mine = found.span<const double, 2>(), other = wanted.span<const double, 2>();
    for (std::int64_t column = 0; column < mine.extent(1); ++column) {
        double product = 0;
        for (std::int64_t row = 0; row < mine.extent(0); ++row) {
            product += mine(row, column) * other(row, column);
        }
        CHECK(product > 0.9);
    }
}

// An array of one matrix goes another way from order 9 on.
void signs_are_those_of_arrays() {
    for (std::int64_t n : {2, 3, 9, 20}) {
        const np::Array a = np::zeros({9, n, n}), s = np::zeros({9, n});
        const np::Array first = np::zeros({9, n, n}), second = np::zeros({9, n, n});
        const auto in = a.span<double, 3>();
        const std::vector<double> numbers = noise<double>(9 * n * n);
        for (std::int64_t i = 0; i < 9 * n * n; ++i) {
            in(i / (n * n), i / n % n, i % n) = numbers[static_cast<std::size_t>(i)];
        }
        linalg::Workspace work(n);
        linalg::eigh(s.span<double, 2>(), first.span<double, 3>(), in, work);
        for (std::int64_t i = 0; i < 9; ++i) {
            check_columns(first[i], linalg::eigh(a[i]).eigenvectors);
        }
        linalg::svd(first.span<double, 3>(), s.span<double, 2>(), second.span<double, 3>(), in,
                    work);
        for (std::int64_t i = 0; i < 9; ++i) {
            const auto [u, values, vh] = linalg::svd(a[i]);
            check_columns(first[i], u);
            check_columns(np::swapaxes(second[i], 0, 1), np::swapaxes(vh, 0, 1));
        }
    }
}

void numbers_between_results_are_left_alone() {
    constexpr double other = -77;
    const std::vector<double> numbers = noise<double>(9 * 3 * 3);
    linalg::Workspace work(3);
    for (std::int64_t count = 1; count < 10; ++count) {
        const Span<const double, 3> a(numbers.data(), {count, 3, 3}, {9, 3, 1});
        std::vector<double> dense(static_cast<std::size_t>(count));
        linalg::det(Span<double, 1>(dense, {count}), a, work);
        for (std::int64_t step = 1; step < 10; ++step) {
            std::vector<double> apart(static_cast<std::size_t>(count * step), other);
            linalg::det(Span<double, 1>(apart.data(), {count}, {step}), a, work);
            for (std::size_t i = 0; i < apart.size(); ++i) {
                const std::size_t every = static_cast<std::size_t>(step);
                CHECK(apart[i] == (i % every == 0 ? dense[i / every] : other));
            }
        }
    }
}

void matrices_may_be_members_of_structs() {
    struct Body {
        float mass;
        float inertia[3][3];  // by columns
        float torque[3];
        float acceleration[3];
        float tail;
    };
    std::vector<Body> bodies(50);
    const auto step = static_cast<std::int64_t>(sizeof(Body) / sizeof(float));
    const std::vector<float> numbers = noise<float>(50 * 12);
    const float* next = numbers.data();
    for (Body& body : bodies) {
        for (int i = 0; i < 9; ++i) body.inertia[i / 3][i % 3] = *next++;
        for (int i = 0; i < 3; ++i) body.inertia[i][i] += 4;
        for (float& part : body.torque) part = *next++;
        body.mass = body.tail = 7;
    }
    linalg::Workspace work(3);
    const Span<const float, 3> inertia(&bodies[0].inertia[0][0], {50, 3, 3}, {step, 1, 3});
    const Span<const float, 2> torque(bodies[0].torque, {50, 3}, {step, 1});
    const Span<float, 2> acceleration(bodies[0].acceleration, {50, 3}, {step, 1});
    CHECK(linalg::solve(acceleration, inertia, torque, work) == 0);
    for (std::int64_t i = 0; i < 50; ++i) {
        for (std::int64_t row = 0; row < 3; ++row) {
            double sum = -torque(i, row);
            for (std::int64_t c = 0; c < 3; ++c) {
                sum += static_cast<double>(inertia(i, row, c)) * acceleration(i, c);
            }
            CHECK(std::abs(sum) < 4e-6);  // 3 x 2^-24 x (rows of up to 6) x (x of up to 1)
        }
        CHECK(bodies[static_cast<std::size_t>(i)].mass == 7);
        CHECK(bodies[static_cast<std::size_t>(i)].tail == 7);
    }
    // One matrix for all.
    const Span<const float, 3> first(&bodies[0].inertia[0][0], {50, 3, 3}, {0, 1, 3});
    const std::vector<Body> before = bodies;
    CHECK(linalg::solve(acceleration, first, torque, work) == 0);
    CHECK(std::memcmp(bodies.data(), before.data(), sizeof(Body)) == 0);
    CHECK(std::memcmp(&bodies[1], &before[1], sizeof(Body)) != 0);
}

void what_does_not_fit_is_refused() {
    std::vector<double> a = noise<double>(2 * 9), x(6, 5.0);
    const Span<double, 3> in(a, {2, 3, 3});
    const Span<double, 2> to(x, {2, 3}), from(a, {2, 3});
    linalg::Workspace work(3), small(2);
    std::vector<std::int32_t> info(1);
    THROWS(ShapeError, linalg::solve(to, in, Span<double, 2>(a, {2, 2}), work));
    THROWS(ShapeError, linalg::solve(to, in, Span<double, 2>(a, {1, 3}), work));
    THROWS(ShapeError, linalg::solve(to, Span<double, 3>(a, {2, 3, 2}), from, work));
    THROWS(ShapeError, linalg::solve(to, in, from, small));
    THROWS(ShapeError, linalg::solve(to, in, from, work, info));
    THROWS(LayoutError, linalg::solve(from, in, to, work));
    THROWS(LayoutError, linalg::inv(in, in, work));
    THROWS(LayoutError, linalg::solve(Span<double, 2>(x, {2, 3}, {0, 1}), in, from, work));
    THROWS(LayoutError, linalg::eigh(Span<double, 2>(x, {2, 1}), Span<double, 3>(x, {2, 1, 1}),
                                     Span<double, 3>(a, {2, 1, 1}), work));
    THROWS(ShapeError, linalg::svd(in, to, in, Span<double, 3>(a, {2, 3, 2}), work));
    THROWS(LayoutError, linalg::qr(Span<double, 3>(a, {1, 3, 3}), Span<double, 3>(a, {1, 3, 3}),
                                   Span<double, 3>(a, {1, 3, 3}), work));
    CHECK(x == std::vector<double>(6, 5.0) && a == noise<double>(2 * 9));
    THROWS(ValueError, linalg::Workspace(49));
    THROWS(ValueError, linalg::Workspace(0));
    THROWS(ValueError, linalg::Workspace(3, 0));
    THROWS(ShapeError, Span<double, 2>(x, {2, 4}));
    THROWS(ShapeError, Span<double, 2>(x, {3, 2}, {3, 1}));
    THROWS(ShapeError, Span<double, 2>(x, {2, 2}, {-2, 1}));
    THROWS(ShapeError, Span<double, 2>(x, {-1, 2}));
    THROWS(ShapeError, Span<double, 2>(x, {INT64_MAX, 2}));
    CHECK(Span<double, 2>(x, {0, 9}).size() == 0);
    CHECK(Span<double, 2>(x, {2, 2}, {3, 2})(1, 1) == 5.0);
}

}  // namespace

int main() {
    nothing_is_allocated<double>();
    nothing_is_allocated<float>();
    bits_depend_on_no_neighbour_and_no_thread();
    signs_are_those_of_arrays();
    numbers_between_results_are_left_alone();
    matrices_may_be_members_of_structs();
    what_does_not_fit_is_refused();
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
