"""Judges archives of map tiles and readings of opening hours with the work of others, for Tools/judge-tiles and Tools/judge-hours."""
