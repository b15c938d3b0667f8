// Every elementwise loop of the instruction set in use against the reference backend: contiguous,
// strided, with repeated operands, and in lengths around those of vectors.
//
// float16 is compared with the result rounded once; NaN equals NaN whatever its payload, and zeros
// of maximum and its like may have either sign.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "backends/reference/elementwise.h"

namespace {

using namespace numen;

constexpr int length = 131;

std::vector<double> interesting_values(Dtype dtype, std::uint32_t seed) {
    std::mt19937 generator(seed);
    std::vector<double> values;
    const double special[] = {0.0, -0.0, 1, -1, 0.5, 2, 3, -7, INFINITY, -INFINITY, NAN};
    for (int i = 0; i < length; ++i) {
        const bool is_special = generator() % 4 == 0;
        const double wide = std::ldexp(static_cast<double>(generator() % 2000) - 1000.0,
                                       static_cast<int>(generator() % 24) - 16);
        double value = is_special ? special[generator() % 11] : wide;
        if (dtype <= Dtype::uint64) {
            value = std::isfinite(value) ? std::trunc(value) : 5;
            const double limit = itemsize(dtype) == 1 ? 100 : 30000;
            value = std::fmin(std::fmax(value, is_signed_integer(dtype) ? -limit : 0), limit);
        }
        values.push_back(value);
    }
    return values;
}

template <class T> void put(char* at, double real) {
    const T value = static_cast<T>(real);
    std::memcpy(at, &value, sizeof value);
}

void put_value(Dtype dtype, char* at, double value) {
    switch (dtype) {
        case Dtype::boolean: return put<bool>(at, value);
        case Dtype::int8: return put<std::int8_t>(at, value);
        case Dtype::uint8: return put<std::uint8_t>(at, value);
        case Dtype::int16: return put<std::int16_t>(at, value);
        case Dtype::uint16: return put<std::uint16_t>(at, value);
        case Dtype::int32: return put<std::int32_t>(at, value);
        case Dtype::uint32: return put<std::uint32_t>(at, value);
        case Dtype::int64: return put<std::int64_t>(at, value);
        case Dtype::uint64: return put<std::uint64_t>(at, value);
        case Dtype::float16: return put<Half>(at, value);
        case Dtype::float32: return put<float>(at, value);
        case Dtype::float64: return put<double>(at, value);
        case Dtype::complex64:
            put<float>(at, value);
            return put<float>(at + 4, 1.25 - value / 3);
        case Dtype::complex128:
            put<double>(at, value);
            return put<double>(at + 8, 1.25 - value / 3);
    }
}

std::vector<char> operand(Dtype dtype, std::uint32_t seed) {
    std::vector<char> bytes(static_cast<std::size_t>(itemsize(dtype)) * length);
    const std::vector<double> values = interesting_values(dtype, seed);
    for (std::size_t i = 0; i < length; ++i) {
        put_value(dtype, bytes.data() + i * static_cast<std::size_t>(itemsize(dtype)), values[i]);
    }
    return bytes;
}

template <class T> double distance(const char* got, const char* want) {
    T a, b;
    std::memcpy(&a, got, sizeof a);
    std::memcpy(&b, want, sizeof b);
    const double x = static_cast<double>(a), y = static_cast<double>(b);
    if (x == y || (std::isnan(x) && std::isnan(y))) return 0;
    if (!std::isfinite(x) || !std::isfinite(y)) return INFINITY;
    if constexpr (std::is_same_v<T, Half>) {
        const int exponent = std::max(std::ilogb(y), -14);
        return std::fabs(x - y) / std::ldexp(1.0, exponent - 10);
    } else {
        return std::fabs(x - y) / std::fabs(std::nextafter(b, T(INFINITY)) - b);
    }
}

// In units in the last place; for types that are not floating 0 or infinity.
double distance(Dtype dtype, const char* got, const char* want) {
    switch (dtype) {
        case Dtype::float16: return distance<Half>(got, want);
        case Dtype::float32: return distance<float>(got, want);
        case Dtype::float64: return distance<double>(got, want);
        case Dtype::complex64:
            return std::fmax(distance<float>(got, want), distance<float>(got + 4, want + 4));
        case Dtype::complex128:
            return std::fmax(distance<double>(got, want), distance<double>(got + 8, want + 8));
        default:
            return std::memcmp(got, want, static_cast<std::size_t>(itemsize(dtype))) == 0
                       ? 0 : INFINITY;
    }
}

template <class T> double number(const char* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
}

double number(Dtype dtype, const char* at) {
    return dtype == Dtype::float16 ? number<Half>(at)
         : dtype == Dtype::float32 ? number<float>(at) : number<double>(at);
}

// How many units of the result one of the larger operand is. Sums of logarithms cancel near zero:
// their error counts in units of the operands.
double cancelled(Op op, Dtype dtype, const void* const* inputs, int k, const char* result) {
    if (op != Op::logaddexp && op != Op::logaddexp2) return 1;
    const auto magnitude = [&](int i) {
        return std::fabs(number(dtype, static_cast<const char*>(inputs[i]) + k * itemsize(dtype)));
    };
    const double larger = std::fmax(magnitude(0), magnitude(1));
    const double left = std::fabs(number(dtype, result));
    if (!std::isfinite(larger) || !(left > 0) || left >= larger) return 1;
    return std::ldexp(1.0, std::ilogb(larger) - std::ilogb(left));
}

struct Layout {
    int spacing;         // elements between neighbours in memory
    bool repeats_first;  // operand 0 is one element
    bool repeats_second;
};

void check_layout(Op op, Dtype dtype, const Layout& layout, int count, double allowed) {
    const LoopEntry& entry = resolve(op, dtype, dtype);
    const int operands = entry.inputs + entry.outputs;
    std::vector<std::vector<char>> memory, plain, wanted;
    std::vector<StridedView> views;
    std::int64_t shape = count, strides[4];
    for (int i = 0; i < operands; ++i) {
        const bool is_input = i < entry.inputs;
        const Dtype type = is_input ? entry.input[i] : entry.output[i - entry.inputs];
        const auto size = static_cast<std::size_t>(itemsize(type));
        const bool repeats = is_input && (i == 0 ? layout.repeats_first : layout.repeats_second);
        const std::vector<char> values = operand(type, 17u + static_cast<std::uint32_t>(i));
        memory.emplace_back(size * length * 3);
        plain.emplace_back(size * length);
        for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
            const char* from = values.data() + (repeats ? 0 : k) * size;
            std::memcpy(plain.back().data() + k * size, from, size);
            std::memcpy(memory.back().data() + (repeats ? 0 : k) * size *
                        static_cast<std::size_t>(layout.spacing), from, size);
        }
        strides[i] = repeats ? 0 : static_cast<std::int64_t>(size) * layout.spacing;
        views.push_back({memory.back().data(), type, 1, &shape, strides + i});
    }
    const void* inputs[2];
    void* outputs[2];
    for (int i = 0; i < entry.inputs; ++i) inputs[i] = plain[static_cast<std::size_t>(i)].data();
    for (int i = 0; i < entry.outputs; ++i) {
        wanted.emplace_back(plain[static_cast<std::size_t>(entry.inputs + i)].size());
        outputs[i] = wanted.back().data();
    }
    if (reference::elementwise(op, dtype, inputs, outputs, count) < 0) return;
    backend::elementwise(entry, views);
    for (int i = 0; i < entry.outputs; ++i) {
        const Dtype type = entry.output[i];
        const auto& view = views[static_cast<std::size_t>(entry.inputs + i)];
        for (int k = 0; k < count; ++k) {
            const char* want = wanted[static_cast<std::size_t>(i)].data() + k * itemsize(type);
            const double error = distance(type, view.data + k * view.strides[0], want);
            const double units = cancelled(op, dtype, inputs, k, want);
            CHECK_MESSAGE(error <= allowed * units, std::string(info(op).name) << " "
                          << std::string(name(dtype)) << " element " << k << " of " << count);
        }
    }
}

// What the table allows, and half a unit for the judge's own rounding. Complex functions have no
// bound in the table: both sides call the C library, and products may be fused or not.
double allowed_error(Op op, Dtype dtype) {
    const double bound = info(op).ulp;
    if (is_complex(dtype)) return op == Op::multiply || op == Op::square || op == Op::power ||
                                  op == Op::float_power ? 1e6 : 4;
    return bound == 0 ? 0 : bound + 0.5;
}

TEST_CASE("every loop agrees with the reference in every layout") {
    const Layout layouts[] = {{1, false, false}, {1, true, false}, {1, false, true},
                              {2, false, false}, {3, true, false}};
    for (int row = 0; row < op_count; ++row) {
        const Op op = static_cast<Op>(row);
        for (int type = 0; type < dtype_count; ++type) {
            const Dtype dtype = static_cast<Dtype>(type);
            const LoopEntry& entry = resolve(op, dtype, dtype);
            if (entry.run == nullptr || entry.input[0] != dtype) continue;
            for (const Layout& layout : layouts) {
                for (const int count : {1, 2, 7, 16, 33, length}) {
                    check_layout(op, dtype, layout, count, allowed_error(op, dtype));
                }
            }
        }
    }
}

TEST_CASE("a negative exponent of integers is reported, division by zero gives zero") {
    std::int64_t x[] = {2, 3, 4}, y[] = {1, -1, 0}, out[3], shape = 3, step = 8;
    const auto view = [&](std::int64_t* data) {
        return StridedView{reinterpret_cast<char*>(data), Dtype::int64, 1, &shape, &step};
    };
    const StridedView operands[] = {view(x), view(y), view(out)};
    const auto run = [&](Op op) {
        return backend::elementwise(resolve(op, Dtype::int64, Dtype::int64), operands);
    };
    CHECK((run(Op::power) & status_negative_power) != 0);
    CHECK(run(Op::floor_divide) == status_divide);
    CHECK(out[0] == 2);
    CHECK(out[1] == -3);
    CHECK(out[2] == 0);
    CHECK(run(Op::add) == status_ok);
}

TEST_CASE("warnings are those of the values, not of what a vector holds beside them") {
    double x[] = {1, 0, -1, INFINITY, NAN}, out[5];
    std::int64_t shape = 5, step = 8;
    StridedView operands[] = {{reinterpret_cast<char*>(x), Dtype::float64, 1, &shape, &step},
                              {reinterpret_cast<char*>(out), Dtype::float64, 1, &shape, &step}};
    const auto run = [&](Op op, std::int64_t first, std::int64_t count) {
        operands[0].data = reinterpret_cast<char*>(x + first);
        shape = count;
        return backend::elementwise(resolve(op, Dtype::float64), operands);
    };
    CHECK(run(Op::log, 0, 1) == status_ok);
    CHECK(run(Op::log, 0, 2) == status_divide);
    CHECK(run(Op::log, 0, 5) == (status_divide | status_invalid));
    CHECK(run(Op::log, 3, 2) == status_ok);
    CHECK(run(Op::sin, 3, 1) == status_invalid);
    CHECK(run(Op::sqrt, 2, 1) == status_invalid);
    CHECK(run(Op::sqrt, 3, 2) == status_ok);
    CHECK(run(Op::rint, 4, 1) == status_ok);
}

}  // namespace
