"""Measures live sharing under load, for Tools/measure-sharing."""
