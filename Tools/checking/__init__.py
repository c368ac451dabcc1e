"""What Tools/check-layers looks at: imports, folders, functions and documentation of the package's code."""
