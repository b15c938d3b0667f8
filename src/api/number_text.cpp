#include "api/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace numen::api {
namespace {

template <class T> T read(const char* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <class T> std::string converted(T value, std::chars_format format) {
    char text[512];
    return {text, std::to_chars(text, text + sizeof text, value, format).ptr};
}

std::string rounded(double value, std::chars_format format, int digits) {
    char text[512];
    return {text, std::to_chars(text, text + sizeof text, value, format, digits).ptr};
}

// A finite number as the fewest digits that tell it from its neighbours: 0.d1d2d3… times a power
// of ten.
struct Digits {
    bool is_negative;
    std::string digits;
    int exponent;  // of the first digit: d1.d2d3… e exponent
};

std::string shortest(Dtype dtype, double value) {
    if (dtype == Dtype::float64) return converted(value, std::chars_format::scientific);
    if (dtype == Dtype::float32) {
        return converted(static_cast<float>(value), std::chars_format::scientific);
    }
    for (int digits = 0;; ++digits) {  // five tell all halves apart
        const std::string text = rounded(value, std::chars_format::scientific, digits);
        if (digits == 4 || static_cast<double>(static_cast<Half>(std::stod(text))) == value) {
            return text;
        }
    }
}

Digits digits_of(Dtype dtype, double value) {
    const std::string text = shortest(dtype, std::fabs(value));
    const auto e = text.find('e');
    Digits found{std::signbit(value), text.substr(0, 1), std::stoi(text.substr(e + 1))};
    if (e > 2) found.digits += text.substr(2, e - 2);
    return found;
}

std::string without_zeros(std::string text) {
    const auto last = text.find_last_not_of('0');
    return text.substr(0, last + 1);
}

// "12.5", "3.", "-0.": at most `precision` digits after the point, no zeros at the end.
std::string positional(Dtype dtype, double value, int precision) {
    const Digits d = digits_of(dtype, value);
    const int size = static_cast<int>(d.digits.size());
    const int after = std::max(size - 1 - d.exponent, 0);
    if (after > precision) {
        std::string text = rounded(value, std::chars_format::fixed, precision);
        if (precision == 0) return text + '.';
        return without_zeros(text);
    }
    std::string text = d.is_negative ? "-" : "";
    if (d.exponent < 0) {
        text += "0." + std::string(static_cast<std::size_t>(-d.exponent - 1), '0') + d.digits;
    } else {
        const int before = std::min(size, d.exponent + 1);
        text += d.digits.substr(0, static_cast<std::size_t>(before));
        text += std::string(static_cast<std::size_t>(d.exponent + 1 - before), '0') + '.';
        text += d.digits.substr(static_cast<std::size_t>(before));
    }
    return text.back() == '.' ? text : without_zeros(text);
}

// "1.5e+10": at most `most` and at least `least` digits after the point.
std::string scientific(Dtype dtype, double value, int most, int least) {
    const Digits d = digits_of(dtype, value);
    std::string text;
    if (static_cast<int>(d.digits.size()) - 1 > most) {
        text = rounded(value, std::chars_format::scientific, most);
    } else {
        text = std::string(d.is_negative ? "-" : "") + d.digits[0] + '.' + d.digits.substr(1);
        char exponent[8];
        std::snprintf(exponent, sizeof exponent, "e%+03d", d.exponent);
        text += exponent;
    }
    const auto e = text.find('e');
    std::string mantissa = text.substr(0, e);
    if (mantissa.find('.') == std::string::npos) mantissa += '.';
    mantissa = without_zeros(mantissa);
    const auto point = mantissa.find('.');
    const auto wanted = point + 1 + static_cast<std::size_t>(least);
    if (mantissa.size() < wanted) mantissa.append(wanted - mantissa.size(), '0');
    return mantissa + text.substr(e);
}

double real_at(Dtype dtype, const char* data) {
    switch (dtype) {
        case Dtype::float16: return static_cast<double>(read<Half>(data));
        case Dtype::float32: return read<float>(data);
        default: return read<double>(data);
    }
}

// The widths that real numbers of one array share.
class RealText {
public:
    RealText(Dtype dtype, const std::vector<double>& values, int precision, bool has_plus)
        : dtype_(dtype), precision_(precision), has_plus_(has_plus) {
        std::vector<double> finite;
        std::ranges::copy_if(values, std::back_inserter(finite),
                             [](double x) { return std::isfinite(x); });
        choose_form(finite);
        for (double x : finite) measure(x);
        if (is_scientific_) {
            precision_ = right_;
            right_ += exponent_width_ + 1;
        }
        make_room(values);
    }

    std::string operator()(double value) const {
        if (!std::isfinite(value)) {
            const std::string name = std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
            return padded(has_plus_ && !std::signbit(value) && !std::isnan(value) ? "+" + name
                                                                                  : name);
        }
        const std::string text = signed_text(value);
        if (is_scientific_) return std::string(missing(text.find('.'), left_), ' ') + text;
        const auto point = text.find('.');
        return std::string(missing(point, left_), ' ') + text +
               std::string(missing(text.size() - point - 1, right_), ' ');
    }

private:
    static std::size_t missing(std::size_t has, int wanted) {
        return has < static_cast<std::size_t>(wanted) ? static_cast<std::size_t>(wanted) - has : 0;
    }

    std::string padded(const std::string& name) const {
        return std::string(missing(name.size(), left_ + right_ + 1), ' ') + name;
    }

    // Large, tiny and far-apart numbers are written with exponents.
    void choose_form(const std::vector<double>& finite) {
        double least = INFINITY, most = 0;
        for (double x : finite) {
            if (x == 0) continue;
            least = std::min(least, std::fabs(x));
            most = std::max(most, std::fabs(x));
        }
        const double cutoff = dtype_ == Dtype::float64 ? 1e8 : dtype_ == Dtype::float32 ? 1e6 : 1e3;
        is_scientific_ = most > 0 && (most >= cutoff || least < 0.0001 || most / least > 1000);
    }

    std::string signed_text(double value) const {
        std::string text = is_scientific_ ? scientific(dtype_, value, precision_, least_digits_)
                                          : positional(dtype_, value, precision_);
        return has_plus_ && !std::signbit(value) ? "+" + text : text;
    }

    void measure(double x) {
        const std::string text = signed_text(x);
        const auto point = text.find('.'), e = std::min(text.find('e'), text.size());
        left_ = std::max(left_, static_cast<int>(point));
        right_ = std::max(right_, static_cast<int>(e - point - 1));
        exponent_width_ = std::max(exponent_width_, static_cast<int>(text.size() - e));
    }

    void make_room(const std::vector<double>& values) {
        if (is_scientific_) least_digits_ = precision_;
        const bool has_nan = std::ranges::any_of(values, [](double x) { return std::isnan(x); });
        const bool has_inf = std::ranges::any_of(values, [](double x) { return std::isinf(x); });
        const bool has_sign = has_plus_ || std::ranges::any_of(values, [](double x) {
                                  return std::isinf(x) && x < 0;
                              });
        const int offset = right_ + 1;
        if (has_nan) left_ = std::max(left_, 3 - offset);
        if (has_inf) left_ = std::max(left_, 3 + (has_sign ? 1 : 0) - offset);
    }

    Dtype dtype_;
    int precision_;
    bool has_plus_;
    bool is_scientific_ = false;
    int left_ = 0, right_ = 0, exponent_width_ = 0, least_digits_ = 0;
};

class FloatText : public NumberText {
public:
    FloatText(Dtype dtype, const std::vector<double>& values, int precision)
        : dtype_(dtype), text_(dtype, values, precision, false) {}
    std::string operator()(const char* data) const override {
        return text_(real_at(dtype_, data));
    }

private:
    Dtype dtype_;
    RealText text_;
};

class ComplexText : public NumberText {
public:
    ComplexText(Dtype part, const std::vector<double>& real, const std::vector<double>& imaginary,
                int precision)
        : part_(part), real_(part, real, precision, false),
          imaginary_(part, imaginary, precision, true) {}
    std::string operator()(const char* data) const override {
        std::string second = imaginary_(real_at(part_, data + itemsize(part_)));
        second.insert(second.find_last_not_of(' ') + 1, 1, 'j');
        return real_(real_at(part_, data)) + second;
    }

private:
    Dtype part_;
    RealText real_, imaginary_;
};

std::string whole_text(Dtype dtype, const char* data) {
    switch (dtype) {
        case Dtype::boolean: return read<bool>(data) ? "True" : "False";
        case Dtype::int8: return std::to_string(read<std::int8_t>(data));
        case Dtype::uint8: return std::to_string(read<std::uint8_t>(data));
        case Dtype::int16: return std::to_string(read<std::int16_t>(data));
        case Dtype::uint16: return std::to_string(read<std::uint16_t>(data));
        case Dtype::int32: return std::to_string(read<std::int32_t>(data));
        case Dtype::uint32: return std::to_string(read<std::uint32_t>(data));
        case Dtype::int64: return std::to_string(read<std::int64_t>(data));
        default: return std::to_string(read<std::uint64_t>(data));
    }
}

class WholeText : public NumberText {
public:
    WholeText(Dtype dtype, const std::vector<const char*>& elements) : dtype_(dtype) {
        for (const char* data : elements) width_ = std::max(width_, whole_text(dtype, data).size());
        if (dtype == Dtype::boolean) width_ = 5;
    }
    std::string operator()(const char* data) const override {
        const std::string text = whole_text(dtype_, data);
        return std::string(width_ - text.size(), ' ') + text;
    }

private:
    Dtype dtype_;
    std::size_t width_ = 0;
};

Dtype part_of(Dtype dtype) {
    return dtype == Dtype::complex64    ? Dtype::float32
           : dtype == Dtype::complex128 ? Dtype::float64
                                        : dtype;
}

std::string lone_real(Dtype dtype, double value) {
    if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    const double size = std::fabs(value);
    const double most = dtype == Dtype::float16 ? 1e3 : 1e16;
    if (size != 0 && (size >= most || size < 1e-4)) {
        std::string text = scientific(dtype, value, 17, 0);
        const auto bare = text.find(".e");
        return bare == std::string::npos ? text : text.erase(bare, 1);
    }
    std::string text = positional(dtype, value, 20);
    return text.back() == '.' ? text + '0' : text;
}

std::string lone_complex(Dtype part, double real, double imaginary) {
    const auto bare = [&](double x) {
        std::string text = lone_real(part, x);
        return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
    };
    const std::string second = bare(imaginary) + "j";
    if (real == 0 && !std::signbit(real)) return second;
    const bool has_sign = second[0] == '-';
    return "(" + bare(real) + (has_sign ? "" : "+") + second + ")";
}

}  // namespace

std::unique_ptr<NumberText> number_text(Dtype dtype, const std::vector<const char*>& elements,
                                        int precision) {
    if (is_boolean(dtype) || is_integer(dtype)) return std::make_unique<WholeText>(dtype, elements);
    const Dtype part = part_of(dtype);
    std::vector<double> real, imaginary;
    for (const char* data : elements) {
        real.push_back(real_at(part, data));
        if (is_complex(dtype)) imaginary.push_back(real_at(part, data + itemsize(part)));
    }
    if (is_complex(dtype)) return std::make_unique<ComplexText>(part, real, imaginary, precision);
    return std::make_unique<FloatText>(dtype, real, precision);
}

std::string scalar_text(Dtype dtype, const char* data) {
    if (is_boolean(dtype) || is_integer(dtype)) return whole_text(dtype, data);
    const Dtype part = part_of(dtype);
    if (!is_complex(dtype)) return lone_real(dtype, real_at(dtype, data));
    return lone_complex(part, real_at(part, data), real_at(part, data + itemsize(part)));
}

}  // namespace numen::api
