"""Judges archives of map tiles with the decoders of others, for Tools/judge-tiles."""
