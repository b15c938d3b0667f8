"""Textbook programs, written from their definitions and run by NumPy alone when committed."""
