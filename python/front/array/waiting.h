// Python's lock around recorded work: left while programs run, so that other threads run Python
// code meanwhile, and with it Ctrl-C, which stops what runs.
#pragma once

#include "graph/running.h"

namespace numen::front {

// Tells the graph of Python's lock.
void prepare_waiting();

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
