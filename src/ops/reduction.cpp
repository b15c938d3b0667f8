// The types in which reductions accumulate and return, as NumPy's own methods do.
#include "ops/reduction.h"

namespace numen {
namespace {

// bool and small signed integers add up in int64, small unsigned ones in uint64.
constexpr Dtype integer_total(Dtype input) {
    return is_unsigned_integer(input) ? Dtype::uint64 : Dtype::int64;
}

constexpr ReduceTypes resolve_sum(Dtype input) {
    if (is_boolean(input) || is_integer(input)) {
        return {integer_total(input), integer_total(input)};
    }
    // NumPy adds halves in float32 and rounds once.
    if (input == Dtype::float16) return {Dtype::float32, Dtype::float16};
    return {input, input};
}

constexpr ReduceTypes resolve_mean(Dtype input) {
    if (is_boolean(input) || is_integer(input)) return {Dtype::float64, Dtype::float64};
    if (input == Dtype::float16) return {Dtype::float32, Dtype::float16};
    return {input, input};
}

constexpr ReduceTypes resolve_var(Dtype input) {
    ReduceTypes types = resolve_mean(input);
    if (input == Dtype::complex64) types.output = Dtype::float32;
    if (input == Dtype::complex128) types.output = Dtype::float64;
    return types;
}

constexpr ReduceTypes resolve(ReduceOp op, Dtype input) {
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
            return {Dtype::boolean, Dtype::boolean};
        case ReduceOp::argmin:
        case ReduceOp::argmax:
        case ReduceOp::count_nonzero:
            return {input, Dtype::int64};
        default: return {input, input};
    }
}

constexpr ReduceTable make_table() {
    ReduceTable table{};
    for (int op = 0; op < reduce_op_count; ++op) {
        for (int dtype = 0; dtype < dtype_count; ++dtype) {
            table.types[op][dtype] =
                resolve(static_cast<ReduceOp>(op), static_cast<Dtype>(dtype));
        }
    }
    return table;
}

}  // namespace

std::string_view name(ReduceOp op) {
    constexpr std::string_view names[] = {
        "sum", "prod", "min", "max", "mean", "var", "std", "any", "all", "argmin", "argmax",
        "count_nonzero", "fmin", "fmax"};
    return names[static_cast<int>(op)];
}

constinit const ReduceTable reduce_table = make_table();

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
