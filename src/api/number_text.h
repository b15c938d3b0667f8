// Numbers as NumPy writes them in arrays: all of one array in one width.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "numen/element_type.h"

namespace numen::api {

// Writes the elements of one array.
class NumberText {
public:
    virtual ~NumberText() = default;
    // The element at `data`, padded to the array's width.
    virtual std::string operator()(const char* data) const = 0;
};

// Made for the elements that will be shown; `precision` is the most digits after the point.
std::unique_ptr<NumberText> number_text(Dtype dtype, const std::vector<const char*>& elements,
                                        int precision);

// One number by itself, as str() of a NumPy scalar.
std::string scalar_text(Dtype dtype, const char* data);

}  // namespace numen::api
