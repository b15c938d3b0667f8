"""Python code that runs in the middle of a computation looks at what is being computed: it may not
wait for itself."""

import pytest

from . import stress

PROGRAM = """
import builtins, gc

SIZE = 1_000_000
source, exposed, kept = np.arange(float(SIZE)), np.zeros(SIZE), []
memoryview(exposed)

def look():
    if kept:
        assert kept.pop()[5] >= 10.0

def collected(phase, info):
    look()

def threshold(turn):
    pass

def imported(*args, own=builtins.__import__, **names):
    look()
    return own(*args, **names)

def write(turns):
    for turn in range(turns):
        pending = source * 2.0 + turn
        kept.append(pending)
        threshold(turn)
        np.add(exposed, pending, out=exposed)
        gc.set_threshold(700)
        kept.clear()
    return float(exposed[3])

"""

LOOKS = {
    "a callback of the garbage collector": """
gc.callbacks.append(collected)

def threshold(turn):
    gc.set_threshold(1 + turn)
""",
    "an importer of its own": "builtins.__import__ = imported\n",
}


@pytest.mark.parametrize("kind", LOOKS)
def test_code_in_the_middle_may_look(tmp_path, kind):
    text = PROGRAM + LOOKS[kind] + "assert write(40) == 40 * 6.0 + 780.0\nprint('all done')\n"
    told = stress.run(text, [], tmp_path / "program.py")
    assert told is None, told
