// How many threads a call may use, and where that number comes from.
#pragma once

#include <string>

namespace numen::cpu {

inline constexpr int most_threads = 256;

// Threads that a call may use, the caller's included. At first NUMEN_NUM_THREADS, else
// OMP_NUM_THREADS, else the processors this process may use (affinity and cgroup quotas).
int thread_count();
// Values below 1 mean 1.
void set_thread_count(int threads);

// What is wrong with NUMEN_NUM_THREADS; empty if nothing is. Of OMP_NUM_THREADS, which is not ours,
// what means nothing counts as not set.
const std::string& thread_setting_error();

// The processors that the least quota of a control group and of those around it is worth; 0 without
// a quota. `memberships` is the text of /proc/self/cgroup, `mount` where the groups are mounted.
int quota_processors(const std::string& memberships, const std::string& mount);

}  // namespace numen::cpu
