// A misspelled switch is an error: whoever sets one wants to know that it does nothing.
#include "front/module/switches.h"

#include <strings.h>

#include <cstdlib>

#include "front/module/numpy_api.h"

namespace numen::front {
namespace {

constexpr const char* words[][2] = {{"0", "1"}, {"off", "on"}, {"no", "yes"}, {"false", "true"}};

}  // namespace

bool read_switch(const char* variable, bool otherwise, bool& is_on) {
    is_on = otherwise;
    const char* text = std::getenv(variable);
    if (text == nullptr || *text == '\0') return true;
    for (const auto& pair : words) {
        for (const bool meaning : {false, true}) {
            if (strcasecmp(text, pair[meaning]) != 0) continue;
            is_on = meaning;
            return true;
        }
    }
    PyErr_Format(PyExc_ImportError, "%s=%s: wants one of 1 on yes true 0 off no false", variable,
                 text);
    return false;
}

}  // namespace numen::front
