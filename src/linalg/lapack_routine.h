// Looking LAPACK's routines up, and calling them the Fortran way: everything by address, the
// lengths of character arguments behind all others.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <string>
#include <type_traits>

#include "backends/cpu/blas.h"
#include "linalg/lapack.h"

namespace numen::lapack {

// A routine by the letters behind its type's, those of its complex form where they differ; looked
// up when first called.
class Routine {
  public:
    using Find = void*(const char* symbol);
    constexpr Routine(const char* real, const char* complex, Find* find = blas::find_function)
        : names_{real, complex}, find_(find) {}
    constexpr Routine(const char* name, Find* find = blas::find_function)
        : Routine(name, name, find) {}

    template <class Scalar, class... Arguments> void call(Arguments... arguments) {
        constexpr int kind = is_complex<Scalar>, is_double = std::is_same_v<Real<Scalar>, double>;
        std::atomic<void*>& place = found_[2 * kind + is_double];
        void* found = place.load(std::memory_order_relaxed);
        if (found == nullptr) {
            constexpr char letters[] = {'s', 'd', 'c', 'z'};
            const std::string symbol =
                std::string("scipy_") + letters[2 * kind + is_double] + names_[kind] + "_64_";
            found = find_(symbol.c_str());
            place.store(found, std::memory_order_relaxed);
        }
        reinterpret_cast<void (*)(Arguments...)>(found)(arguments...);
    }

  private:
    const char* names_[2];
    Find* find_;
    std::atomic<void*> found_[4] = {nullptr, nullptr, nullptr, nullptr};
};

inline constexpr std::size_t one_letter = 1;  // the length of a character argument

// The distance of a matrix' columns.
inline Int leading(Int rows) { return std::max<Int>(rows, 1); }

}  // namespace numen::lapack
