#!/usr/bin/env python3
"""A ski week of forty people over HTTP on both stores: from the log-in until one is gone everywhere, and what is left of them.

On the sample's map, or with SKIROUTE_REAL_DATA on Crystal Mountain with a day that was recorded there. Two of the forty look on in
browsers where Chromium and MapLibre GL are; SKIROUTE_BROWSER=1 makes their absence an error.
"""

import contextlib
import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "Tools")]

import week  # noqa: E402
import week_pages  # noqa: E402
from serving import stores, trips  # noqa: E402
from serving.receiver import Receiver  # noqa: E402
from week_days import WholeWeek  # noqa: E402

PARTS = ("log_in", "join", "befriend", "share", "meet", "talk", "close_lift", "record", "share_day", "challenge", "leave")


def tearDownModule():
    stores.PostgresStore.stop()


class WeekTests(unittest.TestCase):
    @stores.each
    def test_a_week_from_the_login_until_one_is_gone_everywhere(self, kind):
        with contextlib.ExitStack() as stack:
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
            receiver = Receiver()
            stack.callback(receiver.close)
            spool = folder / "spool"
            spool.mkdir()
            configuration = {"telegram": {"botToken": week.BOT}, "webhook": receiver.configuration(), "spool": str(spool)}
            server, store = stack.enter_context(trips.running(
                kind, "--log-level", "debug", "--page", HERE.parents[1] / "Data" / "Page", trips=configuration,
                map_path=week.real_map(folder) if week.REAL else None))
            current = WholeWeek(self, server, receiver, stack.enter_context(week_pages.looking()))
            stack.callback(current.close)
            for part in PARTS:
                getattr(current, part)()
            self.check_store_has(store, current)
            current.delete()
            self.check_traces(server, store, current, receiver, spool)

    def check_store_has(self, store, current):
        """The search finds what is there: the name stands in the store before the account is deleted."""
        names = {row[0] for row in store.rows("SELECT name FROM trips_users")}
        self.assertIn("Wendeline Quastenflosser", names)
        self.assertIn((week.GONE["id"],), store.rows("SELECT subject FROM trips_identities"))

    def check_traces(self, server, store, current, receiver, spool):
        """Nothing of the person who is gone is left in a table, and nothing of them was ever told to those without right."""
        gone = current.gone
        secrets = [*week.planted(), gone.access, gone.refresh, week.BOT]
        said = {"the metrics": server.ask("/metrics", port=server.health_port)[2].decode(),
                "the exports and lists of others": current.exports()}
        server.stop()
        said["the webhook"] = b"\n".join(receiver.bodies).decode()
        said["the spool folder"] = "\n".join(path.read_text() for path in spool.glob("*.json"))
        self.assertTrue(receiver.bodies and said["the spool folder"])
        said["the log"] = (server.path / "log").read_text(errors="replace")
        self.assertIn('"route"', said["the log"])
        for name, text in said.items():
            text += json.dumps(text, ensure_ascii=False)
            found = [secret for secret in secrets if secret in text or json.dumps(secret)[1:-1] in text]
            self.assertEqual(found, [], f"in {name}")
        for name in ("the metrics", "the exports and lists of others", "the log"):
            self.assertNotIn(gone.id, said[name], name)
        content = store.content()
        self.assertIn(current.host.id.encode(), content)
        left = [secret for secret in (gone.id, current.day, *secrets) if secret.encode() in content]
        self.assertEqual(left, [], "in the store")
        self.assertEqual(receiver.unsigned, [])


if __name__ == "__main__":
    unittest.main()
