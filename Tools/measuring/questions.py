"""The questions about a day on every real area: how long each takes on a session that is ready."""

import json
import os
import pathlib
import subprocess

from . import measure, places


def run(programs, scratch, only=(), note=print):
    """All rows: {area: [{"what", "asked", "medianMicroseconds", "p99Microseconds", ...}]}."""
    subjects = places.real()
    if not subjects:
        raise SystemExit("benchmark: --questions asks about the areas that SKIROUTE_REAL_DATA names; set it")
    rows = {}
    for what in subjects:
        if only and not any(text in what.name for text in only):
            continue
        note(what.name)
        path = os.path.join(scratch, "questions.skimap")
        measure.build(programs, what, path)
        rows[what.name] = ask(programs, path)
        pathlib.Path(path).unlink()
    return rows


def ask(programs, path):
    done = subprocess.run([programs.skiroute_benchmarks, "questions", "--map", path], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def table(rows):
    """A row an area and question: median and p99 in milliseconds, and how much was looked at."""
    lines = [f"{'area':<20} {'question':<9} {'asked':>6} {'median ms':>10} {'p99 ms':>10} {'settled':>9} {'proven':>7} {'gain':>7}"]
    for area, answers in rows.items():
        for row in answers:
            settled = f"{row['settledMedian']:.0f}" if "settledMedian" in row else ""
            proven = f"{row['proven']:.0f}" if "proven" in row else ""
            gain = f"{row['possibleGainMedian']:.1%}" if "possibleGainMedian" in row else ""
            lines.append(f"{area:<20} {row['what']:<9} {row['asked']:>6.0f} {row['medianMicroseconds'] / 1e3:>10.2f} "
                         f"{row['p99Microseconds'] / 1e3:>10.2f} {settled:>9} {proven:>7} {gain:>7}")
    return "\n".join(lines)
