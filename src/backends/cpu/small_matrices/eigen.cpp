// Eigenvalues and eigenvectors of small symmetric matrices.
//
// The columns of a Cholesky factor are made orthogonal by one-sided Jacobi (Veselic and Hari): they
// become the eigenvectors times the roots of the eigenvalues. Half of the work of rotations from
// both sides, and no rotations to accumulate. Of a positive definite matrix D B D, D diagonal, the
// errors of that are relative, of the condition of B, however much the elements of D differ (Demmel
// and Veselic).
//
// Other matrices are shifted by 9/8 of the Frobenius norm, which makes them positive definite with
// a condition of at most 17; a larger one costs digits. Errors are those of a shift, some ten times
// those that LAPACK's have at order 24; a last step from both sides leaves units in the last place
// of the norm, as LAPACK does. LAPACK keeps more of matrices whose rows differ
// in size if these are sorted: they are left to it.
#include "backends/cpu/small_matrices/cholesky.h"
#include "backends/cpu/small_matrices/jacobi.h"
#include "backends/cpu/small_matrices/orders.h"
#include "backends/cpu/small_matrices/scaling.h"
#include "backends/cpu/small_matrices/signs.h"
#include "backends/cpu/small_matrices/tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// Copies the lower triangle of a (n, n) to the upper one.
NUMEN_INLINE void mirror(F64* a, int n) {
    for (int i = 1; i < n; ++i) {
        for (int j = 0; j < i; ++j) a[j * n + i] = a[i * n + j];
    }
}

// Turns a lower triangle into the upper one that is its transpose.
NUMEN_INLINE void turn_triangle(F64* a, int n) {
    for (int i = 1; i < n; ++i) {
        for (int j = 0; j < i; ++j) {
            a[j * n + i] = a[i * n + j];
            a[i * n + j] = F64{};
        }
    }
}

// Rayleigh's quotients of the rows of `vectors`, whose errors are the squares of theirs, in lanes
// that are not `known`.
NUMEN_INLINE void find_values(const F64* a, const F64* vectors, I64 known, F64* values, int n) {
    for (int k = 0; k < n; ++k) {
        const F64* vector = vectors + k * n;
        F64 value{};
        for (int i = 0; i < n; ++i) {
            F64 sum{};
            for (int j = 0; j < n; ++j) sum = vm::multiply_add(a[i * n + j], vector[j], sum);
            value = vm::multiply_add(sum, vector[i], value);
        }
        values[k] = known != 0 ? values[k] : value;
    }
}

// The tangent that turns two rows so that a's product with both vanishes, where it is small.
NUMEN_INLINE F64 small_tangent(F64 product, F64 gap) {
    const I64 is_small = vm::absolute(product) < vm::absolute(gap) * 0x1p-12;
    return is_small != 0 ? product / gap : F64{};
}

// The rows of `vectors` are eigenvectors but for the errors of a shift, which are some ten times
// those of the norm. Rotations to first order take these off in the lanes that are `shifted`.
template <int N>
NUMEN_INLINE void refine(const F64* a, F64* vectors, I64 shifted, const F64* values, int n) {
    F64 image[N > 0 ? N : most_small_order];
    for (int k = 0; k + 1 < n; ++k) {
        F64* const row = vectors + k * n;
        for (int i = 0; i < n; ++i) {
            F64 sum{};
            for (int j = 0; j < n; ++j) sum = vm::multiply_add(a[i * n + j], row[j], sum);
            image[i] = sum;
        }
        for (int l = k + 1; l < n; ++l) {
            F64* const other = vectors + l * n;
            F64 product{};
            for (int i = 0; i < n; ++i) product = vm::multiply_add(image[i], other[i], product);
            const F64 found = small_tangent(product, values[l] - values[k]);
            const F64 tangent = shifted != 0 ? found : F64{};
            const F64 cosine = vm::multiply_add(tangent * -0.5, tangent, vm::broadcast(1.0));
            for (int i = 0; i < n; ++i) {
                const F64 x = row[i], y = other[i];
                row[i] = vm::multiply_add(-tangent, y, cosine * x);
                other[i] = vm::multiply_add(tangent, x, cosine * y);
            }
        }
    }
}

// Squares of norms of rows: how much of the largest the smallest is where rows differ in size. Rows
// of a few random elements are short by chance.
NUMEN_INLINE double least_share(int n) { return n > 4 ? 0x1p-6 : 0x1p-8; }

struct RowSquares {
    F64 sum{}, least = vm::broadcast(HUGE_VAL), most{};
};
NUMEN_INLINE RowSquares row_squares(const F64* a, int n) {
    RowSquares found;
    for (int i = 0; i < n; ++i) {
        const F64 squares = sum_of_squares(a + i * n, n);
        found.sum += squares;
        found.least = vm::lesser(found.least, squares);
        found.most = vm::greater(found.most, squares);
    }
    return found;
}

// Diagonal elements whose products Jacobi's test for a rotation can tell from zero.
constexpr double least_tested = 0x1p-400;

// The lanes that may be positive definite: as far as two rows and columns tell.
NUMEN_INLINE I64 may_be_definite(const F64* a, int n) {
    I64 found = a[0] > least_tested;
    for (int i = 1; i < n; ++i) found &= a[i * n + i] > least_tested;
    if (!any(found)) return found;
    for (int i = 1; i < n; ++i) {
        for (int j = 0; j < i; ++j) {
            found &= a[i * n + j] * a[i * n + j] < a[i * n + i] * a[j * n + j];
        }
    }
    return found;
}

// The lanes whose rows differ in size, rows of zeros apart, and that are not diagonal.
[[gnu::noinline, gnu::cold]] I64 are_graded(const F64* a, const RowSquares& rows, int n) {
    F64 least = rows.most, beside{};
    for (int i = 0; i < n; ++i) {
        const F64 squares = sum_of_squares(a + i * n, n);
        least = (squares > 0.0) & (squares < least) ? squares : least;
        for (int j = 0; j < i; ++j) beside += vm::absolute(a[i * n + j]);
    }
    return (least < rows.most * least_share(n)) & (beside > 0.0);
}

template <int N> NUMEN_INLINE I64 factorise_shifted(const F64* a, F64 shift, F64* factor, int n) {
    for (int e = 0; e < n * n; ++e) factor[e] = a[e];
    for (int i = 0; i < n; ++i) factor[i * n + i] += shift;
    return factorise<N>(factor, n);
}

// Lanes without a factor, with one that LAPACK's way is better than, with one whose errors are
// relative, and with one of a shifted matrix.
struct Factored {
    I64 wrong, is_coarse, is_relative, is_shifted;
};

// A Cholesky factor of the lanes that are positive definite, of a shifted matrix of the others.
template <int N>
NUMEN_INLINE Factored find_factor(const F64* a, const RowSquares& rows, F64* factor, int n) {
    const F64 norm = 1.125 * square_root(rows.sum);
    const F64 most = norm > 0.0 ? norm : vm::broadcast(1.0);
    const I64 definite = may_be_definite(a, n);
    F64 shift = definite != 0 ? F64{} : most;
    I64 wrong = factorise_shifted<N>(a, shift, factor, n);
    if (any(wrong & definite)) {
        shift = wrong != 0 ? most : shift;
        wrong = factorise_shifted<N>(a, shift, factor, n);
    }
    const I64 differ = rows.least < rows.most * least_share(n), is_shifted = shift > 0.0;
    I64 is_coarse = differ & is_shifted;
    if (any(is_coarse)) is_coarse &= are_graded(a, rows, n);
    return {wrong, is_coarse, differ & ~is_shifted, is_shifted};
}

// Lanes without an answer, and with one that LAPACK's is better than.
struct Marks {
    I64 wrong, is_coarse;
};

// One pack: the rows of `vectors` become the eigenvectors of a (n, n), whose lower triangle is
// given, in ascending order of the values. Signs are for vectors that are `wanted`.
template <int N>
NUMEN_INLINE Marks decompose(F64* a, F64* values, F64* vectors, int order, bool wanted) {
    const int n = N > 0 ? N : order;
    mirror(a, n);
    RowSquares rows = row_squares(a, n);
    const Scaling<F64> scaling = scale_extremes(a, rows.sum, n * n);
    if (scaling.is_used) rows = row_squares(a, n);
    const Factored factored = find_factor<N>(a, rows, vectors, n);
    turn_triangle(vectors, n);
    I64 wrong = scaling.wrong | factored.wrong;
    wrong |= orthogonalise<true>(Rows<F64>{vectors, n, values}, n, F64{});
    for (int j = 0; j < n; ++j) {
        F64* const row = vectors + j * n;
        values[j] = sum_of_squares(row, n);
        F64 inverse = inverse_root(values[j]);
        if (wanted) inverse = with_rule(inverse, row, n);
        for (int i = 0; i < n; ++i) row[i] = vm::multiply_add(row[i], inverse, 0.0);
    }
    find_values(a, vectors, factored.is_relative, values, n);
    if (wanted && any(factored.is_shifted)) {
        refine<N>(a, vectors, factored.is_shifted, values, n);
    }
    sort<true>(values, n, vectors, n);
    scaling.undo(values, n);
    return {wrong, factored.is_coarse};
}

// Order 2 in closed form, after LAPACK's dlaev2: errors are relative, barring cancellation in the
// determinant.
NUMEN_INLINE Marks decompose_two(F64* matrix, F64* values, F64* vectors) {
    matrix[1] = matrix[2];
    F64 squares = sum_of_squares(matrix, 4);
    const Scaling<F64> scaling = scale_extremes(matrix, squares, 4);
    const F64 a = matrix[0], b = matrix[2], c = matrix[3], sum = a + c;
    const F64 size = vm::greater(vm::absolute(a - c), vm::absolute(b));
    const F64 factor = size < 0x1p-400 ? vm::broadcast(0x1p500) : vm::broadcast(1.0);
    const F64 x = (a - c) * factor, y = 2.0 * b * factor;
    const F64 root = square_root(vm::multiply_add(x, x, y * y));
    // The value of the larger magnitude, and the other out of the determinant.
    const I64 is_negative = sum < 0.0;
    const F64 unscaled = root / factor;
    const F64 far = 0.5 * (is_negative != 0 ? sum - unscaled : sum + unscaled);
    const I64 is_first = vm::absolute(a) > vm::absolute(c);
    const F64 most = is_first != 0 ? a : c, least = is_first != 0 ? c : a;
    const F64 quotient = far != 0.0 ? far : vm::broadcast(1.0);
    const F64 near = (most / quotient) * least - (b / quotient) * b;
    // (x +- root, y) without cancellation, turned by a right angle where it belongs to the other.
    const F64 along = x >= 0.0 ? x + root : x - root;
    const F64 length = square_root(vm::multiply_add(along, along, y * y));
    const I64 is_multiple = length == 0.0;
    const F64 cosine = is_multiple != 0 ? F64{} : along / length;
    const F64 sine = is_multiple != 0 ? vm::broadcast(1.0) : y / length;
    const I64 is_other = (x >= 0.0) == is_negative;
    const F64 first = is_other != 0 ? -sine : cosine, second = is_other != 0 ? cosine : sine;
    // A diagonal matrix has its own numbers. Rounding may exchange values that are nearly equal.
    const I64 is_diagonal = b == 0.0;
    const F64 one = is_diagonal != 0 ? a : near, other = is_diagonal != 0 ? c : far;
    values[0] = vm::lesser(one, other);
    values[1] = vm::greater(one, other);
    // The vector of the value that is `far` from zero stands last where that is positive.
    vectors[0] = is_negative != 0 ? first : -second;
    vectors[1] = is_negative != 0 ? second : first;
    vectors[2] = is_negative != 0 ? -second : first;
    vectors[3] = is_negative != 0 ? first : second;
    for (int j = 0; j < 4; j += 2) {
        const F64 sign = with_rule(vm::broadcast(1.0), vectors + j, 2);
        for (int i = j; i < j + 2; ++i) vectors[i] = vm::multiply_add(vectors[i], sign, 0.0);
    }
    scaling.undo(values, 2);
    return {scaling.wrong, I64{}};
}

template <int N>
SpectralAnswers of_run(const MatrixRun& values, const MatrixRun& vectors, const MatrixRun& a,
                       std::int64_t order, std::int64_t count, void* work) {
    const int n = order_of<N>(order);
    Work space(work);
    Room<N * N> matrix(space, n * n), rows(space, n * n);
    Room<N> found(space, n);
    SpectralAnswers answers{};
    answers.open = for_each_pack(count, [&](std::int64_t first) {
        load<N>(a, first, count, n, n, matrix);
        Marks marks;
        if constexpr (N == 2) marks = decompose_two(matrix, found, rows);
        else marks = decompose<N>(matrix, found, rows, n, vectors.data != nullptr);
        store<N>(values, first, count, n, 1, found);
        if (vectors.data != nullptr) store<N>(turned(vectors), first, count, n, n, rows);
        answers.coarse |= open_matrices(marks.is_coarse, first, count);
        return marks.wrong;
    });
    return answers;
}

SpectralAnswers eigenvalues(const MatrixRun& values, const MatrixRun& vectors, const MatrixRun& a,
                            std::int64_t n, std::int64_t count, void* work) {
    return of_order(n, [&]<int N>() { return of_run<N>(values, vectors, a, n, count, work); });
}

}  // namespace

void fill_eigenvalues(SmallMatrixKernels& table) { table.eigenvalues = eigenvalues; }

}  // namespace numen::cpu::NUMEN_ISA
