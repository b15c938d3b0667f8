// The elementwise loops of 64-bit integers, and of one kind with the other.
#include "backends/cpu/kernels/common_divisors.h"
#include "backends/cpu/kernels/elementwise_fill.h"
#include "backends/cpu/kernels/one_divisor_loops.h"
#include "backends/cpu/kernels/power_loops.h"

namespace numen::cpu::NUMEN_ISA {

namespace {

template <class Row> void fill_comparison(LoopRow* table, Op op) {
    fill_mixed<Row, slot_int64_uint64, slot_uint64_int64>(table[static_cast<int>(op)]);
}

}  // namespace

void fill_integers_64(LoopRow* table) {
    fill_type<Dtype::int64>(table);
    fill_type<Dtype::uint64>(table);
    fill_divisions<Dtype::int64>(table);
    fill_power<Dtype::int64>(table);
    fill_divisions<Dtype::uint64>(table);
    fill_power<Dtype::uint64>(table);
    fill_comparison<rows::equal_row>(table, Op::equal);
    fill_comparison<rows::greater_row>(table, Op::greater);
    fill_comparison<rows::greater_equal_row>(table, Op::greater_equal);
    fill_comparison<rows::less_row>(table, Op::less);
    fill_comparison<rows::less_equal_row>(table, Op::less_equal);
    fill_comparison<rows::not_equal_row>(table, Op::not_equal);
#if defined(__AVX512CD__)
    fill_common_divisors<Dtype::int64>(table);
    fill_common_divisors<Dtype::uint64>(table);
#endif
}

}  // namespace numen::cpu::NUMEN_ISA
