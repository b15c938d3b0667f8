// OpenBLAS with 64-bit integers, opened when a product is first large enough to need it. It runs
// on the calling thread alone: our pool shares out large products.
#pragma once

#include <cstdint>
#include <string>

namespace numen::blas {

// Row-major C = A B with leading dimensions in elements; the library's cblas_?gemm.
template <class Scalar>
using Gemm = void (*)(int order, int trans_a, int trans_b, std::int64_t m, std::int64_t n,
                      std::int64_t k, Scalar alpha, const void* a, std::int64_t lda,
                      const void* b, std::int64_t ldb, Scalar beta, void* c, std::int64_t ldc);
template <class Scalar>
using Syrk = void (*)(int order, int uplo, int trans, std::int64_t n, std::int64_t k,
                      Scalar alpha, const void* a, std::int64_t lda, Scalar beta, void* c,
                      std::int64_t ldc);

// Entry points; complex scalars go by pointer.
struct Library {
    Gemm<float> sgemm = nullptr;
    Gemm<double> dgemm = nullptr;
    Gemm<const void*> cgemm = nullptr;
    Gemm<const void*> zgemm = nullptr;
    Syrk<float> ssyrk = nullptr;
    Syrk<double> dsyrk = nullptr;
    Syrk<const void*> csyrk = nullptr;
    Syrk<const void*> zsyrk = nullptr;
    std::string path;  // empty: no library was found
};

// Looks beside this library first, then in the folder of set_blas_path. Opened once.
const Library& library();

// A folder that holds libscipy_openblas64_.so; no effect once the library is open.
void set_blas_path(const std::string& folder);

}  // namespace numen::blas
