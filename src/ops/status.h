// What a loop reports about the values it met. The first four bits are those of NumPy's
// PyUFunc_GiveFloatingpointErrors, so the front passes them on unchanged.
#pragma once

namespace numen {

using Status = unsigned;

inline constexpr Status status_ok = 0;
inline constexpr Status status_divide = 1;
inline constexpr Status status_overflow = 2;
inline constexpr Status status_underflow = 4;
inline constexpr Status status_invalid = 8;
inline constexpr Status status_floating_mask = 15;
// An integer was raised to a negative integer power: ValueError in Python.
inline constexpr Status status_negative_power = 256;
// A matrix was singular, not positive definite, or an iteration did not converge.
inline constexpr Status status_failed = 512;
// The work space of a factorisation or a sort could not be had.
inline constexpr Status status_no_memory = 1024;
// An index pointed outside its array.
inline constexpr Status status_out_of_range = 2048;
// The work was stopped between two pieces: the results are not to be used.
inline constexpr Status status_stopped = 4096;
// Rounding decides something about a matrix, as whether it is singular: another library may see it
// in another way. The results stand.
inline constexpr Status status_doubtful = 8192;

}  // namespace numen
