// What cancellation has left of each column, lane by lane (linalg/doubtful.h says what it is for).
#pragma once

#include "backends/cpu/small_matrices/pack.h"

namespace numen::cpu::NUMEN_ISA {

struct Losses {
    F64 sum = vm::broadcast(1.0);
    F64 products{};  // of losses with those before them, added up
};

NUMEN_INLINE void add(Losses& losses, F64 loss) {
    losses.products = vm::multiply_add(loss, losses.sum, losses.products);
    losses.sum += loss;
}

// Of NaN too.
NUMEN_INLINE I64 are_above(const Losses& losses, F64 limit) { return ~(losses.products <= limit); }

}  // namespace numen::cpu::NUMEN_ISA
