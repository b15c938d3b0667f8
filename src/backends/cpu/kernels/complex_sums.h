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

#include "backends/cpu/kernels/packing.h"
#include "backends/cpu/kernels/product_element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

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
    static constexpr std::int64_t block = 4096, width = vector_bytes / sizeof(Part), chains = 4;
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

        [[gnu::always_inline]] void add(const char* a, const char* b) {
            Vector left, right;
            __builtin_memcpy(&left, a, sizeof left);
            __builtin_memcpy(&right, b, sizeof right);
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

    template <bool conjugates, class A, class B>
    static Number of_block(A& a, B& b, std::int64_t count) {
        constexpr std::int64_t size = sizeof(Number), turn = chains * numbers;
        static_assert(Packing<Number>::most % turn == 0);
        Sums sums[chains];
        for (; count >= turn;) {
            const std::int64_t some = std::min(count - count % turn, Packing<Number>::most);
            const char *x = a.next(some), *y = b.next(some);
            for (std::int64_t i = 0; i < some; i += turn) {
#pragma GCC unroll 4
                for (std::int64_t k = 0; k < chains; ++k) {
                    const std::int64_t at = (i + k * numbers) * size;
                    sums[k].add(x + at, y + at);
                }
            }
            count -= some;
        }
        const char *x = a.next(count), *y = b.next(count);
        std::int64_t i = 0;
        for (; i + numbers <= count; i += numbers) sums[0].add(x + i * size, y + i * size);
        sums[0].add(sums[1]);
        sums[2].add(sums[3]);
        sums[0].add(sums[2]);
        Parts sum = sums[0].parts();
        for (; i < count; ++i) sum.add(load<Number>(x + i * size), load<Number>(y + i * size));
        return sum.template total<conjugates>();
    }
};

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
