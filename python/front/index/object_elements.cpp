#include "front/index/object_elements.h"

#include <cstring>

#include "front/index/element_key.h"
#include "front/module/observer.h"

namespace numen::front {
namespace {

// Where the object's address lies, as a rule aligned for it; null for other types and indices.
char* place_of_object(ArrayObject* a, PyObject* key) {
    const KeyItems items(key);
    npy_intp offset;
    const bool is_there = a->f.descr->type_num == NPY_OBJECT && items.name_element(a) &&
                          read_offset(a, items, offset);
    return is_there ? a->f.data + offset : nullptr;
}

PyObject* object_at(const char* place) {
    PyObject* object;
    std::memcpy(&object, place, sizeof object);
    return object;
}

bool may_hold_arrays(PyObject* value) {
    return is_managed(value) || PyTuple_Check(value) || PyList_Check(value) ||
           PyDict_Check(value);
}

}  // namespace

PyObject* quick_object(ArrayObject* a, PyObject* key) {
    const char* place = place_of_object(a, key);
    if (place == nullptr) return nullptr;
    if (is_watching) [[unlikely]] count_element("read");
    PyObject* object = object_at(place);
    return Py_NewRef(object == nullptr ? Py_None : object);  // of memory that nobody has filled
}

bool store_object(ArrayObject* a, PyObject* key, PyObject* value) {
    if (!is_plainly_writeable(a) || may_hold_arrays(value)) return false;
    char* place = place_of_object(a, key);
    if (place == nullptr) return false;
    if (is_watching) [[unlikely]] count_element("written");
    const Ref before(object_at(place));  // let go when the new one is there: that may run code
    Py_INCREF(value);
    std::memcpy(place, &value, sizeof value);
    return true;
}

}  // namespace numen::front
