// The innermost Python frame as CPython keeps it, read without making a frame object (which would
// cost as much as a small operation). The layout of frames differs between versions; CPython's
// internal header knows it. Included before any other header, by the few files that ask who calls.
#pragma once

#ifndef Py_BUILD_CORE
#define Py_BUILD_CORE 1
#endif
#include "front/array/hot_state.h"

#include <internal/pycore_frame.h>
#if PY_VERSION_HEX >= 0x030E0000
#include <internal/pycore_interpframe_structs.h>
#endif
#include <opcode.h>

#include <array>
#include <cstdint>
#include <initializer_list>

namespace numen::front {

struct Frame {
    PyCodeObject* code = nullptr;  // borrowed, as all here; null: no Python code runs
    PyObject* globals = nullptr;
    const _Py_CODEUNIT* instruction = nullptr;    // the one that is being executed
    const _PyInterpreterFrame* record = nullptr;  // tells frames that are alive from each other

    PyObject* filename() const { return code->co_filename; }
    unsigned char opcode() const { return *reinterpret_cast<const unsigned char*>(instruction); }
    // Its offset in bytes, as the module dis counts.
    int offset() const {
        return static_cast<int>(reinterpret_cast<const char*>(instruction) -
                                reinterpret_cast<const char*>(code->co_code_adaptive));
    }
};

// Instructions of which an operator, comparison or subscript of the program is made, specialised
// forms included. What is none of them (CALL, above all) may run C code that works with arrays.
inline constexpr std::initializer_list<int> expression_instructions = {
    BINARY_OP, COMPARE_OP, UNARY_INVERT, UNARY_NEGATIVE,
#ifdef UNARY_POSITIVE
    UNARY_POSITIVE,
#endif
#ifdef BINARY_SUBSCR
    BINARY_SUBSCR,
#endif
#ifdef BINARY_SLICE
    BINARY_SLICE,
#endif
#ifdef BINARY_OP_ADAPTIVE
    BINARY_OP_ADAPTIVE,
#endif
#ifdef BINARY_OP_ADD_FLOAT
    BINARY_OP_ADD_FLOAT, BINARY_OP_ADD_INT, BINARY_OP_ADD_UNICODE, BINARY_OP_INPLACE_ADD_UNICODE,
    BINARY_OP_MULTIPLY_FLOAT, BINARY_OP_MULTIPLY_INT, BINARY_OP_SUBTRACT_FLOAT,
    BINARY_OP_SUBTRACT_INT,
#endif
#ifdef BINARY_OP_EXTEND
    BINARY_OP_EXTEND, BINARY_OP_SUBSCR_DICT, BINARY_OP_SUBSCR_GETITEM, BINARY_OP_SUBSCR_LIST_INT,
    BINARY_OP_SUBSCR_STR_INT, BINARY_OP_SUBSCR_TUPLE_INT,
#endif
#ifdef BINARY_OP_SUBSCR_LIST_SLICE
    BINARY_OP_SUBSCR_LIST_SLICE,
#endif
#ifdef BINARY_SUBSCR_ADAPTIVE
    BINARY_SUBSCR_ADAPTIVE,
#endif
#ifdef BINARY_SUBSCR_DICT
    BINARY_SUBSCR_DICT, BINARY_SUBSCR_GETITEM, BINARY_SUBSCR_LIST_INT, BINARY_SUBSCR_TUPLE_INT,
#endif
#ifdef BINARY_SUBSCR_STR_INT
    BINARY_SUBSCR_STR_INT,
#endif
#ifdef COMPARE_OP_ADAPTIVE
    COMPARE_OP_ADAPTIVE,
#endif
#ifdef COMPARE_OP_FLOAT_JUMP
    COMPARE_OP_FLOAT_JUMP, COMPARE_OP_INT_JUMP, COMPARE_OP_STR_JUMP,
#endif
#ifdef COMPARE_OP_FLOAT
    COMPARE_OP_FLOAT, COMPARE_OP_INT, COMPARE_OP_STR,
#endif
#ifdef STORE_SUBSCR_ADAPTIVE
    STORE_SUBSCR_ADAPTIVE,
#endif
#ifdef STORE_SUBSCR_DICT
    STORE_SUBSCR_DICT, STORE_SUBSCR_LIST_INT,
#endif
#ifdef STORE_SLICE
    STORE_SLICE,
#endif
    STORE_SUBSCR,
};

// Python code reads an attribute, rather than C code for it.
inline constexpr std::initializer_list<int> attribute_instructions = {
#ifdef LOAD_METHOD
    LOAD_METHOD,
#endif
#ifdef LOAD_ATTR_ADAPTIVE
    LOAD_ATTR_ADAPTIVE,
#endif
#ifdef LOAD_METHOD_ADAPTIVE
    LOAD_METHOD_ADAPTIVE, LOAD_METHOD_CLASS, LOAD_METHOD_MODULE, LOAD_METHOD_NO_DICT,
    LOAD_METHOD_WITH_DICT, LOAD_METHOD_WITH_VALUES,
#endif
#ifdef LOAD_ATTR_CLASS
    LOAD_ATTR_CLASS, LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN, LOAD_ATTR_METHOD_LAZY_DICT,
    LOAD_ATTR_METHOD_NO_DICT, LOAD_ATTR_METHOD_WITH_VALUES, LOAD_ATTR_PROPERTY,
#endif
#ifdef LOAD_ATTR_NONDESCRIPTOR_NO_DICT
    LOAD_ATTR_NONDESCRIPTOR_NO_DICT, LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES,
#endif
#ifdef LOAD_ATTR_CLASS_WITH_METACLASS_CHECK
    LOAD_ATTR_CLASS_WITH_METACLASS_CHECK,
#endif
    LOAD_ATTR, LOAD_ATTR_INSTANCE_VALUE, LOAD_ATTR_MODULE, LOAD_ATTR_SLOT, LOAD_ATTR_WITH_HINT,
};

constexpr std::array<bool, 256> table_of(std::initializer_list<int> instructions) {
    std::array<bool, 256> table{};
    // From 3.12 on LOAD_METHOD is the compiler's alone: its number is larger, and it never runs.
    for (const int instruction : instructions) {
        if (instruction < 256) table[instruction] = true;
    }
    return table;
}
inline constexpr std::array<bool, 256> is_expression = table_of(expression_instructions);
inline constexpr std::array<bool, 256> is_attribute = table_of(attribute_instructions);

// CPython runs `isinstance` by an instruction of its own, or matches a class pattern.
inline bool is_isinstance(unsigned char opcode) {
#ifdef PRECALL_NO_KW_ISINSTANCE
    if (opcode == PRECALL_NO_KW_ISINSTANCE) return true;
#endif
#ifdef CALL_NO_KW_ISINSTANCE
    if (opcode == CALL_NO_KW_ISINSTANCE) return true;
#endif
#ifdef CALL_ISINSTANCE
    if (opcode == CALL_ISINSTANCE) return true;
#endif
    return opcode == MATCH_CLASS;
}

#if PY_VERSION_HEX < 0x030C0000
extern "C" PyThreadState* volatile* numen_place_of_thread_state();
#endif

// The frame itself or the next one further out that runs code; what C code pushes when it enters
// the interpreter runs none.
inline const _PyInterpreterFrame* running_code(const _PyInterpreterFrame* frame) {
#if PY_VERSION_HEX >= 0x030E0000
    while (frame != nullptr && frame->owner >= FRAME_OWNED_BY_INTERPRETER) frame = frame->previous;
#elif PY_VERSION_HEX >= 0x030C0000
    while (frame != nullptr && frame->owner == FRAME_OWNED_BY_CSTACK) frame = frame->previous;
#endif
    return frame;
}

// Where the interpreter keeps the innermost frame of this thread.
inline auto& innermost_place() {
#if PY_VERSION_HEX >= 0x030D0000
    return PyThreadState_GetUnchecked()->current_frame;
#elif PY_VERSION_HEX >= 0x030C0000
    return _PyThreadState_UncheckedGet()->cframe->current_frame;
#else
    return (*hot_state.thread_state)->cframe->current_frame;
#endif
}

// CPython's own record of the innermost frame that runs code; null if there is none.
inline const _PyInterpreterFrame* innermost_record() { return running_code(innermost_place()); }

#if PY_VERSION_HEX >= 0x030E0000
// What frames hold are tagged pointers. The header that takes the tags off is for C alone.
inline PyObject* object_of(_PyStackRef held) {
    return reinterpret_cast<PyObject*>(held.bits & ~std::uintptr_t{3});
}
// Is the reference counted elsewhere, by the variable that lent it?
inline bool is_lent(_PyStackRef held) { return (held.bits & 1) != 0; }
#endif

inline PyCodeObject* code_of(const _PyInterpreterFrame* frame) {
#if PY_VERSION_HEX >= 0x030E0000
    return reinterpret_cast<PyCodeObject*>(object_of(frame->f_executable));
#elif PY_VERSION_HEX >= 0x030D0000
    return _PyFrame_GetCode(const_cast<_PyInterpreterFrame*>(frame));
#else
    return frame->f_code;
#endif
}

inline const _Py_CODEUNIT* instruction_of(const _PyInterpreterFrame* frame) {
#if PY_VERSION_HEX >= 0x030D0000
    return frame->instr_ptr;
#else
    return frame->prev_instr;
#endif
}

inline Frame frame_of(const _PyInterpreterFrame* record) {
    if (record == nullptr) return {};
    return {code_of(record), record->f_globals, instruction_of(record), record};
}
inline Frame innermost_frame() { return frame_of(innermost_record()); }
inline Frame frame_outside(const Frame& frame) {
    return frame_of(running_code(frame.record->previous));
}

}  // namespace numen::front
