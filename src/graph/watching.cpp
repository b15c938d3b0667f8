#include "graph/watching.h"

#include <chrono>

#include "backends/backend.h"

namespace numen::graph {
namespace {

const Watcher* watcher = nullptr;

}  // namespace

void set_watcher(const Watcher* given) { watcher = given; }

bool is_watched() { return watcher != nullptr; }

std::uint32_t recording_place(const Node& node) {
    return watcher == nullptr ? 0 : watcher->place(node);
}

double now() {
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(time).count();
}

Watch::Watch() : is_wanted_(watcher != nullptr) {}

void Watch::start() {
    if (is_wanted_) start_ = now();
}

void Watch::stop() {
    if (is_wanted_) seconds_ = now() - start_;
}

void Watch::tell(const Group& group, const Compiled& made,
                 std::optional<ReduceOp> reduction) const {
    if (watcher == nullptr || !is_wanted_) return;
    tell(group, backend::plan(made.program, made.operands).threads, reduction);
}

void Watch::tell(const Group& group, int threads, std::optional<ReduceOp> reduction) const {
    if (watcher == nullptr || !is_wanted_) return;
    watcher->ran({group, reduction, traffic_of(group), threads, start_, seconds_});
}

}  // namespace numen::graph
