#include "backends/cpu/stretches.h"

#include <algorithm>
#include <vector>

#include "backends/cpu/data_kernels.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t grain_places = 32 << 10;

}  // namespace

std::int64_t count_places(const Stretches& stretches) {
    std::int64_t total = 0;
    for (std::int64_t row = 0; row < stretches.rows; ++row) {
        total += std::max<std::int64_t>(stretches.counts[row], 0);
    }
    return total;
}

void write_places(const Stretches& stretches, std::int64_t* rows, std::int64_t* columns) {
    std::vector<std::int64_t> before(static_cast<std::size_t>(stretches.rows) + 1, 0);
    for (std::int64_t row = 0; row < stretches.rows; ++row) {
        before[row + 1] = before[row] + std::max<std::int64_t>(stretches.counts[row], 0);
    }
    const std::int64_t each = before.back() / std::max<std::int64_t>(stretches.rows, 1) + 1;
    const RampLoop ramp = data_kernels().ramp[static_cast<int>(Dtype::int64)];
    parallel_for(stretches.rows, grain_places / each + 1,
                 [&](std::int64_t begin, std::int64_t end) {
                     constexpr std::int64_t one = 1;
                     for (std::int64_t row = begin; row < end; ++row) {
                         const std::int64_t at = before[row], count = before[row + 1] - at;
                         std::fill_n(rows + at, count, row);
                         ramp(columns + at, 0, count, stretches.firsts + row, &one);
                     }
                 });
}

}  // namespace numen::cpu
