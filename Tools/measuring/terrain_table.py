"""Terrain beside GDAL as a table."""


def table(result):
    """A line for each row."""
    head = ["", "ours s", "GDAL s", "ratio", "ours", "GDAL", "", "ours MiB", "GDAL MiB", "same"]
    rows = [head]
    for row in result["rows"]:
        ours, theirs = row["ours"], row.get("theirs", {})
        cell = lambda side, key, form: format(side[key], form) if key in side else ""
        rows.append([
            row["name"], cell(ours, "wallSeconds", ".3f"), cell(theirs, "wallSeconds", ".3f"),
            f"{row['ratio']:.1f} ×" if "ratio" in row else "", cell(ours, "rate", ".4g"), cell(theirs, "rate", ".4g"),
            row["unit"], cell(ours, "peakMebibytes", ".0f"), cell(theirs, "peakMebibytes", ".0f"),
            f"{row['same']:.6f}" if "same" in row else ""])
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    return "\n".join("  ".join(c.ljust(w) if i in (0, 6) else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths)))
                     .rstrip() for row in rows)
