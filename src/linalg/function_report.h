// One FunctionReport for all threads of a call.
#pragma once

#include <mutex>

#include "linalg/matrix_functions.h"

namespace numen::linalg {

struct SharedReport {
    FunctionReport& report;
    std::mutex mutex{};

    void add(const FunctionReport& found) {
        const std::lock_guard lock(mutex);
        report.is_real &= found.is_real;
        report.is_turned |= found.is_turned;
    }
};

}  // namespace numen::linalg
