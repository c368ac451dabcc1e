"""Tools/judge-hours: a correct reading of opening hours passes, a wrong one is reported, known differences are not."""

import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
JUDGES = pathlib.Path(os.environ.get("SKIROUTE_JUDGES", ROOT / ".build-judges")) / "bin" / "python"
if JUDGES.exists() and os.path.abspath(sys.executable) != os.path.abspath(JUDGES):
    os.execv(JUDGES, [str(JUDGES), *sys.argv])
sys.path.insert(0, str(ROOT / "Tools"))

from judging import hours  # noqa: E402

TUESDAY = "2026-02-03"


def judged(value, opens, unknown=(), day=TUESDAY):
    """The exit code and output of Tools/judge-hours for one reading; `opens` is None if it was not read."""
    line = {"value": value, "country": "FR", "zone": "Europe/Paris", "place": [45.3, 6.6]}
    if opens is not None:
        line["days"] = [{"day": day, "open": [list(o) for o in opens], "unknown": [list(u) for u in unknown]}]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "one.jsonl"
        path.write_text(json.dumps(line) + "\n", encoding="utf-8")
        words = io.StringIO()
        with contextlib.redirect_stdout(words):
            code = hours.judge(path)
    return code, words.getvalue()


class HoursJudgeTests(unittest.TestCase):
    def test_a_correct_reading_passes(self):
        for value, opens in (("Mo-Fr 09:00-16:00", [(540, 960)]), ("Sa 09:00-16:00", []), ("24/7", [(0, 2880)]),
                             ("22:00-02:00", [(0, 120), (1320, 1560)]), ("sunrise-sunset", [(471, 1063)])):
            self.assertEqual(judged(value, opens)[0], 0, value)

    def test_a_wrong_reading_is_reported(self):
        for opens in ([], [(540, 961)], [(539, 960)], [(540, 700), (710, 960)]):
            code, words = judged("Mo-Fr 09:00-16:00", opens)
            self.assertEqual(code, 1)
            self.assertIn("1 differ", words)
        self.assertEqual(judged("sunrise-sunset", [(465, 1063)])[0], 1)
        self.assertEqual(judged("off", [(0, 1440)])[0], 1)

    def test_a_value_that_only_the_reference_reads_is_reported(self):
        code, words = judged("Mo-Fr 09:00-16:00", None)
        self.assertEqual(code, 1)
        self.assertIn("we don't", words)

    def test_known_differences_are_not_reported(self):
        self.assertEqual(judged('10:00-12:00 "ask"', [], [(600, 720)])[0], 0)
        self.assertEqual(judged("2025 Dec-Mar 10:00-12:00", [(600, 720)])[0], 0)
        self.assertEqual(judged("Tu 10:00-12:00 || 09:00-16:00 unknown", [(600, 720)], [(540, 600), (720, 960)])[0], 0)
        self.assertEqual(judged("Mo 20:00-02:00; Tu 10:00-12:00", [(0, 120), (600, 720)])[0], 0)
        self.assertEqual(judged("10:00-12:00+", [(600, 720)], [(720, 1440)])[0], 0)

    def test_another_difference_beside_a_known_one_is_reported(self):
        self.assertEqual(judged('10:00-12:00 "ask"', [(600, 720)])[0], 1)
        self.assertEqual(judged("Tu 10:00-12:00 || 09:00-16:00 unknown", [(600, 720)])[0], 1)
        self.assertEqual(judged("Mo 20:00-02:00; Tu 10:00-12:00", [(600, 730)])[0], 1)
        self.assertEqual(judged("10:00-12:00+", [(600, 700)], [(720, 1440)])[0], 1)

    def test_values_the_reference_cannot_read_are_counted_and_may_not_be_all(self):
        code, words = judged("Dec 24,25 off", [])
        self.assertIn("1 the judge can't read", words)
        self.assertEqual(code, 1)

    def test_holidays_are_printed(self):
        days = list(hours.holidays("FR"))
        self.assertIn(("PH", "2026-01-01"), days)
        self.assertNotIn(("PH", "2026-01-02"), days)


if __name__ == "__main__":
    unittest.main()
