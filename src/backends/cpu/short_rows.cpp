#include "backends/cpu/short_rows.h"

#include <cstring>

namespace numen::cpu {
namespace {

template <std::int64_t size>
void copy_rows(const char* from, std::int64_t outer, std::int64_t inner, std::int64_t rows,
               std::int64_t length, char* to) {
    for (std::int64_t row = 0; row < rows; ++row, from += outer) {
        const char* at = from;
        for (std::int64_t i = 0; i < length; ++i, at += inner, to += size) {
            std::memcpy(to, at, static_cast<std::size_t>(size));
        }
    }
}

void copy_rows_of(std::int64_t size, const char* from, std::int64_t outer, std::int64_t inner,
                  std::int64_t rows, std::int64_t length, char* to) {
    switch (size) {
        case 1: return copy_rows<1>(from, outer, inner, rows, length, to);
        case 2: return copy_rows<2>(from, outer, inner, rows, length, to);
        case 4: return copy_rows<4>(from, outer, inner, rows, length, to);
        case 8: return copy_rows<8>(from, outer, inner, rows, length, to);
        default: return copy_rows<16>(from, outer, inner, rows, length, to);
    }
}

}  // namespace

void ShortRows::repeat(Input& input, const char* row, std::int64_t rows) const {
    input.repeated.resize(static_cast<std::size_t>(rows * length_ * input.size));
    copy_rows_of(input.size, row, 0, input.inner, rows, length_, input.repeated.data());
}

// Rows that are begun and ended elsewhere are gathered whole.
void ShortRows::make_room(Input& input) {
    input.place = gathered_bytes_;
    gathered_bytes_ += ((most_elements_ + 2 * length_) * input.size + 63) & -64;
}

char* ShortRows::memory() const {
    thread_local std::vector<char> bytes;
    const auto needed = static_cast<std::size_t>(gathered_bytes_);
    if (bytes.size() < needed) bytes.resize(needed);
    return bytes.data();
}

// The place of the element `begin` of an input's row, from which on `count` lie in a row.
char* ShortRows::gather(const Input& input, const char* row, std::int64_t begin,
                        std::int64_t count, char* memory) const {
    const std::int64_t skipped = begin % length_;
    if (!input.repeated.empty()) {
        return const_cast<char*>(input.repeated.data()) + skipped * input.size;
    }
    const std::int64_t first = begin / length_, end = (begin + count - 1) / length_ + 1;
    char* to = memory + input.place;
    copy_rows_of(input.size, row + first * input.outer, input.outer, input.inner, end - first,
                 length_, to);
    return to + skipped * input.size;
}

}  // namespace numen::cpu
