// What an operation of a straight line reports: what its own instruction did and, of what it had to
// convert first, what the conversions did.
#pragma once

#include <algorithm>
#include <span>

#include "ops/silent_casts.h"
#include "program/program.h"

namespace numen {

// Of the instruction that gave `result`, if one did, by the registers' types and what each one's
// instruction reported.
// Each register is the output of one instruction at most.
template <class AnyInstruction>
Status line_status(std::span<const AnyInstruction> line, std::span<const Dtype> types,
                   Register result, std::span<const Status> by_register) {
    Status status = by_register[result];
    const auto made = std::ranges::find(line, result, &AnyInstruction::output);
    if (made == line.end() || made->loop == nullptr) return status;
    for (int i = 0; i < made->loop->inputs; ++i) {
        const Register read = made->input[i];
        const auto input = std::ranges::find(line, read, &AnyInstruction::output);
        if (input == line.end() || !input->is_implied) continue;
        if (answers_for_conversion(*made->loop, types[input->input[0]], types[read])) {
            status |= by_register[read];
        }
    }
    return status;
}

}  // namespace numen
