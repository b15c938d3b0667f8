"""Waits, stores and versions of src/graph and src/array: when work runs and what it leaves."""

from .judges import (BREAKING, BUFFERS, CLOCKS, LAYOUTS, LIVENESS, LOCK, MEMORY, MOMENTS, OVERLAP,
                     PEAKS, PROGRAMS, RECORDING, REDUCED, REDUCTIONS, STATES, STAYS, THREADS,
                     TWO_THREADS, WAITS, WRITES)
from .mutation import of_file

_node = of_file("src/graph/node.cpp", CLOCKS)
NODES = [
    _node("store", "a result that a clock is to be charged for outlives its array",
          "node->is_spent || !charge(node)", "true"),
    _node("store", "what was had is not charged", "node->is_spent || !charge(node)",
          "!charge(node)"),
    _node("store", "a reader that is no more is none",
          "        input.buffer->remove_reader(this);\n", "", PROGRAMS),
]

_run = of_file("src/graph/evaluate.cpp", RECORDING, LIVENESS)
EVALUATION = [
    _run("wait", "a group that runs is known to run",
         "claim_(group_.members) {}", "claim_({}) {}", TWO_THREADS, THREADS),
    _run("wait", "the lock is left while a group runs",
         "        const LeavingLock away(overwriting_ ? Stops::never : stops);\n"
         "        const Watch",
         "        const Watch", THREADS),
    _run("write", "what changes its own input is not repeated",
         "const bool can_repeat = !reads_its_output(*group, node);",
         "const bool can_repeat = true;", LOCK, THREADS),
    _run("write", "what lies apart from its inputs is repeated",
         "return may_overlap(input->view(), output);", "return true;", LOCK),
    _run("wait", "what changes its own input is not tried again without memory",
         "outcome == Outcome::out_of_memory && !can_repeat ? Outcome::broken_off : outcome",
         "outcome", LOCK),
    _run("store", "what a group stored is published",
         "        publish_results(group_, complaints, reports, pays(group_));\n", ""),
    _run("wait", "what a target or a reduction reads is computed first",
         "        if (missing == nullptr) break;\n        const Outcome outcome = compute(",
         "        break;\n        const Outcome outcome = compute(", WRITES, REDUCTIONS),
    _run("wait", "a group is found anew after each wait",
         "        if (outcome != Outcome::done) return outcome;\n    }\n"
         "    return Outcome::done;\n}",
         "        if (outcome != Outcome::done) return outcome;\n        break;\n    }\n"
         "    return Outcome::done;\n}", WRITES, REDUCTIONS),
    _run("store", "buffers that are waited for stay",
         "        buffer->start_waiting();\n        buffers_.push_back(buffer);\n    }\n"
         "    void pop() {\n        Buffer* buffer = last();\n        buffers_.pop_back();\n"
         "        buffer->stop_waiting();\n",
         "        buffers_.push_back(buffer);\n    }\n"
         "    void pop() {\n        buffers_.pop_back();\n", LOCK, TWO_THREADS, RECORDING),
    _run("store", "what is read has a reader",
         "        if (input.buffer != nullptr) input.buffer->add_reader(node);\n", "", LIVENESS),
    _run("wait", "what another thread computes is waited for",
         "        if (next->state() == BufferState::running) {\n"
         "            const Outcome outcome = wait_for_others();\n"
         "            if (outcome != Outcome::done) return outcome;\n"
         "            continue;\n        }\n", "", TWO_THREADS, THREADS),
    _run("wait", "what has its values is not computed",
         "        if (next->state() != BufferState::pending) {\n"
         "            waiting.pop();\n            continue;\n        }\n", "", THREADS),
    _run("wait", "what a group reads is computed first",
         "        if (Buffer* missing = group.newest_missing()) {\n"
         "            waiting.push(missing);\n            continue;\n        }\n", "", RECORDING),
    _run("store", "what is wanted stays while older work goes first",
         "    waiting.push(buffer);\n    const Outcome outcome = compute_oldest",
         "    const Outcome outcome = compute_oldest", LOCK, STAYS),
    _run("store", "the oldest goes alone where all would take too much",
         "    const Outcome outcome = compute_oldest_while_pinning(reports, buffer);\n"
         "    return outcome == Outcome::done ? compute(buffer, reports) : outcome;",
         "    return compute(buffer, reports);", LIVENESS),
    _run("wait", "what has its values is not reduced as recorded work",
         "    if (buffer->state() != BufferState::pending) return Outcome::done;\n"
         "    if (buffer->producer()->reduced", "    if (buffer->producer()->reduced", REDUCED),
    _run("wall", "a reduction of axes is stored before it is reduced",
         "    if (buffer->producer()->reduced_axes != 0) return Outcome::done;\n", "", REDUCED),
    _run("wall", "a row that is reduced lies in C order",
         "    if (!is_contiguous(buffer->producer()->output.view())) return Outcome::done;\n", "",
         REDUCED),
    _run("store", "before a reduction, too, the oldest goes alone",
         "    const Outcome relieved = compute_oldest_while_pinning(result.reports);\n"
         "    if (relieved != Outcome::done) return relieved;\n", "", PEAKS),
    _run("wait", "what another thread has computed meanwhile is not reduced as recorded work",
         "        if (buffer->state() != BufferState::pending) return std::nullopt;\n",
         "", REDUCED),
    _run("store", "a reduced row that others want is stored",
         "running.prepare(is_kept ? nullptr : root)", "running.prepare(root)", REDUCTIONS),
    _run("store", "what runs into memory counts among the readers",
         "        if (input.buffer != nullptr) input.buffer->add_reader(&node);\n", "", THREADS),
    _run("store", "before a write, too, the oldest goes alone",
         "    const Outcome relieved = compute_oldest_while_pinning(reports);\n"
         "    if (relieved != Outcome::done) return relieved;\n"
         "    std::optional<Group> group;\n    const auto find = [&] { return",
         "    std::optional<Group> group;\n    const auto find = [&] { return", PEAKS),
    _run("wall", "what runs into memory runs last",
         "    node.serial = ~std::uint64_t{0};  // later than all that it reads\n", "", WRITES),
]
ALONE = [
    _run("wait", "an operation by itself is known to run",
         "    const Claim claim(group.members);\n    if (!allocate_results(group)) return "
         "Outcome::out_of_memory;\n    StridedView views[3];",
         "    if (!allocate_results(group)) return Outcome::out_of_memory;\n"
         "    StridedView views[3];", TWO_THREADS, THREADS),
    _run("wait", "the lock is left while an operation runs by itself",
         "        const LeavingLock away;\n        return backend::elementwise",
         "        return backend::elementwise", THREADS),
    _run("store", "what an operation by itself has computed is published",
         "    if (outcome == Outcome::done) publish_results(group, {&status, 1}, reports, "
         "false);\n", ""),
]

_publishing = of_file("src/graph/publishing.cpp", RECORDING)
PUBLISHING = [
    _publishing("store", "memory for all that is stored",
                "return node == unstored || buffer == nullptr || buffer->allocate();",
                "return true;"),
    _publishing("store", "members are known to have been had",
                "        member.is_spent = true;\n", "", CLOCKS),
    _publishing("store", "a node that wrote to its caller's memory is not given back",
                "    std::erase_if(group.stored, [](const Node* node) { return "
                "!node->output.buffer; });\n", "", WRITES),
    _publishing("store", "stored values are published",
                "    for (const Node* node : group.stored) node->output.buffer->publish();\n", ""),
]

_settling = of_file("src/graph/settling.cpp", RECORDING, LIVENESS)
SETTLING = [
    _settling("wait", "what a clock is charged for is computed",
              "        if (outcome == Outcome::done) outcome = evaluate(buffer, reports);\n"
              "        buffer->release();", "        buffer->release();", CLOCKS),
    _settling("wait", "a write computes what reads the old values",
              "target != nullptr ? evaluate(target, reports) : wait_for_others();",
              "target != nullptr ? Outcome::busy : wait_for_others();", PROGRAMS, TWO_THREADS,
              RECORDING),
    _settling("wait", "a write waits for a thread that reads the old values",
              "target != nullptr ? evaluate(target, reports) : wait_for_others();",
              "target != nullptr ? evaluate(target, reports) : Outcome::busy;", THREADS),
    _settling("write", "a write computes what a clock is charged for, whoever gave it up when",
              "        Outcome outcome = evaluate_charged(reports);\n        if",
              "        Outcome outcome = Outcome::done;\n        if", WAITS, CLOCKS),
    _settling("write", "a write settles all readers",
              "        if (outcome != Outcome::done) return outcome;\n    }",
              "        return outcome;\n    }", WAITS),
    _settling("write", "a write settles before it ends",
              "if (outcome != Outcome::done || buffer->readers().empty()) return outcome;",
              "return outcome;", WAITS, LIVENESS, RECORDING),
    _settling("wait", "a clock waits for what it is charged for",
              "    const Outcome outcome = evaluate_charged(reports);\n"
              "    return outcome == Outcome::done ? evaluate_each(newest_held, reports) : "
              "outcome;",
              "    return evaluate_each(newest_held, reports);", CLOCKS),
    _settling("wait", "all that is held is computed, that of other threads too",
              "evaluate_each(newest_held, reports)", "evaluate_each(newest_held_at_rest, reports)",
              LOCK, CLOCKS),
    _settling("wait", "what a clock is charged for starts by itself",
              "    const Outcome outcome = evaluate_charged(reports);\n"
              "    return outcome == Outcome::done ? evaluate_each(newest_held_at_rest, reports) : "
              "outcome;",
              "    return evaluate_each(newest_held_at_rest, reports);", CLOCKS),
    _settling("wait", "what starts by itself leaves other threads their work",
              "evaluate_each(newest_held_at_rest, reports)", "evaluate_each(newest_held, reports)",
              LOCK, LIVENESS, THREADS),
    _settling("wall", "what others record meanwhile is theirs",
              "const std::uint64_t last = newest_serial();",
              "const std::uint64_t last = ~std::uint64_t{0};", CLOCKS),
]

_pending = of_file("src/graph/pending.cpp", WAITS, PROGRAMS, LIVENESS, MEMORY)
PENDING = [
    _pending("store", "memory that an array holds is not dead",
             "            if (buffer == nullptr || buffer->first_alias() != nullptr) continue;\n"
             "            if (buffer->state() != BufferState::host",
             "            if (buffer == nullptr) continue;\n"
             "            if (buffer->state() != BufferState::host"),
    _pending("store", "what has no values holds no memory",
             "if (buffer->state() != BufferState::host || !met.insert(buffer).second) continue;",
             "if (!met.insert(buffer).second) continue;"),
    _pending("store", "memory that is read twice is counted once",
             "if (buffer->state() != BufferState::host || !met.insert(buffer).second) continue;",
             "if (buffer->state() != BufferState::host) continue;"),
    _pending("store", "results that an array holds take memory",
             "        if (held_result(*node) != nullptr) kept.results += result_bytes;\n", ""),
    _pending("store", "a dead input and its result are the program's own",
             "kept.dead + kept.results > kept.step + allowed",
             "kept.dead + kept.results > allowed"),
    _pending("store", "what nobody holds is not computed for itself",
             "        Buffer* buffer = held_result(*node);\n        if (node->serial",
             "        Buffer* buffer = node->output.buffer;\n        if (node->serial"),
    _pending("wait", "what starts by itself is at rest",
             "        return buffer->state() == BufferState::pending;\n    });",
             "        return true;\n    });", WAITS, THREADS),
    _pending("store", "the oldest that goes alone is held",
             "        Buffer* buffer = held_result(*node);\n"
             "        if (buffer != nullptr && buffer->state()",
             "        Buffer* buffer = node->output.buffer;\n"
             "        if (buffer != nullptr && buffer->state()"),
    _pending("wait", "the oldest that goes alone is at rest",
             "if (buffer != nullptr && buffer->state() == BufferState::pending) return buffer;",
             "if (buffer != nullptr) return buffer;", WAITS, THREADS),
    _pending("store", "where memory runs out, what nobody holds is not computed",
             "        Buffer* buffer = held_result(*node);\n        if (buffer == nullptr)",
             "        Buffer* buffer = node->output.buffer;\n        if (buffer == nullptr)",
             WAITS, MEMORY),
    _pending("store", "what is to be computed for room stays meanwhile",
             "        if (buffer == nullptr) continue;\n        buffer->retain();\n",
             "        if (buffer == nullptr) continue;\n", WAITS, MEMORY),
    _pending("wall", "so many operations may wait",
             "nodes >= Program::most_operations ||", ""),
    _pending("wall", "what a clock is charged for does not wait",
             "!charged.empty() ||\n", "\n", WAITS, CLOCKS),
    _pending("wall", "so much memory may wait",
             " ||\n           pins_too_much(Before::recording);", ";"),
    _pending("wall", "memory that is held pins nothing",
             "    if (kept.dead <= allowed) return false;\n", ""),
    _pending("wall", "before memory is taken, what is dead counts alone",
             "case Before::allocation: return true;", "case Before::allocation: break;"),
    _pending("store", "nothing is charged where no clock was read",
             "    if (!charging) return false;\n", ""),
]

TURNS = [
    _pending("wall", "results that arrays hold have turns of their own",
             "        if (held_result(*node) != nullptr) {\n            turns[node]",
             "        if (false) {\n            turns[node]"),
    _pending("wall", "what results need is computed in their turns",
             "readers()) {\n            const auto found",
             "readers()) {\n            break;\n            const auto found"),
    _pending("wall", "a result takes memory in its turn",
             "        if (held_result(*node) != nullptr) turns[turn].taken += "
             "node->output.buffer->bytes();\n", ""),
    _pending("wall", "memory that an array holds goes in nobody's turn",
             "            if (input.buffer == nullptr || input.buffer->first_alias() != nullptr) "
             "continue;\n            std::uint64_t& last",
             "            if (input.buffer == nullptr) continue;\n            std::uint64_t& last"),
]

_running = of_file("src/graph/running.cpp", LOCK, TWO_THREADS, THREADS)
RUNNING = [
    _running("wait", "who keeps the lock does not leave it",
             "return lock.leave != nullptr && keepers == 0;", "return lock.leave != nullptr;",
             LOCK, THREADS, MEMORY),
    _running("wait", "the lock that is kept is counted",
             "KeepingLock::KeepingLock() { ++keepers; }", "KeepingLock::KeepingLock() {}",
             LOCK, THREADS, MEMORY),
    _running("wait", "the lock is kept only for a while",
             "KeepingLock::~KeepingLock() { --keepers; }", "KeepingLock::~KeepingLock() {}",
             LOCK, THREADS, MEMORY),
    _running("store", "what runs stays",
             "        buffer->retain();\n        buffer->start_running();\n",
             "        buffer->start_running();\n"),
    _running("wait", "what runs is known to run", "        buffer->start_running();\n", ""),
    _running("wait", "what was not published is pending again",
             "        if (buffer->state() == BufferState::running) buffer->stop_running();\n", "",
             LOCK, THREADS),
    _running("store", "what was published stays so",
             "        if (buffer->state() == BufferState::running) buffer->stop_running();\n",
             "        buffer->stop_running();\n"),
    _running("wait", "a forked child computes what its parent was computing",
             "        for (Buffer* buffer : *claimed) buffer->forget_running();\n", "", THREADS),
    _running("wait", "who keeps the lock does not wait",
             "    if (!may_leave()) return Outcome::busy;\n", "", LOCK, THREADS, MEMORY),
    _running("wait", "who waits leaves the lock", "    const std::uint64_t seen = room->ended;\n"
             "    lock.leave();", "    const std::uint64_t seen = room->ended;"),
    _running("wait", "who waits stops where the user wants it",
             "return lock.wants_to_stop() ? Outcome::interrupted : Outcome::done;",
             "return Outcome::done;", LOCK, THREADS),
    _running("wait", "the lock is left while a program runs",
             "    if (has_left_) lock.leave();\n", "", LOCK, THREADS),
    _running("wait", "the lock is taken before values are published",
             "    if (has_left_) lock.enter();\n", ""),
    _running("wait", "a program stops where the user wants it",
             "watched_(has_left_ && may_be_stopped(stops) ? asked_to_stop : nullptr)",
             "watched_(nullptr)", LOCK, THREADS),
    _running("wait", "what cannot be repeated stops where that is for good",
             " || (stops == Stops::for_good && lock.stops_for_good());", ";", LOCK),
    _running("write", "what cannot be repeated stops only for good",
             "(stops == Stops::for_good && lock.stops_for_good())", "stops == Stops::for_good",
             THREADS),
]

_reducing = of_file("src/graph/reducing_run.cpp", REDUCTIONS)
REDUCING = [
    _reducing("store", "memory for what rows store",
              "    if (!allocate_results(group)) return Outcome::out_of_memory;\n", ""),
    _reducing("wait", "rows that run are known to run",
              "    const Claim claim(group.members);\n", "", THREADS),
    _reducing("store", "values of rows are published",
              "    publish_results(group, complaints, reports, group.members.size() > 1);\n",
              ""),
    _reducing("wait", "the lock is left while a program of rows runs",
              "        const LeavingLock away;\n        const Watch::Running timed(watch);\n"
              "        return backend::run_rows", "        return backend::run_rows", THREADS),
    _reducing("wait", "the lock is left while an axis is reduced",
              "    const LeavingLock away;\n    const Watch::Running timed(watch);\n"
              "    return backend::reduce(", "    return backend::reduce(", THREADS),
]

_buffer = of_file("src/array/buffer.cpp", RECORDING)
DROPPED_BUFFERS = [
    _buffer("store", "a thread that waits keeps no memory",
            "    free_memory();\n    state_ = BufferState::dropped;\n",
            "    state_ = BufferState::dropped;\n", LOCK),
    _buffer("wait", "what is dropped awaits no values",
            "    state_ = BufferState::dropped;\n", "", LOCK),
    _buffer("store", "only what is dropped goes with its last waiter",
            "--waiting_ == 0 && state_ == BufferState::dropped", "--waiting_ == 0", LOCK),
]
BUFFERS = [
    _buffer("store", "a result that nobody holds is not computed",
            "    if (producer_ != nullptr) discard_producer(std::exchange(producer_, nullptr));\n",
            "", PROGRAMS, LIVENESS),
    _buffer("store", "a reader that has run is none",
            "    readers_.erase(std::remove(readers_.begin(), readers_.end(), node), "
            "readers_.end());\n", "", PROGRAMS),
    _buffer("wait", "an array of a buffer without values has no address",
            "awaits_values() ? nullptr : data_ + alias.offset", "data_ + alias.offset", BUFFERS),
    _buffer("store", "an array that is gone is on no list",
            "    (alias.previous != nullptr ? alias.previous->next : aliases_) = alias.next;\n",
            "    if (alias.previous != nullptr) alias.previous->next = alias.next;\n"),
    _buffer("store", "work that stopped gives its memory back",
            "    free_memory();\n}\n\nbool Buffer::allocate", "}\n\nbool Buffer::allocate", LOCK),
    _buffer("wait", "a buffer that is recorded awaits its values",
            "    buffer->bytes_ = bytes;\n    buffer->state_ = BufferState::pending;\n",
            "    buffer->bytes_ = bytes;\n"),
    _buffer("wait", "work that stopped is pending again",
            "void Buffer::stop_running() {\n    state_ = BufferState::pending;\n",
            "void Buffer::stop_running() {\n", THREADS),
    _buffer("version", "what is given away is exposed",
            "    state_ = BufferState::exposed;\n", "", BUFFERS, BREAKING),
    _buffer("store", "what is published has values",
            "    state_ = BufferState::host;\n    producer_ = nullptr;\n    for",
            "    producer_ = nullptr;\n    for"),
    _buffer("store", "every array on the buffer learns its address",
            "alias != nullptr; alias = alias->next) {\n        *alias->data",
            "alias != nullptr; alias = nullptr) {\n        *alias->data"),
    _buffer("version", "what is given away is forgotten",
            "    data_ = nullptr;\n    forget();\n", "    data_ = nullptr;\n", BUFFERS),
    _buffer("version", "a write makes a new version",
            "    ++version_;\n", "", STATES),
    _buffer("version", "a write forgets what was found",
            "    forget();  // a write", "    // a write", BUFFERS),
    _buffer("version", "what is forgotten is gone",
            "void Buffer::forget() {\n    findings_.reset();\n",
            "void Buffer::forget() {\n", MOMENTS),
]

_layouts = of_file("src/array/layout_rules.cpp", OVERLAP, BREAKING, LAYOUTS)
OVERLAPS = [
    _layouts("write", "memory overlaps from its lowest address on",
             "(reach < 0 ? low[i] : high[i]) += reach;", "high[i] += reach;"),
    _layouts("write", "memory overlaps up to its last element",
             "        high[i] += itemsize(views[i]->dtype);\n", ""),
    _layouts("write", "of no elements none overlap",
             "            if (views[i]->shape[axis] == 0) return false;\n", ""),
    _layouts("write", "memory overlaps wherever it is shared",
             "return low[0] < high[1] && low[1] < high[0];", "return low[0] == low[1];"),
    _layouts("write", "the same map begins at the same place",
             "bool same = a.data == b.data && itemsize", "bool same = itemsize"),
    _layouts("write", "the same map has elements of one size",
             "a.data == b.data && itemsize(a.dtype) == itemsize(b.dtype);", "a.data == b.data;"),
    _layouts("write", "the same map has the same steps",
             "same = a.shape[axis] == 1 || a.strides[axis] == b.strides[axis];", "same = true;"),
]

# Lines of headers, of which the whole front is built again: last.
HEADERS = [
    of_file("src/array/buffer.h")(
        "wait", "what runs awaits its values", "return state_ <= BufferState::running;",
        "return state_ == BufferState::pending;", TWO_THREADS, THREADS),
    of_file("python/front/array/state.h")(
        "wait", "a look waits for what runs",
        "buffer->state() == BufferState::host) [[likely]]",
        "buffer->state() != BufferState::pending) [[likely]]", THREADS),
    of_file("python/front/array/state.h")(
        "wait", "a look tells what ran by itself",
        "return !has_more_to_tell || tell_postponed();", "return true;", THREADS),
]
