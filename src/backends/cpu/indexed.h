// Moving elements between dense memory and places given by byte offsets.
#pragma once

#include "array/strided.h"
#include "ops/operation.h"

namespace numen::cpu {

// count blocks; block i is the view `block` (its data ignored) at data + offsets[i].
struct Indexed {
    char* data;
    const std::int64_t* offsets;
    std::int64_t count;
    StridedView block;
};

// dense[i] = block i, blocks in C order one after another. O(elements).
void gather(char* dense, const Indexed& source);
// block i = dense[i], in order: of two blocks on one place the last wins.
void scatter(const Indexed& target, const char* dense);
// The same from values of the target's type that lie elsewhere in memory: `index_axes` axes for the
// number of the block, in C order, then those of a block. False, with nothing done, where it is
// quicker, or needed for the order of the writes, that the values become dense first.
bool scatter_from(const Indexed& target, const StridedView& values, int index_axes);

// Blocks of one element: block i = the value at values + i * step, one after the other.
void scatter_elements(const Indexed& target, const char* values, std::int64_t step);

// The elements of a row, and the values for them, by their distances in bytes.
struct Row {
    std::int64_t length = 1, step = 0, value_step = 0;
};

// Row at data + offsets[i] op= the row of values at values + i * step, one after the other, so that
// a place named twice changes twice. All of one type, aligned. False, with nothing done, if there
// is no such loop for the operation and the type.
bool update_elements(Op op, Dtype dtype, char* data, const std::int64_t* offsets,
                     std::int64_t count, const char* values, std::int64_t step, Row row = {});

// Elements of one axis by their positions, which count from its end where they are negative.
struct Places {
    char* data;
    std::int64_t step, extent;  // of the axis
    const std::int64_t* positions;
    std::int64_t count;

    // The i-th element; the first one for a position that another thread has moved outside since
    // all were found inside.
    char* element(std::int64_t i) const {
        const std::int64_t position = positions[i];
        const std::int64_t place = position < 0 ? position + extent : position;
        const bool inside = static_cast<std::uint64_t>(place) < static_cast<std::uint64_t>(extent);
        return data + (inside ? place * step : 0);
    }
};
// The same as above for single elements; all positions are known to lie inside.
bool update_elements(Op op, Dtype dtype, const Places& places, const char* values,
                     std::int64_t step);

// Where all positions stand: at places of the axis counted from its start, at such places when
// counted from its end where they are negative, or not.
enum class Standing { from_start, either_way, outside };
Standing standing_of(const std::int64_t* positions, std::int64_t count, std::int64_t extent);
// Whether all positions name places of an axis so long.
bool are_inside(const std::int64_t* positions, std::int64_t count, std::int64_t extent);
// dense[i] = element at position i. False if a position lies outside the axis; O(count).
bool take_elements(char* dense, const Places& places, int item);
// The same by positions of any integer type, a vector; those of `places` are not looked at.
bool take_elements(char* dense, const Places& places, const StridedView& positions, int item);
// Element at position i = the value at values + i * value_step, in order. False, with nothing
// done, if a position lies outside the axis.
bool put_elements(const Places& places, int item, const char* values, std::int64_t value_step);

// Copies the elements whose mask byte is not zero, in order, to dense memory, which has room for
// `limit`: another thread may write to the mask after its true elements were counted.
void compress(char* dense, const char* data, std::int64_t step, const char* mask,
              std::int64_t mask_step, std::int64_t count, int item, std::int64_t limit);

// The reverse: element i of the data takes the next of `limit` dense values where its mask byte is
// not zero; dense_step 0 repeats one value.
void expand(char* data, std::int64_t step, const char* mask, std::int64_t mask_step,
            std::int64_t count, int item, const char* dense, std::int64_t dense_step,
            std::int64_t limit);
// The same where the two overlap: each run of selected elements is moved, run after run, as NumPy
// does, so that later runs may read what earlier ones wrote.
void expand_onto_itself(char* data, std::int64_t step, const char* mask, std::int64_t mask_step,
                        std::int64_t count, int item, const char* dense,
                        std::int64_t dense_step, std::int64_t limit);

// `count` byte offsets, in C order, of the elements that the mask selects from axes of the same
// extents with the given strides; zeros where it selects fewer by now.
void masked_offsets(const StridedView& mask, const std::int64_t* strides, std::int64_t* offsets,
                    std::int64_t count);

}  // namespace numen::cpu
