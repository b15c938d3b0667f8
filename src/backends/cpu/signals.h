// Threads of ours get none of the signals that are sent to the process. Python before 3.13 takes no
// notice of Ctrl-C that another thread than its main one gets, as long as the main thread keeps its
// lock: a loop over small arrays would go on for ever.
#pragma once

#include <signal.h>

namespace numen::cpu {

// Threads that are started while it lives get no signals but those of their own faults, and those
// that profilers send.
class WithoutSignals {
  public:
    WithoutSignals() {
        sigset_t blocked;
        sigfillset(&blocked);
        for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGPROF}) {
            sigdelset(&blocked, own);
        }
        pthread_sigmask(SIG_BLOCK, &blocked, &before_);
    }
    ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    WithoutSignals(const WithoutSignals&) = delete;
    WithoutSignals& operator=(const WithoutSignals&) = delete;

  private:
    sigset_t before_;
};

}  // namespace numen::cpu
