// What observations leave behind until watched() is asked for it.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "front/module/observer.h"
#include "front/module/places.h"

namespace numen::front {

struct Totals {
    long long calls = 0;
    double seconds = 0;
    double read = 0, written = 0;  // bytes of the arrays that calls were given, and made
    double elements = 0;  // of the largest array that was given
    // How often these calls began after others that made or changed arrays.
    long long runs = 0, changes_before = -1;
};

struct EventKey {
    Event kind;
    Ordinal name, detail, place;
    bool operator==(const EventKey&) const = default;
};
struct EventHash {
    std::size_t operator()(const EventKey& key) const {
        std::size_t hash = static_cast<std::size_t>(key.kind);
        for (const Ordinal part : {key.name, key.detail, key.place}) hash = hash * 1000003 ^ part;
        return hash;
    }
};

// Which operations of which lines a program was made of: (place, name, weight) each.
using Steps = std::vector<std::tuple<Ordinal, Ordinal, int>>;

struct ProgramTotals : Totals {
    int threads = 0;
    Ordinal name = 0;  // of all its operations
};

// One event, for a trace.
struct Single {
    const char* kind;
    Ordinal name, place, looker;
    double start, seconds, read, written;
    unsigned long thread;
};
// From the recording of an operation to the program that computed it.
struct Arrow {
    double start, end;
    unsigned long from, to;  // threads
};

struct Log {
    std::unordered_map<EventKey, Totals, EventHash> events;
    std::map<std::pair<Ordinal, Steps>, ProgramTotals> programs;  // by looker
    std::map<std::string_view, double> elsewhere;  // seconds of other threads than the main one
    std::vector<Single> singles;
    std::vector<Arrow> arrows;
    // (a, b): an array that the line a made, or changed, was given to a call of the line b.
    std::set<std::pair<Ordinal, Ordinal>> flows;
    // When and where operations were recorded, by the serial number of their nodes; for a trace.
    std::unordered_map<std::uint64_t, std::pair<double, unsigned long>> recorded;
    std::size_t most_singles = 0, dropped = 0;
    double start = 0, own_seconds = 0;
    double clock_seconds = 0;  // between two readings of the clock with nothing in between

    void keep(const Single& single) {
        if (singles.size() < most_singles) {
            singles.push_back(single);
        } else if (most_singles > 0) {
            ++dropped;
        }
    }
};
// Outlives the interpreter, whose lock guards it.
Log& event_log();

const char* kind_name(Event kind);

// Seconds of the main thread that observations have accounted for, if none is open on it now; else
// negative. Only the main thread may ask.
double accounted_seconds();
// Accounts for seconds that the profile itself took.
void account_own(double seconds);

}  // namespace numen::front
