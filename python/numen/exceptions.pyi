from numpy.exceptions import *
