#include "backends/cpu/small_matrices/tables.h"

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

const SmallMatrixKernels* small_matrix_table() {
    static SmallMatrixKernels table;
    table.lanes = lanes;
    fill_solving(table);
    fill_inverting(table);
    fill_determinants(table);
    fill_triangles(table);
    fill_cholesky(table);
    fill_eigenvalues(table);
    fill_least_squares(table);
    fill_pseudo_inverses(table);
    fill_qr(table);
    fill_singular_values(table);
    fill_strips(table);
    fill_cross_products(table);
    fill_guarded_inverse(table);
    return &table;
}

}  // namespace numen::cpu::NUMEN_ISA
