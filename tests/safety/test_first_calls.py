"""Three threads at once come first to each name, in a user's program."""

from . import every_name, stress

MAIN = """
sys.setswitchinterval(1e-5)
all_first_calls(CALLS)
print("all done", flush=True)
"""


def test_threads_may_come_first_together(tmp_path):
    text = every_name.module() + stress.program("first_calls.py") + MAIN
    told = stress.run(text, [], tmp_path / "program.py")
    assert told is None, told
