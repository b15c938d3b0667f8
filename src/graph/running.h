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

// Work that overwrites what it reads, and whose values would be lost if it did not come to its end.
// No process forks while one lives: a child lacks the thread.
class Overwriting {
  public:
    Overwriting();
    ~Overwriting();
    Overwriting(const Overwriting&) = delete;
    Overwriting& operator=(const Overwriting&) = delete;
};

// Not between a call of prepare_fork, which waits for such work of other threads, and one of
// end_fork in the parent. The child begins anew.
bool may_overwrite();
void prepare_fork();
void end_fork();

// When work may be stopped that runs without the lock.
enum class Stops { at_once, for_good, never };

// Leaves the lock while it lives; work of this thread may be stopped then.
class LeavingLock {
  public:
    explicit LeavingLock(Stops stops = Stops::at_once);
    ~LeavingLock();
    LeavingLock(const LeavingLock&) = delete;
    LeavingLock& operator=(const LeavingLock&) = delete;

  private:
    bool has_left_;
    backend::Watched watched_;
};

}  // namespace numen::graph
