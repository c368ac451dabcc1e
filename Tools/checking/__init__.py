"""Checks of the package's code: imports, folders, functions, documentation, words."""
