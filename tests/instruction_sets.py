"""The instruction sets of this machine: each may be NUMEN_CPU's in a process of its own."""

from numen.native import front

LEVELS = ("v2", "v3", "v4")
CURRENT = front.info()["instruction_set"]
# Those up to the one in use; NEON has none below it.
AVAILABLE = LEVELS[:LEVELS.index(CURRENT) + 1] if CURRENT in LEVELS else (CURRENT,)
