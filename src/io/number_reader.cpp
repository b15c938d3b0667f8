#include "io/number_reader.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace numen::io {
namespace {

// White space of ASCII as Python's str counts it, line ends included.
bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f');
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view stripped(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// A word at the beginning of [at, end), in small or large letters.
bool takes_word(const char*& at, const char* end, std::string_view word) {
    if (end - at < static_cast<std::ptrdiff_t>(word.size())) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if ((at[i] | 0x20) != word[i]) return false;
    }
    at += word.size();
    return true;
}

bool takes_named_number(const char*& at, const char* end, double& value) {
    if (takes_word(at, end, "nan")) {
        value = std::numeric_limits<double>::quiet_NaN();
    } else if (takes_word(at, end, "infinity") || takes_word(at, end, "inf")) {
        value = std::numeric_limits<double>::infinity();
    } else {
        return false;
    }
    return true;
}

// The number at the beginning of [at, end); `at` moves behind it.
bool takes_number(const char*& at, const char* end, double& value) {
    const bool is_negative = at != end && *at == '-';
    const char* from = at;
    if (at != end && (*at == '-' || *at == '+')) ++at;
    if (at == end) return false;
    if (!is_digit(*at) && *at != '.') {
        if (!takes_named_number(at, end, value)) return false;
        if (is_negative) value = -value;
        return !(is_negative && std::isnan(value));  // whether it keeps the sign is NumPy's to say
    }
    const auto [behind, error] = std::from_chars(is_negative ? from : at, end, value);
    at = behind;
    return error == std::errc();
}

bool takes_number(const char*& at, const char* end, std::int64_t& value, bool is_signed) {
    if (at != end && *at == '-' && !is_signed) return false;
    if (at != end && *at == '+') {
        ++at;
        if (at == end || !is_digit(*at)) return false;
    }
    const auto [behind, error] = std::from_chars(at, end, value);
    at = behind;
    return error == std::errc();
}

bool fits(std::int64_t value, Dtype dtype) {
    if (dtype == Dtype::int64) return true;
    const int bits = 8 * itemsize(dtype);
    if (is_signed_integer(dtype)) {
        const std::int64_t most = (std::int64_t{1} << (bits - 1)) - 1;
        return value >= -most - 1 && value <= most;
    }
    return value >= 0 && value < std::int64_t{1} << bits;
}

// The number at the beginning of [at, end), behind the others of its vector.
bool takes_number(const char*& at, const char* end, Dtype dtype, std::vector<double>& reals,
                  std::vector<std::int64_t>& wholes) {
    if (!is_integer(dtype)) return takes_number(at, end, reals.emplace_back());
    return takes_number(at, end, wholes.emplace_back(), is_signed_integer(dtype)) &&
           fits(wholes.back(), dtype);
}

}  // namespace

bool is_readable(Dtype dtype) {
    return dtype == Dtype::float64 || dtype == Dtype::float32 ||
           (is_integer(dtype) && dtype != Dtype::uint64);
}

TableReader::TableReader(Dtype dtype, TableLayout layout)
    : dtype_(dtype), layout_(std::move(layout)) {
    for (std::int64_t column : layout_.columns) counts_from_end_ |= column < 0;
}

const void* TableReader::values() const {
    return is_integer(dtype_) ? static_cast<const void*>(wholes_.data()) : reals_.data();
}

std::int64_t TableReader::read(std::string_view text, bool last) {
    std::size_t at = 0;
    while (at < text.size() && !is_complete()) {
        std::size_t end = text.find('\n', at), next = end + 1;
        if (end == std::string_view::npos) {
            if (!last) break;
            end = next = text.size();
        }
        std::string_view line = text.substr(at, end - at);
        if (line.ends_with('\r')) {
            // At the very end of a part its line feed may be still to come.
            if (end == text.size() && !last) break;
            line.remove_suffix(1);
        }
        at = next;
        if (line.find('\r') != std::string_view::npos) return -1;
        if (layout_.skipped_lines > 0) {
            --layout_.skipped_lines;
        } else if (!read_line(line)) {
            return -1;
        }
    }
    return static_cast<std::int64_t>(at);
}

bool TableReader::read_line(std::string_view line) {
    if (!split(line)) return false;
    // NumPy has a warning for the empty lines among a limited number of rows.
    if (fields_.empty()) return layout_.most_rows < 0;
    const auto found = static_cast<std::int64_t>(fields_.size());
    if (rows_ == 0) {
        first_fields_ = found;
        columns_ = found;
        if (layout_.has_columns && !choose_columns()) return false;
    }
    ++rows_;
    if (!layout_.has_columns) {
        if (found != columns_) return false;
        for (std::string_view field : fields_) {
            if (!append(field)) return false;
        }
        return true;
    }
    if (counts_from_end_ && found != first_fields_) return false;
    for (std::int64_t column : layout_.columns) {
        if (column >= found || !append(fields_[static_cast<std::size_t>(column)])) return false;
    }
    return true;
}

bool TableReader::choose_columns() {
    for (std::int64_t& column : layout_.columns) {
        if (column < 0) column += first_fields_;
        if (column < 0) return false;
    }
    columns_ = static_cast<std::int64_t>(layout_.columns.size());
    return true;
}

bool TableReader::split(std::string_view line) {
    fields_.clear();
    if (layout_.comment != 0) line = line.substr(0, line.find(layout_.comment));
    for (char c : line) {
        // White space beyond ASCII would separate fields too.
        if (static_cast<unsigned char>(c) >= 0x80) return false;
    }
    return layout_.delimiter == 0 ? split_at_blanks(line) : split_at_delimiter(line);
}

bool TableReader::split_at_blanks(std::string_view line) {
    const char *at = line.data(), *end = at + line.size();
    for (;;) {
        while (at != end && is_blank(*at)) ++at;
        if (at == end) return true;
        const char* from = at;
        while (at != end && !is_blank(*at)) ++at;
        fields_.emplace_back(from, static_cast<std::size_t>(at - from));
    }
}

bool TableReader::split_at_delimiter(std::string_view line) {
    if (line.empty()) return true;
    for (;;) {
        const std::size_t end = line.find(layout_.delimiter);
        fields_.push_back(line.substr(0, end));
        if (end == std::string_view::npos) return true;
        line.remove_prefix(end + 1);
    }
}

bool TableReader::append(std::string_view field) {
    if (layout_.delimiter != 0) field = stripped(field);
    const char *at = field.data(), *end = at + field.size();
    return takes_number(at, end, dtype_, reals_, wholes_) && at == end;
}

bool read_sequence(std::string_view text, char separator, Dtype dtype, std::vector<double>& reals,
                   std::vector<std::int64_t>& wholes) {
    const char *at = text.data(), *end = at + text.size();
    for (;;) {
        while (at != end && is_blank(*at)) ++at;
        if (!takes_number(at, end, dtype, reals, wholes)) return false;
        if (at == end) return true;
        if (separator == ' ') {
            if (!is_blank(*at)) return false;
            while (at != end && is_blank(*at)) ++at;
            if (at == end) return true;
        } else if (*at++ != separator) {
            return false;
        }
    }
}

}  // namespace numen::io
