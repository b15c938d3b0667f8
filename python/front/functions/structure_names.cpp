#include "front/functions/structure_names.h"

namespace numen::front {
namespace {

using linalg::Structure;

constexpr struct {
    const char* name;
    Structure structure;
} structure_names[] = {
    {"general", Structure::general},
    {"gen", Structure::general},
    {"diagonal", Structure::diagonal},
    {"tridiagonal", Structure::tridiagonal},
    {"banded", Structure::banded},
    {"upper triangular", Structure::upper_triangular},
    {"lower triangular", Structure::lower_triangular},
    {"positive definite", Structure::positive_definite},
    {"pos", Structure::positive_definite},
    {"symmetric", Structure::symmetric},
    {"sym", Structure::symmetric},
    {"hermitian", Structure::hermitian},
    {"her", Structure::hermitian},
};

}  // namespace

bool structure_named(PyObject* object, Structure& structure) {
    structure = Structure::unknown;
    if (object == nullptr || object == Py_None) return true;
    for (const auto& row : structure_names) {
        if (PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, row.name) == 0) {
            structure = row.structure;
            return true;
        }
    }
    return false;
}

bool read_assumed(const char* function, PyObject* object, Structure& structure) {
    if (structure_named(object, structure)) return true;
    PyErr_Format(PyExc_ValueError,
                 "%s: assume must be 'gen' ('general'), 'diagonal', 'tridiagonal', 'banded', "
                 "'upper triangular', 'lower triangular', 'pos' ('positive definite'), "
                 "'sym' ('symmetric'), 'her' ('hermitian') or None, got %R",
                 function, object);
    return false;
}

}  // namespace numen::front
