"""Compares readings of opening_hours with those of opening-hours-py.

Where the peer reads otherwise than the specification, a value is rewritten so that it says to the peer what the specification
means, or the minutes in doubt are left out. All such cases:

comment       `10:00-12:00 "by appointment"`: a comment alone makes a rule unknown; the peer says open. Rewritten.
over the year `2025 Dec-Mar` is from December on; the peer takes December and the first three months of 2025. Rewritten.
fallback      `A || B`: B holds at the times A leaves closed; the peer takes it on days on which A is never open. The peer is
              asked for both, and the answers are put together.
open end      `10:00-12:00+`: unknown after the end; the peer says closed. Times that we call unknown are left out.
past midnight `Fr 20:00-02:00; Sa 10:00-12:00`: the hours after midnight are Friday's and stay; the peer lets Saturday's rule
              take them away, and leaves them after a day another rule replaced. With several rules minutes before 9:15 are
              left out.
PH Mo-Fr      without a comma both must hold; the peer takes either. Such values are left to our own tests, and counted as not
              read.
years         `2025 Apr,May` is 2025 for both; the grammar does not say, and the peer gives the year to one or to both. The same with
              `Oct,Nov Su[-1]`, the last Sunday of both months. Such values are left to our own tests.
lists         `Mo, We 10:00-12:00`, with a space, is two rules to the peer, the first of them all day; we read the list that mappers
              mean. Such values are left to our own tests.
sun           both reckon the sun; up to three minutes apart is the same.
not read      the peer refuses `Dec 24,25`, `Jul-Aug 24/7`, `Dec 25 +Su` with a space and weeks over new year; what it can't read is
              counted, and may be a tenth.
"""

import argparse
import datetime
import json
import pathlib
import re
import sys
import zoneinfo

from opening_hours import OpeningHours, ParserError, State

SHOWN = 20
DAY = 1440
SUN_MINUTES = 3
# The latest minute hours go on to that began the evening before, in what the tests make.
NIGHT_ENDS = 9 * 60 + 15
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
OPEN_END = re.compile(r"-\(?\d\d?:\d\d\+")
SUN = re.compile(r"dawn|sunrise|sunset|dusk")
COMMENT = re.compile(r'"[^"]*"')
STATES = ("open ", "off ", "closed ", "unknown ")
YEAR_AND_MONTHS = re.compile(rf"\b(\d{{4}}) ({'|'.join(MONTHS)})-({'|'.join(MONTHS)})(?! ?\d{{1,2}}\b(?!:))")
BOTH = re.compile(r"\b[PS]H (Mo|Tu|We|Th|Fr|Sa|Su)|(?<![+-])\b(Mo|Tu|We|Th|Fr|Sa|Su) [PS]H")
LAST_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def rewritten(value):
    """The settings that make the peer follow the specification."""
    value = COMMENT.sub(lambda match: match[0] if value[:match.start()].endswith(STATES) else f"unknown {match[0]}", value)

    def months(match):
        year, first, last = int(match[1]), MONTHS.index(match[2]), MONTHS.index(match[3])
        if first <= last:
            return match[0]
        return f"{year} {match[2]} 1-{year + 1} {match[3]} {LAST_DAYS[last]}"

    return YEAR_AND_MONTHS.sub(months, value)


class Peer:
    """One value as the peer reads it, asked for the states of the minutes of days."""

    def __init__(self, value, line):
        before, bars, after = rewritten(value).partition("||")
        self.first = self._read(before.strip(), line)
        self.second = self._read(after.strip(), line) if bars else None

    @staticmethod
    def _read(value, line):
        if BOTH.search(value):
            raise ValueError("holidays without a comma")
        return OpeningHours(value, country=line["country"], coords=tuple(line["place"]),
                            timezone=zoneinfo.ZoneInfo(line["zone"]), max_interval_days=3)

    def minutes(self, day):
        """A letter a minute: o, u or a point for closed."""
        first = states(self.first, day)
        if self.second is None:
            return first
        return [b if a == "." else a for a, b in zip(first, states(self.second, day))]


def states(hours, day):
    start = datetime.datetime.combine(day, datetime.time())
    minutes = ["."] * DAY
    for begin, end, state, _ in hours.intervals(start, start + datetime.timedelta(days=1)):
        letter = {State.OPEN: "o", State.UNKNOWN: "u"}.get(state, ".")
        for minute in range(of_day(begin, start), of_day(end, start) if end else DAY):
            minutes[minute] = letter
    return minutes


def of_day(moment, start):
    """The minute of a day by the clock; local times have no zone here, so that a day has 1440 of them."""
    return max(0, min(DAY, round((moment.replace(tzinfo=None) - start).total_seconds() / 60)))


def ours(read):
    minutes = ["."] * DAY
    for letter, name in (("u", "unknown"), ("o", "open")):
        for begin, end in read[name]:
            for minute in range(begin, min(DAY, end)):
                minutes[minute] = letter
    return minutes


def differences(line, peer, read):
    """The minutes of a day both read otherwise, as far as they are compared."""
    value, day = line["value"], datetime.date.fromisoformat(read["day"])
    a, b = ours(read), peer.minutes(day)
    begin = NIGHT_ENDS if re.search(r";|, |\|\|", value) and passes_midnight(value) else 0
    found = [minute for minute in range(begin, DAY) if a[minute] != b[minute]]
    if OPEN_END.search(value):
        found = [minute for minute in found if a[minute] != "u"]
    return longer(found, SUN_MINUTES) if SUN.search(value) else found


def longer(minutes, limit):
    """Those of some minutes that follow each other for longer than a limit."""
    runs = []
    for minute in minutes:
        if runs and runs[-1][-1] == minute - 1:
            runs[-1].append(minute)
        else:
            runs.append([minute])
    return [minute for run in runs if len(run) > limit for minute in run]


def passes_midnight(value):
    for first, last in re.findall(r"(\d\d?:\d\d|sunset)\)?-\(?(\d\d?:\d\d|sunrise|dawn)", value):
        if first == "sunset" or last in ("sunrise", "dawn"):
            return True
        if int(last[:-3]) >= 24 and last != "24:00" or of_clock(last) <= of_clock(first):
            return True
    return False


def of_clock(text):
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def judge(path):
    counts = {"values": 0, "days": 0, "unread": 0}
    faults, refused = [], []
    for text in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        counts["values"] += 1
        try:
            peer = Peer(line["value"], line)
        except (ParserError, ValueError) as error:
            refused.append((line["value"], str(error)))
            continue
        if "days" not in line:
            faults.append(f"{line['value']}: the judge reads it, we don't")
            continue
        for read in line["days"]:
            counts["days"] += 1
            found = differences(line, peer, read)
            if found:
                faults.append(f"{line['value']} on {read['day']}: {len(found)} minutes from {found[0] // 60}:{found[0] % 60:02}, "
                              f"open {read['open']}, unknown {read['unknown']}")
    for fault in faults[:SHOWN]:
        print(fault)
    print(f"{counts['values']} values on {counts['days']} days, {len(faults)} differ, {len(refused)} the judge can't read")
    return 1 if faults or len(refused) * 10 > counts["values"] else 0


def holidays(country):
    """The days the peer has for a country, 2023 to 2027."""
    for kind in ("PH", "SH"):
        hours = OpeningHours(f"{kind} 00:00-24:00", country=country)
        day = datetime.date(2023, 1, 1)
        while day.year < 2028:
            if hours.is_open(datetime.datetime.combine(day, datetime.time(12))):
                yield kind, day.isoformat()
            day += datetime.timedelta(days=1)


def main(words):
    parser = argparse.ArgumentParser(description=words, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", metavar="FILE", help="lines of values and readings")
    parser.add_argument("--holidays", metavar="COUNTRY", help="two letters: show the holidays instead")
    chosen = parser.parse_args()
    if chosen.holidays:
        for kind, day in holidays(chosen.holidays):
            print(kind, day)
        return 0
    if not chosen.file:
        parser.error("no file was given")
    try:
        return judge(chosen.file)
    except OSError as error:
        print(f"judge-hours: {error}", file=sys.stderr)
        return 66
