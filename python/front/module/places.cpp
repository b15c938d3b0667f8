#include "front/module/places.h"

#include <array>
#include <cstring>

#include "front/array/caller.h"

namespace numen::front {
namespace {

// Both live as long as the process: a profile is read at the interpreter's end.
Numbered<std::string>& names() {
    static auto& kept = *new Numbered<std::string>;
    return kept;
}
Numbered<std::pair<std::string, int>>& places() {
    static auto& kept = *new Numbered<std::pair<std::string, int>>;
    return kept;
}

// An instruction whose line was looked up. The code object is owned, so that no other takes its
// address.
struct Known {
    PyCodeObject* code = nullptr;
    int offset = 0;
    Ordinal number = 0;
};
std::array<Known, 4096> known_places;

Ordinal number_of_line(const UserLine& line) {
    const char* file = PyUnicode_AsUTF8(line.code->co_filename);
    if (file == nullptr) return forget_error(), 0;
    return places().number_of({file, PyCode_Addr2Line(line.code, line.offset)});
}

// Names of events are literals as a rule: their address finds them.
struct KnownName {
    const char* address = nullptr;
    Ordinal number = 0;
};
std::array<KnownName, 1024> known_names;

std::size_t hash_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address) >> 4; }

}  // namespace

Place innermost_place_of_user() {
    const UserLine line = user_line();
    if (line.code == nullptr) return {};
    const std::size_t hash = hash_of(line.code) + static_cast<std::size_t>(line.offset);
    Known& known = known_places[hash % known_places.size()];
    if (known.code != line.code || known.offset != line.offset) {
        PyObject *type, *value, *traceback;  // which may be set: some calls begin in a refusal
        PyErr_Fetch(&type, &value, &traceback);
        Py_INCREF(line.code);
        Py_XSETREF(known.code, line.code);
        known.offset = line.offset;
        known.number = number_of_line(line);
        PyErr_Restore(type, value, traceback);
    }
    return {known.number, line.is_innermost, line.code, line.offset};
}

PyObject* place_of(Ordinal place) {
    if (place == 0) return Py_NewRef(Py_None);
    const auto& [file, line] = *places().values[place - 1];
    return Py_BuildValue("(si)", file.c_str(), line);
}

std::pair<std::string, int> file_and_line(Ordinal place) {
    return place == 0 ? std::pair<std::string, int>("", 0) : *places().values[place - 1];
}

Ordinal number_of_name(const char* name) {
    KnownName& known = known_names[hash_of(name) % known_names.size()];
    // Another text may have come to lie at the address of one that was freed.
    if (known.address != name || std::strcmp(name_of(known.number), name) != 0) {
        known = {name, names().number_of(name)};
    }
    return known.number;
}

const char* name_of(Ordinal name) { return names().values[name - 1]->c_str(); }

void forget_places() {
    for (Known& known : known_places) {
        Py_CLEAR(known.code);
        known = {};
    }
}

}  // namespace numen::front
