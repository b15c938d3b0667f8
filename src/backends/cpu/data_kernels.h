// The loops over memory that the CPU backend's copies, reductions and scans are made of.
//
// They are compiled once per instruction set (kernels/*.cpp) and reached through this table.
// Steps are in bytes, of any sign, and no loop asks for aligned memory.
#pragma once

#include <cstdint>

#include "backends/cpu/column_sweep.h"
#include "backends/cpu/matrix_product.h"
#include "numen/dtype.h"

namespace numen::cpu {

// dst[i] = convert(src[i]) with NumPy's `unsafe` semantics; flags stay in the hardware register.
using CastLoop = void (*)(char* dst, std::int64_t dst_step, const char* src,
                          std::int64_t src_step, std::int64_t count);

// What a reduction loop does; mean, var and std are made of sum and squares.
enum class Fold : std::uint8_t { sum, prod, min, max, fmin, fmax, any, all, count };
inline constexpr int fold_count = 9;

// totals[j] = fold of in[j, 0..reduced_count), merged with what totals[j] holds unless `first`.
// totals is contiguous, of total_dtype(fold, input).
struct FoldSpan {
    const char* data;
    std::int64_t kept_step;
    std::int64_t kept_count;
    std::int64_t reduced_step;
    std::int64_t reduced_count;
};
using FoldLoop = void (*)(void* totals, bool first, const FoldSpan& span);

// totals[j] += (= if `first`) sum over i of |in[j, i] - means[j]|^2; for float64 and complex128.
using SquaresLoop = void (*)(double* totals, const void* means, bool first,
                             const FoldSpan& span);

// Of packed elements, at least one: their sum, as the fold makes it, a number near their mean and
// what is between the two, the sum of the squared distances from the mean, their extrema (of zeros
// either; they mean nothing where the sum is NaN), and whether some have a minus sign; for float32
// and float64.
struct RowMoments {
    double sum, centre, off_centre, squares, least, largest;
    bool has_signs;
};
using MomentsLoop = RowMoments (*)(const void* data, std::int64_t count);

// Looks for an element that beats *best (any element if `first`); a NaN beats every number and
// the earlier one wins a tie. Returns its position and stores it in *best, or returns -1.
using SearchLoop = std::int64_t (*)(void* best, bool first, const char* data, std::int64_t step,
                                    std::int64_t count);
// The positions in all rows of a span.
using SearchRowsLoop = void (*)(std::int64_t* positions, const FoldSpan& span);

// A scan of one type (integers wrap in it, halves are rounded after every step).
// Line: out[0] = in[0], out[i] = fold of out[i - 1] and in[i].
using ScanLineLoop = void (*)(char* out, std::int64_t out_step, const char* in,
                              std::int64_t in_step, std::int64_t count);
// Step: out[j] = fold of before[j] and in[j]; before has out's step.
using ScanStepLoop = void (*)(char* out, const char* before, std::int64_t out_step,
                              const char* in, std::int64_t in_step, std::int64_t count);
inline constexpr int scan_count = 4;  // sum, prod, min, max

// out[i] = start + (begin + i) * step: of floating types the product and the sum are rounded, of
// integers they wrap.
using RampLoop = void (*)(void* out, std::int64_t begin, std::int64_t count, const void* start,
                          const void* step);

struct DataKernels {
    CastLoop cast[dtype_count][dtype_count];    // [to][from]
    FoldLoop rows[fold_count][dtype_count];     // fast where reduced_step is the small one
    FoldLoop columns[fold_count][dtype_count];  // fast where kept_step is the small one
    SquaresLoop square_rows[2];                 // float64, complex128
    SquaresLoop square_columns[2];
    MomentsLoop moments[dtype_count];
    SearchLoop search_min[dtype_count];
    SearchLoop search_max[dtype_count];
    SearchRowsLoop search_min_rows[dtype_count];
    SearchRowsLoop search_max_rows[dtype_count];
    ScanLineLoop scan_line[scan_count][dtype_count];  // by Fold
    ScanStepLoop scan_step[scan_count][dtype_count];
    RampLoop ramp[dtype_count];  // float64, float32, int64, int32; null for others
    ProductLoop product[dtype_count];
    ProductBatchLoop product_batch[dtype_count];
    // n = 1, the rows of a and the vector b in a row; float32 and float64, null for others.
    ProductLoop rows_by_vector[dtype_count];
    // m = 1, c and the rows of b in a row, k and n not 0; the same types.
    ProductLoop row_by_rows[dtype_count];
    DotLoop dot[dtype_count];
    DotApartLoop dot_apart[dtype_count];
    DotApartLoop dot_of_conjugate[dtype_count];  // of the first vector; of complex types
    SweepLoops sweep;
};

// The type of a fold's running value: wide enough that merging blocks adds no visible error.
constexpr Dtype total_dtype(Fold fold, Dtype input) {
    switch (fold) {
        case Fold::any:
        case Fold::all:
            return Dtype::boolean;
        case Fold::count:
            return Dtype::int64;
        case Fold::sum:
        case Fold::prod:
            if (is_complex(input)) return Dtype::complex128;
            if (is_floating(input)) return Dtype::float64;
            return is_unsigned_integer(input) ? Dtype::uint64 : Dtype::int64;
        default:
            return input;
    }
}

// The table of the instruction set chosen at load time.
const DataKernels& data_kernels();

}  // namespace numen::cpu
