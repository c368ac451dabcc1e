"""Kills of a server between the commit of a message and the delivery of its notices, over and over, on one store.

A round starts a server, lets people send messages and a host words to the trip, and kills the server after a random time. What was
not acknowledged is sent again in the next round, with the same identifier. Afterwards nothing may be missing, nor be there twice.
"""

import concurrent.futures
import http.client
import pathlib
import random
import tempfile
import time

from . import receiver
from .trips import Refused, TripServer

TEXT = "Text of "
PEOPLE = 3
MESSAGES = 2  # by each person in a round
WORDS = 2
WORDS_OF_A_TRIP = 40  # a trip may have 50 in a day
LEASE = 55  # seconds after which a delivery of a killed server is taken by another
LOST = (OSError, http.client.HTTPException, ValueError)


class Rounds:
    """Servers of one store, each killed after a while, and what they acknowledged."""

    def __init__(self, kind, seed, show=lambda text: None):
        self.store, self.chosen, self.show = kind(), random.Random(seed), show
        self.folder = tempfile.TemporaryDirectory(prefix="skiroute-spool-")
        self.spool = pathlib.Path(self.folder.name)
        self.mood = 200
        self.receiver = receiver.Receiver(lambda number: self.mood)
        self.round, self.sent, self.pending = 0, {}, []
        self.words, self.trips = {}, []
        self.begun = {}  # by chat and message when it was sent first
        self.read = {}  # by chat and person the position up to which they read, and when that was acknowledged
        self.failures = []

    def server(self):
        return TripServer(self.store, trips={"webhook": self.receiver.configuration(), "spool": str(self.spool)})

    def people(self, server):
        return [server.log_in(f"Person {number}") for number in range(PEOPLE)]

    def begin_trip(self, people):
        """A trip of all people with its chat."""
        trip = people[0].create_trip()["id"]
        secret = people[0].invite(trip)
        for person in people[1:]:
            person.join(secret)
        self.trips.append((trip, people[0].chat(trip=trip)["id"]))

    def run(self):
        """One round: a server that is killed while it works."""
        self.round += 1
        with self.server() as server:
            people = self.people(server)
            if not self.trips or len([one for one in self.words if one[0] == self.trips[-1][0]]) + WORDS > WORDS_OF_A_TRIP:
                self.begin_trip(people)
            self.mood = self.chosen.choice([200, 200, 200, 500, receiver.NEVER])
            after = self.chosen.uniform(0.02, 0.6)
            with concurrent.futures.ThreadPoolExecutor(PEOPLE + 1) as pool:
                work = [pool.submit(self.send, person, number, list(self.pending)) for number, person in enumerate(people)]
                work.append(pool.submit(self.announce, people[0]))
                time.sleep(after)
                server.process.kill()
                unsent = [one for part in work for one in part.result() or ()]
            server.process.wait()
        self.pending = unsent
        self.mood = 200

    def send(self, person, number, pending):
        """Sends what was not acknowledged before, and some messages; returns those that are not acknowledged."""
        _, chat = self.trips[-1]
        self.catch_up(person, number, chat)
        mine = [one for one in pending if one[0] == number]
        mine += [(number, chat, f"m{self.round}-{number}-{count}") for count in range(MESSAGES)]
        mine.insert(1, mine[0])  # sent again although it is acknowledged, as after a lost answer
        left = []
        for one in mine:
            self.begun.setdefault((one[1], one[2]), time.monotonic())
            try:
                message = person.say(one[1], TEXT + one[2], one[2])
                known = self.sent.setdefault((one[1], one[2]), message["position"])
                if known != message["position"]:
                    self.failures.append(f"{one[2]} was sent twice: at {known} and {message['position']}")
            except LOST:
                left.append(one)
            except Refused as refused:
                self.failures.append(str(refused))
            time.sleep(self.chosen.uniform(0, 0.05))
        return left

    def catch_up(self, person, number, chat):
        """Reads a chat to its end, so that what comes is noticed again."""
        self.read.pop((chat, number), None)  # not known until it is acknowledged
        try:
            position = person.get(f"/v1/chats/{chat}")["lastPosition"]
            person.put(f"/v1/chats/{chat}/read", {"position": position})
            self.read[chat, number] = position, time.monotonic()
        except LOST:
            pass

    def announce(self, host):
        trip = self.trips[-1][0]
        for count in range(WORDS):
            name = f"w{self.round}-{count}"
            try:
                self.words[trip, name] = host.post(f"/v1/trips/{trip}/notices", {"id": name, "word": "Snow"})["recipients"]
            except LOST:
                self.words.setdefault((trip, name), None)
            time.sleep(0.05)

    def finish(self, patience=LEASE + 60):
        """Waits until all is delivered, and compares; returns figures."""
        with self.server() as server:
            people = self.people(server)
            for one in self.pending:
                message = people[one[0]].say(one[1], TEXT + one[2], one[2])
                self.sent[one[1], one[2]] = message["position"]
            rows = len(self.store.rows("SELECT 1 FROM trips_notices"))
            end = time.monotonic() + patience + 2 * rows / 10  # ten deliveries a second through each channel
            while self.store.rows("SELECT COUNT(*) FROM trips_deliveries") != [("0",)] and time.monotonic() < end:
                time.sleep(0.5)
            self.compare_messages(people)
        self.compare_notices([person.id for person in people])
        return {"kills": self.round, "messages": len(self.sent), "words": len(self.words), "notices": rows,
                "deliveries": len(self.receiver.notices()), "failures": len(self.failures)}

    def compare_messages(self, people):
        """Checks that all that was acknowledged is there, once, and all readers see one order."""
        for chat in {chat for chat, _ in self.sent}:
            seen = [[(one["position"], one.get("author"), one.get("body")) for one in person.messages(chat)] for person in people]
            if any(other != seen[0] for other in seen):
                self.failures.append("readers see different orders")
            if [one[0] for one in seen[0]] != list(range(1, len(seen[0]) + 1)):
                self.failures.append("positions have gaps")
            names = {body.removeprefix(TEXT): position for position, _, body in seen[0]}
            if len(names) != len(seen[0]):
                self.failures.append("a message is there twice")
            for (found, name), position in self.sent.items():
                if found == chat and names.get(name) != position:
                    self.failures.append(f"message {name} was acknowledged at {position} and is at {names.get(name)}")

    def compare_notices(self, people):
        """Each notice is stored once, and was delivered through both channels at least once, under its key and identifier."""
        stored = {(recipient, key): name for recipient, key, name in self.store.rows(
            "SELECT recipient, dedupe, id FROM trips_notices")}
        for (trip, name), recipients in self.words.items():
            found = {recipient for recipient, key in stored if key == f"word:{trip}:{name}"}
            if recipients is not None and found != set(people[1:]):
                self.failures.append(f"word {name} was acknowledged, and {len(found)} of {len(people) - 1} people have it")
        for (chat, reader), (read, moment) in self.read.items():
            later = [name for (found, name) in self.sent
                     if found == chat and self.begun[chat, name] > moment and int(name.split("-")[1]) != reader]
            if later and (people[reader], f"message:{chat}:{read}") not in stored:
                self.failures.append(f"message {later[0]} was acknowledged, and a reader has no notice since they read")
        spooled = receiver.spooled(self.spool)
        for name, keys in (("webhook", self.receiver.keys()), ("spool", set(spooled))):
            missing, unknown = set(stored) - keys, keys - set(stored)
            if missing or unknown:
                self.failures.append(f"{name}: {len(missing)} of {len(stored)} notices are missing, {len(unknown)} are unknown")
        for recipient, key, notice in self.receiver.notices():
            if stored.get((recipient, key)) not in (None, notice["id"]):
                self.failures.append(f"a double of {notice['kind']} has another identifier")
        if self.receiver.unsigned:
            self.failures.append(f"{len(self.receiver.unsigned)} deliveries are not signed")
        left = self.store.rows("SELECT COUNT(*) FROM trips_deliveries")
        if left != [("0",)]:
            self.failures.append(f"{left[0][0]} deliveries are left")

    def close(self):
        self.receiver.close()
        self.store.close()
        self.folder.cleanup()


def run(kind, count, seed, show=lambda text: None):
    """Kills the servers of a new store so many times; the figures and the failures."""
    rounds = Rounds(kind, seed)
    try:
        for number in range(count):
            rounds.run()
            if number % 20 == 19:
                show(f"{kind.name}: {number + 1} kills, {len(rounds.sent)} messages acknowledged, {len(rounds.failures)} failures")
        return rounds.finish(), rounds.failures
    finally:
        rounds.close()
