#include "backends/cpu/thread_count.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

namespace numen::cpu {
namespace {

// The number that a variable holds (of OMP_NUM_THREADS' list the first), 0 if it holds none.
int environment_threads(const char* variable) {
    const char* text = std::getenv(variable);
    if (text == nullptr) return 0;
    text += std::strspn(text, " ");
    int found = 0;
    const auto [rest, error] = std::from_chars(text, text + std::strcspn(text, ", "), found);
    if (rest == text || rest[std::strspn(rest, " ")] != (*rest == ',' ? ',' : '\0')) return 0;
    return error == std::errc::result_out_of_range ? *text == '-' ? 0 : most_threads : found;
}

// The number that a file begins with, 0 if it holds none ("max", or it is not there).
double number_in(std::istream& file) {
    double number = 0;
    return file >> number ? number : 0;
}

// What the quota of one group is worth, infinite without one. Version 2 has one file of quota and
// period, version 1 has two, where -1 is no quota.
double quota_of_group(const std::string& folder, bool is_version_2) {
    double quota = 0, period = 0;
    if (is_version_2) {
        std::ifstream file(folder + "/cpu.max");
        quota = number_in(file);
        period = number_in(file);
    } else {
        std::ifstream quota_file(folder + "/cpu.cfs_quota_us");
        std::ifstream period_file(folder + "/cpu.cfs_period_us");
        quota = number_in(quota_file);
        period = number_in(period_file);
    }
    return quota > 0 && period > 0 ? quota / period : HUGE_VAL;
}

// Within a container the path may be the host's, which is not there: its root still is.
double least_quota(const std::string& mount, std::string path, bool is_version_2) {
    double least = HUGE_VAL;
    for (;;) {
        least = std::min(least, quota_of_group(mount + path, is_version_2));
        if (path.empty()) return least;
        const std::size_t slash = path.find_last_of('/');
        path.erase(slash == std::string::npos ? 0 : slash);
    }
}

std::string text_of(const char* path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

int default_threads() {
    for (const char* variable : {"NUMEN_NUM_THREADS", "OMP_NUM_THREADS"}) {
        const int wanted = environment_threads(variable);
        if (wanted > 0) return std::min(wanted, most_threads);
    }
    cpu_set_t usable;
    CPU_ZERO(&usable);
    int threads = static_cast<int>(std::thread::hardware_concurrency());
    if (sched_getaffinity(0, sizeof(usable), &usable) == 0) threads = CPU_COUNT(&usable);
    const int quota = quota_processors(text_of("/proc/self/cgroup"), "/sys/fs/cgroup");
    if (quota > 0) threads = std::min(threads, quota);
    return std::clamp(threads, 1, most_threads);
}

std::atomic<int>& wanted_threads() {
    static std::atomic<int> threads{default_threads()};
    return threads;
}

std::string thread_setting_fault() {
    const char* text = std::getenv("NUMEN_NUM_THREADS");
    const bool is_list = text != nullptr && std::strchr(text, ',') != nullptr;
    if (text == nullptr || *text == '\0') return "";
    if (!is_list && environment_threads("NUMEN_NUM_THREADS") > 0) return "";
    return "NUMEN_NUM_THREADS=" + std::string(text) + ": wants a whole number above 0";
}

}  // namespace

// A line is number:controllers:path; those of version 2 are "0::path".
int quota_processors(const std::string& memberships, const std::string& mount) {
    double least = least_quota(mount, "", true);
    std::istringstream lines(memberships);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const std::string path = line.substr(second + 1);
        const bool is_version_2 = controllers == ",,";
        if (!is_version_2 && controllers.find(",cpu,") == std::string::npos) continue;
        const std::string of_version = is_version_2 ? "" : "/cpu";
        const std::string inner = path == "/" ? "" : path;
        least = std::min(least, least_quota(mount + of_version, inner, is_version_2));
    }
    return std::isinf(least) ? 0 : static_cast<int>(std::min(std::ceil(least), 1e6));
}

int thread_count() { return wanted_threads().load(std::memory_order_relaxed); }

void set_thread_count(int threads) {
    wanted_threads().store(std::clamp(threads, 1, most_threads), std::memory_order_relaxed);
}

const std::string& thread_setting_error() {
    static const std::string found = thread_setting_fault();
    return found;
}

}  // namespace numen::cpu
