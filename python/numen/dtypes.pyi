from numpy.dtypes import *
