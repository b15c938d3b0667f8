// The lines of the program as numbers, and other names that a profile repeats, kept once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "front/module/numpy_api.h"

namespace numen::front {

// A name or a place; 0 is none.
using Ordinal = std::uint32_t;

template <class Value> struct Numbered {
    std::map<Value, Ordinal> numbers;
    std::vector<const Value*> values;  // of number 1, 2 …

    Ordinal number_of(const Value& value) {
        const auto [entry, is_new] = numbers.try_emplace(value, values.size() + 1);
        if (is_new) values.push_back(&entry->first);
        return entry->second;
    }
};

// The innermost line of the user's code, whether no other code runs inside it, and the instruction.
struct Place {
    Ordinal number;
    bool is_innermost;
    const void* code;  // an address to compare, no object
    int offset;
};
Place innermost_place_of_user();
// (file, line) of a number, or None.
PyObject* place_of(Ordinal place);
std::pair<std::string, int> file_and_line(Ordinal place);

Ordinal number_of_name(const char* name);
const char* name_of(Ordinal name);

// Lets go of the code objects whose lines were looked up.
void forget_places();

}  // namespace numen::front
