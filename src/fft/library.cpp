// Opens the library of transforms that lies beside this one, and remembers recent plans.
#include "fft/library.h"

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <string>

#include "backends/cpu/instruction_set.h"

namespace numen::fft {
namespace {

std::string library_path() {
    Dl_info place{};
    if (dladdr(reinterpret_cast<const void*>(&library_path), &place) == 0) return "";
    const std::string path = place.dli_fname;
    // There is none for v4: wider vectors gain nothing here.
    const std::string_view set = cpu::instruction_set() == "v4" ? "v3" : cpu::instruction_set();
    return path.substr(0, path.rfind('/') + 1) + "libnumen_fft_" + std::string(set) + ".so";
}

const Engine* open_engine() {
    void* library = dlopen(library_path().c_str(), RTLD_NOW | RTLD_LOCAL);
    void* symbol = library == nullptr ? nullptr : dlsym(library, engine_symbol);
    return symbol == nullptr ? nullptr : reinterpret_cast<EngineFunction>(symbol)();
}

// The plans used last, newest first, within a bound of memory.
class RecentPlans {
  public:
    std::shared_ptr<const Plan> find(const PlanKey& key) {
        std::lock_guard guard(lock_);
        const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return entry.plan && entry.key == key;
        });
        if (found == entries_.end()) return nullptr;
        if (found != entries_.begin()) std::rotate(entries_.begin(), found, found + 1);
        return entries_.front().plan;
    }
    void keep(const PlanKey& key, std::shared_ptr<const Plan> plan) {
        std::lock_guard guard(lock_);
        std::rotate(entries_.begin(), entries_.end() - 1, entries_.end());
        const std::size_t bytes = engine()->plan_bytes(plan.get());
        entries_.front() = {std::move(plan), bytes, key};
        std::size_t total = 0;
        for (Entry& entry : entries_) {
            total += entry.bytes;
            if (total > most_bytes) entry = {};
        }
    }

  private:
    struct Entry {
        std::shared_ptr<const Plan> plan;
        std::size_t bytes = 0;
        PlanKey key{};
    };
    static constexpr std::size_t most_bytes = 64 << 20;
    std::mutex lock_;
    std::array<Entry, 16> entries_;
};

// Never destroyed: threads may transform until the process ends. A forked child begins with none:
// another thread may have held the lock.
RecentPlans* recent = new RecentPlans;
const bool fork_handler_installed =
    (pthread_atfork(nullptr, nullptr, [] { recent = new RecentPlans; }), true);

}  // namespace

const Engine* engine() {
    static const Engine* opened = open_engine();
    return opened;
}

std::shared_ptr<const Plan> plan_for(const PlanKey& key) {
    if (auto plan = recent->find(key)) return plan;
    Plan* made = engine()->make_plan(key);
    if (made == nullptr) return nullptr;
    std::shared_ptr<const Plan> plan(made, [](const Plan* old) {
        engine()->destroy_plan(const_cast<Plan*>(old));
    });
    recent->keep(key, plan);
    return plan;
}

}  // namespace numen::fft
