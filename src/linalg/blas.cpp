// Finding and opening OpenBLAS.
#include "linalg/blas.h"

#include <dlfcn.h>

#include <mutex>

namespace numen::blas {
namespace {

constexpr char file_name[] = "libscipy_openblas64_.so";

std::mutex path_lock;
std::string wanted_folder;

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

void* open_file(std::string& path) {
    std::string chosen;
    {
        std::lock_guard guard(path_lock);
        chosen = wanted_folder;
    }
    for (const std::string& folder : {own_folder(), chosen}) {
        if (folder.empty()) continue;
        path = folder + "/" + file_name;
        if (void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    }
    path.clear();
    return nullptr;
}

Library open_library() {
    Library found;
    void* handle = open_file(found.path);
    if (handle == nullptr) return found;
    find(handle, "scipy_cblas_sgemm64_", found.sgemm);
    find(handle, "scipy_cblas_dgemm64_", found.dgemm);
    find(handle, "scipy_cblas_cgemm64_", found.cgemm);
    find(handle, "scipy_cblas_zgemm64_", found.zgemm);
    find(handle, "scipy_cblas_ssyrk64_", found.ssyrk);
    find(handle, "scipy_cblas_dsyrk64_", found.dsyrk);
    find(handle, "scipy_cblas_csyrk64_", found.csyrk);
    find(handle, "scipy_cblas_zsyrk64_", found.zsyrk);
    void (*set_threads)(int) = nullptr;
    find(handle, "scipy_openblas_set_num_threads64_", set_threads);
    const bool is_whole = found.sgemm && found.dgemm && found.cgemm && found.zgemm &&
                          found.ssyrk && found.dsyrk && found.csyrk && found.zsyrk &&
                          set_threads;
    if (!is_whole) return Library{};
    set_threads(1);
    return found;
}

}  // namespace

const Library& library() {
    static const Library opened = open_library();
    return opened;
}

void set_blas_path(const std::string& folder) {
    std::lock_guard guard(path_lock);
    wanted_folder = folder;
}

}  // namespace numen::blas
