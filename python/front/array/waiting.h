// Python's lock around long work: released while it runs, so that other threads run Python code
// meanwhile, and with it Ctrl-C, which stops what runs.
//
// Other threads may then give any array another shape, type or state, change any list, and drop
// their references. Work without the lock therefore touches no Python object: its operands are
// *pinned* (front/array/pinned.h), or results that nobody else has seen.
#pragma once

#include "graph/running.h"

namespace numen::front {

// Tells the graph of Python's lock; false with an exception set.
bool prepare_waiting();

// Work that takes longer than this, in nanoseconds of one thread, releases the lock.
extern double max_locked_work;

// Nanoseconds, of a multiplication among those by which products and factorisations estimate their
// work.
inline constexpr double multiplication_time = 0.4;

// Releases Python's lock while it lives.
class Unlocked {
  public:
    Unlocked();
    ~Unlocked();
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
};

// The result of work(), which is estimated to take so long; without the lock where that is long.
template <class Work> auto without_lock(double nanoseconds, Work&& work) {
    if (nanoseconds < max_locked_work) return work();
    const Unlocked unlocked;
    return work();
}

// Is there a thread of Python's beside this one, which may run while the lock is left? One that
// begins meanwhile is no Python code's.
bool has_other_threads();

// What Ctrl-C asks for, once what it stopped is pending again: false with KeyboardInterrupt, or
// what the program's handler raises; true where the handler returns.
bool handle_interrupt();

// An outcome of `work` that is not interrupted, or interrupted with an exception set.
template <class Work> graph::Outcome attend(Work work) {
    for (;;) {
        const graph::Outcome outcome = work();
        if (outcome != graph::Outcome::interrupted || !handle_interrupt()) return outcome;
    }
}

}  // namespace numen::front
