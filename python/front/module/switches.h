// The environment variables that switch a part of the front on or off.
#pragma once

namespace numen::front {

// Whether a switch is on: 1, on, yes and true, or 0, off, no and false, in any case; `otherwise`
// where it is not set or empty. False with an ImportError for any other text.
bool read_switch(const char* variable, bool otherwise, bool& is_on);

// Names on stderr what the environment sets that is no setting of ours but nearly the name of one.
void warn_of_misspelt_settings();

}  // namespace numen::front
