// The CPU backend's own threads: started when first needed, asleep when idle, safe across fork.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include "ops/status.h"

namespace numen::cpu {

// A borrowed callable Status(begin, end); it must outlive the call it is passed to.
class RangeTask {
  public:
    template <class Callable> requires(!std::is_same_v<std::remove_cvref_t<Callable>, RangeTask>)
    RangeTask(Callable&& callable)
        : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
          call_([](void* object, std::int64_t begin, std::int64_t end) -> Status {
              auto& task = *static_cast<std::remove_reference_t<Callable>*>(object);
              if constexpr (std::is_void_v<decltype(task(begin, end))>) {
                  task(begin, end);
                  return status_ok;
              } else {
                  return task(begin, end);
              }
          }) {}
    Status operator()(std::int64_t begin, std::int64_t end) const {
        return call_(object_, begin, end);
    }

  private:
    void* object_;
    Status (*call_)(void*, std::int64_t, std::int64_t);
};

// Runs task over [0, count) in contiguous pieces of at least `grain`, on several threads when
// there are two pieces or more; returns when all are done, with their statuses or-ed. Where the
// pieces are cut depends on the number of threads, so a result must not depend on the cuts.
// Nested calls run on the calling thread; several threads' calls share the workers.
// Floating-point flags that other threads raised are raised in the caller's register too. A task
// that throws std::bad_alloc has the status status_no_memory; it may throw nothing else.
Status parallel_for(std::int64_t count, std::int64_t grain, RangeTask task);

// As parallel_for, for grains of some ten microseconds: threads that sleep, whom to wake takes as
// long or longer, are woken for eight grains, or once several smaller jobs have come in a row.
Status parallel_for_short(std::int64_t count, std::int64_t grain, RangeTask task);

// The grain that pays at this moment: a thread that has just worked takes its next piece in 0.4 us,
// one that sleeps in 5 to 7 us. For work whose results do not depend on the cuts.
std::int64_t grain_now(std::int64_t grain);

// How many threads take a piece of that, where no other call has work for them.
int threads_for(std::int64_t count, std::int64_t grain);

// How many of the threads that a call may use sleep, so that to wake them takes time.
int sleeping_threads();

}  // namespace numen::cpu
