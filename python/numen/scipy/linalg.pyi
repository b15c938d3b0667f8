from scipy.linalg import *
