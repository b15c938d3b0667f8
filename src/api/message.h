// Texts of errors.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>

namespace numen::api {

// "(2, 3)", "(4,)", "()": as Python writes a tuple.
struct Tuple {
    const std::int64_t* values;
    int size;
};
std::ostream& operator<<(std::ostream& stream, const Tuple& tuple);

// The parts, written one after another.
template <class... Part> std::string message(const Part&... parts) {
    std::ostringstream stream;
    (stream << ... << parts);
    return stream.str();
}

}  // namespace numen::api
