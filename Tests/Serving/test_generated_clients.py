#!/usr/bin/env python3
"""Clients that generators of others make of /openapi.json live through a small ski week by their own functions and types alone.

The generators are openapi-python-client and openapi-generator (typescript-fetch) of PyPI, whose output TypeScript's compiler checks;
Tools/setup --judges --stores installs all. SKIROUTE_STORES=1 makes their absence an error.
"""

import contextlib
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "Tools")]

import generating  # noqa: E402
import week  # noqa: E402
from serving import stores, trips  # noqa: E402

# Names that generators invent for schemas without one.
INVENTED = r"InlineObject|(AnyOf|OneOf|AllOf)\d*$|_(type_\d+|inner|any_of|one_of|all_of)"


class GeneratedClientTests(unittest.TestCase):
    @contextlib.contextmanager
    def served(self):
        """A server with the trip services, its description as a file, and a folder for what is generated."""
        missing = generating.missing()
        if missing and not os.environ.get("SKIROUTE_STORES"):
            self.skipTest(f"missing: {missing}; Tools/setup --judges installs them")
        self.assertEqual(missing, [])
        with tempfile.TemporaryDirectory() as name, trips.running(stores.SQLiteStore) as (server, _):
            folder = pathlib.Path(name)
            description = folder / "openapi.json"
            description.write_bytes(server.ask("/openapi.json")[2])
            yield server, description, folder

    def check_names(self, paths):
        """Each type has a name of the description."""
        names = {path.stem for path in paths}
        self.assertGreater(len(names), 100)
        self.assertEqual([name for name in sorted(names) if re.search(INVENTED, name)], [])

    def test_a_client_of_python_lives_through_a_week(self):
        with self.served() as (server, description, folder):
            modules = generating.python_client(description, folder)
            self.check_names(modules.glob("skiroute_client/models/*.py"))
            with generating.imported(modules, "generated_week") as program:
                program.Week(self, server.url.rstrip("/"), week.recorded_on_sample(server)).run()

    def test_a_client_of_typescript_lives_through_a_week(self):
        with self.served() as (server, description, folder):
            self.assertEqual(generating.typescript_client(description, folder), [])
            self.check_names(folder.glob("client/models/*.ts"))
            program = generating.compiled(HERE / "generated_week.ts", folder)
            recording = folder / "day.gpx"
            recording.write_bytes(week.recorded_on_sample(server))
            said = generating.run(["node", program, server.url.rstrip("/"), recording], folder)
            self.assertEqual(json.loads(said.stdout), {"parts": 13})


if __name__ == "__main__":
    unittest.main()
