// Memory filled by where an element stands: triangles of matrices, grids of coordinates, repeats.
#pragma once

#include <cstdint>

namespace numen::cpu {

// The triangle of a matrix in a row: in row i the columns up to i + k, or from there on if `upper`.
struct Triangle {
    std::int64_t rows, columns, k;
    bool upper;
};

// dst = src inside the triangle, zeros elsewhere; elements of `item` bytes.
void keep_triangle(const Triangle& triangle, char* dst, const char* src, int item);

// Element i of a row, `step` bytes from the next, counts[i] times: `total` elements of `item` bytes
// at `out`, never more, whatever the counts are by now.
void repeat_by_counts(char* out, std::int64_t total, const char* row, std::int64_t step, int item,
                      const std::int64_t* counts, std::int64_t count);

// out[o, i, j] = i for o below `outer`, i below `extent`, j below `inner`.
void write_coordinates(std::int64_t* out, std::int64_t outer, std::int64_t extent,
                       std::int64_t inner);

}  // namespace numen::cpu
