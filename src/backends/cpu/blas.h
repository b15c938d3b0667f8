// OpenBLAS with 64-bit integers, opened when a product is first large enough to need it. It runs
// on the calling thread alone: our pool distributes large products and batches. Only one large
// factorisation may ask for the library's own threads.
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
    void (*set_threads)(int) = nullptr;
    void* handle = nullptr;
    std::string path;  // empty: no library was found
};

// OpenBLAS reads its settings while it is opened. By default its threads spin for some 90 ms after
// they start and after each call, on the cores that our own threads would use next; where this
// lives while it is opened, for 2^16 cycles, about as long as ours. What the user has set stays.
class ShortSpin {
  public:
    ShortSpin();
    ~ShortSpin();
    ShortSpin(const ShortSpin&) = delete;
    ShortSpin& operator=(const ShortSpin&) = delete;

  private:
    const bool is_ours_;
};

// Looks beside this library first, then in the folder of set_blas_path. Opened once.
const Library& library();

// A function of the library (LAPACK's are "scipy_<name>_64_"); null if it has none of that name.
void* find_function(const char* symbol);

// Where a nearly singular matrix is to count as singular if and only if another library's rounding
// makes it so: a file that is loaded already and holds or needs that library. Its functions have
// the same names. Nothing happens if the file is not loaded.
void set_deciding_file(const std::string& path);
// A function of that library; of our own where none is set or it has none of that name.
void* find_deciding_function(const char* symbol);

// While it lives, calls into the library may use as many threads as our pool. Does nothing if it
// is not wanted or if another thread has them already.
class OwnThreads {
  public:
    explicit OwnThreads(bool wanted);
    ~OwnThreads();
    OwnThreads(const OwnThreads&) = delete;
    OwnThreads& operator=(const OwnThreads&) = delete;

  private:
    bool taken_ = false;
};

// A folder that holds libscipy_openblas64_.so; no effect once the library is open.
void set_blas_path(const std::string& folder);

}  // namespace numen::blas
