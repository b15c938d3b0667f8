// The exceptions Numen throws.
//
// All derive from numen::Error; docs/errors.md says which call throws which, and what holds
// afterwards.
#pragma once

#include <stdexcept>
#include <string>

#include "numen/export.h"

namespace numen {

// The base of all exceptions of the library. `what()` says what was wanted and what was given.
class NUMEN_API Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
    ~Error() override;
};

// Shapes that do not fit: broadcasting, reshape, concatenate, the rank of a span.
class NUMEN_API ShapeError : public Error {
public:
    using Error::Error;
    ~ShapeError() override;
};

// An axis that the array does not have, or the same axis twice.
class NUMEN_API AxisError : public Error {
public:
    using Error::Error;
    ~AxisError() override;
};

// An element type that an operation has no loop for, or that does not convert as asked.
class NUMEN_API DtypeError : public Error {
public:
    using Error::Error;
    ~DtypeError() override;
};

// A position outside the array, or more positions than it has axes.
class NUMEN_API IndexError : public Error {
public:
    using Error::Error;
    ~IndexError() override;
};

// Elements that do not lie in memory as asked (a span of elements in a row of a strided view), or
// that may not be written.
class NUMEN_API LayoutError : public Error {
public:
    using Error::Error;
    ~LayoutError() override;
};

// A value that an operation has no answer for: a step of zero, a number too large for its type,
// the largest element of nothing.
class NUMEN_API ValueError : public Error {
public:
    using Error::Error;
    ~ValueError() override;
};

// A matrix without an answer: singular, not positive definite, or an iteration that does not
// converge. As NumPy's it is a ValueError.
class NUMEN_API LinAlgError : public ValueError {
public:
    using ValueError::ValueError;
    ~LinAlgError() override;
};

// Not enough memory; the text names the bytes, the shape and the type. Nothing has changed.
class NUMEN_API MemoryError : public Error {
public:
    using Error::Error;
    ~MemoryError() override;
};

// An event that a `RaiseFloatErrors` in scope asked to hear of: "overflow encountered in exp".
class NUMEN_API FloatingPointError : public Error {
public:
    using Error::Error;
    ~FloatingPointError() override;
};

// A fault of Numen itself, or of its installation.
class NUMEN_API InternalError : public Error {
public:
    using Error::Error;
    ~InternalError() override;
};

}  // namespace numen
