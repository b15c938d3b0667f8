#include "backends/cpu/tuning.h"

namespace numen::cpu {
namespace {

constexpr Tuning of_programs{};
// Blocks of whole cache lines, whatever the elements' type.
constexpr Tuning of_tests{.grain_divisor = std::int64_t{1} << 40,
                          .waits_for_workers = true,
                          .worker_spin_time = std::chrono::microseconds(0),
                          .least_block = 64,
                          .most_block = 64,
                          .most_unscratched = 64,
                          .long_row = 16,
                          .row_block = 32,
                          .many_rows = 2,
                          .vast_bytes = 256};
Tuning current = of_programs;

}  // namespace

const Tuning& tuning() { return current; }

void set_small_pieces(bool wanted) { current = wanted ? of_tests : of_programs; }

}  // namespace numen::cpu
