"""What a call instruction calls, by the name that the code loads for it.

The front asks once for each place, where it matters whether the user's own code or some C function
that it called is speaking: `isinstance(x, np.ndarray)`, `x.astype("f4")`.
"""

import dis

_loads_attribute = ("LOAD_METHOD", "LOAD_ATTR")
_loads_variable = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FAST", "LOAD_DEREF", "LOAD_CLASSDEREF",
                   "LOAD_FAST_BORROW", "LOAD_FAST_CHECK")


def called_name(code, offset):
    """The name at the call at `offset` of `code`: ".sum", "isinstance"; "" if it cannot be told.

    Arguments are skipped by what they leave on the stack, so only where no jump ends among them.

    >>> code = compile("x.sum(axis=0)", "example", "eval")
    >>> calls = [i.offset for i in dis.get_instructions(code) if i.opname == "CALL"]
    >>> [called_name(code, offset) for offset in calls]
    ['.sum']
    """
    before = []
    for instruction in dis.get_instructions(code):
        if instruction.offset >= offset:
            break
        before.append(instruction)
    else:
        return ""
    if not instruction.opname.startswith(("CALL", "PRECALL")):
        return ""
    if instruction.opname == "CALL_FUNCTION_EX":
        return ""
    while before and before[-1].opname in ("KW_NAMES", "PRECALL"):
        before.pop()
    wanted = instruction.arg + (instruction.opname == "CALL_KW")
    return _name_below(before, wanted)


def _name_below(instructions, wanted):
    """The name loaded just below the `wanted` values that the instructions leave on top."""
    left = 0
    while instructions and left != wanted:
        last = instructions.pop()
        if last.is_jump_target or last.opcode in dis.hasjrel or last.opcode in dis.hasjabs:
            return ""
        left += dis.stack_effect(last.opcode, last.arg)
    while instructions and instructions[-1].opname == "PUSH_NULL":
        instructions.pop()
    if not instructions:
        return ""
    load = instructions[-1]
    if load.opname in _loads_attribute:
        return f".{load.argval}"
    return str(load.argval) if load.opname in _loads_variable else ""
