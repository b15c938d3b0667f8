"""Where the checkout is: the commands for developers need its sources, an installed numen has none.
"""

import sys
from pathlib import Path


def checkout_root(command):
    """The checkout's root folder; ends the program with one line when numen is installed."""
    root = Path(__file__).resolve().parents[3]
    if not (root / "CMakeLists.txt").is_file() or not (root / "acceptance").is_dir():
        sys.exit(f"numen {command}: works in a checkout of the sources only; "
                 f"this numen is installed in {root}")
    return root
