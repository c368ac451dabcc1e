"""One table of all questions beside the peers that answer them, for Tools/benchmark --peers."""
