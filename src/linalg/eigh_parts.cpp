// Eigenvalues of Hermitian matrices and of pairs of them, all or some, by a method of choice.
#include <algorithm>
#include <cstring>

#include "linalg/lapack_spectral.h"
#include "linalg/signs.h"
#include "linalg/spectral.h"

namespace numen::linalg {
namespace {

using Method = EighQuestion::Method;
using Part = EighQuestion::Part;

template <class Scalar> struct HermitianPair {
    using Magnitude = lapack::Real<Scalar>;
    const Stack& a;
    const Stack* b;
    const Stack& values;
    const Stack* vectors;  // null: not wanted
    const Stack* found;    // null: as many as values has room for
    const EighQuestion& question;
    char job = vectors == nullptr ? 'N' : 'V', triangle = static_cast<char>(question.triangle);
    Int n = a.rows, count = 0;
    lapack::Range<Scalar> range = range_of(question);
    // Vectors stand apart, not in the matrix' place.
    bool is_apart = question.method == Method::robust || question.method == Method::bisect;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(n * n);
    Scalar* other = scratch.take<Scalar>(b == nullptr ? 0 : n * n);
    Scalar* columns = scratch.take<Scalar>(is_apart ? n * n : 0);
    Magnitude* eigenvalues = scratch.take<Magnitude>(n);
    Int* notes = scratch.take<Int>(2 * n);  // failures, or the supports of the vectors
    lapack::Spaces<Scalar> spaces = lapack::take_spaces<Scalar>(
        scratch, 7 * n, 5 * n, [this](const lapack::Spaces<Scalar>& query) { find(query); });

    static lapack::Range<Scalar> range_of(const EighQuestion& question) {
        if (question.part == Part::all) return {};
        const char kind = question.part == Part::values ? 'V' : 'I';
        return {kind, static_cast<Magnitude>(question.low), static_cast<Magnitude>(question.high),
                question.first + 1, question.last + 1};
    }
    Int find(const lapack::Spaces<Scalar>& with) {
        count = n;
        return b == nullptr ? find_one(with) : find_pair(with);
    }
    Int find_one(const lapack::Spaces<Scalar>& with) {
        switch (question.method) {
            case Method::divide:
                return lapack::syevd(job, triangle, n, matrix, eigenvalues, with.work,
                                     with.work_size, with.real_work, with.real_size,
                                     with.int_work, with.int_size);
            case Method::iterate:
                return lapack::syev(job, triangle, n, matrix, eigenvalues, with);
            case Method::robust:
                return lapack::syevr(job, triangle, n, matrix, range, &count, eigenvalues, columns,
                                     notes, with);
            default:
                return lapack::syevx(job, triangle, n, matrix, range, &count, eigenvalues, columns,
                                     notes, with);
        }
    }
    Int find_pair(const lapack::Spaces<Scalar>& with) {
        const Int type = question.type;
        switch (question.method) {
            case Method::divide:
                return lapack::sygvd(type, job, triangle, n, matrix, other, eigenvalues, with);
            case Method::iterate:
                return lapack::sygv(type, job, triangle, n, matrix, other, eigenvalues, with);
            default:
                return lapack::sygvx(type, job, triangle, n, matrix, other, range, &count,
                                     eigenvalues, columns, notes, with);
        }
    }

    Status operator()(Int index) {
        a.load(index, matrix);
        if (b != nullptr) b->load(index, other);
        const bool is_finite = are_finite(matrix, n * n) &&
                               (b == nullptr || are_finite(other, n * n));
        if (!is_finite || find(spaces) != 0) {
            values.store_nan(index);
            if (vectors != nullptr) vectors->store_nan(index);
            return is_finite ? status_failed : status_invalid;
        }
        // What has no value is zero in the room for all of them.
        std::fill(eigenvalues + count, eigenvalues + n, Magnitude(0));
        values.store(index, eigenvalues);
        if (found != nullptr) std::memcpy(found->at(index), &count, sizeof count);
        if (vectors == nullptr) return status_ok;
        if (is_apart) std::fill(columns + count * n, columns + n * n, Scalar(0));
        follow_rule(is_apart ? columns : matrix, n, count, n);
        vectors->store(index, is_apart ? columns : matrix);
        return status_ok;
    }
};

}  // namespace

Status eigh(const StridedView& values, const StridedView* vectors, const StridedView* found,
            const StridedView& a, const StridedView* b, const EighQuestion& question,
            Precision precision) {
    const Stack in = matrices(a), out = linalg::vectors(values);
    const Stack pair = b == nullptr ? in : matrices(*b);
    const Stack columns = vectors == nullptr ? out : matrices(*vectors);
    const Stack counts = found == nullptr ? out : numbers(*found);
    if (in.rows == 0) return status_ok;
    const bool is_complex = numen::is_complex(a.dtype) || (b != nullptr &&
                                                           numen::is_complex(b->dtype));
    const bool is_single = values.dtype == Dtype::float32;
    const Dtype type = !is_complex ? values.dtype
                       : is_single ? Dtype::complex64 : Dtype::complex128;
    return in_type(type, precision, [&]<class Scalar>() {
        const auto make = [&] {
            return HermitianPair<Scalar>{in, b == nullptr ? nullptr : &pair, out,
                                         vectors == nullptr ? nullptr : &columns,
                                         found == nullptr ? nullptr : &counts, question};
        };
        return for_each_matrix<Scalar>(in.count(), 6 * cube(in.rows), make, swept_work);
    });
}

}  // namespace numen::linalg
