// What the functions that caller.cpp calls by name are given, and what they answer.
#pragma once

#include <numen/numen.h>

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace np = numen;
using np::Array;

using Integers = std::vector<std::int64_t>;
using Argument = std::variant<Array, np::Scalar, Integers>;
using Arguments = std::vector<Argument>;
using Results = std::vector<Array>;

struct Text {
    std::string text;
};
using Answer = std::variant<Results, Text>;

// What a function takes, by its place.
struct Given {
    Arguments arguments;

    np::Operand operand(std::size_t i) const {
        if (const Array* a = std::get_if<Array>(&arguments.at(i))) return *a;
        return std::get<np::Scalar>(arguments.at(i));
    }
    const Array& array(std::size_t i) const { return std::get<Array>(arguments.at(i)); }
    const np::Scalar& number(std::size_t i) const { return std::get<np::Scalar>(arguments.at(i)); }
    const Integers& list(std::size_t i) const { return std::get<Integers>(arguments.at(i)); }
    std::int64_t integer(std::size_t i) const { return list(i).at(0); }
    int small(std::size_t i) const { return static_cast<int>(integer(i)); }
    // Axes: none given are all.
    np::Axes axes(std::size_t i) const {
        const Integers& values = list(i);
        if (values.empty()) return {};
        if (values.size() == 1) return values[0];
        return {values.at(0), values.at(1)};
    }
    std::vector<Array> arrays(std::size_t first = 0) const {
        std::vector<Array> all;
        for (std::size_t i = first; i < arguments.size(); ++i) all.push_back(array(i));
        return all;
    }
};

using Function = std::function<Answer(const Given&)>;
// By name.
inline std::map<std::string, Function> functions;

inline Results one(const Array& a) { return {a}; }
inline Results one(bool value) { return {np::array(value)}; }
inline Results pair(const std::pair<Array, Array>& both) { return {both.first, both.second}; }

// caller_linalg.cpp, caller_tensors.cpp, caller_batched.cpp, caller_scipy.cpp
void add_linalg();
void add_tensors();
void add_batched();
void add_scipy();
void add_spectra_of_scipy();
