"""What numen.explain prints: the programs that a pending array waits for, as a person reads them.
"""

import math

import numpy

from .native import front

# Bytes of the vectors of each instruction set, and the name that people know it by.
VECTORS = {"v2": (16, "SSE4.2"), "v3": (32, "AVX2"), "v4": (64, "AVX-512"), "neon": (16, "NEON")}


def text_of(x):
    """The text of numen.explain(x)."""
    if front.state(x) is None and not isinstance(x, numpy.ndarray):  # which would expose ours
        raise TypeError(f"explain: needs an array, got {type(x).__name__}")
    programs = front.outline(x)
    if programs is None:
        return f"{kind(x.dtype, x.shape)}: {state(x)}"
    lines = [f"{kind(x.dtype, x.shape)}: pending, to be computed by "
             f"{counted(len(programs), 'program')}"]
    kinds = [program["kind"] for program in programs]
    for number, program in enumerate(programs, 1):
        lines += ["", *program_lines(program, number, kinds)]
    return "\n".join(lines)


def state(x):
    """Where the values of an array that is not pending are."""
    if front.state(x) is None:
        return "an array of a subclass, whose operators are its own and NumPy's"
    if front.state(x) == "running":
        return "another thread is computing it"
    if front.state(x) == "host":
        later = "can be recorded" if front.info()["recording"] else "run at once (NUMEN_EAGER)"
        return f"computed, {size(x.nbytes)} that Numen manages; operations on it {later}"
    return (f"exposed, {size(x.nbytes)} of plain memory that other code may write; operations on "
            "it run at once")


def kind(dtype, shape):
    return f"{dtype} [{', '.join(str(extent) for extent in shape)}]"


def counted(number, noun):
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"


def size(count):
    """A number of bytes for people."""
    for unit in ("bytes", "KiB", "MiB"):
        if count < 1000:
            return f"{count:.3g} {unit}" if unit != "bytes" else f"{int(count)} bytes"
        count /= 1024
    return f"{count:,.3g} GiB"


class Names:
    """The names of a program's registers: a, b, c … for what it reads, t0, t1 … for results."""

    def __init__(self, inputs):
        self.inputs = inputs

    def __getitem__(self, register):
        if register >= self.inputs:
            return f"t{register - self.inputs}"
        return chr(ord("a") + register)


def program_lines(program, number, kinds):
    """The lines of program `number`, from 1; `kinds` are those of all programs."""
    names = Names(len(program["inputs"]))
    shape = program["shape"]
    elements = math.prod(shape)
    yield (f"program {number}: {counted(program['operations'], 'operation')} in one pass over "
           f"{kind('', shape).strip()}")
    for register, given in enumerate(program["inputs"]):
        yield f"  {names[register]:4} {input_text(given, elements, program, kinds)}"
    widest = max(len(call_text(step, names)) for step in program["steps"])
    stored = set(program["stores"])
    for step in program["steps"]:
        ending = ", stored" if step[0] in stored else ""
        yield f"  {names[step[0]]:4} {call_text(step, names):{widest}}  {step[3]}{ending}"
    yield "  " + manner(program)


def input_text(given, elements, program, kinds):
    """What a program's input is: a number, an array, or an earlier program's result and why so."""
    dtype, count, number, maker, is_other_layout = given
    if number is not None:
        return f"{number} ({dtype})"
    text = f"{dtype}, {size(count)}"
    if count < elements * numpy.dtype(dtype).itemsize:
        text += ", repeated"
    if maker is None:
        return text
    if "reduction" in (program["kind"], kinds[maker]):
        reason = "reductions along such axes run by themselves"
    elif is_other_layout:
        reason = "it is read in another layout than it is made in"
    else:
        reason = "one program takes no more"
    return f"{text}, of program {maker + 1}: {reason}"


def call_text(step, names):
    _, operation, inputs, dtype = step
    arguments = ", ".join(names[register] for register in inputs)
    return f"{operation}({arguments})" if operation else f"astype({arguments}, {dtype})"


def manner(program):
    """Bytes, blocks, lanes and threads in one line."""
    width = max(numpy.dtype(step[3]).itemsize for step in program["steps"])
    vector, instruction_set = VECTORS[front.info()["instruction_set"]]
    pieces = {"elements": "blocks of {}, ", "rows": "rows of {}, ", "reduction": ""}
    pieces = pieces[program["kind"]].format(program["block"])
    return (f"reads {size(program['read'])}, writes {size(program['written'])}; "
            f"{pieces}{max(vector // width, 1)} lanes ({instruction_set}), "
            f"{counted(program['threads'], 'thread')}")

