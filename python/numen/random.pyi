from numpy.random import *
