// Which elementwise operations there are and which loop serves a pair of input types.
//
// The rows stand in elementwise.def; this header declares what the readers of that table offer
// to the folders downstream. An Op is an index into every table.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "numen/dtype.h"
#include "ops/loop_slot.h"
#include "ops/status.h"

namespace numen {

enum class Op : std::uint16_t {
#define NUMEN_ELEMENTWISE(NAME, ...) NAME,
#include "ops/elementwise.def"
#undef NUMEN_ELEMENTWISE
};
inline constexpr int op_count = 0
#define NUMEN_ELEMENTWISE(NAME, ...) +1
#include "ops/elementwise.def"
#undef NUMEN_ELEMENTWISE
    ;

// data[0..inputs) are the inputs, data[inputs..) the outputs; steps are in bytes (0 repeats one
// element, negative walks backwards); elements may be unaligned only if the caller says so by
// going through the buffered path. Inputs and outputs are either identical or do not overlap.
// Returns the status bits that the loop found from values; loops with hardware_flags set leave
// theirs in the floating-point status register instead.
using Loop = Status (*)(char* const* data, const std::int64_t* steps, std::int64_t count);

inline constexpr std::int64_t always_quiet = std::numeric_limits<std::int64_t>::max();

// One loop for one combination of element types.
struct LoopEntry {
    Loop run = nullptr;          // nullptr: NumPy has no loop for these types either (TypeError)
    Dtype input[3] = {};         // the types the loop reads; operands of other types are cast
    Dtype output[2] = {};        // the types it writes
    std::uint8_t inputs = 0;
    std::uint8_t outputs = 0;
    bool hardware_flags = false;  // read the floating-point status register after the loop
    bool is_function = false;     // several times the work of arithmetic for each element
    // Without hardware_flags: over this many elements and more, the loop may leave flags that mean
    // nothing.
    std::int64_t quiet_below = always_quiet;
};

struct OpInfo {
    std::string_view name;     // NumPy's name
    std::uint8_t inputs;
    std::uint8_t outputs;
    double ulp;                // bound on the error, 0 = exact
    std::string_view help;     // one sentence
};

const OpInfo& info(Op op);
std::optional<Op> find_op(std::string_view name);

// The tables behind resolve(): which slot serves a pair of types, and the loops by slot. The
// second belongs to the CPU backend chosen at load time, which fills it.
struct SlotRow {
    std::uint8_t slot[dtype_count][dtype_count];
};
extern const SlotRow slot_table[op_count];
extern LoopEntry loop_table[op_count][loop_slots];

// The loop for strong operand types as NumPy resolves them (NEP 50); unary operations ignore b.
// An entry without `run` means "no loop". O(1), two look-ups.
inline const LoopEntry& resolve(Op op, Dtype a, Dtype b = Dtype::boolean) {
    const int row = static_cast<int>(op);
    return loop_table[row][slot_table[row].slot[static_cast<int>(a)][static_cast<int>(b)]];
}

// NEP 50 for two strong types; Dtype of np.result_type(a, b).
Dtype promote(Dtype a, Dtype b);

// What NumPy computes for x ** exponent if one exponent serves all elements; Op::power itself where
// there is nothing simpler.
inline Op power_operation(double exponent) {
    if (exponent == 2.0) return Op::square;
    if (exponent == 0.5) return Op::sqrt;
    if (exponent == -1.0) return Op::reciprocal;
    return exponent == 1.0 ? Op::positive : Op::power;
}

// np.can_cast(from, to, casting="same_kind").
bool can_cast_same_kind(Dtype from, Dtype to);
bool can_cast_safe(Dtype from, Dtype to);

}  // namespace numen
