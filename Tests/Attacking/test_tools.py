#!/usr/bin/env python3
"""Tests of the tools that attack the command: forged maps, power cuts, altered code.

SKIROUTE_COMMAND names the command, else .build-test/release/skiroute.
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tools"))

from attacking import forgery  # noqa: E402
from mutating import schema, sites  # noqa: E402
from sweeping import power  # noqa: E402

COMMAND = pathlib.Path(os.environ.get("SKIROUTE_COMMAND", ROOT / ".build-test" / "release" / "skiroute")).resolve()


def sample_map():
    """The bytes of the sample mountain's map."""
    files = ROOT / "Data" / "Sample" / "openskimap"
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "x.skimap"
        subprocess.run([COMMAND, "build", "--runs", files / "runs.geojson", "--lifts", files / "lifts.geojson", "-o", path],
                       check=True, capture_output=True)
        return path.read_bytes()


class ForgeryTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.map = sample_map()

    def check(self, data):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.skimap"
            path.write_bytes(data)
            done = subprocess.run([COMMAND, "check", "--map", path], capture_output=True, text=True, check=False)
            return done.returncode, done.stderr

    def test_a_valid_map_is_unchanged_by_sealing(self):
        data = bytearray(self.map)
        forgery.seal(data)
        self.assertEqual(bytes(data), self.map)
        self.assertEqual(len(list(forgery.parts(data))), len(forgery.entries(data)))

    def test_a_changed_byte_is_refused_and_passes_the_checksums_when_sealed(self):
        part = next(p for p in forgery.parts(self.map) if p[0] == 1)
        confidence = next(s for s in forgery.sections(self.map, part) if s[0] == 6)
        data = bytearray(self.map)
        data[confidence[2]] = 7
        code, words = self.check(data)
        self.assertEqual(code, 65, words)
        forgery.seal(data)
        self.assertEqual(self.check(data)[0], 0)

    def test_forged_maps_differ_and_are_mostly_sealed(self):
        chance = random.Random(4)
        forged = [forgery.forge(self.map, chance) for _ in range(20)]
        self.assertGreater(sum(data != self.map for data, _ in forged), 15)
        for data, _ in forged:
            again = bytearray(data)
            forgery.seal(again)
            self.assertEqual(bytes(again), data)


class PowerLossTests(unittest.TestCase):
    """Writers that do and don't sync, replayed with losses of power."""

    OLD, NEW = b"o" * 5000, b"n" * 9000

    def worst(self, steps):
        """The contents that the output may have after each of some steps."""
        disk, cuts, found = power.Disk("/d", {"x": self.OLD}), random.Random(1), set()
        for step in [None, *steps]:
            if step:
                disk.play(step)
            for state in disk.states(cuts, 30):
                found.add("old" if state.get("x") == self.OLD else "new" if state.get("x") == self.NEW else "broken")
        last = {"new" if s.get("x") == self.NEW else "other" for s in disk.states(cuts, 30)}
        return found, last

    def steps(self, sync, sync_folder):
        change = power.Change
        yield change(power.CREATE, 3, 0, 0, "/d/x.part", "", b"")
        yield change(power.WRITE, 3, 0, 6000, "", "", self.NEW[:6000])
        yield change(power.WRITE, 3, 6000, 3000, "", "", self.NEW[6000:])
        if sync:
            yield change(power.SYNC, 3, 0, 0, "", "", b"")
        yield change(power.RENAME, -1, 0, 0, "/d/x.part", "/d/x", b"")
        if sync_folder:
            yield change(power.OPEN, 4, 0, 0, "/d/", "", b"")
            yield change(power.SYNC, 4, 0, 0, "", "", b"")

    def test_a_writer_that_syncs_leaves_the_old_or_the_new_file(self):
        self.assertEqual(self.worst(self.steps(True, True)), ({"old", "new"}, {"new"}))

    def test_a_rename_before_the_sync_may_leave_a_broken_file(self):
        self.assertIn("broken", self.worst(self.steps(False, True))[0])

    def test_a_rename_without_a_sync_of_the_folder_may_be_lost(self):
        self.assertEqual(self.worst(self.steps(True, False)), ({"old", "new"}, {"new", "other"}))

    def test_writing_over_a_file_may_leave_a_broken_file(self):
        over = [power.Change(power.OPEN, 3, 0, 0, "/d/x", "", b""), power.Change(power.WRITE, 3, 0, 9000, "", "", self.NEW),
                power.Change(power.SYNC, 3, 0, 0, "", "", b"")]
        self.assertIn("broken", self.worst(over)[0])


class MutationTests(unittest.TestCase):
    TEXT = '''func f(a: Int) -> Bool {
  // a < b
  let text = "1 < \\(a + 1)"
  guard a > 3 else { return false }
  count += 1
  return a == 7 && text.isEmpty
}
'''

    def test_mutations_are_outside_comments_and_strings(self):
        found = {(s.line, s.kind, s.what) for s in sites.of("f.swift", self.TEXT)}
        for expected in [(4, "operator", "> to >="), (4, "constant", "3 to 4"), (4, "condition", "negated"), (4, "result", "not false"),
                         (5, "statement", "left out"), (6, "operator", "== to !="), (6, "operator", "&& to ||")]:
            self.assertIn(expected, found)
        self.assertFalse([s for s in found if s[0] in (2, 3)], found)

    def test_mutated_code_is_unchanged_until_a_mutation_is_chosen(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            text = "func isSmall(_ a: Int) -> Bool {\n  return a < 5\n}\n"
            chosen = {7: next(s for s in sites.of("a.swift", text) if s.kind == "operator")}
            schema.write(folder, {"a.swift": text}, chosen, sites.SWAPS)
            self.assertIn(f"a {schema.operator_name('<', 7)} 5", (folder / "a.swift").read_text())
            self.assertIn("a <= b : a < b", (folder / "Alterations.swift").read_text())


if __name__ == "__main__":
    unittest.main()
