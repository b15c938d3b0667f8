// Steps of large matrices on threads: what their jobs say is not lost.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "backends/backend.h"
#include "linalg/divided.h"
#include "linalg/lapack.h"

namespace {

using namespace numen;
using linalg::Int;

bool is_asked;

TEST_CASE("a request to stop that a half of a division was asked for is told") {
    if (!lapack::is_available()) return;  // ThreadSanitizer's build has none
    constexpr Int n = 3000;
    std::vector<double> diagonal(n, 2.0), beside(n, -1.0), vectors(n * n);
    std::vector<double> work(n * n + 4 * n + 1);
    std::vector<Int> int_work(5 * n + 6);
    // Equal halves would be joined at once.
    std::uint32_t state = 1;
    for (double& number : diagonal) {
        state = state * 1664525u + 1013904223u;
        number += static_cast<double>(state >> 8) * 0x1p-26;
    }
    is_asked = false;
    const backend::Watched watched([] { return is_asked = true, true; });
    const Status status = linalg::solve_three_diagonals<double>(
        {n, diagonal.data(), beside.data(), work.data(), int_work.data(), false}, vectors.data(),
        n);
    CHECK(((status & status_stopped) != 0) == is_asked);
}

}  // namespace
