// Arrays as text, laid out as NumPy's str() does.
#pragma once

#include <iosfwd>
#include <string>

#include "numen/array.h"

namespace numen {

// What np.printoptions says.
struct PrintOptions {
    int precision = 8;              // digits after the point
    std::int64_t threshold = 1000;  // larger arrays are shortened
    int edgeitems = 3;              // what is shown at each end of a shortened axis
    int linewidth = 75;
};

// The elements in brackets, as print(a) in Python.
NUMEN_API std::string to_string(const Array& a, const PrintOptions& options = {});
NUMEN_API std::ostream& operator<<(std::ostream& stream, const Array& a);

}  // namespace numen
