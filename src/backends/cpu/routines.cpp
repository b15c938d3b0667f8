#include "backends/cpu/routines.h"

#include <pthread.h>

#include <utility>

namespace numen::cpu {

std::shared_ptr<const ExecutableMemory> Routines::find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto known = by_key_.find(key);
    return known == by_key_.end() ? nullptr : known->second;
}

void Routines::keep(const std::string& key, std::shared_ptr<const ExecutableMemory> routine) {
    constexpr std::size_t most_routines = 512;
    const std::lock_guard lock(mutex_);
    if (by_key_.size() >= most_routines) by_key_.clear();
    by_key_.emplace(key, std::move(routine));
}

namespace {

// Never destroyed: threads may run chains until the process ends. A forked child begins with none:
// another thread may have held the mutex.
Routines* all_routines = new Routines;
const bool fork_handler_installed =
    (pthread_atfork(nullptr, nullptr, [] { all_routines = new Routines; }), true);

}  // namespace

Routines& routines() { return *all_routines; }

}  // namespace numen::cpu
