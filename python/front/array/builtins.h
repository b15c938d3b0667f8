// Python's builtins that a program asks about the class of managed arrays: isinstance, issubclass
// and __build_class__. The objects stay, whatever other names a program gives them; what they call
// is ours, and goes on to Python's.
#pragma once

namespace numen::front {

void patch_builtins();
void restore_builtins();

}  // namespace numen::front
