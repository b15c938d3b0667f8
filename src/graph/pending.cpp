#include "graph/pending.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "array/allocator.h"
#include "array/pages.h"
#include "program/program.h"

namespace numen::graph {

std::size_t input_bytes = 0;

namespace {

constexpr std::size_t pinned_share = 10;  // of the program's memory, one part in so many

Node *oldest = nullptr, *newest = nullptr;
std::atomic<std::size_t> nodes = 0;
std::size_t output_bytes = 0;  // of all nodes' results, whether they will be stored or not
std::size_t requests = 0;      // for room, of the system
bool charging = false;
std::vector<Node*> charged;
std::size_t taken = 0;

std::size_t bytes_read(const Node& node) {
    std::size_t bytes = 0;
    for (const Operand& input : node.inputs) {
        if (input.buffer != nullptr) bytes += input.buffer->bytes();
    }
    return bytes;
}

// What the node produces, null unless some array holds it.
Buffer* held_result(const Node& node) {
    Buffer* buffer = node.output.buffer;
    return buffer != nullptr && buffer->first_alias() != nullptr ? buffer : nullptr;
}

struct Kept {
    std::size_t dead = 0;     // bytes that only nodes hold
    std::size_t results = 0;  // bytes that pending arrays will take
    std::size_t step = 0;     // a dead input and its result, the most of all
};

Kept kept_bytes() {
    std::unordered_set<const Buffer*> met;
    Kept kept;
    for (const Node* node = oldest; node != nullptr; node = node->later) {
        const Buffer* result = node->output.buffer;
        const std::size_t result_bytes = result == nullptr ? 0 : result->bytes();
        if (held_result(*node) != nullptr) kept.results += result_bytes;
        for (const Operand& input : node->inputs) {
            const Buffer* buffer = input.buffer;
            if (buffer == nullptr || buffer->first_alias() != nullptr) continue;
            if (buffer->state() != BufferState::host || !met.insert(buffer).second) continue;
            kept.dead += buffer->bytes();
            kept.step = std::max(kept.step, buffer->bytes() + result_bytes);
        }
    }
    return kept;
}

// Which of the results that arrays hold computes each node, by its serial number: the oldest that
// needs it. Nodes that none needs are left out.
std::unordered_map<const Node*, std::uint64_t> turns_of_nodes() {
    std::unordered_map<const Node*, std::uint64_t> turns;
    for (const Node* node = newest; node != nullptr; node = node->earlier) {
        if (held_result(*node) != nullptr) {
            turns[node] = node->serial;
            continue;
        }
        if (node->output.buffer == nullptr) continue;
        for (const Node* reader : node->output.buffer->readers()) {
            const auto found = turns.find(reader);
            if (found == turns.end()) continue;
            const auto [own, is_first] = turns.try_emplace(node, found->second);
            if (!is_first) own->second = std::min(own->second, found->second);
        }
    }
    return turns;
}

// The most memory that is taken at once, with `dead` bytes of inputs to begin with, where the
// results that arrays hold are computed one after the other, oldest first: each dead input goes
// with the last of its readers, and what two results have in common is stored for the second.
std::size_t most_in_turn(std::size_t dead) {
    struct Turn {
        std::size_t taken = 0, released = 0;
    };
    std::map<std::uint64_t, Turn> turns;
    std::unordered_map<const Buffer*, std::uint64_t> last_uses;
    const auto turns_of = turns_of_nodes();
    for (const auto& [node, turn] : turns_of) {
        if (held_result(*node) != nullptr) turns[turn].taken += node->output.buffer->bytes();
        for (const Operand& input : node->inputs) {
            if (input.buffer == nullptr || input.buffer->first_alias() != nullptr) continue;
            std::uint64_t& last = last_uses[input.buffer];
            last = std::max(last, turn);
        }
    }
    for (const auto& [buffer, last] : last_uses) {
        const Node* producer = buffer->producer();  // null where the values are there
        const std::uint64_t first = producer == nullptr ? 0 : turns_of.at(producer);
        if (first == last) continue;
        if (producer != nullptr) turns[first].taken += buffer->bytes();
        turns[last].released += buffer->bytes();
    }
    std::size_t most = dead;
    for (const auto& [serial, turn] : turns) {
        dead += turn.taken;
        most = std::max(most, dead);
        dead -= turn.released;
    }
    return most;
}

// What the allocator takes for a result at most: classes of blocks are half as large again as the
// one before, of large ones an eighth of a power of two.
std::size_t block_bytes(std::size_t bytes) { return bytes + bytes / (bytes < huge_page ? 2 : 8); }

// Bytes that the allocator has from the system.
std::size_t held_bytes() {
    const AllocatorStatistics now = statistics();
    return now.live_bytes + now.cached_bytes;
}

// Bytes that pending arrays will take.
std::size_t kept_results() {
    std::size_t bytes = 0;
    for (const Node* node = oldest; node != nullptr; node = node->later) {
        const Buffer* result = held_result(*node);
        if (result != nullptr && result->data() == nullptr) bytes += block_bytes(result->bytes());
    }
    return bytes;
}

bool is_known_to(const Operand& input, const Node& reader) {
    const std::vector<Node*>& readers = input.buffer->readers();
    const Node* producer = input.buffer->producer();
    return std::find(readers.begin(), readers.end(), &reader) != readers.end() &&
           (producer == nullptr || producer->serial < reader.serial);
}

template <class Wanted> Buffer* newest_held_of(std::uint64_t last, Wanted is_wanted) {
    for (const Node* node = newest; node != nullptr; node = node->earlier) {
        Buffer* buffer = held_result(*node);
        if (node->serial <= last && buffer != nullptr && is_wanted(buffer)) return buffer;
    }
    return nullptr;
}

}  // namespace

void enter(Node* node) {
    node->earlier = newest;
    (newest != nullptr ? newest->later : oldest) = node;
    newest = node;
    ++nodes;
    input_bytes += bytes_read(*node);
    output_bytes += node->output.bytes();
}

void leave(Node* node) {
    if (node->earlier == nullptr && node != oldest) return;  // never entered
    (node->earlier != nullptr ? node->earlier->later : oldest) = node->later;
    (node->later != nullptr ? node->later->earlier : newest) = node->earlier;
    --nodes;
    input_bytes -= bytes_read(*node);
    output_bytes -= node->output.bytes();
}

const Node* oldest_living() { return oldest; }

const char* broken_rule() {
    std::size_t count = 0, read = 0, written = 0;
    std::uint64_t serial = 0;
    for (const Node* node = oldest; node != nullptr; node = node->later) {
        ++count;
        read += bytes_read(*node);
        written += node->output.bytes();
        // Inputs are older than what reads them, so no chain of them ends where it began.
        if (node->serial <= serial) return "living nodes are in the order of their recording";
        serial = node->serial;
        if (node->later != nullptr ? node->later->earlier != node : node != newest) {
            return "living nodes are linked both ways";
        }
        const Buffer* result = node->output.buffer;
        if (result != nullptr && result->producer() != node) {
            return "a node's result names it as its producer";
        }
        for (const Operand& input : node->inputs) {
            if (input.buffer != nullptr && !is_known_to(input, *node)) {
                return "an input knows its reader and is older";
            }
        }
    }
    if (count != nodes) return "living nodes are counted";
    return read == input_bytes && written == output_bytes
               ? nullptr
               : "bytes that recorded work keeps alive are counted";
}

std::uint64_t newest_serial() { return newest == nullptr ? 0 : newest->serial; }

Buffer* newest_held(std::uint64_t last) {
    return newest_held_of(last, [](const Buffer*) { return true; });
}

Buffer* newest_held_at_rest(std::uint64_t last) {
    return newest_held_of(last, [](const Buffer* buffer) {
        return buffer->state() == BufferState::pending;
    });
}

Buffer* oldest_held_at_rest() {
    for (const Node* node = oldest; node != nullptr; node = node->later) {
        Buffer* buffer = held_result(*node);
        if (buffer != nullptr && buffer->state() == BufferState::pending) return buffer;
    }
    return nullptr;
}

bool is_anything_pending() { return nodes.load(std::memory_order_relaxed) != 0; }

std::vector<Buffer*> all_held() {
    std::vector<Buffer*> buffers;
    for (const Node* node = oldest; node != nullptr; node = node->later) {
        Buffer* buffer = held_result(*node);
        if (buffer == nullptr) continue;
        buffer->retain();
        buffers.push_back(buffer);
    }
    return buffers;
}

bool is_over_bounds() {
    return nodes >= Program::most_operations || !charged.empty() ||
           pins_too_much(Before::recording);
}

bool pins_too_much(Before what) {
    if (!may_pin_much()) return false;
    const std::size_t allowed =
        std::max(least_pinned_bytes, statistics().live_bytes / pinned_share);
    if (input_bytes <= allowed) return false;
    const Kept kept = kept_bytes();
    if (kept.dead <= allowed) return false;
    switch (what) {
        case Before::allocation: return true;
        case Before::evaluation: return kept.dead + kept.results > kept.step + allowed;
        case Before::recording: break;
    }
    return most_in_turn(kept.dead) > std::max(kept.step, kept.results) + allowed;
}

std::size_t room_requests() { return requests; }

bool has_room(std::size_t bytes, Before what) {
    constexpr std::size_t few = std::size_t{4} << 20, ahead = std::size_t{32} << 20;
    // What the system was found to have, and what the allocator held by then: of that much the
    // system has since been asked for less. What others took is not known.
    static std::size_t granted = 0, held = 0;
    const bool records = what == Before::recording;
    if (output_bytes + bytes <= few || (output_bytes == 0 && !records)) return true;
    const std::size_t results = kept_results(), needed = results + block_bytes(bytes);
    const std::size_t holds = held_bytes();
    if (holds > held) granted -= std::min(granted, holds - held);
    held = holds;  // what it gave back may be another's by now
    if (needed <= granted || (results == 0 && !records)) return true;
    granted = 0;
    ++requests;
    for (const std::size_t wanted : {needed + needed / 4 + ahead, needed}) {
        if (!can_map(wanted) && (trim() == 0 || !can_map(wanted))) continue;
        granted = wanted;
        held = held_bytes();
        return true;
    }
    return false;
}

void set_charging(bool enabled) { charging = enabled; }

bool is_charging() { return charging; }

bool charge(Node* node) {
    if (!charging) return false;
    node->output.buffer = nullptr;
    charged.push_back(node);
    return true;
}

std::size_t charged_results() { return taken; }

std::vector<Buffer*> take_charged() {
    taken += charged.size();
    std::vector<Buffer*> buffers;
    for (Node* node : charged) {
        node->output.buffer = Buffer::create_pending(node->output.bytes(), node);
        buffers.push_back(node->output.buffer);
    }
    charged.clear();
    return buffers;
}

}  // namespace numen::graph
