// Recorded work on its way: the lock that is left meanwhile, and whose the work is.
//
// Everything in this folder happens under one lock, that of the program above (Python's). It is
// left while a group's program runs: its members are *running* then, what they read is kept by
// their nodes, and what they make lies in memory that nobody else knows. Whoever meets a running
// buffer waits without the lock and looks again. A running group never waits, so nobody waits in a
// circle.
#pragma once

#include <span>
#include <vector>

#include "backends/backend.h"
#include "graph/node.h"

namespace numen::graph {

enum class Outcome {
    done,
    out_of_memory,
    broken_off,  // out of memory amid work that cannot be repeated
    interrupted,  // the user asked to stop: nothing was published, everything may be tried again
    busy,  // another thread's work was met while the lock is kept (KeepingLock)
};

// What the program above tells of its lock; all are for the calling thread.
struct Lock {
    void (*leave)();
    void (*enter)();
    bool (*wants_to_stop)();  // asked with the lock entered
    bool (*stops_for_good)();  // asked before: what is stopped is not tried again
};
// Without one, there is only one thread.
void set_lock(const Lock& lock);

// While it lives, this thread does not leave the lock.
class KeepingLock {
  public:
    KeepingLock();
    ~KeepingLock();
    KeepingLock(const KeepingLock&) = delete;
    KeepingLock& operator=(const KeepingLock&) = delete;
};

// The pending results of a group that this thread computes. Those that are not published before it
// goes are pending again.
class Claim {
  public:
    explicit Claim(std::span<Node* const> members);
    ~Claim();
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

  private:
    std::vector<Buffer*> buffers_;
};

// Does a thread compute the buffer?
bool is_claimed(const Buffer* buffer);
// Does a thread compute anything?
bool is_anything_claimed();

// Waits until some claim has ended: done, interrupted or busy.
Outcome wait_for_others();

// Leaves the lock while it lives; work of this thread may be stopped then, work that cannot be
// repeated only for good.
class LeavingLock {
  public:
    explicit LeavingLock(bool can_repeat = true);
    ~LeavingLock();
    LeavingLock(const LeavingLock&) = delete;
    LeavingLock& operator=(const LeavingLock&) = delete;

  private:
    bool has_left_;
    backend::Watched watched_;
};

}  // namespace numen::graph
