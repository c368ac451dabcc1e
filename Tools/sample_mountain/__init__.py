"""The generator of Data/Sample: an invented ski area, the same bytes on every run."""
