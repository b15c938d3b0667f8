// The precision that linear algebra works in.
#pragma once

#include <cstdint>

#include "numen/export.h"

namespace numen::linalg {

// `standard`: in double precision, results rounded to their type; float32 results have errors of
// about 3e-8 then. `native`: in the type of the results, faster where that is float32 or complex64,
// with errors of single precision times the condition number.
enum class Precision : std::uint8_t { standard, native };

// While it lives, the functions of numen::linalg that this thread calls work in `precision`; at
// first they work in `standard`.
//
//     const numen::linalg::PrecisionScope scope(numen::linalg::Precision::native);
//     const numen::Array x = numen::linalg::solve(a, b);
class NUMEN_API PrecisionScope {
public:
    // From here on.
    explicit PrecisionScope(Precision precision) noexcept;
    // As it was before.
    ~PrecisionScope();
    PrecisionScope(const PrecisionScope&) = delete;
    PrecisionScope& operator=(const PrecisionScope&) = delete;

private:
    Precision before_;
};

// What the calling thread's functions work in.
NUMEN_API Precision precision() noexcept;

}  // namespace numen::linalg
