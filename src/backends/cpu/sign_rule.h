// Which of two opposite vectors an eigenvector or a singular vector is.
//
// LAPACK's choice depends on rounding and on every step of its iterations. Here: let p be the last
// element of at least a given share of the largest magnitude. Of x and -x that one is taken for
// which p is above a given part of the sum of all elements. Unit vectors are positive then, and
// vectors of elements of one sign negative, as LAPACK's mostly are. Neither number is one that
// vectors with a structure have in them: errors in the last place leave the choice alone.
#pragma once

namespace numen::cpu {

inline constexpr double sign_share = 0.5437, sign_part = 0.7713;

}  // namespace numen::cpu
