// How often each way of doing the work was taken since the process began: tests ask which ones they
// have reached.
#pragma once

#include <atomic>
#include <cstdint>

namespace numen::cpu {

struct WorkCounts {
    using Count = std::atomic<std::uint64_t>;
    Count shared_jobs{0};      // of the thread pool
    Count worker_pieces{0};    // that another thread than the caller's did
    Count woken_threads{0};    // that slept when a job came
    Count programs{0};         // fused, of several operations or one
    Count blocks{0};           // of their rows, beyond the first one of each
    Count merged_rows{0};      // programs and loops whose short rows went together
    Count row_programs{0};
    Count chains{0};           // assembled: machine code for several operations
    Count written_chains{0};   // whose machine code was not there yet
    Count searched_chains{0};  // whose machine code this thread had not found lately
    Count refused_chains{0};   // that could not be, and ran as loops
    Count replayed_chains{0};  // blocks that ran again as loops, for their flags
    Count streamed{0};         // pieces written by streaming stores
};

WorkCounts& work_counts();
inline void count(WorkCounts::Count& what, std::uint64_t times = 1) {
    what.fetch_add(times, std::memory_order_relaxed);
}

}  // namespace numen::cpu
