#include "graph/running.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace numen::graph {
namespace {

// Those who wait also look whether the user wants them to stop.
constexpr auto time_between_looks = std::chrono::milliseconds(50);

Lock lock{};
thread_local int keepers = 0;

bool may_leave() { return lock.leave != nullptr && keepers == 0; }

bool asked_to_stop() {
    lock.enter();
    const bool wants_to_stop = lock.wants_to_stop();
    lock.leave();
    return wants_to_stop;
}

struct WaitingRoom {
    std::mutex mutex;
    std::condition_variable changed;
    std::uint64_t ended = 0;  // claims so far
};
WaitingRoom* room = new WaitingRoom;  // never destroyed: threads may wait until the process ends

std::vector<std::vector<Buffer*>*> claims;
int overwriting = 0;  // how much work overwrites what it reads
int forks = 0;  // that threads are about to make

// With the lock left, until a claim has ended or it is time to look whether to stop.
void wait_a_little() {
    const std::uint64_t seen = room->ended;
    lock.leave();
    {
        std::unique_lock guard(room->mutex);
        room->changed.wait_for(guard, time_between_looks, [&] { return room->ended != seen; });
    }
    lock.enter();
}

// The threads of a forked child are gone, and what they were computing is pending again. The memory
// it was to go to stays as it is: the next run takes it.
void forget_other_threads() {
    room = new WaitingRoom;
    for (std::vector<Buffer*>* claimed : claims) {
        for (Buffer* buffer : *claimed) buffer->forget_running();
    }
    claims.clear();
    overwriting = forks = 0;
}

const bool fork_handler_installed =
    (pthread_atfork(nullptr, nullptr, forget_other_threads), true);

}  // namespace

void set_lock(const Lock& given) { lock = given; }

KeepingLock::KeepingLock() { ++keepers; }
KeepingLock::~KeepingLock() { --keepers; }

Claim::Claim(std::span<Node* const> members) {
    for (const Node* member : members) {
        Buffer* buffer = member->output.buffer;
        if (buffer == nullptr) continue;  // it writes to its caller's memory
        buffer->retain();
        buffer->start_running();
        buffers_.push_back(buffer);
    }
    claims.push_back(&buffers_);
}

Claim::~Claim() {
    std::erase(claims, &buffers_);
    for (Buffer* buffer : buffers_) {
        if (buffer->state() == BufferState::running) buffer->stop_running();
    }
    for (Buffer* buffer : buffers_) buffer->release();
    const std::lock_guard guard(room->mutex);
    ++room->ended;
    room->changed.notify_all();
}

bool is_claimed(const Buffer* buffer) {
    return std::ranges::any_of(claims, [=](const std::vector<Buffer*>* claimed) {
        return std::ranges::find(*claimed, buffer) != claimed->end();
    });
}

bool is_anything_claimed() { return !claims.empty(); }

Outcome wait_for_others() {
    if (!may_leave()) return Outcome::busy;
    wait_a_little();
    return lock.wants_to_stop() ? Outcome::interrupted : Outcome::done;
}

Overwriting::Overwriting() { ++overwriting; }
Overwriting::~Overwriting() { --overwriting; }

bool may_overwrite() { return forks == 0; }

// Ctrl-C is not asked for: who asks for it has to see to it.
void prepare_fork() {
    ++forks;
    while (overwriting > 0 && may_leave()) wait_a_little();
}

void end_fork() { --forks; }

namespace {

bool may_be_stopped(Stops stops) {
    return stops == Stops::at_once || (stops == Stops::for_good && lock.stops_for_good());
}

}  // namespace

LeavingLock::LeavingLock(Stops stops)
    : has_left_(may_leave()),
      watched_(has_left_ && may_be_stopped(stops) ? asked_to_stop : nullptr) {
    if (has_left_) lock.leave();
}

LeavingLock::~LeavingLock() {
    if (has_left_) lock.enter();
}

}  // namespace numen::graph
