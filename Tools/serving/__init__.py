"""A running skiroute-server, questions to it, and attacks on it."""
