// What somebody who knows C++ would write by hand for twelve expressions: one loop each, no
// temporaries, every operation rounded as NumPy rounds it, the vector functions those of the
// kernels, and the kernels' threads. `numen bench fused_loops` times programs against them.
//
// All take three inputs a, b, c of `count` elements, whether they read them or not, and write
// `count` elements, or one sum.
#include <algorithm>
#include <cmath>
#include <vector>

#include "backends/cpu/thread_count.h"
#include "backends/cpu/thread_pool.h"
#include "backends/cpu/vector_math/vector_math.h"

#define LOOP extern "C" [[gnu::visibility("default")]] void

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr std::int64_t grain = 64 << 10;  // elements of which a second thread takes its share
constexpr std::int64_t columns = 1000;    // of a row that is added to each of the others

using Inputs = const void* const*;

// out[i] = formula(a[i], b[i], c[i]), made vector code by the compiler.
template <class T, class Formula>
void each(Inputs in, void* out, std::int64_t count, Formula formula) {
    parallel_for(count, grain, [=](std::int64_t begin, std::int64_t end) {
        const T* a = static_cast<const T*>(in[0]);
        const T* b = static_cast<const T*>(in[1]);
        const T* c = static_cast<const T*>(in[2]);
        T* r = static_cast<T*>(out);
#pragma GCC ivdep
        for (std::int64_t i = begin; i < end; ++i) r[i] = formula(a[i], b[i], c[i]);
    });
}

// The same with a formula over vectors, two a turn.
template <class T, class Formula>
void each_vector(Inputs in, void* out, std::int64_t count, Formula formula) {
    constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
    parallel_for(count, grain, [=](std::int64_t begin, std::int64_t end) {
        const T* a = static_cast<const T*>(in[0]);
        const T* b = static_cast<const T*>(in[1]);
        T* r = static_cast<T*>(out);
        std::int64_t i = begin;
        for (; i + 2 * lanes <= end; i += 2 * lanes) {
            const auto first = formula(vm::load(a + i), vm::load(b + i));
            const auto second = formula(vm::load(a + i + lanes), vm::load(b + i + lanes));
            vm::store<T>(r + i, first);
            vm::store<T>(r + i + lanes, second);
        }
        for (; i < end; i += lanes) {
            const std::int64_t rest = std::min(lanes, end - i);
            vm::store_part(r + i, formula(vm::load_part(a + i, rest), vm::load_part(b + i, rest)),
                           rest);
        }
    });
}

template <class T> T greater(T x, T y) { return x > y || x != x ? x : y; }
template <class T> T lesser(T x, T y) { return x < y || x != x ? x : y; }

struct ScaledSum {
    template <class T> T operator()(T a, T b, T c) const { return (a * b + c) * T(0.5) - a; }
};

// The sum of a piece, in as many vectors as hide the latency of an addition.
float square_sum(const float* a, const float* b, std::int64_t count) {
    constexpr std::int64_t lanes = vm::lanes_f32, ways = 8;
    vm::F32 sums[ways] = {};
    std::int64_t i = 0;
    for (; i + ways * lanes <= count; i += ways * lanes) {
        for (int way = 0; way < ways; ++way) {
            const vm::F32 d = vm::load(a + i + way * lanes) - vm::load(b + i + way * lanes);
            sums[way] += d * d;
        }
    }
    float total = 0;
    for (; i < count; ++i) total += (a[i] - b[i]) * (a[i] - b[i]);
    for (const vm::F32& sum : sums) {
        for (int lane = 0; lane < lanes; ++lane) total += sum[lane];
    }
    return total;
}

}  // namespace

LOOP numen_set_threads(int threads) { set_thread_count(threads); }

LOOP multiply_add(Inputs in, void* out, std::int64_t count) {
    each<float>(in, out, count, [](float a, float b, float c) { return a * b + c; });
}

LOOP scaled_sum_single(Inputs in, void* out, std::int64_t count) {
    each<float>(in, out, count, ScaledSum{});
}

LOOP scaled_sum_double(Inputs in, void* out, std::int64_t count) {
    each<double>(in, out, count, ScaledSum{});
}

LOOP integers(Inputs in, void* out, std::int64_t count) {
    each<std::int64_t>(in, out, count, [](std::int64_t a, std::int64_t b, std::int64_t c) {
        return (a * b + c) * 3 - a;
    });
}

LOOP polynomial(Inputs in, void* out, std::int64_t count) {
    each<float>(in, out, count, [](float a, float, float) {
        return ((((0.1f * a + 0.2f) * a + 0.3f) * a + 0.4f) * a + 0.5f) * a + 0.6f;
    });
}

LOOP length(Inputs in, void* out, std::int64_t count) {
    each<double>(in, out, count, [](double a, double b, double) {
        return std::sqrt(a * a + b * b);
    });
}

LOOP clipped(Inputs in, void* out, std::int64_t count) {
    each<float>(in, out, count, [](float a, float b, float c) {
        return lesser(greater(a * b, 0.5f), 1.5f) - c;
    });
}

LOOP rows(Inputs in, void* out, std::int64_t count) {
    parallel_for(count / columns, grain / columns, [=](std::int64_t begin, std::int64_t end) {
        const float* b = static_cast<const float*>(in[1]);
        const float* c = static_cast<const float*>(in[2]);
        for (std::int64_t row = begin; row < end; ++row) {
            const float* a = static_cast<const float*>(in[0]) + row * columns;
            float* r = static_cast<float*>(out) + row * columns;
#pragma GCC ivdep
            for (std::int64_t i = 0; i < columns; ++i) r[i] = (a[i] - b[i]) * c[i] + 0.25f;
        }
    });
}

LOOP waves(Inputs in, void* out, std::int64_t count) {
    each_vector<float>(in, out, count, [](vm::F32 a, vm::F32 b) {
        return a * b + vm::sin(a) + vm::cos(b);
    });
}

LOOP bell(Inputs in, void* out, std::int64_t count) {
    each_vector<double>(in, out, count, [](vm::F64 a, vm::F64 b) {
        return vm::exp(-0.5 * a * a) * b + 0.25;
    });
}

LOOP black_scholes(Inputs in, void* out, std::int64_t count) {
    each_vector<double>(in, out, count, [](vm::F64 a, vm::F64 b) {
        const vm::F64 spot = 50.0 * a, strike = 50.0 * b;
        const vm::F64 d1 = (vm::log(spot / strike) + 0.0625) / 0.25, d2 = d1 - 0.25;
        const vm::F64 n1 = 1.0 / (1.0 + vm::exp(-1.702 * d1));
        const vm::F64 n2 = 1.0 / (1.0 + vm::exp(-1.702 * d2));
        return spot * n1 - strike * 0.951 * n2;
    });
}

LOOP sum_of_squares(Inputs in, void* out, std::int64_t count) {
    const std::int64_t pieces = std::max<std::int64_t>(count / grain, 1);
    std::vector<float> sums(static_cast<std::size_t>(pieces));
    parallel_for(pieces, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t piece = begin; piece < end; ++piece) {
            const std::int64_t first = piece * grain;
            const std::int64_t last = piece + 1 == pieces ? count : first + grain;
            sums[static_cast<std::size_t>(piece)] =
                square_sum(static_cast<const float*>(in[0]) + first,
                           static_cast<const float*>(in[1]) + first, last - first);
        }
    });
    float total = 0;
    for (const float sum : sums) total += sum;
    *static_cast<float*>(out) = total;
}

}  // namespace numen::cpu::NUMEN_ISA
