// How programs of checks count and print what does not hold.
#pragma once

#include <numen/numen.h>

#include <cstdio>

namespace np = numen;

inline int failures = 0;

inline void check(bool holds, const char* text, int line) {
    if (holds) return;
    ++failures;
    std::printf("line %d: %s does not hold\n", line, text);
}

template <class Wanted, class Action>
void check_throws(Action&& action, const char* wanted, const char* text, int line) {
    try {
        action();
    } catch (const Wanted& error) {
        return check(*error.what() != '\0', "an error says something", line);
    } catch (const std::exception& error) {
        std::printf("line %d: %s throws another exception: %s\n", line, text, error.what());
        ++failures;
        return;
    }
    ++failures;
    std::printf("line %d: %s does not throw %s\n", line, text, wanted);
}

#define CHECK(...) check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __LINE__)
#define THROWS(ERROR, ...) \
    check_throws<np::ERROR>([&] { __VA_ARGS__; }, #ERROR, #__VA_ARGS__, __LINE__)
