// The shape of a reduction's result and where it lies in memory.
#pragma once

#include "front/ufunc/reductions.h"

namespace numen::front {

class ReducedLayout {
  public:
    ReducedLayout(ArrayObject* a, const ReduceRequest& request, Dtype dtype);

    int nd() const { return keeps_ ? all_nd_ : nd_; }
    const npy_intp* shape() const { return keeps_ ? all_shape_ : shape_; }
    const npy_intp* strides() const { return keeps_ ? all_strides_ : strides_; }
    // The result at `data`, without the reduced axes.
    StridedView remaining(char* data) const { return {data, dtype_, nd_, shape_, strides_}; }

  private:
    Dtype dtype_;
    bool keeps_;
    int nd_ = 0, all_nd_;
    npy_intp shape_[max_dimensions], strides_[max_dimensions];
    // With reduced axes of length one.
    npy_intp all_shape_[max_dimensions], all_strides_[max_dimensions];
};

}  // namespace numen::front
