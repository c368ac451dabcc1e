#!/usr/bin/env python3
"""The rights of each person: every cell of permissions.txt, asked of a running server on each store.

SKIROUTE_BUILT names the folder of skiroute and skiroute-server, else .build-test/release. SKIROUTE_ROWS, an expression, chooses rows;
SKIROUTE_FIRST=1 ends with the first wrong answer.
"""

import datetime
import json
import os
import pathlib
import re
import sys
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "Tools")]

import recording  # noqa: E402
import rights  # noqa: E402
from serving import stores, trips  # noqa: E402
from serving.events import Stream  # noqa: E402

FIRST = os.environ.get("SKIROUTE_FIRST")
CHOSEN = os.environ.get("SKIROUTE_ROWS", "")
# Rows whose preparation changes what others see: each cell has a world of its own.
ALONE = ("POST /v1/invitations/join~removed", "PUT /v1/friends/{user}~own")
ALONE_WORDS = {"loggedout", "one", "ended", "erased", "others"}


class PermissionTests(unittest.TestCase):
    @classmethod
    def tearDownClass(cls):
        stores.PostgresStore.stop()

    @stores.each
    def test_every_person_may_do_what_the_table_says(self, kind):
        with trips.running(kind) as (server, _):
            self.check_routes(server)
            wrong = Asking(server).wrong()
            self.assertEqual(wrong, [], "\n".join(["", *wrong]))

    @stores.each
    def test_words_end_with_the_appointment_at_the_next_start(self, kind):
        store = kind()
        self.addCleanup(store.close)

        def closed(server):
            return server.log_in("Olga").get(f"/v1/lifts/{trips.quoted(lift)}/status")["state"] == "closed"
        with trips.TripServer(store) as server:
            user, lift = server.log_in("Rita").id, trips.lifts(server)[0]["id"]
            areas = [one["id"] for one in server.call("/v1/map", None)[1]["areas"]]
        choices = {"speakers": [{"user": user, "areas": areas, "title": "Valley lifts"}]}
        with trips.TripServer(store, trips=choices) as server:
            rita = server.log_in("Rita")
            said = [rita.status("PUT", f"/v1/lifts/{trips.quoted(lift)}/status", {"area": area, "state": "closed"}) for area in areas]
            self.assertIn(204, said)
            self.assertTrue(closed(server))
        with trips.TripServer(store, trips=choices) as server:
            self.assertTrue(closed(server), "the words outlive a start")
        with trips.TripServer(store) as server:
            self.assertFalse(closed(server))

    def check_routes(self, server):
        """Every route that needs a token is in the table, and no other."""
        document = json.loads(server.ask("/openapi.json")[2])
        guarded = {f"{method.upper()} {path}" for path, operations in document["paths"].items()
                   for method, operation in operations.items()
                   if isinstance(operation, dict) and {} not in operation.get("security", [{}])}
        self.assertEqual(guarded ^ {row.route for row in rights.rows()}, set())


class Asking:
    """All cells, asked in worlds of one server."""

    def __init__(self, server):
        self.server, self.lifts = server, trips.lifts(server)
        self.recordings = [recording.of_route(server.url, "Montsoleil", "Aurore", recording.START + datetime.timedelta(days=day)).encode()
                           for day in range(2)]
        self.found = []

    def world(self):
        return rights.World(self.server, self.lifts, self.recordings)

    def wrong(self):
        """The cells that are answered otherwise; what is refused is asked in one world, which must stay as it is."""
        common = self.world()
        common.complete(rights.rows()[0].expected)
        before = self.state(common)
        for row in filter(lambda row: re.search(CHOSEN, row.name), rights.rows()):
            for role, expected in row.expected.items():
                if expected is None:
                    continue
                is_harmless = (row.method == "GET" or expected >= 400) and row.name not in ALONE and ALONE_WORDS.isdisjoint(row.words)
                self.ask(common if is_harmless else self.world(), row, role, expected)
                if FIRST and self.found:
                    return self.found
        after = self.state(common)
        if before != after:
            self.found.append(f"what was refused changed something: {before} became {after}")
        return self.found

    def ask(self, world, row, role, expected):
        person = world.person(role)
        try:
            if person is not None:
                world.prepare(row, person)
            target, body = world.target(row), world.body(row)
        except AssertionError as error:
            self.found.append(f"{row.name}, {role}: can't be asked: {error}")
            return
        access = person.access if person else None
        if row.path == "/v1/stream":
            stream = Stream(self.server, access, target.partition("?")[2])
            status, document = stream.status, None
            stream.close()
        else:
            status, document = self.server.call(target, access, row.method, body)
        if status != expected:
            self.found.append(f"{row.name}, {role}: {status} instead of {expected}: {json.dumps(document)[:200]}")
        elif status in (401, 403, 404) and document is not None:
            code = "notFound" if status == 404 else "notPermitted"
            if document.get("code") != code:
                self.found.append(f"{row.name}, {role}: the code {document.get('code')} instead of {code}")

    def state(self, world):
        """Returns all that the host and the owner see of a world, without what a row may read or begin."""
        host, owner = world.host, world.owner
        trip = host.get(f"/v1/trips/{world.trip}")
        event = owner.get(f"/v1/events/{world.event}")
        chat, position = world.chat(())
        return json.dumps([
            trip, event, owner.get(f"/v1/days/{world.day}"), owner.get(f"/v1/days/{world.shared_day}"),
            owner.get(f"/v1/chats/{chat}/messages?before={position + 1}"),
            host.get(f"/v1/trips/{world.trip}/challenges"), host.get(f"/v1/trips/{world.trip}/invitations"),
            owner.get("/v1/grants"), world.bystander.get("/v1/me/sessions")], sort_keys=True)


if __name__ == "__main__":
    unittest.main()
