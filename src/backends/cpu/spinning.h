// Waiting for another thread without sleeping.
#pragma once

#include <sched.h>

#include <chrono>

namespace numen::cpu {

inline constexpr auto selfish_time = std::chrono::microseconds(20);  // then others get the core
inline constexpr auto spin_time = std::chrono::microseconds(500);

inline void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    asm volatile("yield");
#endif
}

// True once ready() holds; false if it does not within that time.
template <class Ready>
bool spin_until(Ready ready, std::chrono::nanoseconds most = spin_time) {
    const auto start = std::chrono::steady_clock::now();
    std::chrono::nanoseconds spun{0};
    do {
        for (int turn = 0; turn < 64; ++turn) {
            if (ready()) return true;
            pause();
        }
        if (spun > selfish_time) sched_yield();
        spun = std::chrono::steady_clock::now() - start;
    } while (spun < most);
    return ready();
}

}  // namespace numen::cpu
