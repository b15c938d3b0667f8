// What the full reductions of one row of float32 or float64 share: what one of them found the next
// need not look for.
#pragma once

namespace numen::backend {

struct Moments {
    enum Fact : unsigned { nothing = 0, sums = 1, squares = 2, least = 4, largest = 8 };

    unsigned known = nothing;  // facts, in bits
    double sum = 0;
    double squared_distances = 0;  // from the mean
    alignas(8) char extremum[2][8] = {};  // the least element, the largest
};

}  // namespace numen::backend
