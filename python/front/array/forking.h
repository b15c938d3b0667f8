// What os.fork has to wait for.
#pragma once

namespace numen::front {

// False with an exception set.
bool prepare_forking();

}  // namespace numen::front
