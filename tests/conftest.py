"""Operators on arrays that NumPy made are NumPy's in the tests' own process.

Its arrays are the references. What the user's modules get, where Numen serves those too, is tested
by programs run as a user runs them, and by tests/ndarray.
"""

from numen.native import front

front.set_serves_foreign(False)
