"""Runs the benchmarks and shows their figures, for Tools/benchmark."""
