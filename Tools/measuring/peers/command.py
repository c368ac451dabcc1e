"""Runs the table for Tools/benchmark: which rows, how many rounds, what is printed."""

import os

from .. import measure
from . import rounds, rows, text
from .data import Data
from .ours import Ours
from .programs import PeerPrograms
from .theirs import Theirs

# Seconds that OSRM and Valhalla are asked for each kind of question.
BUDGET = 0.7


def run(chosen, scratch, note):
    """Measures the rows that --only names, or all; returns what --json writes."""
    programs = measure.Programs(built=chosen.programs)
    data = Data(programs, chosen.bench_folder, chosen.peers, scratch, note)
    native = PeerPrograms(data.bench, data.python, data.scratch / "native")
    sizes = [nodes for nodes in rows.SIZES if nodes <= (chosen.nodes or rows.SIZES[-1])]
    found = [row for row in rows.rows(Ours(data), Theirs(data, native, BUDGET), sizes)
             if not chosen.only or any(name in row.name for name in chosen.only)]
    if not found:
        raise SystemExit("benchmark: no row has such a name")
    before = os.getloadavg()[0]
    result = rounds.run(found, chosen.repeat, note)
    return {"machine": measure.machine(), "repeats": chosen.repeat, "load": [before, os.getloadavg()[0]], "peers": result}


def _head(result):
    about = result["machine"]
    return (f"{about['processor']}, {about['cores']} cores, {about['memoryGibibytes']} GiB; {about['compiler']}; medians of "
            f"{result['repeats']} rounds, ours and theirs in turn, in parentheses the least and the greatest; load after each round "
            + ", ".join(f"{load:.1f}" for load in result["peers"]["loads"]))


def show(result):
    """Prints the table."""
    print(_head(result))
    print(text.table(result["peers"]))


def markdown(result):
    """The table in Markdown, for Data/Numbers.md."""
    return f"{_head(result)}.\n\n{text.markdown(result['peers'])}\n"
