// Forced evaluation: pending readers before a write, live nodes before a clock read, dropped
// results inside timed regions, nodes that pin memory that is needed.
#include "graph/evaluate.h"
#include "graph/pending.h"

namespace numen::graph {
namespace {

// What was given up is computed and given up again.
Outcome evaluate_charged(std::vector<Report>& reports) {
    Outcome outcome = Outcome::done;
    for (Buffer* buffer : take_charged()) {
        if (outcome == Outcome::done) outcome = evaluate(buffer, reports);
        buffer->release();
    }
    return outcome;
}

// The last of what follows from a reader of the buffer: the values between are not needed. Null
// where a thread reads it that has yet to come to its result.
Buffer* last_result(Buffer* buffer) {
    Buffer* target = buffer->readers().back()->output.buffer;
    while (target != nullptr && target->first_alias() == nullptr && !target->readers().empty()) {
        target = target->readers().back()->output.buffer;
    }
    return target;
}

// What `next` gives of all that is recorded by now, until it gives nothing more: other threads may
// record on and on.
Outcome evaluate_each(Buffer* (*next)(std::uint64_t), std::vector<Report>& reports) {
    const std::uint64_t last = newest_serial();
    Outcome outcome = Outcome::done;
    while (outcome == Outcome::done) {
        Buffer* buffer = next(last);
        if (buffer == nullptr) break;
        outcome = evaluate(buffer, reports);
    }
    return outcome;
}

}  // namespace

Outcome settle(Buffer* buffer, std::vector<Report>& reports) {
    for (;;) {
        // While others run, they may give up what reads the buffer.
        Outcome outcome = evaluate_charged(reports);
        if (outcome != Outcome::done || buffer->readers().empty()) return outcome;
        Buffer* target = last_result(buffer);
        outcome = target != nullptr ? evaluate(target, reports) : wait_for_others();
        if (outcome != Outcome::done) return outcome;
    }
}

Outcome evaluate_all(std::vector<Report>& reports) {
    const Outcome outcome = evaluate_charged(reports);
    return outcome == Outcome::done ? evaluate_each(newest_held, reports) : outcome;
}

Outcome evaluate_at_rest(std::vector<Report>& reports) {
    const Outcome outcome = evaluate_charged(reports);
    return outcome == Outcome::done ? evaluate_each(newest_held_at_rest, reports) : outcome;
}

Outcome release_inputs(std::vector<Report>& reports) {
    Outcome outcome = Outcome::out_of_memory;
    for (Buffer* buffer : all_held()) {
        if (outcome != Outcome::interrupted) {
            const Outcome of_this = evaluate(buffer, reports);
            if (of_this == Outcome::done || of_this == Outcome::interrupted) outcome = of_this;
        }
        buffer->release();
    }
    return outcome;
}

}  // namespace numen::graph
