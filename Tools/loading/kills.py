"""Kills servers while they acknowledge stored positions: what was acknowledged must be stored afterwards."""

import pathlib
import random
import subprocess
import sys
import tempfile

SETTINGS = ("--travellers", "40", "--hertz", "4")
POSTMASTER_EVERY = 4


class Rounds:
    """Servers of one store, each killed after a while; the next one first prints what the store holds."""

    def __init__(self, program, sample, store):
        self.command = [program, "acknowledge", *SETTINGS, "--map", sample, *store]
        self.acknowledged = {}
        self.kills, self.total, self.lost = 0, 0, []

    def run(self, wait, kill_database=None):
        """Starts a server, checks what the store holds, and kills the server after so many acknowledgements."""
        process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self._compare(process)
        for _ in range(wait):
            if not self._note(process.stdout.readline()):
                break
        if kill_database:
            kill_database()
        process.kill()
        for line in process.stdout:
            self._note(line)
        process.wait()
        self.kills += 1

    def check(self):
        """Compares the store once more, without reporting anything."""
        process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self._compare(process)
        process.kill()
        process.wait()

    def _note(self, line):
        if not line.endswith("\n") or not line.startswith("stored "):
            return bool(line)
        _, user, milliseconds = line.split()
        self.acknowledged[user] = max(self.acknowledged.get(user, 0), int(milliseconds))
        self.total += 1
        return True

    def _compare(self, process):
        stored = {}
        for line in process.stdout:
            words = line.split()
            if words[0] == "opened":
                break
            stored[words[1]] = int(words[2])
        else:
            raise SystemExit("measure-sharing: the server doesn't open the store")
        for user, time in self.acknowledged.items():
            if stored.get(user, 0) < time:
                self.lost.append((self.kills, user))
                behind = f"{time - stored[user]} ms older" if user in stored else "missing"
                print(f"lost after kill {self.kills}: {user} is {behind}", file=sys.stderr, flush=True)

    def line(self, name):
        return f"| {name} | {self.kills} | {self.total:,} | {len(self.lost)} |"


def run(program, sample, cluster, count, seed):
    """Prints the table: half of the kills on each store, a quarter of those on PostgreSQL with its first process."""
    generator = random.Random(seed)
    print(f"\nkill -9 while positions are acknowledged, seed {seed}\n\n| store | kills | acknowledged | lost |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        sqlite = Rounds(program, sample, ("--sqlite", str(pathlib.Path(folder) / "live.sqlite")))
        for _ in range(count // 2):
            sqlite.run(generator.randint(1, 150))
        sqlite.check()
        print(sqlite.line("SQLite"), flush=True)
    postgres = Rounds(program, sample, ("--postgres", cluster.make_database()))
    databases = 0
    for number in range(count - count // 2):
        kills_database = number % POSTMASTER_EVERY == POSTMASTER_EVERY - 1
        postgres.run(generator.randint(1, 150), cluster.kill_postmaster if kills_database else None)
        if kills_database:
            cluster.start()
            databases += 1
    postgres.check()
    print(postgres.line(f"PostgreSQL, {databases} of the kills with the postmaster"), flush=True)
    if sqlite.lost or postgres.lost:
        raise SystemExit("measure-sharing: acknowledged positions are lost")
