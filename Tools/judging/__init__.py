"""Judges archives of map tiles, readings of opening hours and recordings with the work of others (Tools/judge-tiles, -hours, -tracks)."""
