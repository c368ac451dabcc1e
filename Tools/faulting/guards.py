"""Takes out the guards of live sharing one by one, and runs histories until one notices."""

import dataclasses
import os
import pathlib
import re
import shutil
import subprocess

SWITCH = """// Written by Tools/faults --guards.
import Glibc

/// The guard that is out; 0 for none.
let guardOut: Int = getenv("SHARING_GUARD").flatMap { Int(String(cString: $0)) } ?? 0
"""


@dataclasses.dataclass(frozen=True)
class Guard:
    """A place in a file of SkiPeople, and the code that stands there when the guard may be taken out; `N` is its number."""

    name: str
    file: str
    code: str
    altered: str


GUARDS = (
    Guard("a delivery waits for its audit record", "Server/AuditLog.swift",
          "guard let place = records.index(forKey: key), records.values[place].isDurable else {",
          "if guardOut == N { return true }\n    guard let place = records.index(forKey: key), records.values[place].isDurable else {"),
    Guard("a batch is handed out during the lease only", "Server/ViewerMailbox.swift",
          "guard monotonic < deadline else { return .withheld }",
          "guard monotonic < deadline || guardOut == N else { return .withheld }"),
    Guard("an end waits for the other servers", "Server/LocationStream.swift",
          "$0.applied < version && ", "guardOut != N && $0.applied < version && "),
    Guard("an end waits for batches on their way", "Server/ViewerMailbox.swift",
          "guard let outstanding = state.outstanding, monotonic", "guard guardOut != N, let outstanding = state.outstanding, monotonic"),
    Guard("an earlier fix does not replace a later one", "SharingStore/MemoryStore.swift",
          "if let known = trips[row.trip]?.rows[row.user], known", "if guardOut != N, let known = trips[row.trip]?.rows[row.user], known"),
    Guard("a block refuses", "Redaction/Access.swift",
          "if grant.precision == .hidden { return nil }", "if grant.precision == .hidden && guardOut != N { return nil }"),
    Guard("a grid shows a cell", "Redaction/Access.swift",
          "    case .grid(let metres):\n",
          "    case .grid(let metres):\n      if guardOut == N {\n        return shown(\n"
          "          .exact(position.exact), of: row.user, at: row.order.observedMilliseconds, access, now,\n"
          "          liveSeconds: exactLiveSeconds)\n      }\n"),
    Guard("changed grants are applied before they are confirmed", "Server/SharingServer.swift",
          "      feeds[trip]?.grants = Dictionary(grouping: changes.trips[trip] ?? [], by: \\.owner)\n",
          "      if guardOut != N { feeds[trip]?.grants = Dictionary(grouping: changes.trips[trip] ?? [], by: \\.owner) }\n"),
    Guard("a withdrawn position is not delivered any more", "Server/ViewerMailbox.swift",
          "case .gone(let user): state.pending.withdraw(user)", "case .gone(let user): if guardOut != N { state.pending.withdraw(user) }"),
    Guard("the lease of a silent server is waited for", "Server/LocationStream.swift",
          "static let trustedMilliseconds: Int64 = 2200", "static let trustedMilliseconds: Int64 = guardOut == N ? 0 : 2200"),
    Guard("only a reading of the store renews the lease", "Server/SharingServer.swift",
          "    await readTrips()\n    markAll()\n",
          "    if guardOut == N { lease.renew(readingBegan: clock.monotonicMilliseconds()) }\n"
          "    await readTrips()\n    markAll()\n"),
    Guard("viewers learn who is gone", "Server/TripFeed.swift",
          "gone.map(LocationChange.gone)", "(guardOut == N ? [] : gone.map(LocationChange.gone))"),
    Guard("viewers are updated when grants change", "Server/SharingServer.swift",
          "      feeds[trip]?.replaceRows(rows)\n      refresh(trip, .all)\n",
          "      feeds[trip]?.replaceRows(rows)\n      if guardOut != N { refresh(trip, .all) }\n"),
    Guard("grants for hosts show to hosts", "Redaction/Access.swift",
          "roster.hosts.contains(user)\n", "roster.hosts.contains(user) || guardOut == N\n"),
    Guard("grants for people show to those people", "Redaction/Access.swift",
          "people.contains(user) && roster", "(people.contains(user) || guardOut == N) && roster"),
    Guard("a trip is read again without a notice", "Server/SharingServer.swift",
          ">= options.rereadMilliseconds", ">= (guardOut == N ? .max : options.rereadMilliseconds)"),
    Guard("an end waits for positions on their way by a grant that another one replaces", "Server/TripFeed.swift",
          "if isRegranted { replaced.insert(owner) }", "if isRegranted, guardOut != N { replaced.insert(owner) }"),
)


class Laboratory:
    """A copy of the package in which guards can be taken out."""

    def __init__(self, root, folder):
        self.package = pathlib.Path(folder).resolve() / "package"
        self._copy(root)
        for number, guard in enumerate(GUARDS, 1):
            self._alter(number, guard)
        (self.package / "Sources" / "SkiPeople" / "Redaction" / "GuardOut.swift").write_text(SWITCH)
        self._build()

    def _copy(self, root):
        self.package.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / "Package.swift", self.package)
        for name in ("Sources", "Tests", "Tools"):
            shutil.rmtree(self.package / name, ignore_errors=True)
            shutil.copytree(root / name, self.package / name)
        if not (self.package / "Data").exists():
            (self.package / "Data").symlink_to(root / "Data")

    def _alter(self, number, guard):
        path = self.package / "Sources" / "SkiPeople" / guard.file
        text = path.read_text()
        if text.count(guard.code) != 1:
            raise SystemExit(f"faults: {guard.file} has {text.count(guard.code)} × {guard.code.strip()!r}; mend guards.py")
        path.write_text(text.replace(guard.code, re.sub(r"\bN\b", str(number), guard.altered)))

    def _build(self):
        environment = {**os.environ, "SKIROUTE_TESTS": "SharingTests"}
        made = subprocess.run(["swift", "build", "-c", "release", "--build-tests", "-Xswiftc", "-enable-testing"], cwd=self.package,
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if made.returncode:
            raise SystemExit(f"faults: the altered package can't be built\n{made.stdout[-4000:]}")

    def run(self, number, histories):
        """Runs histories in memory without a guard; returns the first fault, none when no history notices."""
        environment = {**os.environ, "SKIROUTE_TESTS": "SharingTests", "SHARING_GUARD": str(number),
                       "SKIROUTE_HISTORIES": str(histories), "SKIROUTE_HISTORY_STORE": "memory"}
        done = subprocess.run(["swift", "test", "--skip-build", "-c", "release", "-Xswiftc", "-enable-testing", "--filter",
                               "FaultHistoryTests"], cwd=self.package, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=600)
        found = re.search(r"seed (\d+), second \d+: .*", done.stdout)
        if found:
            return found.group(0)
        if done.returncode:
            return done.stdout[-400:]
        return None


def run(root, folder, histories):
    """Prints a line for each guard; returns the number of those whose absence no history notices."""
    laboratory = Laboratory(root, folder)
    fault = laboratory.run(0, histories)
    if fault:
        raise SystemExit(f"faults: histories fail with all guards: {fault}")
    missed = 0
    for number, guard in enumerate(GUARDS, 1):
        fault = laboratory.run(number, histories)
        missed += fault is None
        print(f"{number:2} {guard.name}: {fault or 'NOT NOTICED'}", flush=True)
    print(f"{len(GUARDS)} guards, {missed} not noticed within {histories} histories", flush=True)
    return missed
