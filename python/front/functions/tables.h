// Tables of methods, attributes and functions, one per file that defines them; the module and the
// array types collect them. A name in none of them falls back to NumPy.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

extern PyMethodDef layout_methods[];      // reshape, transpose, copy, astype …
extern PyMethodDef reduction_methods[];   // sum, mean, argmax …
extern PyMethodDef flag_methods[];        // setflags
extern PyMethodDef scan_methods[];        // cumsum, cumprod
extern PyMethodDef sorting_methods[];     // sort, argsort
extern PyMethodDef partitioning_methods[];  // partition, argpartition
extern PyMethodDef searching_methods[];   // searchsorted
extern PyMethodDef protocol_methods[];    // __array__, __reduce__, __copy__ …
extern PyMethodDef interchange_methods[];  // __dlpack__, to_device …
extern PyMethodDef element_methods[];     // item, fill, tolist, round …
extern PyMethodDef diagonal_methods[];    // diagonal, trace
extern PyMethodDef taking_methods[];      // take, compress, repeat
extern PyMethodDef choosing_methods[];    // choose
extern PyMethodDef placing_methods[];     // put
extern PyMethodDef memory_methods[];      // byteswap, getfield, tofile, resize …
extern PyGetSetDef protocol_attributes[];  // __class__
extern PyGetSetDef array_attributes[];    // shape, dtype, T, real …

extern PyMethodDef creation_functions[];  // zeros, full, arange …
extern PyMethodDef conversion_functions[];  // array, asarray, require …
extern PyMethodDef source_functions[];    // frombuffer
extern PyMethodDef range_functions[];     // arange
extern PyMethodDef unravelling_functions[];  // unravel_index
extern PyMethodDef layout_functions[];    // concatenate, stack, reshape …
extern PyMethodDef joining_functions[];   // concatenate, stack, where
extern PyMethodDef element_functions[];   // clip, nonzero, round
extern PyMethodDef diagonal_functions[];  // diagonal, trace
extern PyMethodDef taking_functions[];    // take, compress, repeat
extern PyMethodDef choosing_functions[];  // choose
extern PyMethodDef placing_functions[];   // put, putmask, place, copyto
extern PyMethodDef reduction_functions[]; // sum, mean …
extern PyMethodDef scan_functions[];      // cumsum, cumprod
extern PyMethodDef sorting_functions[];   // sort, argsort, lexsort
extern PyMethodDef partitioning_functions[];  // partition, argpartition
extern PyMethodDef counting_functions[];  // bincount
extern PyMethodDef searching_functions[]; // searchsorted
extern PyMethodDef product_functions[];   // dot, matmul, outer …
extern PyMethodDef inner_product_functions[];  // inner, tensordot, vecdot …
extern PyMethodDef cross_functions[];     // cross
extern PyMethodDef einsum_functions[];    // einsum
extern PyMethodDef norm_functions[];      // linalg.norm, vector_norm, matrix_norm
extern PyMethodDef matrix_solving_functions[];  // linalg.solve, linalg.inv, linalg.det …
extern PyMethodDef matrix_factor_functions[];      // linalg.qr, linalg.svd, linalg.lstsq
extern PyMethodDef matrix_eigenvalue_functions[];  // linalg.eigh, linalg.eig …
extern PyMethodDef rolling_functions[];   // roll, fft.fftshift
extern PyMethodDef fourier_functions[];   // fft.fft, fft.rfft …
extern PyMethodDef interchange_functions[];  // from_dlpack
extern PyMethodDef correlation_functions[]; // correlate, convolve
extern PyMethodDef view_functions[];      // as_strided, broadcast_arrays, shares_memory
extern PyMethodDef control_functions[];   // what the package uses: wrap, expose, info …

}  // namespace numen::front
