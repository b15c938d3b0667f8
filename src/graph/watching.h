// Tells the program above what ran, and whose it was. Nobody is told unless somebody watches.
#pragma once

#include <cstdint>
#include <optional>

#include "graph/compiling.h"
#include "ops/reduction.h"

namespace numen::graph {

// A program that has run. Times are seconds of a clock that only goes forward.
struct Execution {
    const Group& group;
    std::optional<ReduceOp> reduction;  // its last step
    Traffic traffic;
    int threads;
    double start, seconds;
};

// Both are called under the lock, on the thread that records or computes.
struct Watcher {
    // The number of the line that records this operation: Node::place.
    std::uint32_t (*place)(const Node&);
    void (*ran)(const Execution&);
};
// Null: nobody watches any more. It must outlive the watching.
void set_watcher(const Watcher* watcher);

bool is_watched();
std::uint32_t recording_place(const Node& node);
double now();

// Times a program and tells of it, if somebody watched when it was made. It is made and tells under
// the lock; what lies between is timed without it, while a Running lives.
class Watch {
  public:
    class Running {
      public:
        explicit Running(Watch& watch) : watch_(watch) { watch_.start(); }
        ~Running() { watch_.stop(); }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;

      private:
        Watch& watch_;
    };

    Watch();
    void tell(const Group& group, const Compiled& made, std::optional<ReduceOp> reduction) const;
    void tell(const Group& group, int threads, std::optional<ReduceOp> reduction) const;

  private:
    void start();
    void stop();

    bool is_wanted_;
    double start_ = 0, seconds_ = 0;
};

}  // namespace numen::graph
