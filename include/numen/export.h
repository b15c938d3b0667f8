// What the shared library shows: everything else in it is hidden.
#pragma once

// Marks a class or function that programs may use; it stays callable across versions of the
// library with the same soname.
#define NUMEN_API [[gnu::visibility("default")]]
