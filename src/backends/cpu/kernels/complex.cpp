// The elementwise loops of complex numbers.
#include "backends/cpu/kernels/complex_products.h"
#include "backends/cpu/kernels/complex_quotients.h"
#include "backends/cpu/kernels/complex_signs.h"
#include "backends/cpu/kernels/elementwise_fill.h"
#include "backends/cpu/kernels/magnitude.h"

namespace numen::cpu::NUMEN_ISA {

void fill_complex(LoopRow* table) {
    fill_type<Dtype::complex64>(table);
    fill_type<Dtype::complex128>(table);
    LoopRow& absolute = table[static_cast<int>(Op::absolute)];
    absolute.run[slot_of(Dtype::complex64)] = magnitude_loop<float>;
    absolute.run[slot_of(Dtype::complex128)] = magnitude_loop<double>;
    LoopRow& sign = table[static_cast<int>(Op::sign)];
    sign.run[slot_of(Dtype::complex64)] = sign_loop<float>;
    sign.run[slot_of(Dtype::complex128)] = sign_loop<double>;
#if defined(__AVX2__)
    LoopRow& product = table[static_cast<int>(Op::multiply)];
    product.run[slot_of(Dtype::complex64)] = product_loop<float>;
    product.run[slot_of(Dtype::complex128)] = product_loop<double>;
    LoopRow& square = table[static_cast<int>(Op::square)];
    square.run[slot_of(Dtype::complex64)] = square_loop<float>;
    square.run[slot_of(Dtype::complex128)] = square_loop<double>;
    LoopRow& quotient = table[static_cast<int>(Op::divide)];
    quotient.run[slot_of(Dtype::complex64)] = quotient_loop<float>;
    quotient.run[slot_of(Dtype::complex128)] = quotient_loop<double>;
    LoopRow& inverse = table[static_cast<int>(Op::reciprocal)];
    inverse.run[slot_of(Dtype::complex64)] = inverse_loop<float>;
    inverse.run[slot_of(Dtype::complex128)] = inverse_loop<double>;
#endif
}

}  // namespace numen::cpu::NUMEN_ISA
