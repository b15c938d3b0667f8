from numpy.polynomial import *
