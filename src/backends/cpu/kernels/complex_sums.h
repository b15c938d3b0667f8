// Sums of products of complex numbers.
//
// A register holds numbers with their parts side by side. One sum is of products of like parts,
// real by real and imaginary by imaginary, another of products of unlike parts: the first's real
// places less its imaginary ones are the real part of the result, the second's together the
// imaginary part. So a vector times its conjugate is a real number: places that differ in their
// sign alone meet at the end, whatever was rounded.
#pragma once

#include <algorithm>
#include <utility>

#include "backends/cpu/matrix_product.h"
#include "backends/cpu/kernels/apart.h"
#include "backends/cpu/kernels/packing.h"
#include "backends/cpu/kernels/product_element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// Numbers with float64 parts that are read where they lie, `step` bytes apart.
struct NumbersApart {
    const char* data;
    std::int64_t step;

    NumbersApart(const void* from, std::int64_t bytes)
        : data(static_cast<const char*>(from)), step(bytes) {}

    NumbersApart next(std::int64_t count) {
        const NumbersApart from = *this;
        data += count * step;
        return from;
    }
};

template <class Part> class ComplexSum {
public:
    using Number = Pair<Part>;

    // The sum is made of blocks' sums, so that its error grows with the number of the blocks. The
    // vectors give their next numbers in a row. `conjugates`: each of the first.
    template <bool conjugates = false, class A, class B>
    static Number of(A a, B b, std::int64_t count) {
        Number sum = of_block<conjugates>(a, b, std::min(block, count));
        for (std::int64_t at = block; at < count; at += block) {
            sum = plus(sum, of_block<conjugates>(a, b, std::min(block, count - at)));
        }
        return sum;
    }

    // The same of numbers that lie apart.
    static Number of_steps(const char* a, std::int64_t a_step, const char* b, std::int64_t b_step,
                           std::int64_t count) {
        using Tile = TileSum<Number, 1>;
        typename Tile::Sum sums[chains] = {};
        std::int64_t i = 0;
        for (; i + chains <= count; i += chains) {
#pragma GCC unroll 4
            for (std::int64_t k = 0; k < chains; ++k, a += a_step, b += b_step) {
                sums[k] = multiply_add(Tile::factor(a), Tile::line(b), sums[k]);
            }
        }
        for (; i < count; ++i, a += a_step, b += b_step) {
            sums[0] = multiply_add(Tile::factor(a), Tile::line(b), sums[0]);
        }
        return Tile::total((sums[0] + sums[1]) + (sums[2] + sums[3]));
    }

private:
    static constexpr std::int64_t block = longest_row, chains = 4;
    static constexpr std::int64_t width = vector_bytes / sizeof(Part);
    static constexpr std::int64_t numbers = width / 2;  // in a register
    using Vector = typename Register<Part, width>::type;

    // The places of one number.
    struct Parts {
        Number like, unlike;

        [[gnu::always_inline]] void add(Number a, Number b) {
            like.real = multiply_add(a.real, b.real, like.real);
            like.imag = multiply_add(a.imag, b.imag, like.imag);
            unlike.real = multiply_add(a.real, b.imag, unlike.real);
            unlike.imag = multiply_add(a.imag, b.real, unlike.imag);
        }
        template <bool conjugates> Number total() const {
            if constexpr (conjugates) return {like.real + like.imag, unlike.real - unlike.imag};
            return {like.real - like.imag, unlike.real + unlike.imag};
        }
    };

    struct Sums {
        Vector like{}, unlike{};

        [[gnu::always_inline]] void add(Vector left, Vector right) {
            like = multiply_add(left, right, like);
            unlike = multiply_add(left, NeighbouringParts<Part, width>::swapped(right), unlike);
        }
        [[gnu::always_inline]] void add(const Sums& other) {
            like += other.like;
            unlike += other.unlike;
        }
        Parts parts() const {
            Part likes[width], unlikes[width];
            __builtin_memcpy(likes, &like, sizeof likes);
            __builtin_memcpy(unlikes, &unlike, sizeof unlikes);
            for (std::int64_t half = numbers; half > 1; half /= 2) {
                for (std::int64_t i = 0; i < half; ++i) {
                    likes[i] += likes[i + half];
                    unlikes[i] += unlikes[i + half];
                }
            }
            return {{likes[0], likes[1]}, {unlikes[0], unlikes[1]}};
        }
    };

    // A register of numbers, and one number, from the i-th on.
    [[gnu::always_inline]] static Vector line(const char* row, std::int64_t i) {
        Vector numbers_of_row;
        __builtin_memcpy(&numbers_of_row, row + i * sizeof(Number), sizeof numbers_of_row);
        return numbers_of_row;
    }
    [[gnu::always_inline]] static Vector line(NumbersApart from, std::int64_t i) {
        return numbers_apart<width>(from.data + i * from.step, from.step);
    }
    static Number number(const char* row, std::int64_t i) {
        return load<Number>(row + i * sizeof(Number));
    }
    // The asm keeps the compiler from joining a number with the next in one register: GCC 12 would
    // load the one behind the last too, which may lie on a page that does not exist.
    static Number number(NumbersApart from, std::int64_t i) {
        const char* at = from.data + i * from.step;
        asm("" : "+r"(at));
        return load<Number>(at);
    }

    template <bool conjugates, class A, class B>
    static Number of_block(A& a, B& b, std::int64_t count) {
        constexpr std::int64_t turn = chains * numbers;
        static_assert(Packing<Number>::most % turn == 0);
        Sums sums[chains];
        for (; count >= turn;) {
            const std::int64_t some = std::min(count - count % turn, Packing<Number>::most);
            const auto x = a.next(some);
            const auto y = b.next(some);
            for (std::int64_t i = 0; i < some; i += turn) {
#pragma GCC unroll 4
                for (std::int64_t k = 0; k < chains; ++k) {
                    const std::int64_t at = i + k * numbers;
                    sums[k].add(line(x, at), line(y, at));
                }
            }
            count -= some;
        }
        const auto x = a.next(count);
        const auto y = b.next(count);
        std::int64_t i = 0;
        for (; i + numbers <= count; i += numbers) sums[0].add(line(x, i), line(y, i));
        sums[0].add(sums[1]);
        sums[2].add(sums[3]);
        sums[0].add(sums[2]);
        Parts sum = sums[0].parts();
        for (; i < count; ++i) sum.add(number(x, i), number(y, i));
        return sum.template total<conjugates>();
    }
};

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
