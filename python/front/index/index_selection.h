// The elements that integer arrays and masks select.
//
// Every index array becomes int64 positions on one axis; together they give one byte offset per
// element of their broadcast shape. The axes that no index array consumes ("rest") form a block
// that is taken whole at each offset. Adjacent index arrays put their axes where they stood,
// separated ones put them first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "array/allocator.h"
#include "backends/cpu/indexed.h"
#include "front/index/index.h"

namespace numen::front {

struct Releaser {
    std::size_t bytes = 0;
    void operator()(void* block) const { release(block, bytes); }
};

// So many places are listed at most: NumPy needs no lists, and a program may have no room for more
// than 64 MB beyond NumPy's.
inline constexpr npy_intp most_listed = (npy_intp{64} << 20) / sizeof(npy_intp);

// As many numbers as an index has places; there may be no memory for them, or too many. From the
// cache of blocks: pages fresh from the system took more time than all else that an index costs.
struct Numbers {
    std::unique_ptr<npy_intp[], Releaser> values;
    npy_intp count = 0;

    bool allocate(npy_intp wanted) {
        if (wanted > most_listed) return false;
        const std::size_t bytes = static_cast<std::size_t>(wanted) * sizeof(npy_intp);
        values = {static_cast<npy_intp*>(numen::allocate(bytes)), Releaser{bytes}};
        count = wanted;
        return values != nullptr;
    }
    std::span<npy_intp> all() const { return {values.get(), static_cast<std::size_t>(count)}; }
};

struct Selection {
    int nd = 0;                              // broadcast shape of the index arrays
    npy_intp shape[max_dimensions];
    npy_intp count = 1;
    Numbers offsets;                         // bytes, C order over that shape
    int rest_nd = 0;                         // axes no index array consumes
    npy_intp rest_shape[max_dimensions], rest_strides[max_dimensions];
    npy_intp rest_offset = 0;
    npy_intp block_shape[max_dimensions], block_strides[max_dimensions];  // in memory order
    int block_axes[max_dimensions];          // which of rest's they are
    int place = 0;                           // where the index axes stand among the result's
    bool inside = true;                      // no position lies outside its axis
};

enum class Found { ok, invalid, too_large };

// invalid: NumPy raises for this index; too_large: NumPy needs no list of that size.
Found select(ArrayObject* a, ParsedIndex& index, Selection& selection);

// One vector of positions in a vector: read a block at a time, it needs no list of its size.
struct VectorPositions {
    StridedView positions;
    npy_intp count, extent, stride;  // of the vector they point into

    // Every position names an element.
    bool are_inside() const;
    // Calls use(places in the vector at `data`, number of the first) for one block after the other.
    template <class Use> void each_block(char* data, Use&& use) const {
        npy_intp room[block_length];
        for (npy_intp begin = 0; begin < count; begin += block_length) {
            const npy_intp length = std::min(block_length, count - begin);
            use(cpu::Places{data, stride, extent, block(begin, length, room), length}, begin);
        }
    }

  private:
    static constexpr npy_intp block_length = 1024;
    // The positions from the begin-th on: where they lie, or copied to `room`.
    const npy_intp* block(npy_intp begin, npy_intp length, npy_intp* room) const;
};

// False if the index is another one, or points outside, or lies on the vector's own memory.
bool vector_positions(ArrayObject* a, const ParsedIndex& index, VectorPositions& vector);

// Shape of the selection, and the strides NumPy's result has.
void result_layout(const Selection& selection, int item, npy_intp* shape, npy_intp* strides);

// The strides of a value that is stretched to the selection's shape: those of the index axes first,
// then the others' in their order. False where it does not broadcast to that shape.
bool stretched_strides(const Selection& selection, const StridedView& value, npy_intp* strides);

}  // namespace numen::front
