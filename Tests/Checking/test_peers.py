#!/usr/bin/env python3
"""Tests of the table of Tools/benchmark --peers: rounds in turn, medians, ratios, targets, and sides that are missing."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tools"))

from measuring.peers import rounds, rows, text  # noqa: E402

WITHOUT_INPUT = {"process start to --version"}


def numbers(log, name, *values):
    """A probe that gives one number a round and notes that it was asked."""
    rest = iter(values)

    def measure():
        log.append(name)
        return {"time": next(rest)}

    return rounds.Probe(name, measure)


def missing():
    raise rounds.Missing("it is not installed")


class PeersTest(unittest.TestCase):
    def measured(self, target, more=False):
        self.log = []
        ours, theirs = numbers(self.log, "ours", 4, 2, 3), numbers(self.log, "theirs", 6, 6, 9)
        absent = rounds.Probe("absent", missing)
        row = rounds.Row("work", "µs", rounds.Side("we", ours, "time"), [
            rounds.Side("they", theirs, "time", "a setting", 2, "no: less"), rounds.Side("absent", absent, "time")], target, more,
            "arrays")
        return rounds.run([row], 3, lambda _: None)

    def test_sides_are_asked_in_turn_and_medians_compared(self):
        result = self.measured(2.5)
        self.assertEqual(self.log, ["ours", "theirs"] * 3)
        (row,) = result["rows"]
        self.assertEqual((row["ours"]["median"], row["ours"]["least"], row["ours"]["greatest"]), (3, 2, 4))
        self.assertEqual((row["peers"][0]["ratio"], row["met"]), (2.0, False))

    def test_the_best_peer_is_a_target_and_more_may_be_better(self):
        self.assertTrue(self.measured("best peer")["rows"][0]["met"])
        row = self.measured("best peer", more=True)["rows"][0]
        self.assertEqual((row["met"], row["peers"][0]["ratio"]), (False, 0.5))

    def test_a_missing_side_says_why_and_is_asked_once(self):
        result = self.measured(None)
        self.assertEqual(result["rows"][0]["peers"][1]["missing"], "it is not installed")
        self.assertNotIn("met", result["rows"][0])
        self.assertIn("absent: it is not installed", text.table(result))
        self.assertIn("| they, a setting | 6.00 (6.00–9.00) | 2 | no: less | 2.00 × |", text.markdown(result))

    def test_each_row_names_its_input_and_the_threads(self):
        head, _, first, second = text.markdown(self.measured(None)).split("\n")
        self.assertEqual(head.count("|"), first.count("|"))
        self.assertTrue(first.startswith("| work | µs | arrays | 3.00 (2.00–4.00) | 1 |  |  | they"))
        self.assertTrue(second.endswith("| absent | – | 1 | same |  |"))

    def test_every_row_has_an_input_and_every_peer_says_whether_it_does_the_same(self):
        class Anything:
            def __getattr__(self, name):
                return lambda *_: rounds.Probe(name, dict)

        found = rows.rows(Anything(), Anything())
        self.assertEqual([row.name for row in found if row.name not in WITHOUT_INPUT and not row.input], [])
        self.assertEqual([side.name for row in found for side in row.peers if not side.work], [])

    def test_sizes_are_powers_of_ten(self):
        self.assertEqual([rows.size(nodes) for nodes in rows.SIZES], ["10⁴", "10⁵", "10⁶"])


if __name__ == "__main__":
    unittest.main()
