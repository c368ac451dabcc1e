"""Distributions of durations in whole milliseconds."""


def merge(parts):
    """Adds lists of pairs of milliseconds and numbers."""
    total = {}
    for part in parts:
        for milliseconds, count in part:
            total[milliseconds] = total.get(milliseconds, 0) + count
    return total


def quantile(counts, share):
    """The duration that a share of all doesn't exceed."""
    rest = share * sum(counts.values())
    for milliseconds in sorted(counts):
        rest -= counts[milliseconds]
        if rest <= 0:
            return milliseconds
    return max(counts, default=0)


def line(name, counts):
    """One row: name, number, p50, p90, p99, greatest."""
    values = [quantile(counts, share) for share in (0.5, 0.9, 0.99)] + [max(counts, default=0)]
    return f"| {name} | {sum(counts.values()):,} | " + " | ".join(f"{value:,}" for value in values) + " |"


HEADING = "| ms | number | p50 | p90 | p99 | greatest |\n| --- | --- | --- | --- | --- | --- |"
