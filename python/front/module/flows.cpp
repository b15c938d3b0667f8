#include "front/module/flows.h"

#include <array>
#include <utility>

#include "front/module/observer_log.h"

namespace numen::front {
namespace {

// Who made or changed the array at an address last. One that was freed without our knowing leaves
// its line to the next array there: a flow too many, and an advice less.
struct Made {
    const PyObject* array = nullptr;
    Place by;
};
std::array<Made, 4096> made;

Made& made_at(const PyObject* array) {
    return made[(reinterpret_cast<std::uintptr_t>(array) >> 5) % made.size()];
}

void note_flow(Ordinal from, Ordinal to) {
    static std::array<std::pair<Ordinal, Ordinal>, 256> lately;
    const std::pair<Ordinal, Ordinal> flow(from, to);
    auto& known = lately[(from * 31 + to) % lately.size()];
    if (known != flow || event_log().flows.empty()) event_log().flows.insert(known = flow);
}

}  // namespace

void note_made(const PyObject* array, const Place& by) { made_at(array) = {array, by}; }

void note_given(const PyObject* array, const Place& to) {
    const auto& [known, by] = made_at(array);
    if (known != array) return;
    // f(g(x)): what comes back to a line comes to an instruction further up, or to the same.
    const bool is_within_line =
        by.number == to.number && by.code == to.code && by.offset < to.offset;
    if (!is_within_line) note_flow(by.number, to.number);
}

}  // namespace numen::front
