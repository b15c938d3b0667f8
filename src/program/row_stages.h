// A row program as what is done to a block of rows, one after the other: reductions of rows, and
// programs of all that can be done between them.
#pragma once

#include <utility>
#include <vector>

#include "program/row_program.h"

namespace numen {

struct RowStage {
    const RowInstruction* reduction = nullptr;  // else a program
    bool is_value = false;                      // a program over values of rows
    Program program;
    std::vector<Register> operands;  // the row program's, outputs first, as the program's are
    // The program's registers, and those of the row program's instructions that they stand for.
    std::vector<std::pair<Register, Register>> results;
};

// What the stages before have made is read by those behind; the row program must outlive them.
std::vector<RowStage> stages_of(const RowProgram& program);

}  // namespace numen
