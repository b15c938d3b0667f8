// The highest instruction set that the processor and the operating system support, unless
// NUMEN_CPU names a lower one. The library lies beside the one that holds this code.
#include "backends/cpu/instruction_set.h"

#include <dlfcn.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <array>
#include <cstdlib>
#include <span>
#include <utility>

#include "backends/cpu/thread_count.h"

namespace numen::cpu {
namespace {

#if defined(__x86_64__)
// Best first. The level names of __builtin_cpu_supports need a newer compiler than we ask for.
constexpr std::array<std::string_view, 3> known_sets = {"v4", "v3", "v2"};

// Half-precision conversions and counts of leading zeros, whose names not all compilers know.
bool has_f16c_and_lzcnt() {
    unsigned a, b, c, d;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c >> 29 & 1) == 0) return false;
    return __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c >> 5 & 1) != 0;
}

bool is_supported(std::string_view set) {
    __builtin_cpu_init();
    const bool v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi2") && has_f16c_and_lzcnt();
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    return set == "v4" ? v4 : set == "v3" ? v3 : v2;
}
#else
constexpr std::array<std::string_view, 1> known_sets = {"neon"};

bool is_supported(std::string_view) { return true; }
#endif

std::string library_folder() {
    Dl_info place{};
    if (dladdr(reinterpret_cast<const void*>(&library_folder), &place) == 0) return "";
    const std::string path = place.dli_fname;
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

struct Selection {
    const KernelTable* kernels = nullptr;
    std::string_view set;
    std::string error;
};

Selection open_library(std::string_view set) {
    const std::string path = library_folder() + "libnumen_cpu_" + std::string(set) + ".so";
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return {nullptr, set, dlerror()};
    void* symbol = dlsym(library, kernel_table_symbol);
    if (symbol == nullptr) return {nullptr, set, dlerror()};
    return {reinterpret_cast<KernelTableFunction>(symbol)(), set, ""};
}

// What NUMEN_CPU may ask for on this processor.
std::string names_of_sets() {
    std::string names;
    for (std::string_view set : known_sets) {
        if (is_supported(set)) names.append(" ").append(set);
    }
    return names;
}

Selection choose() {
    if (!thread_setting_error().empty()) return {nullptr, "", thread_setting_error()};
    const char* wanted = std::getenv("NUMEN_CPU");
    const bool has_wish = wanted != nullptr && *wanted != '\0';
    bool is_known = false;
    Selection failed;
    for (std::string_view set : known_sets) {
        if (has_wish && set != wanted) continue;
        is_known = true;
        if (!is_supported(set)) continue;
        Selection opened = open_library(set);
        if (opened.kernels != nullptr) return opened;
        if (failed.error.empty()) failed = std::move(opened);  // not built: a lower one may be
    }
    if (!failed.error.empty()) return failed;
    if (has_wish) {
        const std::string reason = is_known ? ": not supported by this processor, wants one of"
                                            : ": wants one of";
        return {nullptr, "", "NUMEN_CPU=" + std::string(wanted) + reason + names_of_sets()};
    }
    return {nullptr, "", "this processor is older than x86-64-v2"};
}

const Selection& selection() {
    static const Selection chosen = choose();
    return chosen;
}

}  // namespace

const KernelTable& kernels() { return *selection().kernels; }
std::string_view instruction_set() { return selection().set; }
const std::string& load_error() { return selection().error; }

}  // namespace numen::cpu
