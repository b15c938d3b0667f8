#include "numen/runtime.h"

#include "backends/cpu/instruction_set.h"
#include "backends/cpu/thread_count.h"

namespace numen {

std::string_view version() { return NUMEN_VERSION; }
std::string_view instruction_set() { return cpu::instruction_set(); }
int thread_count() { return cpu::thread_count(); }
void set_thread_count(int threads) { cpu::set_thread_count(threads); }

}  // namespace numen
