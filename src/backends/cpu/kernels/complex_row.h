// One row of complex numbers by a matrix whose columns lie side by side: each row of the matrix is
// read in order, which memory gives fastest, and added to sums in the first cache.
//
// The sums are those of TileSum in the same order, so the bits are: products of like parts and of
// unlike ones, each in a place of its own until the end.
#pragma once

#include <algorithm>

#include "backends/cpu/matrix_product.h"
#include "backends/cpu/kernels/product_element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

template <class Part> class ComplexRow {
  public:
    static constexpr std::int64_t numbers = vector_bytes / 2 / sizeof(Part);  // in a register

    // The first columns, a multiple of `numbers`; how many they are.
    static std::int64_t multiply(const Product& p) {
        const std::int64_t columns = p.n - p.n % numbers;
        for (std::int64_t left = 0; left < columns; left += most) {
            multiply_some(p, left, std::min(most, columns - left));
        }
        return columns;
    }

  private:
    static constexpr std::int64_t size = sizeof(Pair<Part>), width = 2 * numbers;
    static constexpr std::int64_t most = (16 << 10) / (2 * size), registers = most / numbers;
    using Vector = typename Register<Part, width>::type;
    using Pairs = NeighbouringParts<Part, width>;

    static Vector repeated(const char* number) {
        Vector factor;
        for (std::int64_t i = 0; i < width; i += 2) {
            const auto parts = load<Pair<Part>>(number);
            factor[i] = parts.real;
            factor[i + 1] = parts.imag;
        }
        return factor;
    }
    [[gnu::always_inline]] static Vector line(const char* from) {
        Vector numbers_there;
        __builtin_memcpy(&numbers_there, from, sizeof numbers_there);
        return numbers_there;
    }

    static void multiply_some(const Product& p, std::int64_t left, std::int64_t count) {
        Vector like[registers], unlike[registers];
        const std::int64_t lines = count / numbers;
        for (std::int64_t j = 0; j < lines; ++j) like[j] = unlike[j] = Vector{};
        const char *a = p.a, *b = p.b + left * size;
        std::int64_t i = 0;
        for (; i + 2 <= p.k; i += 2, a += 2 * p.a_column, b += 2 * p.b_row) {
            const Vector first = repeated(a), second = repeated(a + p.a_column);
            const char* next = b + p.b_row;
            for (std::int64_t j = 0; j < lines; ++j) {
                const Vector x = line(b + j * vector_bytes), y = line(next + j * vector_bytes);
                like[j] = multiply_add(second, y, multiply_add(first, x, like[j]));
                unlike[j] = multiply_add(second, Pairs::swapped(y),
                                         multiply_add(first, Pairs::swapped(x), unlike[j]));
            }
        }
        if (i < p.k) {
            const Vector factor = repeated(a);
            for (std::int64_t j = 0; j < lines; ++j) {
                const Vector x = line(b + j * vector_bytes);
                like[j] = multiply_add(factor, x, like[j]);
                unlike[j] = multiply_add(factor, Pairs::swapped(x), unlike[j]);
            }
        }
        for (std::int64_t j = 0; j < lines; ++j) {
            for (std::int64_t k = 0; k < numbers; ++k) {
                const Pair<Part> total{like[j][2 * k] - like[j][2 * k + 1],
                                       unlike[j][2 * k] + unlike[j][2 * k + 1]};
                store(p.c + (left + j * numbers + k) * p.c_column, total);
            }
        }
    }
};

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
