"""Inputs, runs and figures of Tools/fuzz."""
