#include "backends/cpu/work_counts.h"

namespace numen::cpu {

WorkCounts& work_counts() {
    static WorkCounts counts;
    return counts;
}

}  // namespace numen::cpu
