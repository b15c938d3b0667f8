#include "backends/cpu/vector_forms.h"

namespace numen::cpu {
namespace {

using Kind = VectorForm::Kind;

VectorOperation of_floats(std::uint8_t code, bool is_wide) {
    return {static_cast<std::uint8_t>(is_wide), 1, code, is_wide};
}

std::optional<VectorForm> float_form(Op op, bool wide) {
    switch (op) {
        case Op::add: return VectorForm{Kind::swapped, of_floats(0x58, wide)};
        case Op::multiply: return VectorForm{Kind::swapped, of_floats(0x59, wide)};
        case Op::subtract: return VectorForm{Kind::plain, of_floats(0x5c, wide)};
        case Op::divide: return VectorForm{Kind::plain, of_floats(0x5e, wide)};
        case Op::square: return VectorForm{Kind::twice, of_floats(0x59, wide)};
        case Op::sqrt: return VectorForm{Kind::unary, of_floats(0x51, wide)};
        case Op::negative: return VectorForm{Kind::constant, of_floats(0x57, wide), sign_bit};
        case Op::absolute:
        case Op::fabs: return VectorForm{Kind::constant, of_floats(0x54, wide), all_but_sign};
        case Op::reciprocal: return VectorForm{Kind::inverted, of_floats(0x5e, wide), one};
        case Op::maximum: return VectorForm{Kind::chosen, {}, is_at_least};
        case Op::minimum: return VectorForm{Kind::chosen, {}, is_at_most};
        default: return std::nullopt;
    }
}

// Products of 64-bit integers are AVX-512's.
std::optional<VectorForm> integer_form(Op op, bool wide, bool has_avx512) {
    const auto plain = [wide](int map, int narrow_code, int wide_code) {
        const int code = wide ? wide_code : narrow_code;
        return VectorOperation{1, static_cast<std::uint8_t>(map), static_cast<std::uint8_t>(code),
                               wide};
    };
    switch (op) {
        case Op::add: return VectorForm{Kind::plain, plain(1, 0xfe, 0xd4)};
        case Op::subtract: return VectorForm{Kind::plain, plain(1, 0xfa, 0xfb)};
        case Op::multiply:
        case Op::square:
            if (wide && !has_avx512) return std::nullopt;
            return VectorForm{op == Op::square ? Kind::twice : Kind::plain, plain(2, 0x40, 0x40)};
        default: return std::nullopt;
    }
}

}  // namespace

const char* vector_constant(int which, bool is_wide) {
    static constexpr std::uint64_t wide[] = {UINT64_C(1) << 63, INT64_MAX, UINT64_C(0x3ff) << 52};
    static constexpr std::uint32_t narrow[] = {UINT32_C(1) << 31, INT32_MAX, UINT32_C(0x7f) << 23};
    return is_wide ? reinterpret_cast<const char*>(wide + which)
                   : reinterpret_cast<const char*>(narrow + which);
}

std::optional<VectorForm> vector_form(Op op, Dtype dtype, bool has_avx512) {
    const bool is_wide = itemsize(dtype) == 8;
    if (dtype == Dtype::float32 || dtype == Dtype::float64) return float_form(op, is_wide);
    if (!is_integer(dtype) || itemsize(dtype) < 4) return std::nullopt;
    return integer_form(op, is_wide, has_avx512);
}

VectorOperation comparison(bool is_wide) { return of_floats(0xc2, is_wide); }
VectorOperation either(bool is_wide) { return of_floats(0x56, is_wide); }
VectorOperation product_taken_off(bool is_wide) { return {1, 2, 0xbc, is_wide}; }
VectorOperation product_added(bool is_wide) { return {1, 2, 0xb8, is_wide}; }
VectorOperation copy_of(bool is_wide) { return of_floats(0x28, is_wide); }
VectorOperation bits_of_three(bool is_wide) { return {1, 3, 0x25, is_wide}; }
VectorOperation blend(bool is_wide, bool has_avx512) {
    if (has_avx512) return {1, 2, 0x65, is_wide};
    return {1, 3, static_cast<std::uint8_t>(is_wide ? 0x4b : 0x4a), is_wide};
}

}  // namespace numen::cpu
