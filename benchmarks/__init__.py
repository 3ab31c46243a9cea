"""Measurements, and comparisons with other software."""
