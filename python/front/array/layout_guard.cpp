#include "front/array/layout_guard.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>

#include "front/array/object.h"
#include "front/array/waiting.h"

namespace numen::front {

GuardedCall* free_guarded_calls = nullptr;

namespace {

GuardedCall* all_calls = nullptr;

// The memory of this thread's stack.
struct Stack {
    const char* low = nullptr;
    const char* high = nullptr;

    Stack() {
        pthread_attr_t attributes;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
        void* start;
        std::size_t size;
        if (pthread_attr_getstack(&attributes, &start, &size) == 0) {
            low = static_cast<const char*>(start);
            high = low + size;
        }
        pthread_attr_destroy(&attributes);
    }
    // The main thread's stack grows downwards as it is used: below its size of now, it is still
    // this thread's.
    bool has(const void* place) const {
        const auto* at = static_cast<const char*>(place);
        const auto* here = static_cast<const char*>(place_on_stack(&at));
        return at < high && (at >= low || at >= here);
    }
};

const Stack& own_stack() {
    static thread_local const Stack stack;
    return stack;
}

// Is the object the array, or, where its memory is to change, a view of it?
bool is_affected(PyObject* object, PyObject* array, LayoutChange kind) {
    while (object != array && kind == LayoutChange::of_memory && object != nullptr &&
           is_array(object)) {
        object = as_array(object)->f.base;
    }
    return object == array;
}

// Is what the change affects among the objects, or in a list or tuple among them?
bool is_among(PyObject* array, LayoutChange kind, PyObject* const* objects, Py_ssize_t count,
              int depth = 0) {
    constexpr int deepest = 4;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* object = objects[i];
        if (is_affected(object, array, kind)) return true;
        if (object == nullptr || depth == deepest) continue;
        if (!PyList_Check(object) && !PyTuple_Check(object)) continue;
        if (is_among(array, kind, PySequence_Fast_ITEMS(object),
                     PySequence_Fast_GET_SIZE(object), depth + 1)) {
            return true;
        }
    }
    return false;
}

bool is_given(PyObject* array, LayoutChange kind, const GuardedCall& call) {
    return is_affected(call.self, array, kind) ||
           is_among(array, kind, call.arguments, call.count);
}

enum class Users { none, others, own };

// Which threads' calls were given the array, and forbid such a change?
Users users_of(PyObject* array, LayoutChange kind) {
    Users found = Users::none;
    for (const GuardedCall* call = all_calls; call != nullptr; call = call->next) {
        const bool allows = call->is_off && kind == LayoutChange::of_layout;
        if (call->owner == nullptr || allows || !is_given(array, kind, *call)) continue;
        if (own_stack().has(call->owner)) return Users::own;
        found = Users::others;
    }
    return found;
}

// The innermost call of this thread, which lies lowest on its stack.
GuardedCall* innermost() {
    GuardedCall* found = nullptr;
    for (GuardedCall* call = all_calls; call != nullptr; call = call->next) {
        if (call->owner == nullptr || !own_stack().has(call->owner)) continue;
        if (found == nullptr || call->owner < found->owner) found = call;
    }
    return found;
}

// Are all arrays, lists and tuples of the call among these arguments?
bool are_handed_on(const GuardedCall& call, PyObject* const* arguments, Py_ssize_t count) {
    const auto is_there = [&](PyObject* object) {
        const bool counts = object != nullptr && (is_array(object) || PyList_Check(object) ||
                                                  PyTuple_Check(object));
        return !counts || std::find(arguments, arguments + count, object) != arguments + count;
    };
    return is_there(call.self) &&
           std::all_of(call.arguments, call.arguments + call.count, is_there);
}

// In a child of fork() the calls of other threads never end.
void forget_other_calls() {
    for (GuardedCall* call = all_calls; call != nullptr; call = call->next) {
        if (call->owner != nullptr && !own_stack().has(call->owner)) call->owner = nullptr;
    }
}

bool refuse(const char* change, const char* reason) {
    PyErr_Format(PyExc_RuntimeError, "cannot %s of an array %s", change, reason);
    return false;
}

}  // namespace

GuardedCall* new_guarded_call() {
    static const bool prepared =
        (pthread_atfork(nullptr, nullptr, forget_other_calls), true);
    static_cast<void>(prepared);
    auto* call = new (std::nothrow) GuardedCall;
    if (call == nullptr) return nullptr;
    call->next = all_calls;
    all_calls = call;
    return call;
}

LayoutGuard::Off::Off(PyObject* const* arguments, Py_ssize_t count) : call_(innermost()) {
    if (call_ != nullptr && (call_->is_off || !are_handed_on(*call_, arguments, count))) {
        call_ = nullptr;
    }
    if (call_ != nullptr) call_->is_off = true;
}

LayoutGuard::Off::~Off() {
    if (call_ != nullptr) call_->is_off = false;
}

bool may_change_layout(PyObject* array, const char* change, LayoutChange kind) {
    using Clock = std::chrono::steady_clock;
    constexpr auto limit = std::chrono::seconds(60);
    const auto begin = Clock::now();
    auto pause = std::chrono::microseconds(20);
    for (;;) {
        const Users users = users_of(array, kind);
        if (users == Users::none) return true;
        if (users == Users::own) {
            return refuse(change, "from within a call that was given it (numen)");
        }
        if (Clock::now() - begin > limit) {
            return refuse(change, "that a call of another thread has worked on for a minute "
                                  "(numen)");
        }
        {
            const Unlocked unlocked;
            std::this_thread::sleep_for(pause);
        }
        if (PyErr_CheckSignals() < 0) return false;
        if (pause < std::chrono::milliseconds(1)) pause *= 2;
    }
}

}  // namespace numen::front
