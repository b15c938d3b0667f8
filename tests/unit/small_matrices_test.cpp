// Kernels for small matrices keep to the work space that work_bytes counts, whatever is asked for.
#include "backends/cpu/small_matrices.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

using numen::Dtype;
using numen::cpu::MatrixRun;
using numen::cpu::small_matrix_kernels;

constexpr std::int64_t count = 20;  // whole packs and a rest

// A stack of matrices in C order.
struct Matrices {
    std::int64_t rows, columns;
    std::vector<double> numbers = std::vector<double>(static_cast<std::size_t>(rows * columns *
                                                                               count));
    Matrices(std::int64_t m, std::int64_t n) : rows(m), columns(n) {
        std::uint32_t state = 1;
        for (double& number : numbers) {
            state = state * 1664525u + 1013904223u;
            number = static_cast<double>(state >> 8) * 0x1p-24 - 0.5;
        }
    }
    MatrixRun run() {
        return {reinterpret_cast<char*>(numbers.data()), rows * columns * 8, columns * 8, 8,
                Dtype::float64};
    }
};

// The work space that stacks of such a size and side are given, and a margin that stays as it is.
class WorkSpace {
  public:
    WorkSpace(std::int64_t elements, std::int64_t side)
        : bytes_(static_cast<std::size_t>(numen::cpu::work_bytes(elements, side))),
          memory_(bytes_ + 64 + margin, mark) {}
    void* data() {
        const auto place = reinterpret_cast<std::uintptr_t>(memory_.data());
        return memory_.data() + (64 - place % 64) % 64;
    }
    bool is_kept() {
        const auto* end = static_cast<const unsigned char*>(data()) + bytes_;
        return std::all_of(end, end + margin, [](unsigned char byte) { return byte == mark; });
    }

  private:
    static constexpr std::size_t margin = 1 << 20;
    static constexpr unsigned char mark = 0xa5;
    std::size_t bytes_;
    std::vector<unsigned char> memory_;
};

struct Sides {
    std::int64_t m, n;
    std::int64_t most() const { return std::max(m, n); }
    std::int64_t least() const { return std::min(m, n); }
};
constexpr Sides sides[] = {{1, 1},  {3, 3},   {6, 6},  {9, 9},   {48, 48}, {4, 3},  {9, 2},
                           {64, 1}, {64, 20}, {50, 48}, {300, 7}, {512, 1}, {512, 48}};

TEST_CASE("qr keeps to its work space, with all columns, without q, tall and wide") {
    for (const Sides& tall : sides) {
        for (const bool is_wide : {false, true}) {
            const auto [m, n] = is_wide ? Sides{tall.n, tall.m} : tall;
            for (const std::int64_t columns : {tall.least(), m}) {
                if (columns > 64) continue;
                Matrices a(m, n), q(m, columns), r(columns, n);
                const std::int64_t least = std::max(m * n, columns * n);
                WorkSpace without(least, tall.most());
                small_matrix_kernels().qr({}, r.run(), a.run(), m, n, columns, count,
                                          without.data());
                CHECK(without.is_kept());
                WorkSpace with(std::max(least, m * columns), tall.most());
                small_matrix_kernels().qr(q.run(), r.run(), a.run(), m, n, columns, count,
                                          with.data());
                CHECK(with.is_kept());
            }
        }
    }
}

TEST_CASE("singular values and pseudo-inverses keep to their work space") {
    const auto& kernels = small_matrix_kernels();
    for (const auto [m, n] : sides) {
        for (const auto find : {kernels.singular_values, kernels.native_singular_values}) {
            for (const std::int64_t columns : {n, m}) {
                if (columns > 64) continue;
                Matrices a(m, n), u(m, columns), s(n, 1), vh(n, n);
                WorkSpace with(std::max(m * n, m * columns), m);
                find(u.run(), s.run(), vh.run(), a.run(), m, n, columns, count, with.data());
                CHECK(with.is_kept());
                WorkSpace without(m * n, m);
                find({}, s.run(), {}, a.run(), m, n, n, count, without.data());
                CHECK(without.is_kept());
            }
        }
        for (const auto find : {kernels.pseudo_inverses, kernels.native_pseudo_inverses}) {
            Matrices a(m, n), inverse(n, m), rcond(1, 1);
            WorkSpace work(m * n, m);
            find(inverse.run(), a.run(), rcond.run(), m, n, count, work.data());
            CHECK(work.is_kept());
        }
    }
}

TEST_CASE("least squares and eigenvalues keep to their work space") {
    for (const Sides& tall : sides) {
        for (const bool is_wide : {false, true}) {
            const auto [m, n] = is_wide ? Sides{tall.n, tall.m} : tall;
            const std::int64_t k = tall.least();
            Matrices a(m, n), b(m, k), x(n, k);
            WorkSpace work(m * n, tall.most());
            small_matrix_kernels().least_squares({x.run(), {}, {}, {}, a.run(), b.run()}, 1e-15, m,
                                                 n, k, count, work.data());
            CHECK(work.is_kept());
        }
        if (tall.m != tall.n) continue;
        const std::int64_t n = tall.n;
        Matrices a(n, n), values(n, 1), vectors(n, n);
        WorkSpace work(n * n, n);
        small_matrix_kernels().eigenvalues(values.run(), vectors.run(), a.run(), n, count,
                                           work.data());
        CHECK(work.is_kept());
        small_matrix_kernels().eigenvalues(values.run(), {}, a.run(), n, count, work.data());
        CHECK(work.is_kept());
    }
}

}  // namespace
