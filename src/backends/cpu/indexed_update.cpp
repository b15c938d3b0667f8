// The frequent cases of ufunc.at.
#include <bit>
#include <complex>
#include <functional>
#include <type_traits>

#include "backends/cpu/indexed.h"
#include "backends/cpu/wrapping.h"

namespace numen::cpu {
namespace {

// What is updated, and with what.
struct Updates {
    char* data;
    const std::int64_t* offsets;  // nullptr: single elements at `places`
    std::int64_t count;
    const char* values;
    std::int64_t step;
    Row row;
    Places places;
};

// Single elements: four places are judged together, which all lie inside unless another thread has
// written to the positions since.
template <std::int64_t step, class Element>
void update_at_places(const Places& places, std::int64_t own_step, Element element) {
    const auto extent = static_cast<std::uint64_t>(places.extent);
    const std::int64_t width = step != 0 ? step : own_step;
    const auto at = [&](std::int64_t i) {
        const std::int64_t position = places.positions[i];
        return position + (position < 0 ? places.extent : 0);
    };
    const auto outside = [&](std::int64_t place) {
        return static_cast<std::uint64_t>(place) >= extent;
    };
    std::int64_t i = 0;
    for (; i + 4 <= places.count; i += 4) {
        const std::int64_t at0 = at(i), at1 = at(i + 1), at2 = at(i + 2), at3 = at(i + 3);
        if (outside(at0) | outside(at1) | outside(at2) | outside(at3)) [[unlikely]] break;
        element(places.data + at0 * width, i);
        element(places.data + at1 * width, i + 1);
        element(places.data + at2 * width, i + 2);
        element(places.data + at3 * width, i + 3);
    }
    for (; i < places.count; ++i) element(places.element(i), i);
}

template <class T, class Update> bool update_each(const Updates& updates, Update update) {
    const auto element = [&](char* at, const char* value) {
        T& place = *reinterpret_cast<T*>(at);
        place = update(place, *reinterpret_cast<const T*>(value));
    };
    if (updates.offsets == nullptr) {
        const Places places = updates.places;
        const char* const values = updates.values;
        const std::int64_t step = updates.step;
        const auto with_value = [=](char* at, std::int64_t i) { element(at, values + i * step); };
        places.step == sizeof(T) ? update_at_places<sizeof(T)>(places, 0, with_value)
                                 : update_at_places<0>(places, places.step, with_value);
        return true;
    }
    const Row row = updates.row;
    for (std::int64_t i = 0; i < updates.count; ++i) {
        char* to = updates.data + updates.offsets[i];
        const char* from = updates.values + i * updates.step;
        if (row.length == 1) {
            element(to, from);
            continue;
        }
        for (std::int64_t k = 0; k < row.length; ++k) {
            element(to + k * row.step, from + k * row.value_step);
        }
    }
    return true;
}

bool update_booleans(Op op, const Updates& updates) {
    using Byte = std::uint8_t;  // true is any byte but zero
    switch (op) {
        case Op::add:
        case Op::maximum:
        case Op::fmax:
        case Op::logical_or:
        case Op::bitwise_or:
            return update_each<Byte>(updates, [](Byte a, Byte b) { return (a | b) != 0; });
        case Op::multiply:
        case Op::minimum:
        case Op::fmin:
        case Op::logical_and:
        case Op::bitwise_and:
            return update_each<Byte>(updates, [](Byte a, Byte b) { return a != 0 && b != 0; });
        default: return false;
    }
}

template <class T> bool update_complex(Op op, const Updates& updates) {
    using Number = std::complex<T>;
    switch (op) {
        case Op::add: return update_each<Number>(updates, std::plus<Number>());
        case Op::subtract: return update_each<Number>(updates, std::minus<Number>());
        default: return false;
    }
}

// By a mask: which of the two it will be no branch can foretell.
template <class T> T chosen(bool is_first, T a, T b) {
    using Bits = std::conditional_t<
        sizeof(T) == 8, std::uint64_t,
        std::conditional_t<sizeof(T) == 4, std::uint32_t,
                           std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;
    const auto mask = static_cast<Bits>(Bits{0} - static_cast<Bits>(is_first));
    return std::bit_cast<T>(static_cast<Bits>((std::bit_cast<Bits>(a) & mask) |
                                              (std::bit_cast<Bits>(b) & ~mask)));
}

template <class T> bool update_numbers(Op op, const Updates& updates) {
    const auto each = [&](auto update) { return update_each<T>(updates, update); };
    switch (op) {
        case Op::add:
            return each([](T a, T b) { return static_cast<T>(wrapping(a) + wrapping(b)); });
        case Op::subtract:
            return each([](T a, T b) { return static_cast<T>(wrapping(a) - wrapping(b)); });
        case Op::multiply:
            return each([](T a, T b) { return static_cast<T>(wrapping(a) * wrapping(b)); });
        // maximum and minimum hand on a NaN, fmax and fmin prefer the number.
        case Op::maximum: return each([](T a, T b) { return chosen((a >= b) | (a != a), a, b); });
        case Op::minimum: return each([](T a, T b) { return chosen((a <= b) | (a != a), a, b); });
        case Op::fmax: return each([](T a, T b) { return chosen((a >= b) | (b != b), a, b); });
        case Op::fmin: return each([](T a, T b) { return chosen((a <= b) | (b != b), a, b); });
        default: break;
    }
    if constexpr (std::is_integral_v<T>) {
        switch (op) {
            case Op::bitwise_and: return each([](T a, T b) { return static_cast<T>(a & b); });
            case Op::bitwise_or: return each([](T a, T b) { return static_cast<T>(a | b); });
            case Op::bitwise_xor: return each([](T a, T b) { return static_cast<T>(a ^ b); });
            default: return false;
        }
    } else {
        return op == Op::divide && each([](T a, T b) { return a / b; });
    }
}

bool update_all(Op op, Dtype dtype, const Updates& updates) {
    switch (dtype) {
        case Dtype::boolean: return update_booleans(op, updates);
        case Dtype::int8: return update_numbers<std::int8_t>(op, updates);
        case Dtype::int16: return update_numbers<std::int16_t>(op, updates);
        case Dtype::int32: return update_numbers<std::int32_t>(op, updates);
        case Dtype::int64: return update_numbers<std::int64_t>(op, updates);
        case Dtype::uint8: return update_numbers<std::uint8_t>(op, updates);
        case Dtype::uint16: return update_numbers<std::uint16_t>(op, updates);
        case Dtype::uint32: return update_numbers<std::uint32_t>(op, updates);
        case Dtype::uint64: return update_numbers<std::uint64_t>(op, updates);
        case Dtype::float32: return update_numbers<float>(op, updates);
        case Dtype::float64: return update_numbers<double>(op, updates);
        case Dtype::complex64: return update_complex<float>(op, updates);
        case Dtype::complex128: return update_complex<double>(op, updates);
        default: return false;
    }
}

}  // namespace

bool update_elements(Op op, Dtype dtype, char* data, const std::int64_t* offsets,
                     std::int64_t count, const char* values, std::int64_t step, Row row) {
    return update_all(op, dtype, {data, offsets, count, values, step, row, {}});
}

bool update_elements(Op op, Dtype dtype, const Places& places, const char* values,
                     std::int64_t step) {
    return update_all(op, dtype, {nullptr, nullptr, places.count, values, step, {}, places});
}

}  // namespace numen::cpu
