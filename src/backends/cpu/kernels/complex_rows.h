// Rows of complex numbers with a vector, the numbers of either a step apart.
#pragma once

#include "backends/cpu/matrix_product.h"
#include "backends/cpu/kernels/complex_sums.h"
#include "backends/cpu/kernels/product_element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// Four rows at a time, which lie in a row each, as the vector does: a register of the vector and
// its parts in the other order serve all four. The sums are those of complex_sums.h, of like and of
// unlike parts, in registers, then in narrow ones of 16 bytes, then one by one; a row's are made in
// the same order wherever it stands.
template <class Part> class RowsByVector {
  public:
    static void multiply(const Product& p) {
        std::int64_t row = 0;
        for (; row + 4 <= p.m; row += 4) some_rows<4>(p, row);
        for (; row < p.m; ++row) some_rows<1>(p, row);
    }

  private:
    using Number = Pair<Part>;
    static constexpr std::int64_t size = sizeof(Number), wide = vector_bytes / sizeof(Part);
    static constexpr std::int64_t narrow = 16 / sizeof(Part);
    template <std::int64_t width> using Vector = typename Register<Part, width>::type;

    template <std::int64_t width> struct Sums {
        Vector<width> like{}, unlike{};
    };

    template <std::int64_t width>
    [[gnu::always_inline]] static Vector<width> line(const char* from) {
        Vector<width> numbers;
        __builtin_memcpy(&numbers, from, sizeof numbers);
        return numbers;
    }

    // From number `at` on, as many as fill registers.
    template <std::int64_t rows, std::int64_t width>
    [[gnu::always_inline]] static void add(const char* const* a, const char* b, std::int64_t& at,
                                           std::int64_t count, Sums<width>* sums) {
        for (; at + width / 2 <= count; at += width / 2) {
            const Vector<width> right = line<width>(b + at * size);
            const Vector<width> swapped = NeighbouringParts<Part, width>::swapped(right);
#pragma GCC unroll 4
            for (std::int64_t r = 0; r < rows; ++r) {
                const Vector<width> left = line<width>(a[r] + at * size);
                sums[r].like = multiply_add(left, right, sums[r].like);
                sums[r].unlike = multiply_add(left, swapped, sums[r].unlike);
            }
        }
    }

    // A register's halves onto each other, down to a narrow one.
    template <std::int64_t width>
    [[gnu::always_inline]] static Vector<narrow> folded(Vector<width> value) {
        if constexpr (width == narrow) {
            return value;
        } else {
            Vector<width / 2> half[2];
            __builtin_memcpy(half, &value, sizeof value);
            return folded<width / 2>(half[0] + half[1]);
        }
    }

    static Number total(Vector<narrow> sums) {
        if constexpr (narrow == 2) {
            return {sums[0], sums[1]};
        } else {
            return {sums[0] + sums[2], sums[1] + sums[3]};
        }
    }

    template <std::int64_t rows>
    [[gnu::always_inline]] static void some_rows(const Product& p, std::int64_t row) {
        const char* a[rows];
        for (std::int64_t r = 0; r < rows; ++r) a[r] = p.a + (row + r) * p.a_row;
        Sums<wide> sums[rows];
        Sums<narrow> rest[rows];
        std::int64_t at = 0;
        add<rows, wide>(a, p.b, at, p.k, sums);
        if constexpr (narrow < wide) add<rows, narrow>(a, p.b, at, p.k, rest);
        for (std::int64_t r = 0; r < rows; ++r) {
            Number like = total(folded<wide>(sums[r].like) + rest[r].like);
            Number unlike = total(folded<wide>(sums[r].unlike) + rest[r].unlike);
            if (at < p.k) {  // of narrow registers that hold two numbers, one is left
                const Number x = load<Number>(a[r] + at * size);
                const Number y = load<Number>(p.b + at * size);
                like.real = multiply_add(x.real, y.real, like.real);
                like.imag = multiply_add(x.imag, y.imag, like.imag);
                unlike.real = multiply_add(x.real, y.imag, unlike.real);
                unlike.imag = multiply_add(x.imag, y.real, unlike.imag);
            }
            store(p.c + (row + r) * p.c_row,
                  Number{like.real - like.imag, unlike.real + unlike.imag});
        }
    }
};

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
