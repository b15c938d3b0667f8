from numpy.ctypeslib import *
