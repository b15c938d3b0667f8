// A misspelled switch is an error: whoever sets one wants to know that it does nothing.
#include "front/module/switches.h"

#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "front/module/numpy_api.h"

namespace numen::front {
namespace {

constexpr const char* words[][2] = {{"0", "1"}, {"off", "on"}, {"no", "yes"}, {"false", "true"}};

constexpr std::string_view prefix = "NUMEN_";
constexpr std::string_view settings[] = {"MANAGED", "EAGER", "PATCH", "DEBUG", "CPU",
                                         "NUM_THREADS"};

// How many letters must be put in, left out or exchanged to make one word of the other.
std::size_t distance(std::string_view one, std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= one.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= other.size(); ++j) {
            const std::size_t exchanged = diagonal + (one[i - 1] != other[j - 1]);
            diagonal = row[j];
            row[j] = std::min({exchanged, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

bool is_nearly(std::string_view word, std::string_view setting) {
    return distance(word, setting) <= std::max<std::size_t>(1, setting.size() / 3) ||
           (setting == "NUM_THREADS" && word == "THREADS");
}

}  // namespace

void warn_of_misspelt_settings() {
    for (char** entry = environ; *entry != nullptr; ++entry) {
        std::string_view word(*entry);
        if (!word.starts_with(prefix)) continue;
        word = word.substr(0, word.find('='));
        const std::string_view name = word.substr(prefix.size());
        if (std::ranges::find(settings, name) != std::end(settings)) continue;
        for (const std::string_view setting : settings) {
            if (!is_nearly(name, setting)) continue;
            PySys_WriteStderr("numen: %.100s is no setting: is NUMEN_%s meant?\n",
                              std::string(word).c_str(), setting.data());
        }
    }
}

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
