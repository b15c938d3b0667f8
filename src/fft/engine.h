// The table between the transforms compiled for one instruction set and the rest: plain types and
// function pointers, so that nothing else crosses the border of that library.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numen/dtype.h"

namespace numen::fft {

enum class Kind : std::uint8_t {
    forward,      // complex to complex, exponent -2πi
    backward,     // complex to complex, exponent +2πi
    half,         // real to the first n/2+1 coefficients of the forward transform
    whole,        // real to all n coefficients of the forward transform
    from_half,    // n/2+1 coefficients to real, exponent +2πi
};

inline bool is_real(Kind kind) {
    return kind == Kind::half || kind == Kind::whole || kind == Kind::from_half;
}

// What one transform does, whatever lanes it is applied to.
struct Task {
    Kind kind;
    bool conjugate;        // from_half: of the coefficients read; half, whole: of those written
    std::int64_t points;   // length of the transform
    double factor;         // every result is multiplied by it
    bool is_single;        // computed in float32, in and out of which the elements are
    // Of one lane: number of elements to read (the rest counts as zero), steps in bytes, types.
    std::int64_t readable, in_step, out_step;
    Dtype in, out;         // float32, float64, complex64, complex128
};

struct PlanKey {
    std::int64_t points;
    bool is_real, is_single;
    bool operator==(const PlanKey&) const = default;
};
struct Plan;  // roots and factors for one length in one type

// What a transform takes of its caller. Threads, for a long lane that goes alone: run(pieces,
// piece, context) calls piece(context, i) for every i below `pieces`. Memory: allocate(bytes), null
// if there is none, is given back by release(block, bytes).
struct Resources {
    int threads;
    void (*run)(int pieces, void (*piece)(void* context, int i), void* context);
    void* (*allocate)(std::size_t bytes);
    void (*release)(void* block, std::size_t bytes);
};

struct Engine {
    int width, single_width;  // lanes that one call takes at most, in float64 and in float32
    // Null: no memory.
    Plan* (*make_plan)(const PlanKey& key);
    void (*destroy_plan)(Plan*);
    std::size_t (*plan_bytes)(const Plan*);
    // Transforms `lanes` lanes that start at in[i] and out[i]. The two may be one memory with equal
    // steps. False: no memory.
    bool (*transform)(const Plan*, const Task&, const char* const* in, char* const* out, int lanes,
                      const Resources& resources);
};

using EngineFunction = const Engine* (*)();
inline constexpr char engine_symbol[] = "numen_fft_engine";

}  // namespace numen::fft
