// Methods of classes that NumPy calls: what their __array__ gives has to be an ndarray, and the
// user's __array_function__ and the like are told Numen's functions (user_handlers.h).
#pragma once

namespace numen::front {

// From now on functions that C code finds as one of these methods do so. False with an exception
// set.
bool open_array_methods();

}  // namespace numen::front
