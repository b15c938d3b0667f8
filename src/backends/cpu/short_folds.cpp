#include "backends/cpu/short_folds.h"

#include <type_traits>

#include "backends/cpu/wrapping.h"

namespace numen::cpu {
namespace {

template <ReduceOp op, class T> T join(T a, T b) {
    if constexpr (op == ReduceOp::sum) return static_cast<T>(wrapping(a) + wrapping(b));
    if constexpr (op == ReduceOp::prod) return static_cast<T>(wrapping(a) * wrapping(b));
    // A NaN that is met is found by the caller.
    if constexpr (op == ReduceOp::max) return b > a ? b : a;
    if constexpr (op == ReduceOp::min) return b < a ? b : a;
}

// Four folds side by side where there is enough for them: each waits for its own results only.
template <ReduceOp op, class T> void fold(char* to, const char* from, std::int64_t count) {
    const T* x = reinterpret_cast<const T*>(from);
    T total = x[0];
    std::int64_t i = 1;
    if (count >= 8) {
        T second = x[1], third = x[2], fourth = x[3];
        for (i = 4; i + 4 <= count; i += 4) {
            total = join<op>(total, x[i]);
            second = join<op>(second, x[i + 1]);
            third = join<op>(third, x[i + 2]);
            fourth = join<op>(fourth, x[i + 3]);
        }
        total = join<op>(join<op>(total, second), join<op>(third, fourth));
    }
    for (; i < count; ++i) total = join<op>(total, x[i]);
    if constexpr (std::is_floating_point_v<T> && (op == ReduceOp::max || op == ReduceOp::min)) {
        bool has_nan = false;
        for (i = 0; i < count; ++i) has_nan |= x[i] != x[i];
        for (i = 0; has_nan; ++i) {
            total = x[i];
            has_nan = total == total;
        }
    }
    *reinterpret_cast<T*>(to) = total;
}

template <class T> ShortFold fold_of(ReduceOp op) {
    switch (op) {
        case ReduceOp::sum: return fold<ReduceOp::sum, T>;
        case ReduceOp::prod: return fold<ReduceOp::prod, T>;
        case ReduceOp::max: return fold<ReduceOp::max, T>;
        case ReduceOp::min: return fold<ReduceOp::min, T>;
        default: return nullptr;
    }
}

}  // namespace

ShortFold short_fold(ReduceOp op, Dtype dtype) {
    switch (dtype) {
        case Dtype::int32: return fold_of<std::int32_t>(op);
        case Dtype::int64: return fold_of<std::int64_t>(op);
        case Dtype::float32: return fold_of<float>(op);
        case Dtype::float64: return fold_of<double>(op);
        default: return nullptr;
    }
}

}  // namespace numen::cpu
