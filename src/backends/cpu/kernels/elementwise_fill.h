// Chooses the loop template for each row and element type, and fills the tables.
#pragma once

#include "backends/cpu/kernel_table.h"
#include "backends/cpu/kernels/plain_loops.h"
#include "backends/cpu/kernels/value_loops.h"

namespace numen::cpu::NUMEN_ISA {

// Every unit fills its own types; float32 and float64 are split in two for the compiler's sake.
enum class Part { plain, values };

constexpr bool is_value_policy(FlagPolicy policy) { return policy >= FlagPolicy::domain; }

template <class Row, int slot> constexpr Loop loop_for_slot() {
    constexpr Signature types = signature(Row::resolver, slot);
    using In = FormulaElement<types.input[0]>;
    using In2 = FormulaElement<types.input[1]>;
    using Out = FormulaElement<types.output[0]>;
    if constexpr (Row::outputs == 2) {
        return pair_loop<Row, In, Out, FormulaElement<types.output[1]>>;
    } else if constexpr (is_value_policy(Row::policy) && std::is_floating_point_v<In>) {
        return value_loop<Row, In>;
    } else if constexpr (Row::inputs == 1) {
        return unary_loop<Row, In, Out>;
    } else {
        return binary_loop<Row, In, In2, Out>;
    }
}

template <class Row, Dtype dtype, Part part> constexpr Loop loop_in_part() {
    if constexpr (!contains(Row::loops, dtype)) {
        return nullptr;
    } else if constexpr (is_value_policy(Row::policy) && is_floating(dtype)) {
        if constexpr (part == Part::values) return loop_for_slot<Row, slot_of(dtype)>();
        return nullptr;
    } else {
        if constexpr (part == Part::plain) return loop_for_slot<Row, slot_of(dtype)>();
        return nullptr;
    }
}

template <Dtype dtype, Part part = Part::plain> void fill_type(LoopRow* table) {
    int row = 0;
#define NUMEN_ELEMENTWISE(NAME, ...)                                                  \
    if (constexpr Loop loop = loop_in_part<rows::NAME##_row, dtype, part>(); loop != nullptr) \
        table[row].run[slot_of(dtype)] = loop;                                        \
    ++row;
#include "ops/elementwise.def"
#undef NUMEN_ELEMENTWISE
}

// The loops over two types: comparisons of int64 with uint64, ldexp with a 64-bit exponent.
template <class Row, int first, int last> void fill_mixed(LoopRow& row) {
    row.run[first] = loop_for_slot<Row, first>();
    if constexpr (first < last) fill_mixed<Row, first + 1, last>(row);
}

void fill_boolean(LoopRow* table);
void fill_integers_8(LoopRow* table);
void fill_integers_16(LoopRow* table);
void fill_integers_32(LoopRow* table);
void fill_integers_64(LoopRow* table);
void fill_float16(LoopRow* table);
void fill_float32(LoopRow* table);
void fill_float64(LoopRow* table);
void fill_float32_values(LoopRow* table);
void fill_float64_values(LoopRow* table);
void fill_complex(LoopRow* table);

}  // namespace numen::cpu::NUMEN_ISA
