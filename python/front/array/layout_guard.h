// Arrays keep their layout while a call is at work on them.
//
// A function looks at the shape, the type and the memory of its arguments, and may then run other
// code before it uses what it saw: `__index__` or `__array__` of another argument, a warning
// filter, another thread where the lock is left. Code that gives one of the arrays another layout
// meanwhile would leave it with dimensions that are freed and sizes that are wrong. So each call
// says which objects it was given, and what changes a layout (layout_changes.cpp) asks first: it
// waits for the calls of other threads, and is refused from within a call of its own.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// The objects that a call was given, borrowed from who calls. Known to all while it lasts.
struct GuardedCall {
    PyObject* self;
    PyObject* const* arguments;
    Py_ssize_t count = 0;
    const void* owner = nullptr;  // a place on its thread's stack; null where unused
    GuardedCall* next_free = nullptr;
    GuardedCall* next = nullptr;  // of all that were ever made
    bool is_off = false;
};
// Null, or those that no call uses; under the lock.
extern GuardedCall* free_guarded_calls;
// Makes another one; null where there is no memory: such a call is not guarded.
GuardedCall* new_guarded_call();

// Where an object lies on the stack. The address sanitizer may keep objects elsewhere.
inline const void* place_on_stack([[maybe_unused]] const void* object) {
#ifdef __SANITIZE_ADDRESS__
    return __builtin_frame_address(0);
#else
    return object;
#endif
}

class LayoutGuard {
  public:
    LayoutGuard(PyObject* self, PyObject* const* arguments, Py_ssize_t count)
        : call_(free_guarded_calls) {
        if (call_ == nullptr) [[unlikely]] call_ = new_guarded_call();
        if (call_ == nullptr) [[unlikely]] return;
        free_guarded_calls = call_->next_free;
        call_->self = self;
        call_->arguments = arguments;
        call_->count = count;
        call_->owner = place_on_stack(this);
    }
    ~LayoutGuard() {
        if (call_ == nullptr) [[unlikely]] return;
        call_->owner = nullptr;
        call_->next_free = free_guarded_calls;
        free_guarded_calls = call_;
    }
    LayoutGuard(const LayoutGuard&) = delete;
    LayoutGuard& operator=(const LayoutGuard&) = delete;

    // While NumPy serves the innermost call of this thread, if these are its arguments, and not
    // those of a conversion on the way: NumPy works on views of its own, and the program's code may
    // change the layout of the arrays as under NumPy, but not their memory.
    class Off {
      public:
        Off(PyObject* const* arguments, Py_ssize_t count);
        ~Off();
        Off(const Off&) = delete;
        Off& operator=(const Off&) = delete;

      private:
        GuardedCall* call_;  // null where there is none, or it is off already
    };

  private:
    GuardedCall* call_;
};

enum class LayoutChange { of_layout, of_memory };

// May `array` be given another layout, or other memory, now? Waits for the calls of other threads
// that were given it, without the lock; false with RuntimeError where a call of this thread was, or
// where another thread's does not end within a minute, or with what a signal handler raises
// meanwhile.
bool may_change_layout(PyObject* array, const char* change,
                       LayoutChange kind = LayoutChange::of_layout);

// Puts may_change_layout before NumPy's own setters of shape, strides, dtype and data, and before
// resize and __setstate__, for whoever calls them.
void guard_numpys_changes();
void restore_numpys_changes();

template <auto function> struct Guarded;
template <PyObject* (*function)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*)>
struct Guarded<function> {
    static PyObject* call(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                          PyObject* names) {
        const LayoutGuard guard(self, arguments, count + keyword_count(names));
        return function(self, arguments, count, names);
    }
};
template <PyObject* (*function)(PyObject*, PyObject* const*, Py_ssize_t)>
struct Guarded<function> {
    static PyObject* call(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
        const LayoutGuard guard(self, arguments, count);
        return function(self, arguments, count);
    }
};
template <PyObject* (*function)(PyObject*, PyObject*)> struct Guarded<function> {
    static PyObject* call(PyObject* self, PyObject* argument) {
        const LayoutGuard guard(self, &argument, argument == nullptr ? 0 : 1);
        return function(self, argument);
    }
};

// For a table of methods or functions: `function`, guarded.
template <auto function> PyCFunction guarded() { return as_method(Guarded<function>::call); }

}  // namespace numen::front
