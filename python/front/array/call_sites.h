// What the innermost Python frame is doing: which name its call instruction calls, and whether it
// reads an attribute. numen/call_sites.py finds the names, once for each code object.
#pragma once

namespace numen::front {

// Does the innermost frame itself call the method of that name, rather than C code that it called?
bool is_called_by_user(const char* method);

// While Python's isinstance runs, by whatever name the innermost frame has called it.
class IsinstanceRuns {
public:
    IsinstanceRuns();
    ~IsinstanceRuns() { frame_ = before_; }
    IsinstanceRuns(const IsinstanceRuns&) = delete;
    IsinstanceRuns& operator=(const IsinstanceRuns&) = delete;

    static const void* frame() { return frame_; }  // null: it runs for none

private:
    static constinit thread_local const void* frame_ __attribute__((tls_model("initial-exec")));
    const void* before_;
};

// Does the innermost frame, if it is the user's, call isinstance or issubclass?
bool user_asks_isinstance();
// Does Python code of anybody's?
bool asks_isinstance();
// Does Python code read the attribute that is being looked up, rather than C code (isinstance)?
bool reads_attribute();
// The same of the innermost frame where it is the user's, or works for the user.
bool user_reads_attribute();
// Does such a frame call getattr, hasattr or vars, which read attributes and do nothing else?
bool user_calls_reader();

// Tells the places of a program apart: the instruction of the innermost frame, null without one.
const void* innermost_instruction();

// Is the innermost frame a module's own code, which runs while it is imported?
bool is_importing();

void forget_call_sites();

}  // namespace numen::front
