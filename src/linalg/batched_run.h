// The loop over the calls of the kernels that batched.h needs, and single matrices of a batch.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>

#include "backends/cpu/small_matrices.h"
#include "backends/cpu/thread_pool.h"
#include "linalg/batched.h"

namespace numen::linalg::batched {

using cpu::MatrixRun;
using cpu::Open;
using cpu::small_matrix_kernels;

// The matrices from `first` on, as the kernels see them.
inline MatrixRun run_of(const Batch& batch, std::int64_t first) {
    return {batch.data + first * batch.step, batch.step, batch.row_step, batch.column_step,
            batch.dtype};
}

// Runs visit(place in memory, position in dense rows) for the elements of one matrix.
template <class Visit> void for_elements(const Batch& batch, std::int64_t index, Visit&& visit) {
    char* const matrix = batch.data + index * batch.step;
    for (std::int64_t i = 0; i < batch.rows; ++i) {
        for (std::int64_t j = 0; j < batch.columns; ++j) {
            visit(matrix + i * batch.row_step + j * batch.column_step, i * batch.columns + j);
        }
    }
}

template <class T> T read(const char* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Rows of doubles or complex ones from a batch of either precision, and back, rounded.
template <class Scalar> void load(const Batch& batch, std::int64_t index, Scalar* to) {
    for_elements(batch, index, [&](const char* from, std::int64_t position) {
        if constexpr (std::is_same_v<Scalar, double>) {
            to[position] = batch.dtype == Dtype::float32 ? read<float>(from) : read<double>(from);
        } else {
            to[position] = batch.dtype == Dtype::complex64 ? read<std::complex<float>>(from)
                                                           : read<std::complex<double>>(from);
        }
    });
}

template <class Scalar> void put(const Batch& batch, char* to, const Scalar& value) {
    const bool is_single = batch.dtype == Dtype::float32 || batch.dtype == Dtype::complex64;
    if (!is_single) {
        std::memcpy(to, &value, sizeof value);
    } else if constexpr (std::is_same_v<Scalar, double>) {
        const float rounded = static_cast<float>(value);
        std::memcpy(to, &rounded, sizeof rounded);
    } else {
        const std::complex<float> rounded(value);
        std::memcpy(to, &rounded, sizeof rounded);
    }
}

template <class Scalar>
void store(const Batch& batch, std::int64_t index, const Scalar* from) {
    for_elements(batch, index,
                 [&](char* to, std::int64_t position) { put(batch, to, from[position]); });
}

inline void store_nan(const Batch& batch, std::int64_t index) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for_elements(batch, index, [&](char* to, std::int64_t) {
        is_complex(batch.dtype) ? put(batch, to, std::complex<double>(nan, nan))
                                : put(batch, to, nan);
    });
}

// Calls run.operator()<Scalar>() with what numbers of a type are computed in.
template <class Run> bool in_double(Dtype dtype, Run&& run) {
    return is_complex(dtype) ? run.template operator()<std::complex<double>>()
                             : run.template operator()<double>();
}

// Calls kernel(first, count, slot) for all matrices, which returns those it leaves open, and
// redo(index, slot) for these, which returns whether there is an answer. `most`: of a call.
template <class Kernel, class Redo>
std::int64_t for_each_call(std::int64_t count, std::int64_t most, const WorkSpace& work,
                           std::int32_t* info, Kernel&& kernel, Redo&& redo) {
    const std::int64_t lanes = small_matrix_kernels().lanes;
    const std::int64_t packs = (count / (4 * work.threads) + lanes - 1) / lanes;
    const std::int64_t share = std::clamp(packs * lanes, lanes, most);
    std::atomic<std::int64_t> next = 0, missing = 0;
    const auto take_calls = [&](char* slot) {
        for (;;) {
            const std::int64_t first = next.fetch_add(share, std::memory_order_relaxed);
            const std::int64_t here = std::min(share, count - first);
            if (here <= 0) return;
            if (info != nullptr) std::fill_n(info + first, here, 0);
            for (Open open = kernel(first, here, slot); open != 0; open &= open - 1) {
                const std::int64_t index = first + std::countr_zero(open);
                if (redo(index, slot)) continue;
                missing.fetch_add(1, std::memory_order_relaxed);
                if (info != nullptr) info[index] = 1;
            }
        }
    };
    if (work.threads == 1) {
        take_calls(work.memory);
    } else {
        cpu::parallel_for(work.threads, 1, [&](std::int64_t begin, std::int64_t end) {
            for (; begin < end; ++begin) take_calls(work.memory + begin * work.bytes);
        });
    }
    return missing;
}

}  // namespace numen::linalg::batched
