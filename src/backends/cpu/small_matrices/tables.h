// The parts of the table of small matrices, one file each.
#pragma once

#include "backends/cpu/small_matrices.h"

namespace numen::cpu::NUMEN_ISA {

void fill_solving(SmallMatrixKernels& table);
void fill_inverting(SmallMatrixKernels& table);
void fill_determinants(SmallMatrixKernels& table);
void fill_triangles(SmallMatrixKernels& table);
void fill_cholesky(SmallMatrixKernels& table);
void fill_eigenvalues(SmallMatrixKernels& table);
void fill_least_squares(SmallMatrixKernels& table);
void fill_pseudo_inverses(SmallMatrixKernels& table);
void fill_qr(SmallMatrixKernels& table);
void fill_singular_values(SmallMatrixKernels& table);
void fill_strips(SmallMatrixKernels& table);
void fill_cross_products(SmallMatrixKernels& table);
void fill_guarded_inverse(SmallMatrixKernels& table);

const SmallMatrixKernels* small_matrix_table();

}  // namespace numen::cpu::NUMEN_ISA
