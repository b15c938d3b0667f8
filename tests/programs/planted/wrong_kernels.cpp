// A kernel library that stands before the real one, whose tables it hands on with one loop in the
// place of another: the one that NUMEN_PLANTED names computes something wrong. For
// test_check_finds_wrong_kernels.py, which compiles it and puts it into a copy of the package.
#include <dlfcn.h>
#include <unistd.h>

#include <cfenv>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "backends/cpu/kernel_table.h"

using namespace numen;
using namespace numen::cpu;

namespace {

LoopRow rows[op_count];
DataKernels data_loops;
KernelTable table;

Loop loop;  // the right one
FoldLoop fold;
SearchLoop search;
ScanLineLoop scan;
CastLoop cast;
RampLoop ramp;
ProductLoop product;

template <class T> T& at(char* data, std::int64_t step, std::int64_t i) {
    return *reinterpret_cast<T*>(data + i * step);
}

// How the output of the last operand is spoilt, once the loop has run.
using Fault = void (*)(char* const* data, const std::int64_t* steps, std::int64_t count);

template <Fault fault> Status spoilt(char* const* data, const std::int64_t* steps,
                                     std::int64_t count) {
    const Status status = loop(data, steps, count);
    fault(data, steps, count);
    return status;
}

void wrong_from_32_on(char* const* data, const std::int64_t* steps, std::int64_t count) {
    for (std::int64_t i = 32; i < count; ++i) at<double>(data[2], steps[2], i) *= 1 + 1e-6;
}

void wrong_by_a_millionth(char* const* data, const std::int64_t* steps, std::int64_t count) {
    at<double>(data[2], steps[2], count / 2) *= 1 + 1e-6;
}

void wrong_in_float32(char* const* data, const std::int64_t* steps, std::int64_t count) {
    at<float>(data[1], steps[1], count - 1) *= 1 + 1e-4f;
}

void wrong_in_other_threads(char* const* data, const std::int64_t* steps, std::int64_t) {
    if (gettid() != getpid()) at<double>(data[1], steps[1], 0) += 1;
}

void zero_without_sign(char* const* data, const std::int64_t* steps, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) at<double>(data[1], steps[1], i) += 0.0;
}

void nan_for_infinity(char* const* data, const std::int64_t* steps, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        double& x = at<double>(data[1], steps[1], i);
        if (std::isinf(x)) x = std::numeric_limits<double>::quiet_NaN();
    }
}

void wrong_in_its_place(char* const* data, const std::int64_t* steps, std::int64_t count) {
    if (data[0] == data[1]) at<double>(data[1], steps[1], count - 1) += 1;
}

void wrong_where_strided(char* const* data, const std::int64_t* steps, std::int64_t count) {
    if (steps[0] != 8) at<double>(data[2], steps[2], count - 1) += 1;
}

void wrong_behind_the_vectors(char* const* data, const std::int64_t* steps, std::int64_t count) {
    if (count % 8 != 0) at<std::int64_t>(data[2], steps[2], count - 1) += 1;
}

void wrong_last_bit(char* const* data, const std::int64_t* steps, std::int64_t) {
    at<std::int32_t>(data[2], steps[2], 0) ^= 1;
}

void wrong_truth(char* const* data, const std::int64_t* steps, std::int64_t count) {
    at<bool>(data[2], steps[2], count - 1) ^= true;
}

void flags_lost(char* const*, const std::int64_t*, std::int64_t) {
    std::feclearexcept(FE_ALL_EXCEPT);
}

void imaginary_part_lost(char* const* data, const std::int64_t* steps, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        auto& x = at<std::complex<double>>(data[2], steps[2], i);
        x = x.real();
    }
}

void operand_changed(char* const* data, const std::int64_t* steps, std::int64_t count) {
    at<double>(data[0], steps[0], count - 1) = 0.5;
}

Status one_element_unwritten(char* const* data, const std::int64_t* steps, std::int64_t count) {
    return loop(data, steps, count - 1);
}

Status warned_of_nothing(char* const* data, const std::int64_t* steps, std::int64_t count) {
    return loop(data, steps, count) | status_invalid;
}

void one_row_left_out(void* totals, bool first, const FoldSpan& span) {
    FoldSpan shorter = span;
    if (shorter.reduced_count > 2) --shorter.reduced_count;
    fold(totals, first, shorter);
}

std::int64_t last_instead_of_first(void* best, bool first, const char* data, std::int64_t step,
                                   std::int64_t count) {
    const std::int64_t found = search(best, first, data, step, count);
    return found > 0 ? found - 1 : found;
}

void scan_begins_anew(char* out, std::int64_t out_step, const char* in, std::int64_t in_step,
                      std::int64_t count) {
    const std::int64_t half = count / 2;
    scan(out, out_step, in, in_step, half);
    scan(out + half * out_step, out_step, in + half * in_step, in_step, count - half);
}

void rounded_away(char* out, std::int64_t out_step, const char* in, std::int64_t in_step,
                  std::int64_t count) {
    cast(out, out_step, in, in_step, count);
    for (std::int64_t i = 0; i < count; ++i) {
        const double x = *reinterpret_cast<const double*>(in + i * in_step);
        at<std::int32_t>(out, out_step, i) = static_cast<std::int32_t>(std::floor(x));
    }
}

void ramp_off_by_one(void* out, std::int64_t begin, std::int64_t count, const void* start,
                     const void* step) {
    ramp(out, begin + (begin > 0), count, start, step);
    if (count > 1) static_cast<double*>(out)[count - 1] += 1;
}

struct Planted {
    const char* name;
    Op op;
    Dtype slot;
    Loop wrong;
};
constexpr Planted planted[] = {
    {"from index 32 on", Op::add, Dtype::float64, spoilt<wrong_from_32_on>},
    {"by a millionth", Op::multiply, Dtype::float64, spoilt<wrong_by_a_millionth>},
    {"in one type", Op::sin, Dtype::float32, spoilt<wrong_in_float32>},
    {"in other threads", Op::exp, Dtype::float64, spoilt<wrong_in_other_threads>},
    {"the sign of zero", Op::negative, Dtype::float64, spoilt<zero_without_sign>},
    {"NaN for infinity", Op::sqrt, Dtype::float64, spoilt<nan_for_infinity>},
    {"in its place", Op::sqrt, Dtype::float64, spoilt<wrong_in_its_place>},
    {"where strided", Op::subtract, Dtype::float64, spoilt<wrong_where_strided>},
    {"behind the vectors", Op::maximum, Dtype::int64, spoilt<wrong_behind_the_vectors>},
    {"the last bit", Op::multiply, Dtype::int32, spoilt<wrong_last_bit>},
    {"a comparison", Op::less, Dtype::float64, spoilt<wrong_truth>},
    {"a warning lost", Op::divide, Dtype::float64, spoilt<flags_lost>},
    {"a warning of nothing", Op::log, Dtype::float64, warned_of_nothing},
    {"the imaginary part", Op::multiply, Dtype::complex128, spoilt<imaginary_part_lost>},
    {"an operand changed", Op::cos, Dtype::float64, spoilt<operand_changed>},
    {"an element unwritten", Op::floor, Dtype::float64, one_element_unwritten},
};

// Puts `wrong` into the place of a loop, which it calls.
template <class Function> void replace(Function& place, Function& right, Function wrong) {
    right = place;
    place = wrong;
}

void plant(const std::string& name) {
    const auto row_of = [](auto key) { return static_cast<int>(key); };
    const int f64 = row_of(Dtype::float64);
    const int sum = row_of(Fold::sum), prod = row_of(Fold::prod);
    for (const Planted& fault : planted) {
        if (name != fault.name) continue;
        replace(rows[row_of(fault.op)].run[row_of(fault.slot)], loop, fault.wrong);
    }
    if (name == "a row of a sum") replace(data_loops.columns[sum][f64], fold, one_row_left_out);
    if (name == "the last of a row") replace(data_loops.rows[prod][f64], fold, one_row_left_out);
    if (name == "a position") {
        replace(data_loops.search_max[f64], search, last_instead_of_first);
    }
    if (name == "a running sum") replace(data_loops.scan_line[sum][f64], scan, scan_begins_anew);
    if (name == "a conversion") {
        replace(data_loops.cast[row_of(Dtype::int32)][f64], cast, rounded_away);
    }
    if (name == "a range") replace(data_loops.ramp[f64], ramp, ramp_off_by_one);
}

}  // namespace

extern "C" const KernelTable* numen_cpu_kernel_table() {
    Dl_info place{};
    if (dladdr(reinterpret_cast<const void*>(&numen_cpu_kernel_table), &place) == 0) return nullptr;
    const std::string path = std::string(place.dli_fname) + ".right";
    void* right = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* symbol = right == nullptr ? nullptr : dlsym(right, kernel_table_symbol);
    if (symbol == nullptr) return nullptr;
    table = *reinterpret_cast<KernelTableFunction>(symbol)();
    std::memcpy(rows, table.elementwise, sizeof rows);
    data_loops = *table.data;
    table.elementwise = rows;
    table.data = &data_loops;
    if (const char* name = std::getenv("NUMEN_PLANTED")) plant(name);
    return &table;
}
