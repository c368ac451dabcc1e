"""The rows of the table as text, and as the lines of a Markdown table."""


def number(value):
    """A number with three digits that count."""
    places = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3
    return f"{value:,.{places}f}"


def spread(side):
    """The median, with the least and the greatest of the rounds."""
    if "missing" in side:
        return "–"
    if len(side["rounds"]) == 1:
        return number(side["median"])
    return f"{number(side['median'])} ({number(side['least'])}–{number(side['greatest'])})"


def _target(row):
    if row["target"] is None:
        return ""
    sign = "≥" if row["more"] else "≤"
    return f"{sign} {row['target'] if row['target'] == 'best peer' else number(row['target'])}"


def _met(row):
    return {True: "yes", False: "no", None: ""}[row.get("met")]


def _peer(peer):
    about = peer["name"] + (f", {peer['setting']}" if peer["setting"] else "")
    if "missing" in peer:
        return about, "–", str(peer["threads"]), peer["work"], ""
    return about, spread(peer), str(peer["threads"]), peer["work"], f"{number(peer['ratio'])} ×" if "ratio" in peer else ""


def cells(result):
    """A line for each row and peer: what each side reads, its threads, whether the work is the same, how many times as fast ours is."""
    lines = [["work", "unit", "input", "ours", "threads", "target", "met", "peer", "theirs", "threads", "same work", "ours is"]]
    for row in result["rows"]:
        own = [row["name"], row["unit"], row["input"], spread(row["ours"]), str(row["ours"]["threads"]), _target(row), _met(row)]
        for index, peer in enumerate(row["peers"] or [None]):
            lines.append((own if index == 0 else [""] * len(own)) + (list(_peer(peer)) if peer else ["none", "", "", "", ""]))
    return lines


def reasons(result):
    """A line for each figure that is missing, with the reason."""
    sides = [side for row in result["rows"] for side in [row["ours"], *row["peers"]] if "missing" in side]
    return list(dict.fromkeys(f"{side['name']}: {side['missing']}" for side in sides))


def table(result):
    """All of it as text; in parentheses the least and the greatest of the rounds."""
    lines = cells(result)
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    left = {0, 1, 2, 6, 7, 10}
    text = ["  ".join(cell.ljust(w) if column in left else cell.rjust(w)
                      for column, (cell, w) in enumerate(zip(line, widths))).rstrip() for line in lines]
    met = [row["met"] for row in result["rows"] if "met" in row]
    return "\n".join(text + [f"{sum(met)} of {len(met)} targets met", *reasons(result)])


def markdown(result):
    """The table in Markdown."""
    lines = ["| " + " | ".join(line) + " |" for line in cells(result)]
    return "\n".join([lines[0], "|" + " --- |" * len(cells(result)[0]), *lines[1:]])
