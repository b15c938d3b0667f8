// The types in which reductions accumulate and return, as NumPy's own methods do.
#include "ops/reduction.h"

namespace numen {
namespace {

// bool and small signed integers add up in int64, small unsigned ones in uint64.
Dtype integer_total(Dtype input) {
    return is_unsigned_integer(input) ? Dtype::uint64 : Dtype::int64;
}

ReduceTypes resolve_sum(Dtype input) {
    if (is_boolean(input) || is_integer(input)) {
        return {integer_total(input), integer_total(input), true};
    }
    // NumPy adds halves in float32 and rounds once.
    if (input == Dtype::float16) return {Dtype::float32, Dtype::float16, true};
    return {input, input, true};
}

ReduceTypes resolve_mean(Dtype input) {
    if (is_boolean(input) || is_integer(input)) return {Dtype::float64, Dtype::float64, true};
    if (input == Dtype::float16) return {Dtype::float32, Dtype::float16, true};
    return {input, input, true};
}

ReduceTypes resolve_var(Dtype input) {
    ReduceTypes types = resolve_mean(input);
    if (input == Dtype::complex64) types.output = Dtype::float32;
    if (input == Dtype::complex128) types.output = Dtype::float64;
    return types;
}

}  // namespace

std::string_view name(ReduceOp op) {
    constexpr std::string_view names[] = {
        "sum", "prod", "min", "max", "mean", "var", "std", "any", "all", "argmin", "argmax",
        "count_nonzero", "fmin", "fmax"};
    return names[static_cast<int>(op)];
}

ReduceTypes resolve_reduction(ReduceOp op, Dtype input) {
    switch (op) {
        case ReduceOp::sum:
        case ReduceOp::prod:
            return resolve_sum(input);
        case ReduceOp::mean:
            return resolve_mean(input);
        case ReduceOp::var:
        case ReduceOp::std:
            return resolve_var(input);
        case ReduceOp::any:
        case ReduceOp::all:
            return {Dtype::boolean, Dtype::boolean, true};
        case ReduceOp::argmin:
        case ReduceOp::argmax:
        case ReduceOp::count_nonzero:
            return {input, Dtype::int64, true};
        case ReduceOp::min:
        case ReduceOp::max:
        case ReduceOp::fmin:
        case ReduceOp::fmax:
            return {input, input, true};
    }
    return {input, input, false};
}

bool has_identity(ReduceOp op) {
    switch (op) {
        case ReduceOp::min:
        case ReduceOp::max:
        case ReduceOp::fmin:
        case ReduceOp::fmax:
        case ReduceOp::argmin:
        case ReduceOp::argmax:
            return false;
        default:
            return true;
    }
}

}  // namespace numen
