#include "front/array/memory_handler.h"

#include <cstddef>

#include "array/storage.h"
#include "front/array/hot_state.h"

namespace numen::front {

namespace {

void* allocate(void*, std::size_t bytes) { return storage::allocate(bytes); }

void* allocate_zeroed(void*, std::size_t count, std::size_t bytes) {
    std::size_t total;
    if (__builtin_mul_overflow(count, bytes, &total)) return nullptr;
    return storage::allocate(total, true);
}

void* resize(void*, void* data, std::size_t bytes) {
    if (storage::kind_of(data) != storage::Kind::foreign) return storage::resize(data, bytes);
    const PyDataMemAllocator& numpys = numpys_handler()->allocator;
    return numpys.realloc(numpys.ctx, data, bytes);
}

void release(void*, void* data, std::size_t bytes) {
    if (storage::release(data)) return;
    const PyDataMemAllocator& numpys = numpys_handler()->allocator;
    numpys.free(numpys.ctx, data, bytes);
}

PyDataMem_Handler handler = {"numen", 1, {nullptr, allocate, allocate_zeroed, resize, release}};

}  // namespace

PyDataMem_Handler* numpys_handler() {
    static auto* const found = static_cast<PyDataMem_Handler*>(
        PyCapsule_GetPointer(PyDataMem_DefaultHandler, "mem_handler"));
    return found;
}

bool prepare_memory_handler() {
    hot_state.memory_handler = PyCapsule_New(&handler, "mem_handler", nullptr);
    return hot_state.memory_handler != nullptr && numpys_handler() != nullptr;
}

}  // namespace numen::front
