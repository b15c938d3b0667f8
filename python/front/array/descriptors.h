// Python's own descriptors of numpy.ndarray, and what else takes the class, given managed arrays.
//
// `np.ndarray.__add__(x, 1)`, `np.ndarray.T.__get__(x)` and `np.ndarray.__copy__(x)` refuse what is
// no ndarray to C code before any function of the type is called. Other descriptors in their place
// would be seen, and subclasses made later would not inherit the slots of ones that Python does not
// know by their type; so the descriptors stay, and what calls them looks at the array first.
#pragma once

namespace numen::front {

// Lets ndarray's methods that NumPy keeps, and its view and __new__, take managed arrays or their
// class; once, after the types are ready.
bool prepare_descriptors();

// The same of what belongs to Python: slot wrappers, __get__ and its builtins.
void patch_python();
void restore_python();

}  // namespace numen::front
