// Numbers as text, by the formats of C's printf that Python's `%` shares, digit for digit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "numen/dtype.h"

namespace numen::io {

// One conversion, e.g. "%+8.3e", and the text before it.
struct NumberFormat {
    std::string before;
    char kind = 'e';  // d e f g
    bool has_plus = false, has_space = false, is_left = false, has_zeros = false;
    int width = 0;
    int precision = 6;
};

// Whether numbers of this type are written: halves and complex numbers are not.
bool is_writable(Dtype dtype);

// Appends rows first … last of a table whose elements lie `row_step` and `column_step` bytes apart:
// each has a number for each format, and then `end`. Returns the number of rows that it wrote: it
// stops before one that holds what these formats refuse, or what Python writes in ways of its own.
std::int64_t write_rows(const char* data, Dtype dtype, std::int64_t rows, std::int64_t row_step,
                        std::int64_t column_step, const std::vector<NumberFormat>& formats,
                        std::string_view end, std::string& text);

}  // namespace numen::io
