// How often work of ours released Python's lock: tests ask, since a thread that waits for the lock
// may get a processor too late to take it.
#pragma once

namespace numen::front {

long long times_unlocked();

}  // namespace numen::front
