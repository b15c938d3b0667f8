// Fills the table behind numen::resolve with the kernels chosen for this processor, once, when the
// library is loaded.
#include <algorithm>

#include "backends/cpu/instruction_set.h"
#include "ops/signature.h"

namespace numen::cpu {
namespace {

struct RowFacts {
    int inputs;
    int outputs;
    Resolver resolver;
    FlagPolicy policy;
};

constexpr RowFacts facts[op_count] = {
#define NUMEN_ELEMENTWISE(NAME, INPUTS, OUTPUTS, FAMILY, RESOLVER, ULP, FLAGS, ...) \
    {INPUTS, OUTPUTS, Resolver::RESOLVER, FlagPolicy::FLAGS},
#include "ops/elementwise.def"
#undef NUMEN_ELEMENTWISE
};

// Magnitudes of complex numbers overflow without a word, as NumPy's.
bool tells(int op, Dtype dtype) {
    return !(static_cast<Op>(op) == Op::absolute && is_complex(dtype));
}

// From how many elements on the loop may leave flags that mean nothing. What moves and turns bits
// sets none, but float16 may pass through float32.
std::int64_t quiet_below(int op, Dtype dtype) {
    const bool is_native = dtype == Dtype::float32 || dtype == Dtype::float64;
    if (dtype < Dtype::float16) return always_quiet;
    switch (static_cast<Op>(op)) {
        case Op::less:
        case Op::less_equal:
        case Op::greater:
        case Op::greater_equal: return is_native ? quiet_comparisons : 0;
        case Op::absolute:
        case Op::equal:
        case Op::not_equal: return is_native ? always_quiet : 0;
        case Op::conjugate:
        case Op::copysign:
        case Op::fabs:
        case Op::negative:
        case Op::positive:
        case Op::signbit: return dtype == Dtype::float16 ? 0 : always_quiet;
        default: return 0;
    }
}

LoopEntry entry_for(int op, int slot, Loop run) {
    const RowFacts& row = facts[op];
    LoopEntry entry;
    entry.inputs = static_cast<std::uint8_t>(row.inputs);
    entry.outputs = static_cast<std::uint8_t>(row.outputs);
    if (run == nullptr) return entry;
    const Signature types = signature(row.resolver, slot);
    entry.run = run;
    std::copy_n(types.input, 2, entry.input);
    std::copy_n(types.output, 2, entry.output);
    const Dtype dtype = types.input[0];
    entry.hardware_flags = uses_hardware_flags(row.policy, dtype) && tells(op, dtype);
    entry.quiet_below = entry.hardware_flags ? always_quiet : quiet_below(op, dtype);
    const bool has_values = row.policy >= FlagPolicy::domain || row.outputs == 2;
    entry.is_function = has_values && types.input[0] >= Dtype::float16;
    return entry;
}

bool fill_loop_table() {
    if (!load_error().empty()) return false;
    for (int op = 0; op < op_count; ++op) {
        for (int slot = 0; slot < loop_slots; ++slot) {
            loop_table[op][slot] =
                entry_for(op, slot, kernels().elementwise[op].run[slot]);
        }
    }
    return true;
}

[[maybe_unused]] const bool is_filled = fill_loop_table();

}  // namespace
}  // namespace numen::cpu
