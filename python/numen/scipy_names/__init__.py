"""SciPy's names over Numen: what `numen.scipy` holds, and `import scipy` in the user's modules.

registry.py says how a name is declared; modules.py makes the modules. SciPy itself is imported
when something is asked of it: a name that is not declared, a documentation, a fallback.
"""

from . import norms
from .modules import coverage, find_submodule, module, replacement

__all__ = ["coverage", "find_submodule", "module", "norms", "replacement"]
