# Made by `./numen python tools/scipy_stubs.py` from SciPy 1.17.1; do not edit.

from types import ModuleType
from typing import Any, Final

from . import linalg as linalg

__version__: Final[str]
LowLevelCallable: Any
show_config: Any
test: Any
cluster: ModuleType
constants: ModuleType
datasets: ModuleType
differentiate: ModuleType
fft: ModuleType
fftpack: ModuleType
integrate: ModuleType
interpolate: ModuleType
io: ModuleType
ndimage: ModuleType
odr: ModuleType
optimize: ModuleType
signal: ModuleType
sparse: ModuleType
spatial: ModuleType
special: ModuleType
stats: ModuleType
