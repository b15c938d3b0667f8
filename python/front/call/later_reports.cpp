#include "front/call/later_reports.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "front/array/caller.h"
#include "front/call/error_state.h"
#include "front/call/reporting.h"
#include "front/module/modules.h"

namespace numen::front {
namespace {

// The warnings module's dictionary and what stood in it when the program began.
struct Filters {
    PyObject* dict = nullptr;
    PyObject* of_sys = nullptr;  // sys' dictionary: PySys_GetObject makes a string of each name
    Ref list, show, show_inside;
    std::vector<Ref> items;  // of the list, when it was last read
    bool is_read = false;
    bool has_errors = false;
    bool matter = true;
    std::uint64_t versions[2] = {};  // of both dictionaries, when all in them was as it began
    Ref stream;   // where warnings are written: sys.stderr
    Ref another;  // what stands in its place now, and how often it was met there
    int times = 0;
};

struct CallSite final : graph::Origin {
    const char* name;
    Status warns;
    Ref code, module;
    Ref registry;  // of code that no module holds
    int last_instruction = 0;
};

Filters& filters() {
    static Filters& kept = *new Filters;  // outlives the interpreter, whose objects it holds
    return kept;
}

// Borrowed, null without an exception. PyDict_GetItem would save and restore one at each recording.
PyObject* item(PyObject* dict, PyObject* name) {
    PyObject* found = PyDict_GetItemWithError(dict, name);
    if (found == nullptr) forget_error();
    return found;
}

PyObject* borrowed(const char* name) { return PyDict_GetItemString(filters().dict, name); }

// Names that every recording looks up, as the strings they are looked up by.
struct Names {
    PyObject* stream = PyUnicode_InternFromString("stderr");
    PyObject* list = PyUnicode_InternFromString("filters");
    PyObject* show = PyUnicode_InternFromString("showwarning");
    PyObject* show_inside = PyUnicode_InternFromString("_showwarnmsg_impl");
    PyObject* module = PyUnicode_InternFromString("__name__");
    PyObject* registry = PyUnicode_InternFromString("__warningregistry__");
};

const Names& names() {
    static const Names made;
    return made;
}

// Is the list what it was when it was last read? The program may put others in the place of items.
bool is_as_read(PyObject* list) {
    const Filters& known = filters();
    const auto length = static_cast<std::size_t>(PyList_GET_SIZE(list));
    return known.is_read && length == known.items.size() &&
           std::equal(known.items.begin(), known.items.end(), PySequence_Fast_ITEMS(list),
                      [](const Ref& item, PyObject* other) { return item.get() == other; });
}

// Could some RuntimeWarning become an error? A filter without conditions ends the search.
// Asking a category runs its code, which may change the list.
bool turns_into_errors(PyObject* list) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i) {
        const Ref filter = Ref::share(PyList_GET_ITEM(list, i));
        PyObject *action, *message, *category, *module;
        int line;
        if (!PyTuple_Check(filter.get()) ||
            !PyArg_ParseTuple(filter.get(), "UOOOi", &action, &message, &category, &module,
                              &line)) {
            return forget_error(), true;
        }
        const int concerned = PyObject_IsSubclass(PyExc_RuntimeWarning, category);
        if (concerned < 0) return forget_error(), true;
        if (concerned == 0) continue;
        if (PyUnicode_CompareWithASCIIString(action, "error") == 0) return true;
        if (message == Py_None && module == Py_None && line == 0) return false;
    }
    return false;
}

// Do warnings go where they went when the program began? contextlib.redirect_stderr, pytest and
// notebooks' %%capture put a stream there for a while, and read it before the evaluation. A
// program's own class that stays there (a "tee") becomes the stream.
bool is_stream_plain() {
    constexpr int stays = 100;
    Filters& known = filters();
    const Ref stream = Ref::share(item(known.of_sys, names().stream));
    if (stream.get() == known.stream.get()) return true;
    if (!stream) return false;
    if (stream.get() != known.another.get()) {
        known.another = Ref::share(stream.get());
        known.times = 0;
    }
    static PyObject* text_type = nullptr;
    if (text_type == nullptr) {
        Ref io(PyImport_ImportModule("io"));
        text_type = io ? PyObject_GetAttrString(io.get(), "TextIOBase") : nullptr;
    }
    const int is_text = text_type == nullptr ? -1 : PyObject_IsInstance(stream.get(), text_type);
    if (is_text != 0) return forget_error(), false;
    if (++known.times < stays) return false;
    known.stream = Ref::share(stream.get());
    known.another = Ref();
    return true;
}

// What changes with a dictionary; 0 where only looking can tell.
std::uint64_t version_of([[maybe_unused]] PyObject* dict) {
#if PY_VERSION_HEX < 0x030C0000
    return reinterpret_cast<PyDictObject*>(dict)->ma_version_tag;
#else
    return 0;
#endif
}

// Do the names in the two modules stand for what they stood for when the program began?
bool are_names_plain() {
    Filters& known = filters();
    const std::uint64_t sys = version_of(known.of_sys), warnings = version_of(known.dict);
    if (warnings != 0 && sys == known.versions[0] && warnings == known.versions[1]) return true;
    if (!is_stream_plain() || item(known.dict, names().list) != known.list.get() ||
        item(known.dict, names().show) != known.show.get() ||
        item(known.dict, names().show_inside) != known.show_inside.get()) {
        return false;
    }
    known.versions[0] = sys, known.versions[1] = warnings;
    return true;
}

// The program's own filters are in force, and none makes errors of warnings.
bool are_filters_plain() {
    Filters& known = filters();
    if (!known.matter) return true;
    if (!are_names_plain()) return false;
    const Ref held = Ref::share(known.list.get());
    PyObject* list = held.get();
    if (list == nullptr || !PyList_Check(list)) return false;
    if (!is_as_read(list)) {
        std::vector<Ref> items;
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i) {
            items.push_back(Ref::share(PyList_GET_ITEM(list, i)));
        }
        known.has_errors = turns_into_errors(list);
        known.items.swap(items);
        known.is_read = true;
    }
    return !known.has_errors;
}

// The dictionary of the imported module of that name, or null.
Ref dictionary_of(PyObject* module_name) {
    PyObject* module = item(PyImport_GetModuleDict(), module_name);
    return module != nullptr && PyModule_Check(module) ? Ref::share(PyModule_GetDict(module))
                                                       : Ref();
}

// What the warnings of code with these globals are noted in: it lets a line warn once.
Ref registry_in(PyObject* globals) {
    PyObject* registry = PyDict_GetItem(globals, names().registry);
    if (registry != nullptr) return Ref::share(registry);
    Ref made(PyDict_New());
    if (made && PyDict_SetItem(globals, names().registry, made.get()) < 0) return Ref();
    return made;
}

Ref registry_of(const CallSite& site) {
    if (site.registry) return Ref::share(site.registry.get());
    const Ref globals = dictionary_of(site.module.get());
    return globals ? registry_in(globals.get()) : Ref(PyDict_New());
}

// What the warnings module's dictionary holds by a name is another object while it lives.
class Replaced {
  public:
    Replaced(const char* name, PyObject* wanted) : name_(name), found_(Ref::share(borrowed(name))) {
        PyDict_SetItemString(filters().dict, name, wanted);
    }
    ~Replaced() {
        PyObject *type, *value, *trace;
        PyErr_Fetch(&type, &value, &trace);
        PyDict_SetItemString(filters().dict, name_, found_.get());
        PyErr_Restore(type, value, trace);
    }
    Replaced(const Replaced&) = delete;
    Replaced& operator=(const Replaced&) = delete;

  private:
    const char* name_;
    Ref found_;
};

// As PyErr_WarnExplicitObject, but no error: filters that make one came after the call, which
// would have been refused.
bool warn_at(PyObject* message, PyObject* file, int line, PyObject* module, PyObject* registry) {
    const auto tell = [&] {
        return PyErr_WarnExplicitObject(PyExc_RuntimeWarning, message, file, line, module,
                                        registry) == 0;
    };
    if (tell()) return true;
    if (!PyErr_ExceptionMatches(PyExc_RuntimeWarning)) return false;
    forget_error();
    Ref none(PyList_New(0));
    if (!none) return false;
    const Replaced scope("filters", none.get());
    return tell();
}

bool warn(const CallSite& site, Status status) {
    auto* code = reinterpret_cast<PyCodeObject*>(site.code.get());
    Ref file = code == nullptr ? Ref(PyUnicode_FromString("sys")) : Ref::share(code->co_filename);
    const int line = code == nullptr ? 0 : PyCode_Addr2Line(code, site.last_instruction);
    const Ref registry = registry_of(site);
    if (!file || !registry) return false;
    return for_floating_errors(status & site.warns, [&](const char* text) {
        Ref message(PyUnicode_FromFormat("%s encountered in %s", text, site.name));
        return message &&
               warn_at(message.get(), file.get(), line, site.module.get(), registry.get());
    });
}

// The program's filters and stream in force, whatever context the evaluation is in.
class WithProgramsFilters {
  public:
    WithProgramsFilters() {
        if (!filters().matter) return;
        if (PyObject* stream = PySys_GetObject("stderr"); stream != filters().stream.get()) {
            stream_ = Ref::share(stream);
            PySys_SetObject("stderr", filters().stream.get());
        }
        keep("filters", filters().list.get());
        keep("showwarning", filters().show.get());
        keep("_showwarnmsg_impl", filters().show_inside.get());
    }

    ~WithProgramsFilters() {
        if (!stream_) return;
        PyObject *type, *value, *trace;
        PyErr_Fetch(&type, &value, &trace);
        PySys_SetObject("stderr", stream_.get());
        PyErr_Restore(type, value, trace);
    }
    WithProgramsFilters(const WithProgramsFilters&) = delete;
    WithProgramsFilters& operator=(const WithProgramsFilters&) = delete;

  private:
    void keep(const char* name, PyObject* wanted) {
        PyObject* found = borrowed(name);
        if (found != wanted && found != nullptr) replaced_.emplace_back(name, wanted);
    }
    std::deque<Replaced> replaced_;
    Ref stream_;
};

}  // namespace

bool remember_filters(bool matter) {
    Filters& known = filters();
    known.matter = matter;
    Ref module(PyImport_ImportModule("warnings"));
    if (!module) return false;
    known.dict = PyModule_GetDict(module.get());  // the module lives as long as the process
    known.list = Ref::share(borrowed("filters"));
    known.show = Ref::share(borrowed("showwarning"));
    known.show_inside = Ref::share(borrowed("_showwarnmsg_impl"));
    known.is_read = false;
    std::fill_n(known.versions, 2, 0);
    if (known.of_sys == nullptr) {
        Ref sys(PyImport_ImportModule("sys"));
        if (!sys) return false;
        known.of_sys = PyModule_GetDict(sys.get());
    }
    PyObject* stream = item(known.of_sys, names().stream);
    known.stream = Ref::share(stream == nullptr ? Py_None : stream);
    return known.list && known.show && known.show_inside;
}

int may_report_later() {
    if (HeldWarnings::is_silent()) return 1;
    if (OutputErrors::is_open()) return 0;
    const ErrorState* state = error_state();
    if (state == nullptr) return -1;
    if (state->at_once) return 0;
    if (state->warns == 0) return 1;
    return HeldWarnings::here() == nullptr && are_filters_plain();
}

std::unique_ptr<graph::Origin> call_site(const char* name) {
    if (HeldWarnings::is_silent()) return nullptr;
    const ErrorState* state = error_state();
    if (state == nullptr || state->warns == 0) return nullptr;
    auto site = std::make_unique<CallSite>();
    site->name = name;
    site->warns = state->warns;
    const CallingLine line = line_outside_numen();
    if (line.code == nullptr) {
        site->module = Ref(PyUnicode_FromString("sys"));
        return site;
    }
    site->code = Ref::share(reinterpret_cast<PyObject*>(line.code));
    site->last_instruction = line.offset;
    const Ref globals = Ref::share(line.globals);
    PyObject* module = item(globals.get(), names().module);
    const bool has_name = module != nullptr && (module == Py_None || PyUnicode_Check(module));
    site->module = has_name ? Ref::share(module) : Ref(PyUnicode_FromString("<string>"));
    // Globals that hold the result and are held by it would live for ever; a module does anyway.
    if (dictionary_of(site->module.get()).get() != globals.get()) {
        site->registry = registry_in(globals.get());
    }
    return site;
}

bool report_later(const std::vector<graph::Report>& reports) {
    if (reports.empty()) return true;
    const WithProgramsFilters scope;
    for (const graph::Report& report : reports) {
        if (!warn(static_cast<const CallSite&>(*report.origin), report.status)) return false;
    }
    return true;
}

}  // namespace numen::front
