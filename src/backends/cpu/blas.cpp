// Finding and opening OpenBLAS.
#include "backends/cpu/blas.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "array/allocator.h"
#include "array/pages.h"
#include "backends/cpu/signals.h"
#include "backends/cpu/thread_count.h"

namespace numen::blas {
namespace {

constexpr char file_name[] = "libscipy_openblas64_.so";

std::mutex path_lock;
std::string wanted_folder;
std::mutex own_threads;
std::atomic<void*> deciding = nullptr;

std::string own_folder() {
    Dl_info place{};
    if (dladdr(reinterpret_cast<const void*>(&own_folder), &place) == 0) return "";
    const std::string path = place.dli_fname;
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash);
}

template <class Function> void find(void* handle, const char* symbol, Function& function) {
    function = reinterpret_cast<Function>(dlsym(handle, symbol));
}

constexpr char spin_variable[] = "OPENBLAS_THREAD_TIMEOUT";

void* open_file(std::string& path) {
    std::string chosen;
    {
        std::lock_guard guard(path_lock);
        chosen = wanted_folder;
    }
    const ShortSpin setting;
    const cpu::WithoutSignals threads_get_none;
    for (const std::string& folder : {own_folder(), chosen}) {
        if (folder.empty()) continue;
        path = folder + "/" + file_name;
        if (void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    }
    path.clear();
    return nullptr;
}

// OpenBLAS takes a buffer for each thread as soon as it is loaded, and ends the process where it
// gets none.
bool has_room_for_library() {
    constexpr std::size_t file = std::size_t{64} << 20, buffer_and_stack = std::size_t{48} << 20;
    if (!are_addresses_limited()) return true;
    const std::size_t bytes = file + buffer_and_stack * std::thread::hardware_concurrency();
    return can_map(bytes) || (trim() > 0 && can_map(bytes));
}

// A copy of our own, whose threads nobody else sets. Where there is no room for it our loops make
// the products and NumPy's the factorisations, which has a buffer for one thread: so that is all.
Library open_library() {
    Library found;
    const bool is_own = has_room_for_library();
    if (!is_own) cpu::set_thread_count(1);
    void* handle = is_own ? open_file(found.path) : deciding.load();
    if (handle == nullptr) return found;
    find(handle, "scipy_cblas_sgemm64_", found.sgemm);
    find(handle, "scipy_cblas_dgemm64_", found.dgemm);
    find(handle, "scipy_cblas_cgemm64_", found.cgemm);
    find(handle, "scipy_cblas_zgemm64_", found.zgemm);
    find(handle, "scipy_cblas_ssyrk64_", found.ssyrk);
    find(handle, "scipy_cblas_dsyrk64_", found.dsyrk);
    find(handle, "scipy_cblas_csyrk64_", found.csyrk);
    find(handle, "scipy_cblas_zsyrk64_", found.zsyrk);
    if (is_own) find(handle, "scipy_openblas_set_num_threads64_", found.set_threads);
    const bool is_whole = found.sgemm && found.dgemm && found.cgemm && found.zgemm &&
                          found.ssyrk && found.dsyrk && found.csyrk && found.zsyrk &&
                          (found.set_threads || !is_own);
    if (!is_whole) return Library{};
    if (is_own) found.set_threads(1);
    found.handle = handle;
    return found;
}

}  // namespace

ShortSpin::ShortSpin() : is_ours_(std::getenv(spin_variable) == nullptr) {
    if (is_ours_) setenv(spin_variable, "16", 1);
}

ShortSpin::~ShortSpin() {
    if (is_ours_) unsetenv(spin_variable);
}

const Library& library() {
    static const Library opened = open_library();
    return opened;
}

void* find_function(const char* symbol) {
    void* handle = library().handle;
    return handle == nullptr ? nullptr : dlsym(handle, symbol);
}

void set_deciding_file(const std::string& path) {
    if (void* handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD)) deciding = handle;
}

void* find_deciding_function(const char* symbol) {
    void* handle = deciding;
    void* found = handle == nullptr ? nullptr : dlsym(handle, symbol);
    return found == nullptr ? find_function(symbol) : found;
}

OwnThreads::OwnThreads(bool wanted) {
    const int threads = wanted ? cpu::thread_count() : 1;
    taken_ = threads > 1 && library().set_threads != nullptr && own_threads.try_lock();
    if (!taken_) return;
    const cpu::WithoutSignals threads_get_none;
    library().set_threads(threads);
}

OwnThreads::~OwnThreads() {
    if (!taken_) return;
    library().set_threads(1);
    own_threads.unlock();
}

void set_blas_path(const std::string& folder) {
    std::lock_guard guard(path_lock);
    wanted_folder = folder;
}

}  // namespace numen::blas
