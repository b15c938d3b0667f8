// Numbers out of text: tables with a row a line, and sequences between separators. Only plain
// decimal numbers are read, correctly rounded; anything else is refused, for the caller's slower
// and more forgiving ways.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "numen/dtype.h"

namespace numen::io {

// How the numbers of a table stand in its text.
struct TableLayout {
    char delimiter = 0;              // between fields; 0: any white space
    char comment = 0;                // what follows it on a line is no data; 0: no comments
    std::int64_t skipped_lines = 0;  // at the beginning
    std::int64_t most_rows = -1;     // where reading ends; negative: at the end of the text
    bool has_columns = false;        // only these columns are read, negative ones from the end
    std::vector<std::int64_t> columns;
};

// Whether numbers of this type are read: booleans, halves, uint64 and complex numbers are not.
bool is_readable(Dtype dtype);

// Reads a table, part by part, into a row of numbers.
class TableReader {
public:
    TableReader(Dtype dtype, TableLayout layout);

    // Reads the whole lines at the beginning of `text`, and the rest too if it is the `last` part.
    // Returns how many characters were used, or -1 if there is something that is no plain table.
    std::int64_t read(std::string_view text, bool last);

    bool is_complete() const { return layout_.most_rows >= 0 && rows_ >= layout_.most_rows; }
    std::int64_t rows() const { return rows_; }
    std::int64_t columns() const { return columns_; }
    // All numbers, as float64 for floating types and as int64 for integers.
    const void* values() const;

private:
    bool read_line(std::string_view line);
    bool split(std::string_view line);
    bool split_at_blanks(std::string_view line);
    bool split_at_delimiter(std::string_view line);
    bool choose_columns();
    bool append(std::string_view field);

    Dtype dtype_;
    TableLayout layout_;
    std::int64_t rows_ = 0, columns_ = 0, first_fields_ = 0;
    bool counts_from_end_ = false;
    std::vector<std::string_view> fields_;
    std::vector<double> reals_;
    std::vector<std::int64_t> wholes_;
};

// Reads numbers between separators (' ': any white space), which begin with `text` and end with it,
// into one of the vectors. False if there is anything else.
bool read_sequence(std::string_view text, char separator, Dtype dtype, std::vector<double>& reals,
                   std::vector<std::int64_t>& wholes);

}  // namespace numen::io
