// The leading axes that several stacks of matrices share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "array/strided.h"

namespace numen {

// The first `axes` axes of views whose shapes agree there; those that lie behind each other in
// every view are joined, so that a whole stack is one run wherever it can be.
template <std::size_t views> class LeadingAxes {
  public:
    LeadingAxes(const std::array<const StridedView*, views>& stacks, int axes) {
        for (int axis = 0; axis < axes; ++axis) {
            const std::int64_t length = stacks[0]->shape[axis];
            count_ *= length;
            if (length == 1) continue;
            bool joins = ndim_ > 0;
            for (std::size_t i = 0; i < views && joins; ++i) {
                joins = steps_[i][ndim_ - 1] == stacks[i]->strides[axis] * length;
            }
            if (!joins) shape_[ndim_++] = 1;
            shape_[ndim_ - 1] *= length;
            for (std::size_t i = 0; i < views; ++i) {
                steps_[i][ndim_ - 1] = stacks[i]->strides[axis];
            }
        }
    }

    std::int64_t count() const { return count_; }

    // The step from a matrix to the next of its run.
    std::int64_t step(std::size_t view) const { return ndim_ == 0 ? 0 : steps_[view][ndim_ - 1]; }

    struct Place {
        std::array<std::int64_t, views> offsets;  // in bytes, from the first matrix
        std::int64_t following;  // how many, this one included, lie at equal steps
    };
    Place find(std::int64_t index) const {
        Place place{{}, 1};
        for (int axis = ndim_ - 1; axis >= 0; --axis) {
            const std::int64_t at = index % shape_[axis];
            index /= shape_[axis];
            for (std::size_t i = 0; i < views; ++i) place.offsets[i] += at * steps_[i][axis];
            if (axis == ndim_ - 1) place.following = shape_[axis] - at;
        }
        return place;
    }

  private:
    int ndim_ = 0;
    std::int64_t count_ = 1;
    std::int64_t shape_[max_dimensions];
    std::int64_t steps_[views][max_dimensions];
};

}  // namespace numen
