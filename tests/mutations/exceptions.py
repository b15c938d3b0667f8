"""Lines that have a guard's words and guard nothing themselves, by reason."""

EXCEPTIONS = {
    "declares what other lines change or ask": {
        ("src/graph/evaluate.cpp", "Claim claim_;"),
        ("src/graph/evaluate.cpp", "bool deferral() { return deferral_enabled; }"),
        ("src/graph/row_grouping.cpp", "std::vector<Node*> walls_;"),
    },
    "asks what the next lines, which are in the list, decide by": {
        ("src/graph/row_grouping.cpp",
         "const auto reduces = [](const Node* node) { return node->reduced_axes != 0; };"),
        ("src/graph/row_grouping.cpp", "if (met[i]->reduced_axes != 0) {"),
        ("src/graph/evaluate.cpp", "Buffer* missing = group->newest_missing();"),
        ("python/front/ufunc/recording.cpp", "const int later = may_report_later();"),
    },
    "guards no recorded work: which array a library is given": {
    },
    "saves a pass over memory, no value": {
        ("python/front/ufunc/recording.cpp", "if (is_pending(call.in[i])) {"),
        ("python/front/ufunc/recording.cpp",
         "if (!reads_pending(call) && goes_alone(call.habit, count, element_cost(*call.loop))) {"),
        ("python/front/ufunc/recording.cpp",
         "const bool is_ready = !a->buffer->awaits_values();"),
    },
    "looks whether there is a buffer to ask": {
        ("python/front/ufunc/recording.cpp",
         "if (is_pending(call.in[i]) && is_given_up(call.in[i].array)) {"),
    },
    "is reached by calls that are in the list": {
        ("src/graph/grouping.cpp",
         "return std::ranges::any_of(member->output.buffer->readers(), "
         "[&](const Node* reader) {"),
        ("src/graph/pending.cpp",
         "return buffer != nullptr && buffer->first_alias() != nullptr ? buffer : nullptr;"),
        ("src/graph/evaluate.cpp",
         "while (outcome == Outcome::done && pins_too_much(Before::evaluation)) {"),
    },
    "says which of two kinds an operation is, not what it may": {
        ("src/graph/compiling.cpp", "if (node.reduced_axes != 0) return name(node.reduction);"),
        ("src/graph/reducing_run.cpp",
         "if (member.reduced_axes != 0) return made_.program.reduce(member.reduction, inputs[0]);"),
        ("src/graph/row_grouping.cpp", "const bool gives_column = producer.reduced_axes != 0"),
        ("src/graph/row_grouping.cpp",
         "group.members, [](const Node* node) { return node->reduced_axes != 0; });"),
    },
    "follows readers to the last of them, which saves storing those before": {
        ("src/graph/settling.cpp",
         "while (target != nullptr && target->first_alias() == nullptr && "
         "!target->readers().empty()) {"),
        ("src/graph/settling.cpp", "Buffer* target = buffer->readers().back()->output.buffer;"),
        ("src/graph/settling.cpp", "target = target->readers().back()->output.buffer;"),
    },
    "has the program's code run before errors are kept from it": {
        ("python/front/ufunc/reduction_extras.cpp",
         "if (!values(as_array(source.get()))) return nullptr;"),
    },
    "counts or describes for people": {
        ("src/graph/evaluate.cpp",
         "if (read == nullptr || read->state() != BufferState::pending) continue;"),
        ("python/front/array/recording_counts.cpp",
         "if (!enabled || !buffer->awaits_values()) return;"),
    },
    "judges invariants in debug mode": {
        ("python/front/array/debug.cpp",
         "if (buffer->state() != BufferState::host || buffer->bytes() > checksum_limit) "
         "return true;"),
        ("python/front/array/debug.cpp",
         "for (Alias* alias = buffer->first_alias(); alias != nullptr; alias = alias->next) {"),
        ("python/front/array/debug.cpp",
         "if (buffer->state() == BufferState::exposed) "
         'return broken("I1 no managed array on it");'),
        ("python/front/array/debug.cpp",
         "const bool has_values = buffer->state() == BufferState::host;"),
        ("python/front/array/debug.cpp",
         "if (buffer->state() == BufferState::pending && has_memory && getpid() == first_process) "
         "{"),
        ("python/front/array/debug.cpp", "for (const graph::Node* reader : buffer->readers()) {"),
        ("python/front/array/debug.cpp",
         "const bool is_running = result != nullptr && result->state() == BufferState::running;"),
        ("python/front/array/debug.cpp",
         "if (buffer->awaits_values() && buffer->producer() == nullptr) {"),
        ("python/front/array/debug.cpp",
         "if (buffer->state() == BufferState::running && !graph::is_claimed(buffer)) {"),
        ("src/graph/pending.cpp", "const std::vector<Node*>& readers = input.buffer->readers();"),
    },
    "decides whose memory a result is born in, which both kinds of arrays may": {
        ("python/front/array/adoption.cpp",
         "if (!may_be_managed(from, plain) || born_in_library()) return plain;"),
        ("python/front/array/object.cpp",
         "if (count <= managed_threshold || nd == 0 || born_in_library()) {"),
    },
    "is another function, or a variable, of the name": {
        ("python/front/array/caller.cpp", "if (owners().size() >= max_owners) forget();"),
        ("python/front/array/caller.cpp", "forget();"),
        ("python/front/array/interchange.cpp", "Ref values(look(self));"),
        ("python/front/ufunc/ufunc_masked.cpp",
         "Ref values(elementwise(call.op, operands, call.count, call.manner, unsupported));"),
    },
    "is about memory that pending results will take (tests/safety/test_pending_memory.py)": {
        ("python/front/ufunc/recording.cpp",
         "if (has_room || !finish_pending()) return has_room;"),
        ("src/graph/pending.cpp", "const Buffer* result = held_result(*node);"),
    },
    "keeps moments only of a buffer that no other thread wrote to meanwhile, a race": {
        ("python/front/ufunc/moments_memo.cpp",
         "if (moments.known != known && buffer->state() == BufferState::host &&"),
    },
}
