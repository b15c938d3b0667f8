"""What a call instruction calls, by the name that the code loads for it.

The front asks once for each code object, where it matters whether the user's own code or some C
function that it called is speaking: `isinstance(x, np.ndarray)`, `x.astype("f4")`.
"""

import dis

_loads_attribute = ("LOAD_METHOD", "LOAD_ATTR")
_loads_variable = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FAST", "LOAD_DEREF", "LOAD_CLASSDEREF",
                   "LOAD_FAST_BORROW", "LOAD_FAST_CHECK")


def called_names(code):
    """The names that the calls in `code` call, by offset: ".sum", "isinstance".

    What cannot be told is left out: arguments are skipped by what they leave on the stack, so only
    where no jump ends among them. O(length of the code), whatever the number of calls.

    >>> code = compile("x.sum(axis=0)", "example", "eval")
    >>> set(called_names(code).values())
    {'.sum'}
    """
    instructions = list(dis.get_instructions(code))
    found = {}
    for position, instruction in enumerate(instructions):
        name = _name_at(instructions, position) if _is_call(instruction) else ""
        if name:
            found[instruction.offset] = name
    return found


def _is_call(instruction):
    return instruction.opname.startswith(("CALL", "PRECALL")) \
        and instruction.opname != "CALL_FUNCTION_EX"


def _name_at(instructions, position):
    """The name that the call at a position calls, "" if it cannot be told."""
    call = instructions[position]
    wanted = (call.arg or 0) + (call.opname == "CALL_KW")
    position -= 1
    while position >= 0 and instructions[position].opname in ("KW_NAMES", "PRECALL"):
        position -= 1
    left = 0  # on the stack, by what was walked back over
    while position >= 0 and left != wanted:
        last = instructions[position]
        if last.is_jump_target or last.opcode in dis.hasjrel or last.opcode in dis.hasjabs:
            return ""
        left += dis.stack_effect(last.opcode, last.arg)
        position -= 1
    while position >= 0 and instructions[position].opname == "PUSH_NULL":
        if instructions[position].is_jump_target:  # after `f or g`
            return ""
        position -= 1
    if position < 0:
        return ""
    load = instructions[position]
    if load.opname in _loads_attribute:
        return f".{load.argval}"
    return str(load.argval) if load.opname in _loads_variable else ""
