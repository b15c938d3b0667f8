// Eigenvalues of general matrices and of pairs of them, with right and left vectors, as complex
// numbers.
#include <algorithm>
#include <complex>

#include "linalg/lapack_spectral.h"
#include "linalg/spectral.h"

namespace numen::linalg {
namespace {

struct Wanted {
    const Stack* values;
    const Stack* beta;   // null, as the vectors: not wanted
    const Stack* left;
    const Stack* right;
};

template <class Scalar> struct GeneralPair {
    using Magnitude = lapack::Real<Scalar>;
    using Number = std::complex<Magnitude>;
    static constexpr bool is_real = !lapack::is_complex<Scalar>;
    const Stack& a;
    const Stack* b;
    const Wanted& wanted;
    Int n = a.rows, size = n * n;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(size);
    Scalar* other = b == nullptr ? nullptr : scratch.take<Scalar>(size);
    Scalar* values = scratch.take<Scalar>(n);
    Scalar* imaginary = scratch.take<Scalar>(n);
    Scalar* beta = scratch.take<Scalar>(n);
    Scalar* left = wanted.left == nullptr ? nullptr : scratch.take<Scalar>(size);
    Scalar* right = wanted.right == nullptr ? nullptr : scratch.take<Scalar>(size);
    Number* numbers = scratch.take<Number>(n);
    Number* whole = scratch.take<Number>(is_real ? size : 0);
    lapack::Spaces<Scalar> spaces = lapack::take_spaces<Scalar>(
        scratch, 8 * n, 0, [this](const lapack::Spaces<Scalar>& query) { find(query); });

    Int find(const lapack::Spaces<Scalar>& with) {
        if (b == nullptr) return lapack::geev(n, matrix, values, imaginary, left, right, with);
        return lapack::ggev(n, matrix, other, values, imaginary, beta, left, right, with);
    }
    Status operator()(Int index) {
        a.load(index, matrix);
        if (b != nullptr) b->load(index, other);
        const bool is_finite = are_finite(matrix, size) &&
                               (b == nullptr || are_finite(other, size));
        if (!is_finite || find(spaces) != 0) {
            for (const Stack* part : {wanted.values, wanted.beta, wanted.left, wanted.right}) {
                if (part != nullptr) part->store_nan(index);
            }
            return is_finite ? status_failed : status_invalid;
        }
        store_values(index);
        if (left != nullptr) store_vectors(*wanted.left, index, left);
        if (right != nullptr) store_vectors(*wanted.right, index, right);
        return status_ok;
    }

    bool is_first_of_pair(Int j) const {
        if constexpr (is_real) return imaginary[j] > 0;
        else return false;
    }
    void store_values(Int index) {
        for (Int j = 0; j < n; ++j) {
            if constexpr (is_real) numbers[j] = {values[j], imaginary[j]};
            else numbers[j] = values[j];
        }
        if (wanted.beta != nullptr) {
            wanted.values->store(index, numbers);
            for (Int j = 0; j < n; ++j) numbers[j] = b == nullptr ? Number(1) : Number(beta[j]);
            return wanted.beta->store(index, numbers);
        }
        if (b != nullptr) divide_by_beta();
        wanted.values->store(index, numbers);
    }
    // Where b is singular there are infinite eigenvalues, and where both are, any number is one.
    void divide_by_beta() {
        constexpr Magnitude nan = std::numeric_limits<Magnitude>::quiet_NaN();
        const bool are_real = std::all_of(numbers, numbers + n,
                                          [](Number x) { return x.imag() == 0; });
        for (Int j = 0; j < n; ++j) {
            if (beta[j] != Scalar(0)) {
                numbers[j] /= beta[j];
            } else if (numbers[j] != Number(0)) {
                numbers[j] = std::numeric_limits<Magnitude>::infinity();
            } else {
                numbers[j] = {nan, are_real ? 0 : nan};
            }
        }
    }

    void store_vectors(const Stack& out, Int index, Scalar* columns) {
        if (b != nullptr) normalise(columns);
        if constexpr (is_real) {
            for (Int j = 0; j < n; ++j) {
                const Scalar* column = columns + j * n;
                if (!is_first_of_pair(j)) {
                    std::copy_n(column, n, whole + j * n);
                    continue;
                }
                for (Int i = 0; i < n; ++i) {
                    whole[j * n + i] = {column[i], column[n + i]};
                    whole[(j + 1) * n + i] = {column[i], -column[n + i]};
                }
                ++j;
            }
            out.store(index, whole);
        } else {
            out.store(index, columns);
        }
    }
    // geev leaves vectors of length 1, ggev does not.
    void normalise(Scalar* columns) {
        for (Int j = 0; j < n; ++j) {
            const Int width = is_first_of_pair(j) ? 2 : 1;
            Scalar* column = columns + j * n;
            Magnitude most = 0, sum = 0;
            for (Int i = 0; i < width * n; ++i) most = std::max(most, std::abs(column[i]));
            if (most == 0) continue;
            for (Int i = 0; i < width * n; ++i) sum += std::norm(column[i] / most);
            const Magnitude length = most * std::sqrt(sum);
            for (Int i = 0; i < width * n; ++i) column[i] /= length;
            j += width - 1;
        }
    }
};

}  // namespace

Status eig(const EigParts& parts, const StridedView& a, const StridedView* b,
           Precision precision) {
    const Stack in = matrices(a), pair = b == nullptr ? in : matrices(*b);
    const Stack values = vectors(*parts.values);
    const Stack beta = parts.beta == nullptr ? values : vectors(*parts.beta);
    const Stack left = parts.left == nullptr ? values : matrices(*parts.left);
    const Stack right = parts.right == nullptr ? values : matrices(*parts.right);
    const Wanted wanted{&values, parts.beta == nullptr ? nullptr : &beta,
                        parts.left == nullptr ? nullptr : &left,
                        parts.right == nullptr ? nullptr : &right};
    if (in.rows == 0) return status_ok;
    const bool is_single = parts.values->dtype == Dtype::complex64;
    const bool is_complex = numen::is_complex(a.dtype) || (b != nullptr &&
                                                           numen::is_complex(b->dtype));
    const Dtype type = is_complex  ? parts.values->dtype
                       : is_single ? Dtype::float32 : Dtype::float64;
    return in_type(type, precision, [&]<class Scalar>() {
        const auto make = [&] {
            return GeneralPair<Scalar>{in, b == nullptr ? nullptr : &pair, wanted};
        };
        return for_each_matrix<Scalar>(in.count(), 25 * cube(in.rows), make, swept_work);
    });
}

}  // namespace numen::linalg
