// Sizes that only speed asks for. Tests make them small, so that a hundred elements are distributed
// over threads, cut into blocks and written by streaming stores as a hundred million are; no result
// depends on them.
#pragma once

#include <chrono>
#include <cstdint>

namespace numen::cpu {

struct Tuning {
    // parallel_for's grains are divided by it.
    std::int64_t grain_divisor = 1;
    // The caller of parallel_for begins when a worker has, if one comes while the caller spins.
    bool waits_for_workers = false;
    // How long a worker spins after a job before it sleeps. In tests that distribute every call it
    // would spin most of the time, on a core that the callers of other processes want.
    std::chrono::microseconds worker_spin_time{500};
    // A block of a program: the fewest and the most elements, and the most where nothing passes
    // through scratch memory.
    std::int64_t least_block = 128, most_block = 1024, most_unscratched = 4096;
    // Rows of so many elements go one by one through a program of rows, and of shorter ones
    // together as many as make so many elements.
    std::int64_t long_row = 512, row_block = 1024;
    // Rows of a few elements go together through a program where there are so many.
    std::int64_t many_rows = 64;
    // Results of so many bytes and more are written by streaming stores: 64 to 256 MB in 0.7 to 0.9
    // of the time, 4 MB, which the next expression finds in a cache, in 1.0.
    std::int64_t vast_bytes = 32 << 20;
};

// Changed while nothing runs.
const Tuning& tuning();
void set_small_pieces(bool wanted);

}  // namespace numen::cpu
