#include "front/module/explaining.h"

#include <algorithm>
#include <unordered_map>

#include "backends/backend.h"
#include "front/array/object.h"
#include "front/call/operand.h"
#include "graph/compiling.h"
#include "graph/row_grouping.h"

namespace numen::front {
namespace {

// The number of the program that leaves a pending buffer's values, from 0.
using Makers = std::unordered_map<const Buffer*, int>;

bool append(const Ref& list, PyObject* item) {
    Ref owned(item);
    return owned && PyList_Append(list.get(), owned.get()) == 0;
}

PyObject* shape_tuple(const AxisList& shape) {
    Ref tuple(PyTuple_New(static_cast<Py_ssize_t>(shape.size())));
    for (std::size_t axis = 0; tuple && axis < shape.size(); ++axis) {
        PyObject* extent = PyLong_FromLongLong(shape[axis]);
        if (extent == nullptr) return nullptr;
        PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(axis), extent);
    }
    return tuple.release();
}

// (dtype, bytes, number or None, program or None, is another layout the reason why it is no step).
PyObject* input_of(const graph::Operand& operand, const Makers& makers) {
    const bool is_number = operand.buffer == nullptr && operand.memory == nullptr;
    Ref number(is_number ? make_scalar(operand.dtype, operand.value.data()) : Py_NewRef(Py_None));
    const auto maker = makers.find(operand.buffer);
    const bool is_pending = maker != makers.end();
    Ref program(is_pending ? PyLong_FromLong(maker->second) : Py_NewRef(Py_None));
    if (!number || !program) return nullptr;
    const bool is_other = is_pending &&
                          !graph::is_identity(operand, *operand.buffer->producer());
    return Py_BuildValue("(snOOO)", name(operand.dtype).data(),
                         static_cast<Py_ssize_t>(operand.distinct_bytes()),
                         number.get(), program.get(), is_other ? Py_True : Py_False);
}

// (register, operation or None for a copy in another type, input registers, dtype).
PyObject* step_of(const Program& program, const Instruction& instruction) {
    const Dtype dtype = program.types()[instruction.output];
    const int count = instruction.loop == nullptr ? 1 : instruction.loop->inputs;
    Ref inputs(PyTuple_New(count));
    for (int i = 0; inputs && i < count; ++i) {
        PyTuple_SET_ITEM(inputs.get(), i, PyLong_FromLong(instruction.input[i]));
    }
    const char* operation =
        instruction.loop == nullptr
            ? nullptr
            : (count == 3 ? "where" : info(instruction.op).name.data());
    return !inputs ? nullptr
                   : Py_BuildValue("(izOs)", static_cast<int>(instruction.output), operation,
                                   inputs.get(), name(dtype).data());
}

// Of a program over rows the steps are its operations: registers of inputs, then of members.
bool describe_members(const graph::Group& group, const Ref& steps, const Ref& stores) {
    const auto number_of = [&](const graph::Operand& operand) {
        const auto member = std::ranges::find_if(group.members, [&](const graph::Node* node) {
            return operand.buffer != nullptr && node->output.buffer == operand.buffer;
        });
        const auto inputs = static_cast<long>(group.inputs.size());
        if (member != group.members.end()) return inputs + (member - group.members.begin());
        return static_cast<long>(graph::input_of_rows(group, operand));
    };
    for (const graph::Node* member : group.members) {
        Ref inputs(PyTuple_New(static_cast<Py_ssize_t>(member->inputs.size())));
        for (std::size_t i = 0; inputs && i < member->inputs.size(); ++i) {
            PyTuple_SET_ITEM(inputs.get(), static_cast<Py_ssize_t>(i),
                             PyLong_FromLong(number_of(member->inputs[i])));
        }
        const long number = number_of(member->output);
        const bool is_copy = member->reduced_axes == 0 && member->loop == nullptr;
        if (!inputs || !append(steps, Py_BuildValue(
                                          "(lzOs)", number,
                                          is_copy ? nullptr : graph::name_of(*member).data(),
                                          inputs.get(), name(member->output.dtype).data()))) {
            return false;
        }
        const bool is_stored = std::ranges::count(group.stored, member) > 0;
        if (is_stored && !append(stores, PyLong_FromLong(number))) return false;
    }
    return true;
}

bool describe_program(const Program& program, const Ref& steps, const Ref& stores) {
    for (const Instruction& instruction : program.instructions()) {
        if (!append(steps, step_of(program, instruction))) return false;
    }
    return std::ranges::all_of(program.stores(), [&](Register stored) {
        return append(stores, PyLong_FromLong(stored));
    });
}

const char* kind_of(const graph::Group& group) {
    switch (group.kind) {
        case graph::Group::Kind::elements: return "elements";
        case graph::Group::Kind::rows: return "rows";
        case graph::Group::Kind::reduction: return "reduction";
    }
    return nullptr;
}

PyObject* describe(const graph::Group& group, const Makers& makers) {
    const bool reduces = group.kind != graph::Group::Kind::elements;
    const graph::Compiled made = reduces ? graph::Compiled{} : graph::compile(group);
    const backend::RunPlan plan =
        reduces ? backend::RunPlan{graph::shape_of_rows(group).back(), backend::most_threads()}
                : backend::plan(made.program, made.operands);
    Ref inputs(PyList_New(0)), steps(PyList_New(0)), stores(PyList_New(0));
    if (!inputs || !steps || !stores) return nullptr;
    for (const graph::Operand* operand : group.inputs) {
        if (!append(inputs, input_of(*operand, makers))) return nullptr;
    }
    const bool is_told = reduces ? describe_members(group, steps, stores)
                                 : describe_program(made.program, steps, stores);
    if (!is_told) return nullptr;
    Ref shape(shape_tuple(reduces ? graph::shape_of_rows(group)
                                  : group.members.back()->output.shape));
    if (!shape) return nullptr;
    const graph::Traffic traffic = graph::traffic_of(group);
    return Py_BuildValue("{s:s,s:O,s:O,s:O,s:O,s:n,s:L,s:i,s:n,s:n}", "kind", kind_of(group),
                         "shape", shape.get(), "inputs", inputs.get(), "steps", steps.get(),
                         "stores", stores.get(), "operations",
                         static_cast<Py_ssize_t>(group.members.size()), "block",
                         static_cast<long long>(plan.block), "threads", plan.threads, "read",
                         static_cast<Py_ssize_t>(traffic.read), "written",
                         static_cast<Py_ssize_t>(traffic.written));
}

}  // namespace

PyObject* outline(PyObject*, PyObject* object) {
    const Buffer* buffer = is_managed(object) ? as_array(object)->buffer : nullptr;
    if (buffer == nullptr || buffer->state() != BufferState::pending) Py_RETURN_NONE;
    Makers makers;
    Ref programs(PyList_New(0));
    for (const graph::Group& group : graph::groups_of(buffer->producer())) {
        if (!programs || !append(programs, describe(group, makers))) return nullptr;
        const int number = static_cast<int>(PyList_GET_SIZE(programs.get())) - 1;
        for (const graph::Node* stored : group.stored) makers[stored->output.buffer] = number;
    }
    return programs.release();
}

}  // namespace numen::front
