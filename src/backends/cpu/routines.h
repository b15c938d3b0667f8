// Machine code by what it was written for: a program that comes again finds its own.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "backends/cpu/executable_memory.h"

namespace numen::cpu {

class Routines {
  public:
    // Null where there is none.
    std::shared_ptr<const ExecutableMemory> find(const std::string& key);
    // Where there are too many, all are forgotten: those that run are kept alive by their users.
    void keep(const std::string& key, std::shared_ptr<const ExecutableMemory> routine);

  private:
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const ExecutableMemory>> by_key_;
};

// Those of the process.
Routines& routines();

}  // namespace numen::cpu
