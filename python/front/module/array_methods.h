// Classes whose __array__ gives managed arrays: NumPy's C code wants an ndarray.
#pragma once

namespace numen::front {

// From now on functions that are found as some object's __array__ expose what they return to C
// code. False with an exception set.
bool open_array_methods();

}  // namespace numen::front
