"""What others hold or take while recorded work keeps memory, or writes over what it reads."""

from .judges import PROCESSES
from .mutation import of_file

_UNIT = "tests/unit/overwriting_test.cpp"
_MEMORY = "tests/python/test_memory_of_programs.py"
_over = of_file("src/graph/overwriting.cpp", _UNIT)
_running = of_file("src/graph/running.cpp", PROCESSES)
OVERWRITING = [
    _over("store", "what others hold is not overwritten",
          "return buffer->references() == reads;", "return buffer->references() >= reads;"),
    _over("write", "what is read elsewhere is not overwritten",
          " || lies_elsewhere(buffer)) continue;", ") continue;"),
    _over("wait", "long work can be stopped", "    }) <= 1;", "    }) <= 64;"),
    _over("wait", "nothing is overwritten while a process forks",
          "if (!may_overwrite() || !is_soon_done(group))", "if (!is_soon_done(group))"),
    _running("wait", "a fork waits for what would be lost",
             "    while (overwriting > 0 && may_leave()) wait_a_little();\n", ""),
    of_file("src/graph/running.cpp", _UNIT)(
        "wait", "nothing is overwritten before the last of several forks",
        "void end_fork() { --forks; }", "void end_fork() { forks = 0; }"),
    of_file("src/array/buffer.cpp", _UNIT)(
        "store", "memory of a run that a fork cut off is given back",
        "    free_memory();  // a forked child has what another thread was writing to\n", ""),
    of_file("python/front/array/state.cpp", _MEMORY)(
        "wall", "before others take memory, what is dead is released",
        "    if (!graph::pins_too_much(graph::Before::allocation)) return;\n", "    return;\n"),
    of_file("python/front/ufunc/recording.cpp", "tests/safety/test_pending_memory.py")(
        "wall", "what is held keeps its memory",
        "operand.ndim() != nd || !is_given_up(operand.array)) {", "operand.ndim() != nd) {"),
]
