from scipy import *

from . import linalg as linalg
