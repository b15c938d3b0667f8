// The type that any number of operands promote to.
#pragma once

#include "ops/operation.h"

namespace numen::front {

// Two by two the result would depend on the order: int16, uint16 and float16 are float32 together.
class Promotion {
public:
    void meet(Dtype dtype) { met_ |= 1u << static_cast<int>(dtype); }

    // no_dtype if it has met none. Inexact types first: an integer then widens them as it does by
    // itself.
    Dtype result() const {
        Dtype inexact = no_dtype, all = no_dtype;
        for (const bool wants_inexact : {true, false}) {
            for (int i = 0; i < dtype_count; ++i) {
                const Dtype dtype = static_cast<Dtype>(i);
                const bool is_inexact = is_floating(dtype) || is_complex(dtype);
                if (!(met_ >> i & 1) || is_inexact != wants_inexact) continue;
                const bool alone = inexact == no_dtype || is_inexact;
                const Dtype wide = alone ? dtype : promote(inexact, dtype);
                all = all == no_dtype ? wide : promote(all, wide);
            }
            inexact = all;
        }
        return all;
    }

private:
    unsigned met_ = 0;
};

}  // namespace numen::front
