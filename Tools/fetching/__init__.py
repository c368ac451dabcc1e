"""Polite, resumable, distrustful downloads of public data: the shared part of Tools/fetch-*. Standard library only."""
