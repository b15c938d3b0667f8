// The program of a group of recorded operations.
#pragma once

#include <string_view>
#include <vector>

#include "array/strided.h"
#include "graph/grouping.h"
#include "program/program.h"

namespace numen::graph {

// The program of a group and the register of each member's result.
struct Compiled {
    Program program;
    std::vector<Register> results;  // by member
    std::vector<StridedView> operands;  // outputs, then inputs
};

Compiled compile(const Group& group);

// What the operation is called.
std::string_view name_of(const Node& node);

// Bytes of memory that the group's program goes over: those of a buffer once, however often and in
// whatever layouts it is read, numbers and repeated elements not at all.
struct Traffic {
    std::size_t read = 0, written = 0;
};
Traffic traffic_of(const Group& group);

}  // namespace numen::graph
