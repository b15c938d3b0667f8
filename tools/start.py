"""Starts Numen in a checkout, as the script of an installed package does.

`python -m numen` would look for Numen's own imports first in the folder that the user is in, where
a sysconfig.py or a pkgutil.py may lie; so would a script for its neighbours.
"""

import sys

if not sys.flags.safe_path:
    sys.path[0] = sys.prefix  # no modules there; `numen run` puts the program's folder here

from numen.__main__ import main

sys.exit(main())
