// The elementwise loops of booleans.
#include "backends/cpu/kernels/elementwise_fill.h"

namespace numen::cpu::NUMEN_ISA {

// Sums and larger ones are an or, products and smaller ones an and: of those the compiler makes
// vectors of bytes, of numbers that become truths again wider ones.
void fill_boolean(LoopRow* table) {
    fill_type<Dtype::boolean>(table);
    constexpr int slot = slot_of(Dtype::boolean);
    const auto loop = [table](Op op) -> Loop& { return table[static_cast<int>(op)].run[slot]; };
    for (Op op : {Op::add, Op::maximum, Op::fmax}) loop(op) = loop(Op::bitwise_or);
    for (Op op : {Op::multiply, Op::minimum, Op::fmin}) loop(op) = loop(Op::bitwise_and);
}

}  // namespace numen::cpu::NUMEN_ISA
