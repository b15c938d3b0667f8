// What a program hears first where no kernels were found: an exception of ours, whichever call is
// its first. The argument says which.
#include <numen/numen.h>

#include <cstdio>
#include <functional>
#include <map>
#include <string>

namespace np = numen;

int main(int count, char** words) {
    double memory[4] = {};
    const std::map<std::string, std::function<void()>> calls = {
        {"array", [] { np::array({1.0, 2.0}); }},
        {"zeros", [] { np::zeros({3, 3}); }},
        {"view", [&] { np::from_memory(memory, {2, 2}); }},
        {"linspace", [] { np::linspace(0, 1, 5); }},
        {"workspace", [] { np::linalg::Workspace work(4); }},
        {"workspace of threads", [] { np::linalg::Workspace work(48, 2); }},
    };
    // These ask no kernel for anything.
    np::set_thread_count(2);
    if (np::thread_count() != 2 || np::version().empty()) return 2;
    if (count == 1) {
        for (const auto& [name, call] : calls) std::printf("%s\n", name.c_str());
        return 0;
    }
    try {
        calls.at(words[1])();
    } catch (const np::InternalError& error) {
        std::printf("%s\n", error.what());
        return 0;
    }
    return 1;
}
