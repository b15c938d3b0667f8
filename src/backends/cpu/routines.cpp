#include "backends/cpu/routines.h"

#include <pthread.h>

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "backends/cpu/work_counts.h"

namespace numen::cpu {
namespace {

using Routine = std::shared_ptr<const ExecutableMemory>;

constexpr std::size_t most_routines = 512;

struct Routines {
    std::mutex mutex;
    std::map<std::u16string, Routine, std::less<>> by_key;
};

// Never destroyed: threads may run chains until the process ends. A forked child begins with none:
// another thread may have held the mutex.
Routines* all_routines = new Routines;
const bool fork_handler_installed =
    (pthread_atfork(nullptr, nullptr, [] { all_routines = new Routines; }), true);

struct Recent {
    std::u16string key;
    Routine routine;
};

// Of this thread, by the hash of the key: found without the mutex and without taking memory. A
// thread's own storage has no room for the table itself.
Recent& recent(const RoutineKey& key) {
    using Table = std::array<Recent, 64>;
    thread_local const std::unique_ptr<Table> found = std::make_unique<Table>();
    return (*found)[key.hash() % found->size()];
}

}  // namespace

std::shared_ptr<const ExecutableMemory> find_routine(const RoutineKey& key) {
    Recent& near = recent(key);
    if (near.routine != nullptr && near.key == key.parts()) return near.routine;
    count(work_counts().searched_chains);
    const std::lock_guard lock(all_routines->mutex);
    const auto known = all_routines->by_key.find(key.parts());
    if (known == all_routines->by_key.end()) return nullptr;
    near = {known->first, known->second};
    return known->second;
}

void keep_routine(const RoutineKey& key, std::shared_ptr<const ExecutableMemory> routine) {
    const std::lock_guard lock(all_routines->mutex);
    if (all_routines->by_key.size() >= most_routines) all_routines->by_key.clear();
    all_routines->by_key.emplace(key.parts(), std::move(routine));
}

}  // namespace numen::cpu
