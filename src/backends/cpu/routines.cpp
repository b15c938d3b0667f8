#include "backends/cpu/routines.h"

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

// Never destroyed: threads may run chains until the process ends.
Routines& routines() {
    static Routines* all = new Routines;
    return *all;
}

}  // namespace numen::cpu
