// Determinants of small matrices, and their signs and logarithms: products of pivots.
#include <cmath>

#include "backends/cpu/small_matrices/elimination.h"
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/tables.h"
#include "backends/cpu/vector_math/logarithm.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// Products within these limits are ordinary; others are left to the caller.
constexpr double least_product = 0x1p-450, most_product = 0x1p450;
// Up to this order a pack's elements are few enough for registers.
constexpr int most_in_registers = 4;

NUMEN_INLINE I64 is_extreme(F64 size) {
    return ~((size >= least_product) & (size <= most_product));
}

// A pack and its room; the order is known to the compiler unless it lies in a loop (N = 0).
template <class E> struct Square {
    E* elements;
    int n;
    E* pivots;
    F64* squares;
};

// The elimination of a pack; fold(pivot) is called for each.
template <int N, class E, class Fold>
NUMEN_INLINE Elimination find_pivots(const Square<E>& of, Fold&& fold) {
    const auto take = [&](E pivot) __attribute__((always_inline)) {
        fold(pivot);
        return quick_inverse_of(pivot);
    };
    const auto [a, n, pivots, squares] = of;
    if constexpr (N > 0) {
        F64 own_squares[N] = {};
        return eliminate_unrolled<N, 0, E>(a, a, own_squares, take);
    }
    return eliminate(System<E>{a, a, n, 0, pivots, pivots, squares}, take);
}

// The last two pivots' product: the determinant of what N - 2 columns leave, whose rounding errors
// are such of its elements, whatever they are. It needs no pivot and no reciprocal.
template <int N, class E>
NUMEN_INLINE E last_product(const E* first, const F64* squares, double unit, Elimination& done) {
    const E* second = first + N;
    const E found = minus_product(first[1], second[0], times(first[0], second[1]));
    const F64 left = plus_square(second[0], plus_square(first[0], squares[N - 2]));
    const F64 right = plus_square(second[1], plus_square(first[1], squares[N - 1]));
    // Where squares vanish neither side is the smaller one.
    const F64 most = most_products(N, unit) * squared_size(found);
    const I64 is_regular = left * right * done.losses.sum < most;
    F64& products = done.losses.products;
    products = is_regular != 0 ? products : vm::broadcast(HUGE_VAL);
    return found;
}

// The same by code for the order N.
template <int N, class E, class Fold>
NUMEN_INLINE Elimination find_last_pivots(E* matrix, double unit, Fold&& fold) {
    const auto take = [&](E pivot) __attribute__((always_inline)) {
        fold(pivot);
        return quick_inverse_of(pivot);
    };
    F64 squares[N] = {};
    Elimination done = eliminate_unrolled<N, 0, E, N - 2>(matrix, matrix, squares, take);
    fold(last_product<N, E>(matrix + (N - 2) * (N + 1), squares, unit, done));
    return done;
}

// The factors of a pack's determinants.
template <int N, class E, class Fold>
NUMEN_INLINE Elimination find_factors(const Square<E>& of, double unit, Fold&& fold) {
    if constexpr (N < 2) {
        return find_pivots<N, E>(of, fold);
    } else if constexpr (N <= most_in_registers) {
        E own[N * N];  // of which nothing need be stored
        std::copy_n(of.elements, N * N, own);
        return find_last_pivots<N, E>(own, unit, fold);
    } else {
        return find_last_pivots<N, E>(of.elements, unit, fold);
    }
}

template <int N, class E>
Open determinant_run(const MatrixRun& value, const MatrixRun& a, std::int64_t order, double unit,
                     std::int64_t count, void* work) {
    const int n = order_of<N>(order);
    Work space(work);
    Room<N * N, E> matrix(space, n * n);
    Room<0, E> pivots(space, n);
    Room<0> squares(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load<N>(a, first, count, n, n, matrix);
        E product;
        set(product, vm::broadcast(1.0));
        I64 extreme{};
        const auto fold = [&](E pivot) __attribute__((always_inline)) {
            product = times(product, pivot);
            extreme |= is_extreme(size_of(product));
        };
        const Elimination done = find_factors<N, E>({matrix, n, pivots, squares}, unit, fold);
        product = select(done.is_odd, negative(product), product);
        store<N>(value, first, count, 1, 1, &product);
        return extreme | is_doubtful(done, n, unit);
    });
}

// A product of pivots: `mantissa` of a size near 1, times 2^exponent.
template <class E> struct ScaledProduct {
    E mantissa;
    F64 exponent{};

    ScaledProduct() { set(mantissa, vm::broadcast(1.0)); }
    NUMEN_INLINE void fold(ScaledProduct& product, E pivot) {
        const E next = times(product.mantissa, pivot);
        // Between 2/3 and 4/3, so that a logarithm near 0 does not come of a difference.
        const I64 power = exponent_of(size_of(next) * 1.5);
        product.mantissa = times(next, vm::power_of_two(-power));
        product.exponent += __builtin_convertvector(power, F64);
    }
};

NUMEN_INLINE F64 logarithm_of(F64 size, F64 exponent) {
    const F64 rest = vm::multiply_add(exponent, vm::broadcast(vm::ln2_parts[1]), vm::log(size));
    return vm::multiply_add(exponent, vm::broadcast(vm::ln2_parts[0]), rest);
}
NUMEN_INLINE F64 direction_of(F64 x, F64) { return vm::with_sign(vm::broadcast(1.0), x); }
NUMEN_INLINE Pair direction_of(Pair x, F64 magnitude) { return times(x, 1.0 / magnitude); }
NUMEN_INLINE F64 magnitude_of(F64 x) { return vm::absolute(x); }
NUMEN_INLINE F64 magnitude_of(Pair x) { return vm::square_root(squared_size(x)); }

template <int N, class E>
Open logarithm_run(const MatrixRun& sign, const MatrixRun& logarithm, const MatrixRun& a,
                   std::int64_t order, std::int64_t count, void* work) {
    const int n = order_of<N>(order);
    Work space(work);
    Room<N * N, E> matrix(space, n * n);
    Room<0, E> pivots(space, n);
    Room<0> squares(space, n);
    return for_each_pack(count, [&](std::int64_t first) {
        load<N>(a, first, count, n, n, matrix);
        ScaledProduct<E> product;
        const auto fold = [&](E pivot) __attribute__((always_inline)) {
            ScaledProduct<E>::fold(product, pivot);
        };
        const Elimination done = find_pivots<N, E>({matrix, n, pivots, squares}, fold);
        const I64 open = is_doubtful(done, n);
        E ordinary;
        set(ordinary, vm::broadcast(1.0));
        const E mantissa = select(open, ordinary, product.mantissa);
        const F64 magnitude = magnitude_of(mantissa);
        const E direction = direction_of(mantissa, magnitude);
        const F64 found = logarithm_of(magnitude, product.exponent);
        const E signed_direction = select(done.is_odd, negative(direction), direction);
        store<N>(sign, first, count, 1, 1, &signed_direction);
        store<N>(logarithm, first, count, 1, 1, &found);
        return open;
    });
}

Open determinants(const MatrixRun& value, const MatrixRun& a, std::int64_t n, double unit,
                  std::int64_t count, void* work) {
    if (is_complex(value.dtype)) {
        return of_order<4>(n, [&]<int N>() {
            return determinant_run<N, Pair>(value, a, n, unit, count, work);
        });
    }
    return of_order(n, [&]<int N>() {
        return determinant_run<N, F64>(value, a, n, unit, count, work);
    });
}

Open log_determinants(const MatrixRun& sign, const MatrixRun& logarithm, const MatrixRun& a,
                      std::int64_t n, std::int64_t count, void* work) {
    if (is_complex(sign.dtype)) {
        return of_order<4>(n, [&]<int N>() {
            return logarithm_run<N, Pair>(sign, logarithm, a, n, count, work);
        });
    }
    return of_order(n, [&]<int N>() {
        return logarithm_run<N, F64>(sign, logarithm, a, n, count, work);
    });
}

}  // namespace

void fill_determinants(SmallMatrixKernels& table) {
    table.determinants = determinants;
    table.log_determinants = log_determinants;
}

}  // namespace numen::cpu::NUMEN_ISA
