"""Figures as a table, and beside those of another day."""

COLUMNS = (
    ("MB", "input.megabytes", 1, 1), ("build s", "build.cpuSeconds", 1, 2), ("MiB", "build.peakMebibytes", 1, 0),
    ("read MB/s", "read.megabytesPerCPUSecond", 1, 0), ("MiB", "read.peakMebibytes", 1, 0),
    ("map MB", "map.bytes", 1e6, 2), ("regions", "map.regions", 1, 0), ("nodes", "map.nodes", 1, 0),
    ("open µs", "open.medianMicroseconds", 1, 0), ("+route ms", "open and route.medianMicroseconds", 1e3, 2),
    ("+name ms", "open and find a name.medianMicroseconds", 1e3, 2),
    ("local settled", "route local aStar.meanSettled", 1, 0), ("µs", "route local aStar.medianMicroseconds", 1, 0),
    ("p99", "route local aStar.p99Microseconds", 1, 0), ("far settled", "route far aStar.meanSettled", 1, 0),
    ("µs", "route far aStar.medianMicroseconds", 1, 0), ("p99", "route far aStar.p99Microseconds", 1, 0),
    ("snap µs", "snap.medianMicroseconds", 1, 1), ("name µs", "name as written.medianMicroseconds", 1, 0),
    ("slip µs", "name with a slip.medianMicroseconds", 1, 0), ("MiB", "memory.peakMebibytes", 1, 0),
)
COUNTS = ("input.megabytes", "map.", ".asked", ".found", ".meanSettled", "read.features")
MORE_IS_BETTER = ("megabytesPerCPUSecond",)
TOLERANCE = 1.25
BUSY = 1.5  # with more load than this, the slowest of a hundred answers tell of the other work, not of ours


def table(subjects):
    """A line for each subject; CPU seconds, all cores together."""
    rows = [["", *(title for title, *_ in COLUMNS)]]
    for name, figures in subjects.items():
        rows.append([name] + ["" if key not in figures else f"{figures[key] / unit:.{places}f}"
                              for _, key, unit, places in COLUMNS])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths)))
                     for row in rows)


def comparison(new, old):
    """The changes: counts that differ at all, and times and sizes by more than a quarter; not time on the clock."""
    lines = [f"yardstick (Python's JSON, MB/s): {new['yardstick']:.0f}, was {old['yardstick']:.0f}; "
             f"load {new['load'][-1]:.1f}, was {old['load'][-1]:.1f}"]
    hidden = ["wallSeconds"]
    if max(new["load"] + old["load"]) > BUSY:
        hidden.append("p99")
        lines.append(f"p99 is not compared: the load was above {BUSY} in one of the runs")
    flagged = compared = 0
    for name, figures in new["subjects"].items():
        for key, value in figures.items():
            before = old["subjects"].get(name, {}).get(key)
            if before is None or any(part in key for part in hidden):
                continue
            compared += 1
            verdict = _verdict(key, value, before)
            if verdict:
                flagged += 1
                ratio = value / before if before else float("inf")
                lines.append(f"{verdict:8} {ratio:6.2f} ×  {name}: {key} {value:.6g}, was {before:.6g}")
    missing = [name for name in old["subjects"] if name not in new["subjects"]]
    if missing:
        lines.append(f"not measured this time: {', '.join(missing)}")
    return "\n".join(lines + [f"{compared} figures compared, {flagged} flagged"])


def ratios(new, old):
    """The middle ratio of each figure over all subjects, new / old."""
    found = {}
    for name, figures in new["subjects"].items():
        for key, value in figures.items():
            before = old["subjects"].get(name, {}).get(key)
            if before:
                found.setdefault(key, []).append(value / before)
    return "\n".join(f"{sorted(r)[len(r) // 2]:6.2f} ×  {key} ({len(r)})" for key, r in found.items())


def _verdict(key, value, before):
    if any(part in key for part in COUNTS):
        return "COUNT" if abs(value - before) > 1e-9 * max(abs(before), 1) else ""
    if value == before or not before:
        return ""
    ratio = value / before
    if 1 / TOLERANCE <= ratio <= TOLERANCE:
        return ""
    return "BETTER" if (ratio > 1) == any(part in key for part in MORE_IS_BETTER) else "WORSE"
