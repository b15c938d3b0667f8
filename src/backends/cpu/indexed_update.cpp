// The frequent cases of ufunc.at.
#include <type_traits>

#include "backends/cpu/indexed.h"
#include "backends/cpu/wrapping.h"

namespace numen::cpu {
namespace {

template <class T, class Update>
void update_each(char* data, const std::int64_t* offsets, std::int64_t count, const char* values,
                 std::int64_t step, Update update) {
    for (std::int64_t i = 0; i < count; ++i) {
        T& place = *reinterpret_cast<T*>(data + offsets[i]);
        place = update(place, *reinterpret_cast<const T*>(values + i * step));
    }
}

template <class T>
bool update_type(Op op, char* data, const std::int64_t* offsets, std::int64_t count,
                 const char* values, std::int64_t step) {
    const auto each = [&](auto update) {
        update_each<T>(data, offsets, count, values, step, update);
        return true;
    };
    switch (op) {
        case Op::add:
            return each([](T a, T b) { return static_cast<T>(wrapping(a) + wrapping(b)); });
        case Op::subtract:
            return each([](T a, T b) { return static_cast<T>(wrapping(a) - wrapping(b)); });
        case Op::multiply:
            return each([](T a, T b) { return static_cast<T>(wrapping(a) * wrapping(b)); });
        // maximum and minimum hand on a NaN, fmax and fmin prefer the number.
        case Op::maximum: return each([](T a, T b) { return a >= b || a != a ? a : b; });
        case Op::minimum: return each([](T a, T b) { return a <= b || a != a ? a : b; });
        case Op::fmax: return each([](T a, T b) { return a >= b || b != b ? a : b; });
        case Op::fmin: return each([](T a, T b) { return a <= b || b != b ? a : b; });
        default: break;
    }
    if constexpr (std::is_integral_v<T>) {
        switch (op) {
            case Op::bitwise_and: return each([](T a, T b) { return a & b; });
            case Op::bitwise_or: return each([](T a, T b) { return a | b; });
            case Op::bitwise_xor: return each([](T a, T b) { return a ^ b; });
            default: return false;
        }
    } else {
        return op == Op::divide && each([](T a, T b) { return a / b; });
    }
}

}  // namespace

bool update_elements(Op op, Dtype dtype, char* data, const std::int64_t* offsets,
                     std::int64_t count, const char* values, std::int64_t step) {
    switch (dtype) {
        case Dtype::int32: return update_type<std::int32_t>(op, data, offsets, count, values, step);
        case Dtype::int64: return update_type<std::int64_t>(op, data, offsets, count, values, step);
        case Dtype::float32: return update_type<float>(op, data, offsets, count, values, step);
        case Dtype::float64: return update_type<double>(op, data, offsets, count, values, step);
        default: return false;
    }
}

bool updates_elements(Op op, Dtype dtype) {
    return update_elements(op, dtype, nullptr, nullptr, 0, nullptr, 0);
}

}  // namespace numen::cpu
