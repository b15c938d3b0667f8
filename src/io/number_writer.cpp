#include "io/number_writer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace numen::io {
namespace {

// Room for the digits of any double before the point and of the largest precision after it.
constexpr int room = 640;

struct Number {
    double real;
    std::int64_t whole;
    bool is_whole;
};

template <class T> T load(const char* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

Number whole(std::int64_t value) { return {static_cast<double>(value), value, true}; }

// uint64 above the largest int64 has no place in `whole` and counts as not writable.
bool load_number(const char* at, Dtype dtype, Number& number) {
    switch (dtype) {
        case Dtype::float64: number = {load<double>(at), 0, false}; return true;
        case Dtype::float32: number = {load<float>(at), 0, false}; return true;
        case Dtype::boolean: number = whole(load<bool>(at)); return true;
        case Dtype::int8: number = whole(load<std::int8_t>(at)); return true;
        case Dtype::uint8: number = whole(load<std::uint8_t>(at)); return true;
        case Dtype::int16: number = whole(load<std::int16_t>(at)); return true;
        case Dtype::uint16: number = whole(load<std::uint16_t>(at)); return true;
        case Dtype::int32: number = whole(load<std::int32_t>(at)); return true;
        case Dtype::uint32: number = whole(load<std::uint32_t>(at)); return true;
        default: number = whole(load<std::int64_t>(at));
            return dtype == Dtype::int64 || number.whole >= 0;
    }
}

// The digits of a number without its sign; null if the format has none for it.
char* put_digits(char* at, const Number& number, const NumberFormat& format) {
    char* end = at + room;
    if (format.kind == 'd') {
        if (!number.is_whole && !(std::fabs(number.real) < 0x1p63)) return nullptr;
        const std::int64_t value = number.is_whole ? number.whole
                                                   : static_cast<std::int64_t>(number.real);
        const auto size = static_cast<std::uint64_t>(value);
        return std::to_chars(at, end, value < 0 ? 0 - size : size).ptr;
    }
    const double size = std::fabs(number.real);
    if (!std::isfinite(size)) {
        std::memcpy(at, std::isnan(size) ? "nan" : "inf", 3);
        return at + 3;
    }
    const auto form = format.kind == 'e'   ? std::chars_format::scientific
                      : format.kind == 'f' ? std::chars_format::fixed
                                           : std::chars_format::general;
    return std::to_chars(at, end, size, form, format.precision).ptr;
}

bool is_negative(const Number& number, const NumberFormat& format) {
    if (number.is_whole) return number.whole < 0;
    if (format.kind == 'd') return number.real <= -1;
    return std::signbit(number.real) && !std::isnan(number.real);
}

bool write_number(const Number& number, const NumberFormat& format, std::string& text) {
    char digits[room];
    const char* end = put_digits(digits, number, format);
    // Zeros before a name would be Python's own way.
    if (end == nullptr || (format.has_zeros && !std::isfinite(number.real))) return false;
    const char sign = is_negative(number, format) ? '-'
                      : format.has_plus           ? '+'
                      : format.has_space          ? ' '
                                                  : 0;
    const std::int64_t length = (end - digits) + (sign != 0);
    const auto missing = static_cast<std::size_t>(std::max<std::int64_t>(format.width - length, 0));
    if (!format.is_left && !format.has_zeros) text.append(missing, ' ');
    if (sign != 0) text += sign;
    if (!format.is_left && format.has_zeros) text.append(missing, '0');
    text.append(digits, static_cast<std::size_t>(end - digits));
    if (format.is_left) text.append(missing, ' ');
    return true;
}

}  // namespace

bool is_writable(Dtype dtype) {
    return dtype == Dtype::float64 || dtype == Dtype::float32 || is_boolean(dtype) ||
           is_integer(dtype);
}

std::int64_t write_rows(const char* data, Dtype dtype, std::int64_t rows, std::int64_t row_step,
                        std::int64_t column_step, const std::vector<NumberFormat>& formats,
                        std::string_view end, std::string& text) {
    for (std::int64_t row = 0; row < rows; ++row, data += row_step) {
        const std::size_t before = text.size();
        const char* at = data;
        for (const NumberFormat& format : formats) {
            Number number;
            text += format.before;
            if (!load_number(at, dtype, number) || !write_number(number, format, text)) {
                text.resize(before);
                return row;
            }
            at += column_step;
        }
        text += end;
    }
    return rows;
}

}  // namespace numen::io
