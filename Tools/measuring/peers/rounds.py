"""Rounds of probes, ours and the peers' in turn, and their figures as rows: median, least and greatest of the rounds."""

import os
import statistics


class Missing(Exception):
    """The reason why a probe has no figure: a peer that is not installed, or a row that this build does not print."""


class Probe:
    """A measurement that is taken once a round: a name and a function that returns {figure: number}."""

    def __init__(self, name, measure):
        self.name, self.measure = name, measure


class Side:
    """A figure of a probe, with the name of who made it, its setting, its threads, and how its work differs from ours."""

    def __init__(self, name, probe, figure, setting="", threads=1, work="same"):
        self.name, self.probe, self.figure, self.setting, self.threads, self.work = name, probe, figure, setting, threads, work


class Row:
    """A question: its input, our figure, the peers', and the target, a number or "best peer"; less is better unless said."""

    def __init__(self, name, unit, ours, peers=(), target=None, more=False, input=""):
        self.name, self.unit, self.ours, self.peers = name, unit, ours, list(peers)
        self.target, self.more, self.input = target, more, input

    def sides(self):
        return [self.ours, *self.peers]


def run(rows, rounds, note):
    """Takes all probes of some rows, in the order of the rows, ours first, round by round; returns the rows' figures."""
    probes = {id(side.probe): side.probe for row in rows for side in row.sides()}
    values, reasons, loads = {}, {}, []
    for number in range(rounds):
        for key, probe in probes.items():
            if key in reasons:
                continue
            note(f"round {number + 1} of {rounds}: {probe.name}")
            try:
                for figure, value in probe.measure().items():
                    values.setdefault((key, figure), []).append(value)
            except (Missing, OSError) as reason:
                reasons[key] = str(reason)
        loads.append(round(os.getloadavg()[0], 2))
    return {"rows": [_figures(row, values, reasons) for row in rows], "loads": loads}


def _side(side, values, reasons):
    found = values.get((id(side.probe), side.figure))
    about = {"name": side.name, "setting": side.setting, "threads": side.threads, "work": side.work}
    if not found:
        return about | {"missing": reasons.get(id(side.probe), f"{side.probe.name} has no {side.figure}")}
    return about | {"median": statistics.median(found), "least": min(found), "greatest": max(found), "rounds": found}


def _figures(row, values, reasons):
    ours = _side(row.ours, values, reasons)
    peers = [_side(side, values, reasons) for side in row.peers]
    found = [peer["median"] for peer in peers if "median" in peer]
    best = (max if row.more else min)(found) if found else None
    target = best if row.target == "best peer" else row.target
    for peer in peers:
        if "median" in peer and "median" in ours and peer["median"] and ours["median"]:
            peer["ratio"] = ours["median"] / peer["median"] if row.more else peer["median"] / ours["median"]
    figures = {"name": row.name, "unit": row.unit, "input": row.input, "ours": ours, "peers": peers, "target": row.target,
               "more": row.more}
    if target is not None and "median" in ours:
        figures["met"] = ours["median"] >= target if row.more else ours["median"] <= target
    return figures
