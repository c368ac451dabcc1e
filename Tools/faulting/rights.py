"""Takes out the checks of the trip services one by one, and asks all cells of the table of rights until one is answered otherwise.

Each call of a check in SkiPeople is one place, found by its name; conditions within statements are listed here. All are compiled into one
copy of the package, and an environment variable says which one is out.
"""

import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys

CHECKS = ("requireHost", "requireMember", "lockAsMember", "requireOpenHost", "requireOwner", "requireAccess", "requireEvent", "requireChat",
          "isBlocked")
CALL = re.compile(r"\b(" + "|".join(CHECKS) + r")\(")
SWITCH = """// Written by Tools/faults --rights.
import Glibc
import SkiAPI
import SkiBase
import SkiPeople

/// The check that is out; 0 for none.
let checkOut: Int = getenv("TRIPS_CHECK").flatMap { Int(String(cString: $0)) } ?? 0

extension MemberStatus {
  func requireHost(site: Int) throws { if checkOut != site { try requireHost() } }
}

extension TripsTransaction {
  func requireOpenHost(_ user: UserID, of trip: TripID, site: Int) throws {
    if checkOut != site { return try requireOpenHost(user, of: trip) }
    try connection.lockAsMember(user, of: trip).requireOpen(at: now)
  }
}

extension SQLConnection {
  func requireMember(_ user: UserID, of trip: TripID, site: Int) throws -> MemberStatus {
    if try checkOut != site || standing(of: user, in: trip) != nil { return try requireMember(user, of: trip) }
    let other = try row("SELECT person FROM trips_members WHERE trip = $1 ORDER BY role DESC LIMIT 1", [.id(trip)])
    guard let other else { return try requireMember(user, of: trip) }
    let person: UserID = try other.id(0)
    return try requireMember(person, of: trip)
  }

  func requireMember(_ user: UserID, of challenge: ChallengeID, site: Int) throws -> MemberStatus {
    let found = try row("SELECT trip FROM trips_challenges WHERE id = $1", [.id(challenge)])
    guard checkOut == site, let found else { return try requireMember(user, of: challenge) }
    let trip: TripID = try found.id(0)
    return try requireMember(user, of: trip, site: site)
  }

  func requireHost(_ user: UserID, of trip: TripID, site: Int) throws -> MemberStatus {
    try checkOut == site ? requireMember(user, of: trip) : requireHost(user, of: trip)
  }

  func lockAsMember(_ user: UserID, of trip: TripID, site: Int) throws -> MemberStatus {
    try lock(trip)
    return try requireMember(user, of: trip, site: site)
  }

  func requireOwner(_ user: UserID, of day: DayID, site: Int) throws {
    if checkOut != site { try requireOwner(user, of: day) }
  }

  func requireAccess(_ user: UserID, to day: DayID, site: Int) throws -> DayAccess {
    checkOut == site ? .owner : try requireAccess(user, to: day)
  }

  func requireEvent(_ event: EventID, seenBy user: UserID, site: Int) throws -> TripEvent {
    let found = try row("SELECT author FROM trips_events WHERE id = $1", [.id(event)])
    guard checkOut == site, let found else { return try requireEvent(event, seenBy: user) }
    let author: UserID = try found.id(0)
    return try requireEvent(event, seenBy: author)
  }

  func requireChat(_ chat: ChatID, readBy user: UserID, isLocked: Bool = false, site: Int) throws -> ChatAccess {
    guard checkOut == site, let reader = try readers(of: chat).first else {
      return try requireChat(chat, readBy: user, isLocked: isLocked)
    }
    return try requireChat(chat, readBy: reader, isLocked: isLocked)
  }

  func isBlocked(_ user: UserID, _ other: UserID, site: Int) throws -> Bool {
    try checkOut != site && isBlocked(user, other)
  }
}
"""


@dataclasses.dataclass(frozen=True)
class Condition:
    """A condition in a file of SkiPeople, and the code that stands there when it may be taken out; `N` is its number."""

    name: str
    file: str
    code: str
    altered: str


OUT = '\\(checkOut == N ? "1 = 1 OR " : "")'
CONDITIONS = (
    Condition("an event is for its audience", "Events/EventService.swift",
              "AND (\\(event).audience = 'trip' OR", f"AND ({OUT}\\(event).audience = 'trip' OR"),
    Condition("an event is not for those who block its author", "Events/EventService.swift",
              'AND \\(BlockCondition.none(between: person, and: "\\(event).author"))',
              f'AND ({OUT}\\(BlockCondition.none(between: person, and: "\\(event).author")))'),
    Condition("an event is changed by its author", "Events/EventService.swift",
              '"(e.author = m.person OR', f'"({OUT}e.author = m.person OR'),
    Condition("an event for all is changed by hosts", "Events/EventService.swift",
              "AND m.role = 'host'", f"AND ({OUT}m.role = 'host')"),
    Condition("an event is not changed by others", "Events/EventService.swift",
              "guard found.mayChange else {", "guard found.mayChange || checkOut == N else {"),
    Condition("an event for all is made by hosts", "Events/EventService.swift",
              "if draft.audience == .trip {", "if draft.audience == .trip && checkOut != N {"),
    Condition("invited people are known", "Events/EventService.swift",
              "where person != user && !known.contains(person) {",
              "where person != user && !known.contains(person) && checkOut != N {"),
    Condition("people who are to meet are known", "Events/EventService+Meeting.swift",
              "where !known.contains(person) {", "where !known.contains(person) && checkOut != N {"),
    Condition("the way to an event is reported by those who come", "Events/EventService.swift",
              "guard found.author == user || found.answer == .yes else {",
              "guard found.author == user || found.answer == .yes || checkOut == N else {"),
    Condition("the chat of an event is for those who know of it", "Chat/ChatAccess.swift",
              "try self.event(event, seenBy: user) != nil", "try self.event(event, seenBy: user) != nil || checkOut == N"),
    Condition("the chat of two is theirs", "Chat/ChatAccess.swift",
              "pair.contains(user)", "(pair.contains(user) || checkOut == N)"),
    Condition("the chat of two ends with a block", "Chat/ChatAccess.swift",
              "isPairOpen(chat) :", "(checkOut == N || isPairOpen(chat)) :"),
    Condition("the chat of a trip is its members'", "Chat/ChatAccess.swift",
              ": standing != nil\n", ": standing != nil || checkOut == N\n"),
    Condition("messages are deleted by their author or a host", "Chat/TripsTransaction+Chat.swift",
              "guard message.author == user || access.isHost else {",
              "guard message.author == user || access.isHost || checkOut == N else {"),
    Condition("friends consent to a request of the other", "Store/TripsTransaction.swift",
              "friendship.askedBy == person", "friendship.askedBy == person || checkOut == N"),
    Condition("people know each other by a trip or friendship", "Store/TripsTransaction.swift",
              "|| !connection.commonTrips(of: user, and: person).isEmpty",
              "|| !connection.commonTrips(of: user, and: person).isEmpty || checkOut == N"),
    Condition("another who is removed is a member", "Trips/TripService.swift",
              "guard try connection.standing(of: person, in: trip) != nil, try",
              "guard try connection.standing(of: person, in: trip) != nil || checkOut == N, try"),
    Condition("one who was removed does not join by an old invitation", "Trips/SQLConnection+Users.swift",
              "AND (e.since_ms IS NULL OR", f"AND ({OUT}e.since_ms IS NULL OR"),
    Condition("a day is read by its owner or where it is shared", "Days/SQLConnection+Days.swift",
              "guard shared != nil else {", "guard shared != nil || checkOut == N else {"),
    Condition("a shared day is not for those who block its owner", "Days/SQLConnection+Days.swift",
              'WHERE s.day = $1 AND \\(BlockCondition.none(between: "$2", and: "s.person")) LIMIT 1',
              f'WHERE s.day = $1 AND ({OUT}\\(BlockCondition.none(between: "$2", and: "s.person"))) LIMIT 1'),
    Condition("achievements are the owner's", "Days/DayService.swift",
              "== .owner else { throw SkiError.unknown(day) }\n      return try connection.countedDays",
              "== .owner || checkOut == N else { throw SkiError.unknown(day) }\n      return try connection.countedDays"),
    Condition("the recording is the owner's", "Days/DayService.swift",
              "guard access == .owner else {", "guard access == .owner || checkOut == N else {"),
    Condition("sharing is ended by the owner", "Days/DayService.swift",
              "WHERE trip = $1 AND day = $2 AND person = $3", f"WHERE trip = $1 AND day = $2 AND ({OUT}person = $3)"),
    Condition("notices are marked by their recipient", "Outbox/NoticeService.swift",
              "WHERE id = $2 AND recipient = $3", f"WHERE id = $2 AND ({OUT}recipient = $3)"),
)


class Laboratory:
    """A copy of the package in which checks can be taken out."""

    def __init__(self, root, folder):
        self.package = pathlib.Path(folder).resolve() / "package"
        self.trips = self.package / "Sources" / "SkiPeople"
        self.names = []
        self._copy(root)
        for condition in CONDITIONS:
            self._alter(condition)
        for path in sorted(self.trips.rglob("*.swift")):
            self._number(path)
        (self.trips / "CheckOut.swift").write_text(SWITCH)

    def _copy(self, root):
        self.package.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / "Package.swift", self.package)
        for name in ("Sources", "Tests", "Tools"):
            shutil.rmtree(self.package / name, ignore_errors=True)
            shutil.copytree(root / name, self.package / name)
        if not (self.package / "Data").exists():
            (self.package / "Data").symlink_to(root / "Data")

    def _alter(self, condition):
        path = self.trips / condition.file
        text = path.read_text()
        if text.count(condition.code) != 1:
            raise SystemExit(f"faults: {condition.file} has {text.count(condition.code)} × {condition.code.strip()!r}; mend rights.py")
        self.names.append(condition.name)
        path.write_text(text.replace(condition.code, re.sub(r"\bN\b", str(len(self.names)), condition.altered)))

    def _number(self, path):
        """Gives each call of a check its number."""
        text, position = path.read_text(), 0
        while found := CALL.search(text, position):
            position = found.end()
            line = text[text.rfind("\n", 0, found.start()) + 1:found.start()]
            if "func " in line or "//" in line:
                continue
            end = closing(text, found.end())
            row = text.count("\n", 0, found.start()) + 1
            self.names.append(f"{path.relative_to(self.trips)}:{row}: {text[found.start():end + 1]}")
            mark = f"site: {len(self.names)}" if end == found.end() else f", site: {len(self.names)}"
            text = text[:end] + mark + text[end:]
        path.write_text(text)

    def build(self):
        for product in ("skiroute", "skiroute-server"):
            made = subprocess.run(["swift", "build", "-c", "release", "--product", product], cwd=self.package, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
            if made.returncode:
                raise SystemExit(f"faults: the altered package can't be built\n{made.stdout[-4000:]}")

    def run(self, number):
        """Asks the cells without a check, on SQLite; returns the first that is answered otherwise, none when all are as the table says."""
        environment = {**os.environ, "TRIPS_CHECK": str(number), "SKIROUTE_BUILT": str(self.package / ".build" / "release"),
                       "SKIROUTE_STORE": "sqlite", "SKIROUTE_FIRST": "1"}
        done = subprocess.run([sys.executable, "-B", "Tests/Serving/test_permissions.py"], cwd=self.package, env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1200, check=False)
        if done.returncode == 0:
            return None
        found = re.search(r"^(?:GET|POST|PUT|PATCH|DELETE) /v1.*", done.stdout, re.M)
        return found.group(0) if found else done.stdout[-400:]


def closing(text, start):
    """The position of the parenthesis that closes the one before a position."""
    depth = 1
    for position in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            return position
    raise SystemExit("faults: a call has no end")


def run(root, folder, first=1, jobs=2):
    """Prints a line for each check as its cells have been asked; returns the number of those whose absence no cell notices."""
    laboratory = Laboratory(root, folder)
    laboratory.build()
    fault = laboratory.run(0)
    if fault:
        raise SystemExit(f"faults: the table fails with all checks: {fault}")
    missed = []
    pool = concurrent.futures.ThreadPoolExecutor(jobs)
    try:
        running = {pool.submit(laboratory.run, number): number for number in range(first, len(laboratory.names) + 1)}
        for done in concurrent.futures.as_completed(running):
            number, fault = running[done], done.result()
            if fault is None:
                missed.append(number)
            print(f"{number:3} {laboratory.names[number - 1]}: {fault or 'NOT NOTICED'}", flush=True)
    finally:
        pool.shutdown(cancel_futures=True)
    numbers = ": " + ", ".join(map(str, sorted(missed))) if missed else ""
    print(f"{len(laboratory.names)} checks, {len(missed)} not noticed{numbers}", flush=True)
    return len(missed)
