"""Differential tests name by name: the same call in NumPy and in Numen, looked at closely."""
