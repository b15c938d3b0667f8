#include "graph/habits.h"

#include <array>
#include <utility>

namespace numen::graph {
namespace {

constexpr std::uint8_t enough = 2;     // times alone in a row
constexpr std::uint8_t patience = 32;  // calls until it is tried again

struct Entry {
    std::uint64_t key = 0;
    std::uint8_t alone = 0;  // times in a row
    std::uint8_t calls = 0;  // since it was last recorded
};

// Places that share an entry take it from each other, which costs what an unknown place costs.
std::array<Entry, 4096> entries;
bool they_count = true;

}  // namespace

Habit habit_of(const void* place, const void* operation) {
    if (place == nullptr) return 0;
    const std::uint64_t key = reinterpret_cast<std::uintptr_t>(place) * 0x9e3779b97f4a7c15u ^
                              reinterpret_cast<std::uintptr_t>(operation);
    const auto habit = static_cast<Habit>(1 + (key * 0x9e3779b97f4a7c15u >> 32) %
                                                  (entries.size() - 1));
    if (entries[habit].key != key) entries[habit] = {key, 0, 0};
    return habit;
}

bool is_mostly_alone(Habit habit) {
    Entry& entry = entries[habit];
    if (habit == 0 || !they_count || entry.alone < enough) return false;
    if (++entry.calls < patience) return true;
    entry.calls = 0;
    return false;
}

bool set_habits(bool count) { return std::exchange(they_count, count); }

void note_alone(Habit habit) {
    std::uint8_t& alone = entries[habit].alone;
    if (alone < enough) ++alone;
}

void note_fused(Habit habit) { entries[habit].alone = 0; }

}  // namespace numen::graph
